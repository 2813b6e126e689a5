package locate

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func locateOne(src string, p review.Place, opts Options) review.Finding {
	return Locate(zone.Parse("doc.md", []byte(src), markdown.Dialect{}), []review.Issue{{ID: "a", Place: p}}, opts)[0]
}

func TestQuotes(t *testing.T) {
	for _, tt := range []struct{ name, src, quote, want string }{
		{"as it is written", "The whitelist is long.\n", "whitelist", "whitelist"},
		{"with its markup", "See [the `docs`](https://example.com) now.\n", "[the `docs`](https://example.com)", "[the `docs`](https://example.com)"},
		{"as it is rendered", "See [the `docs`](https://example.com) *now* please.\n", "See the docs now please", "See [the `docs`](https://example.com) *now* please"},
		{"typographic quotes", "My app's \"tray\" -- gone.\n", "My app’s “tray” — gone", "My app's \"tray\" -- gone"},
		{"over a line ending", "one two\nthree four\n", "two three", "two\nthree"},
		{"over a line ending in a block quote", "> one two\n> three four\n", "two three", "two\n> three"},
		{"over a line ending in a list", "- one two\r\n  three four\r\n", "two three", "two\r\n  three"},
		{"references and escapes", "R&amp;D \\*is\\* &copy; free\n", "R&D *is* © free", "R&amp;D \\*is\\* &copy; free"},
		{"over the end of emphasis", "Use the **bold** word.\n", "bold word", "**bold** word"},
		{"in code", "```sh\nnpm  install\n```\n", "npm install", "npm  install"},
		{"a row of a table", "| a | b |\n|---|---|\n| one | two |\n", "| one | two |", "| one | two |"},
		{"cells of a row", "| a | b |\n|---|---|\n| one | two |\n", "one | two", "one | two"},
		{"in a table", "| a | b |\n|---|---|\n| one | two |\n", "two", "two"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := locateOne(tt.src, review.Place{Quote: tt.quote}, Options{ReviewIsCurrent: true})
			require.Equal(t, review.Located, f.State, f.Reason)
			assert.Equal(t, tt.want, tt.src[f.Span.Start:f.Span.End])
		})
	}
}

func TestWhatIsNotLocated(t *testing.T) {
	line := review.Range{Form: review.Points, From: source.Point{Line: 1}}
	for _, tt := range []struct {
		name, src string
		place     review.Place
		state     review.State
		why       string
	}{
		{"nothing quoted", "a\n", review.Place{}, review.Unlocated, NoQuote},
		{"a line alone", "a\n", review.Place{Range: line}, review.Unlocated, NoQuote},
		{"not there", "a\n", review.Place{Quote: "b"}, review.Unlocated, NotFound},
		{"inside a word", "whitelist\n", review.Place{Quote: "list"}, review.Unlocated, NotFound},
		{"inside a name", "use foo_bar_baz\n", review.Place{Quote: "bar"}, review.Probable, Roughly},
		{"another case", "The Whitelist\n", review.Place{Quote: "whitelist"}, review.Probable, Roughly},
		{"twice", "one a\n\ntwo a\n", review.Place{Quote: "a"}, review.Ambiguous, Several},
		{"twice in the line", "a one a\n\na two\n", review.Place{Quote: "a", Range: line}, review.Ambiguous, Several},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := locateOne(tt.src, tt.place, Options{})
			assert.Equal(t, tt.state, f.State)
			assert.Equal(t, tt.why, f.Reason.Code)
		})
	}
}

// TestWitnessesOfShortQuotes: in a review that may be of another text, a short quote that stands once is located where
// something else in the review shows that this is the place.
func TestWitnessesOfShortQuotes(t *testing.T) {
	const (
		list = "## One\n\ntext\n\n## Two\n\nThe valve of the pump.\n"
		long = "The valve of the pump that stands in the hall beside the other ones is open all day.\n"
		gone = "## \n\nUnions are typed. See the notes.\n"
		two  = "Returns the  of it.\n\nReturns the name of it.\n"
	)
	at := func(line, column int) review.Range {
		return review.Range{Form: review.Points, From: source.Point{Line: line, Column: column}}
	}
	for _, tt := range []struct {
		name, src string
		place     review.Place
		old       string
		located   bool
	}{
		{"nothing", list, review.Place{Quote: "valve"}, "", false},
		{"its section", list, review.Place{Quote: "valve", Section: "Two"}, "", true},
		{"its line", list, review.Place{Quote: "valve", Range: at(7, 0)}, "", true},
		{"a line nearby, and its section", list, review.Place{Quote: "valve", Range: at(6, 0), Section: "Two"}, "", true},
		{"a long line", long, review.Place{Quote: "valve", Range: at(1, 0)}, "", true},
		{"its column", long, review.Place{Quote: "valve", Range: at(1, 5)}, "", true},
		{"its offset", list, review.Place{Quote: "valve", Range: review.Range{Form: review.Offsets, Start: 26, End: 31}}, "", true},
		{"an offset nearby", list, review.Place{Quote: "valve", Range: review.Range{Form: review.Offsets, Start: 27, End: 32}}, "", false},
		{"what stands before it", list, review.Place{Quote: "valve", Prefix: "text\n\n## Two\n\nThe "}, "", true},
		{"what stands before a heading that is gone", gone, review.Place{Quote: "Unions", Prefix: "## "}, "", false},
		{"too little before it", list, review.Place{Quote: "valve", Prefix: "The "}, "", false},
		{"both sides", two, review.Place{Quote: "name", Prefix: "Returns the ", Suffix: " of it.\n"}, "", false},
		{"its heading", list, review.Place{Quote: "## Two", Section: "Two"}, "", true},
		{"a word of its heading", list, review.Place{Quote: "Two", Section: "Two"}, "", true},
		{"a longer text to replace", list, review.Place{Quote: "valve"}, "The valve of the pump.", true},
	} {
		issue := review.Issue{ID: "a", Place: tt.place, Old: tt.old}
		f := Locate(zone.Parse("a.md", []byte(tt.src), markdown.Dialect{}), []review.Issue{issue}, Options{DocumentSHA256: hash([]byte("another text"))})[0]
		if tt.located {
			assert.Equal(t, review.Located, f.State, "%s: %s", tt.name, f.Reason)
		} else {
			assert.Equal(t, review.Probable, f.State, tt.name)
			assert.Equal(t, Unwitnessed, f.Reason.Code, tt.name)
		}
	}
}

// TestShortQuotesOfThisText: a review shows by its own quotes that it is of this text. Then a short quote that stands
// once is the place, unless its line is far away.
func TestShortQuotesOfThisText(t *testing.T) {
	src := strings.Repeat("Words of no account.\n\n", 40) + "The valve of the pump.\n"
	lined := func(quote string, line int) review.Issue {
		p := review.Place{Quote: quote}
		if line > 0 {
			p.Range = review.Range{Form: review.Points, From: source.Point{Line: line}}
		}
		return review.Issue{ID: quote, Place: p}
	}
	misspelt := lined("valve", 60)
	misspelt.Remedy, misspelt.Old, misspelt.Want = review.Replace, "valve", "vavle"
	stopped := misspelt
	stopped.Want = "valve,"
	for _, tt := range []struct {
		name    string
		issues  []review.Issue
		located bool
	}{
		{"a comma, with a line not near it", []review.Issue{stopped}, false},
		{"no line", []review.Issue{lined("valve", 0)}, true},
		{"its line", []review.Issue{lined("valve", 81)}, true},
		{"a line near it", []review.Issue{lined("valve", 78)}, false},
		{"the only line is not near it", []review.Issue{lined("valve", 60)}, false},
		{"a line not near it, and one that is right", []review.Issue{lined("valve", 60), lined("pump", 81)}, false},
		{"a misspelling, with a line not near it", []review.Issue{misspelt}, true},
		{"a line far from it", []review.Issue{lined("valve", 50)}, false},
		{"a line far from it, and other quotes that stand", []review.Issue{lined("valve", 50), lined("pump", 81)}, false},
		{"all lines moved alike", []review.Issue{lined("valve", 41), lined("of the pump", 41)}, true},
		{"one quote is missing", []review.Issue{lined("valve", 0), lined("no such word", 0)}, true},
		{"two are missing", []review.Issue{lined("valve", 0), lined("no such word", 0), lined("nor this", 0)}, false},
	} {
		for _, f := range Locate(zone.Parse("a.md", []byte(src), markdown.Dialect{}), tt.issues, Options{}) {
			if f.ID == "valve" {
				assert.Equal(t, tt.located, f.State == review.Located, "%s: %v %s", tt.name, f.State, f.Reason)
			}
		}
	}
}

// TestLinesOfCode: a text within code is replaced where it stands once; part of a name there is asked about.
func TestLinesOfCode(t *testing.T) {
	const src = "Run it:\n\n```\nstart --at 'https://a.example.org/x'\nstop\n```\n"
	for _, tt := range []struct {
		quote, old string
		remedy     review.Remedy
	}{
		{"start --at 'https://a.example.org/x'", "https://a.example.org/x", review.Replace},
		{"```\nstart --at 'https://a.example.org/x'", "```\nstart", review.Replace},
		{"--at 'https://a.example.org/x'", "https://a.example.org/x", review.Replace},
		{"start --at 'https://a.example.org/x'", "example.org", review.Choose},
	} {
		issue := review.Issue{ID: "a", Place: review.Place{Quote: tt.quote}, Old: tt.old, Want: "```sh\nbegin", Remedy: review.Replace}
		if !strings.HasPrefix(tt.old, "`") {
			issue.Want = "begin"
		}
		f := Locate(zone.Parse("a.md", []byte(src), markdown.Dialect{}), []review.Issue{issue}, Options{ReviewIsCurrent: true})[0]
		assert.Equal(t, tt.remedy, f.Remedy, "%q in %q: %s", tt.old, tt.quote, f.Reason)
	}
}

// TestCoordinatesWithinWords: what a person or a model counts does not make the start
// of a word the place of another one, nor another one the place of what stands there.
func TestCoordinatesWithinWords(t *testing.T) {
	start := review.Range{Form: review.Points, From: source.Point{Line: 1, Column: 1}}
	both := start
	both.To = source.Point{Line: 1, Column: 3}
	for _, tt := range []struct {
		name, src string
		place     review.Place
		want      int // -1 is left to a person
	}{
		{"a word elsewhere", "Install it.\n\nIn the end.\n", review.Place{Range: start, Quote: "In"}, -1},
		{"from the start to the end", "Install it.\n\nIn the end.\n", review.Place{Range: both, Quote: "In"}, 0},
		{"a word there", "In it.\n\nIn the end.\n", review.Place{Range: start, Quote: "In"}, 0},
		{"what a program counted, the start alone", "Install it.\n\nIn the end.\n", review.Place{Range: start, Measured: true, Quote: "In"}, -1},
		{"what a program counted", "Install it.\n\nIn the end.\n", review.Place{Range: both, Measured: true, Quote: "In"}, 0},
		{"what was cut off", "It fails because of the configuration.\n", review.Place{Range: start, Quote: "It fails because of the configura"}, 0},
	} {
		for _, current := range []bool{false, true} {
			f := locateOne(tt.src, tt.place, Options{ReviewIsCurrent: current})
			if tt.want < 0 {
				assert.Equal(t, review.Ambiguous, f.State, tt.name)
				assert.Len(t, f.Candidates, 2, tt.name)
				continue
			}
			require.Equal(t, review.Located, f.State, tt.name)
			assert.Equal(t, tt.want, f.Span.Start, tt.name)
		}
	}
}

// TestHiddenCharacters: a replacement with characters that a person who looks at
// it does not see is left to that person.
func TestHiddenCharacters(t *testing.T) {
	for _, tt := range []struct {
		name, src, old, want string
		remedy               review.Remedy
	}{
		{"an escape", "The whitelist.\n", "whitelist", "allow\x1b[8mlist", review.Choose},
		{"a control character of two bytes", "The whitelist.\n", "whitelist", "allow\u009b8mlist", review.Choose},
		{"a turn of direction", "The whitelist.\n", "whitelist", "\u202eallowlist", review.Choose},
		{"a carriage return", "The whitelist.\n", "whitelist", "allow\rlist", review.Choose},
		{"in words that are carried over", "The *white list* is.\n", "The white list is", "The allow\x1bx list is", review.Choose},
		{"one that is there already", "The \u200fwhitelist\u200f.\n", "\u200fwhitelist\u200f", "\u200fallowlist\u200f", review.Replace},
		{"a line ending", "The\r\nwhitelist.\r\n", "The\nwhitelist", "An\nallowlist", review.Replace},
		{"joined emoji", "The whitelist.\n", "whitelist", "👩\u200d💻", review.Replace},
	} {
		t.Run(tt.name, func(t *testing.T) {
			issue := review.Issue{ID: "a", Old: tt.old, Want: tt.want, Remedy: review.Replace}
			f := Locate(zone.Parse("doc.md", []byte(tt.src), markdown.Dialect{}), []review.Issue{issue}, Options{ReviewIsCurrent: true})[0]
			require.Equal(t, review.Located, f.State, f.Reason)
			assert.Equal(t, tt.remedy, f.Remedy, f.Reason)
			assert.Empty(t, f.Edits)
			if tt.remedy == review.Choose {
				assert.Equal(t, Hidden, f.Reason.Code)
			}
		})
	}
	edit := review.IssueEdit{Range: review.Range{Form: review.Offsets, Start: 4, End: 13}, New: "\x1b[2J"}
	issue := review.Issue{ID: "a", Remedy: review.Edits, Edits: []review.IssueEdit{edit}, Place: review.Place{Range: edit.Range, Measured: true}}
	f := Locate(zone.Parse("doc.md", []byte("The whitelist.\n"), markdown.Dialect{}), []review.Issue{issue}, Options{ReviewIsCurrent: true})[0]
	assert.Equal(t, review.NoRemedy, f.Remedy)
	assert.Empty(t, f.Edits)
	assert.Equal(t, Hidden, f.Reason.Code)
}

// TestPartsOfTokens: a quote that is only a part of a token is not located, unless the
// coordinates name exactly that part.
func TestPartsOfTokens(t *testing.T) {
	for _, tt := range []struct{ src, quote string }{
		{"Mark &copy; here.", "copy"}, {"Call AT&amp;T now.", "amp"}, {"Call AT&amp;T now.", "AT"}, {"Call AT&T now.", "T"},
		{"Take 10,000 of it.", "10"}, {"Take 10,000 of it.", "000"}, {"Take 10.5 of it.", "5"}, {"Take v1.2.30 now.", "v1.2"},
		{"Take v1.2.30 now.", "1.2"}, {"On 2024-05-06 it ended.", "05"}, {"On 2024/05/06 it ended.", "05"}, {"At 12:30 it ends.", "12"},
		{"You don't know.", "don"}, {"You don’t know.", "don"}, {"A well-known word.", "known"}, {"A foo_bar name.", "bar"},
		{"See https://example.com/docs/a now.", "docs"}, {"See https://example.com/docs/a now.", "https"},
		{"Open path/to/file.txt now.", "to"}, {"Open guide.md now.", "guide"}, {"Use --force here.", "force"},
		{"Ask me@example.com now.", "example"}, {"Set $HOME first.", "HOME"}, {"Read C# here.", "C"}, {"Read C++ here.", "C"},
		{"Use node.js here.", "node"}, {"Write &#169; here.", "169"}, {"Give a=b here.", "b"}, {"See [x](docs/a.md) now.", "docs"},
		{"See #channel now.", "channel"}, {"A 10% raise.", "10"}, {"Read e.g. this.", "e"}, {"Ask U.S. people.", "U"},
		{"Write `foo_bar` now.", "foo"}, {"Write **don't** now.", "don"}, {"Look \\n here.", "n"},
		{"A **white**list here.", "white"}, {"A **white**list here.", "list"}, {"Some *bo*ld text.", "ld"}, {"The H~2~O here.", "H"},
		{"Take 10 000 of it.", "10"}, {"Take 10 000 of it.", "000"}, {"Take 10\u00a0000 of it.", "10"},
		{"See 👩\u200d👩\u200d👧 here.", "👧"}, {"See 👩\u200d🚀 here.", "👩"}, {"See 🇩🇪 here.", "🇪"}, {"Give 👍🏽 now.", "👍"},
		{"Send e\u2011mail now.", "mail"}, {"A foo\u200bbar here.", "foo"}, {"A foo\u200bbar here.", "bar"}, {"The H₂O here.", "H"},
		{"Take 10⁵ now.", "10"}, {"Some m² here.", "m"}, {"Take 1½ now.", "1"}, {"An un<b>happy</b> man.", "happy"}, {"An un<wbr>happy man.", "un"},
		{"The x<sub>2</sub> here.", "2"}, {"新しいデータベースを", "データ"}, {"新しいサーバーを", "サーバ"},
	} {
		for _, opts := range []Options{{}, {ReviewIsCurrent: true}} {
			f := locateOne(tt.src+"\n", review.Place{Quote: tt.quote, Range: review.Range{Form: review.Points, From: source.Point{Line: 1}}}, opts)
			assert.NotEqual(t, review.Located, f.State, "%q in %q", tt.quote, tt.src)
		}
		at := strings.Index(tt.src, tt.quote)
		exact := review.Range{Form: review.Points, From: source.Point{Line: 1, Column: at + 1}, To: source.Point{Line: 1, Column: at + 1 + len(tt.quote)}}
		if len(tt.src) == utf8.RuneCountInString(tt.src) {
			f := locateOne(tt.src+"\n", review.Place{Quote: tt.quote, Range: exact}, Options{})
			assert.Equal(t, review.Located, f.State, "%q in %q, with its coordinates: %s", tt.quote, tt.src, f.Reason)
		}
	}
}

// TestEndsOfNames: a long quote may begin within a name, behind one of its signs, as an old value may.
func TestEndsOfNames(t *testing.T) {
	const src = "Put :is(now) of the list. The list Site.Indexes holds all of them. See ../faq/common-questions.md#share now. Take the 2.30 of it.\n"
	for _, tt := range []struct {
		quote string
		state review.State
	}{
		{"Indexes holds all of", review.Located}, {"/faq/common-questions.md#share now", review.Located},
		{"Indexes", review.Probable}, {"The list Site", review.Probable}, {"30 of it. And", review.Unlocated},
		{"30 of it.", review.Probable}, {"is(now) of the list", review.Located}, {"is(now)", review.Probable},
	} {
		assert.Equal(t, tt.state, locateOne(src, review.Place{Quote: tt.quote}, Options{}).State, tt.quote)
	}
	issue := review.Issue{ID: "a", Remedy: review.Replace, Old: "Indexes", Want: "Terms",
		Place: review.Place{Quote: "The list Site.Indexes holds all"}}
	f := Locate(zone.Parse("a.md", []byte(src), markdown.Dialect{}), []review.Issue{issue}, Options{})[0]
	assert.NotEqual(t, review.NoRemedy, f.Remedy)
	assert.Empty(t, f.Reason)
}

// TestWholeTokens: what stands beside a token does not make it a part of one.
func TestWholeTokens(t *testing.T) {
	for _, tt := range []struct{ src, quote string }{
		{"The word, here.", "word"}, {"The (word) here.", "word"}, {"The **word** here.", "word"}, {"The _word_ here.", "word"},
		{"The 'word' here.", "word"}, {"The “word” here.", "word"}, {"A thing—word—here.", "word"}, {"A thing -- word here.", "word"},
		{"The users' word.", "users"}, {"It ends with word.", "word"}, {"[word](a.md) here.", "word"}, {"| a | word |\n|---|---|", "word"},
		{"A word: this.", "word"}, {"Is it word?", "word"}, {"A word... then", "word"}, {"<b>word</b> here", "word"},
		{"Take 10,000 of it.", "10,000"}, {"You don't know.", "don't"}, {"Take v1.2.30.", "v1.2.30"}, {"A `word` here.", "word"},
		{"Say &copy; now.", "&copy;"}, {"Use --force here.", "--force"}, {"See e.g. this.", "e.g."}, {"使用白名单功能", "白名单"},
		{"word\n====", "word"}, {"# word", "word"}, {"- word", "word"}, {"> word", "word"}, {"~~word~~ here", "word"},
		{"新しいサーバーを使う。", "サーバー"}, {"ここでDockerを使う。", "Docker"}, {"第12章を読む。", "12"}, {"See 🇩🇪🇫🇷 here.", "🇫🇷"}, {"A 👍🏽 here.", "👍🏽"},
		{"See 👩\u200d🚀👧 here.", "👩\u200d🚀"}, {"Take 10⁵ now.", "10⁵"}, {"A <b>word</b>, <i>or</i> two", "word"}, {"ไทย\u200bแลนด์", "ไทย"},
	} {
		f := locateOne(tt.src+"\n", review.Place{Quote: tt.quote}, Options{ReviewIsCurrent: true})
		assert.Equal(t, review.Located, f.State, "%q in %q: %s", tt.quote, tt.src, f.Reason)
	}
}

// TestAbsentQuotes: a quote like which nothing stands in the very text that a review names by its hash closes the
// finding; a paraphrase, and a review of an unnamed text, leave it to a person.
func TestAbsentQuotes(t *testing.T) {
	doc := zone.Parse("a.md", []byte("# Setup\n\nPress the button and wait for the tone of the lamp.\n"), markdown.Dialect{})
	sum := fmt.Sprintf("%x", sha256.Sum256(doc.Source()))
	for _, tt := range []struct{ quote, sum, want string }{
		{"Completely other words stand here today", sum, review.ClosedRemark},
		{"Completely other words stand here today", "", NotFound},
		{"Press a button and wait for a tone of that lamp", sum, Roughly},
	} {
		issue := review.Issue{ID: "1", Message: "m", Place: review.Place{Quote: tt.quote}, Remedy: review.Replace, Want: "x"}
		f := Locate(doc, []review.Issue{issue}, Options{DocumentSHA256: tt.sum})[0]
		assert.Equal(t, tt.want, f.Reason.Code, tt.quote)
	}
}
