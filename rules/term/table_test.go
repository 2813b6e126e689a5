package term

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mustCompile makes a table of terms as the configuration has them.
func mustCompile(t testing.TB, terms string) *Table {
	t.Helper()
	var all []struct {
		Use                  string
		Not, Except, Choices []string
		Pattern              string
		MatchCase            bool  `json:"match_case"`
		WholeWord            *bool `json:"whole_word"`
	}
	require.NoError(t, json.Unmarshal([]byte("["+terms+"]"), &all))
	var compiled []Compiled
	for _, v := range all {
		c, err := Compile(Spec{
			Use: v.Use, Not: v.Not, Except: v.Except, Choices: v.Choices, Pattern: v.Pattern,
			MatchCase: v.MatchCase, WholeWord: v.WholeWord == nil || *v.WholeWord,
		})
		require.NoError(t, err)
		compiled = append(compiled, c)
	}
	return New(compiled)
}

// show writes the hits into the text: {spelling|ending=>replacement}.
func show(table *Table, text string) string {
	var b strings.Builder
	at := 0
	for _, h := range table.AppendHits(nil, []byte(text), 0, len(text)) {
		b.WriteString(text[at:h.Start])
		fmt.Fprintf(&b, "{%s|%s=>%s", text[h.Start:h.End], text[h.End:h.WordEnd], h.Use)
		if h.Name {
			b.WriteString("!")
		}
		b.WriteString("}")
		at = h.WordEnd
	}
	b.WriteString(text[at:])
	return b.String()
}

func TestHits(t *testing.T) {
	for _, c := range []struct{ name, terms, text, want string }{
		{"word", `{"use": "allowlist", "not": ["whitelist"]}`,
			"a whitelist, Whitelist", "a {whitelist|=>allowlist}, {Whitelist|=>allowlist}"},
		{"inside a word", `{"use": "allowlist", "not": ["whitelist"]}`,
			"awhitelist whitelister my_whitelist whitelist2", "awhitelist whitelister my_whitelist whitelist2"},
		{"endings", `{"use": "allowlist", "not": ["whitelist"]}`,
			"whitelists whitelisted Whitelisting whitelist's whitelist’s whitelists'",
			"{whitelist|s=>allowlist} {whitelist|ed=>allowlist} {Whitelist|ing=>allowlist} {whitelist|'s=>allowlist} {whitelist|’s=>allowlist} {whitelist|s=>allowlist}'"},
		{"contractions are words of their own", `{"use": "x", "not": ["can", "s", "t", "we"]}`,
			"can can't don't it's we've can’t 's", "{can|=>x} can't don't it's we've can’t '{s|=>x}"},
		{"elision", `{"use": "interface", "not": ["api"]}`, "l'API d’API", "l'{API|=>interface} d’{API|=>interface}"},
		{"quoted", `{"use": "y", "not": ["x"]}`, `'x' "x" (x) “x” *x* x-x x/x x.`, `'{x|=>y}' "{x|=>y}" ({x|=>y}) “{x|=>y}” *{x|=>y}* {x|=>y}-{x|=>y} {x|=>y}/{x|=>y} {x|=>y}.`},
		{"signs belong to the word", `{"use": "Java", "not": ["C"]}, {"use": "dotnet", "not": [".NET"]}`, "C, C++, C# .NET", "{C|=>Java}, C++, C# {.NET|=>dotnet}"},
		{"phrase over a line end", `{"use": "sign in", "not": ["log in"]}`,
			"log in, log\nin, log \r\n  in, log\u00a0in, log\n\nin", "{log in|=>sign in}, {log\nin|=>sign in}, {log \r\n  in|=>sign in}, {log\u00a0in|=>sign in}, log\n\nin"},
		{"longest", `{"use": "1", "not": ["data"]}, {"use": "2", "not": ["data base"]}, {"use": "3", "not": ["base line"]}`,
			"data base line, base line", "{data base|=>2} line, {base line|=>3}"},
		{"whole word before ending", `{"use": "1", "not": ["test"]}, {"use": "2", "not": ["testing"]}`,
			"testing tested", "{testing|=>2} {test|ed=>1}"},
		{"name", `{"use": "JavaScript"}`, "Javascript JavaScript JAVASCRIPTS javascript's JavaScripts",
			"{Javascript|=>JavaScript!} JavaScript {JAVASCRIPT|S=>JavaScript!} {javascript|'s=>JavaScript!} JavaScripts"},
		{"a name is right however it is spaced", `{"use": "VS Code"}`,
			"VS\nCode VS\u00a0Code vs\ncode", "VS\nCode VS\u00a0Code {vs\ncode|=>VS Code!}"},
		{"capitals of the wanted spelling", `{"use": "GitHub", "not": ["Github", "git hub"]}`,
			"github GitHub Git Hub", "{github|=>GitHub!} GitHub {Git Hub|=>GitHub}"},
		{"the wanted spelling holds the unwanted one", `{"use": "Node.js", "not": ["node", "nodejs"]}`,
			"node Node.js node.js nodejs", "{node|=>Node.js} Node.js node.js {nodejs|=>Node.js}"},
		{"another term's wanted spelling is kept", `{"use": "source code", "not": ["code"]}, {"use": "VS Code", "not": ["vscode"]}`,
			"code, VS Code, source code", "{code|=>source code}, VS Code, source code"},
		{"exceptions", `{"use": "main", "not": ["master"], "except": ["master's degree", "Jenkins master"]}`,
			"master, a master’s degree, the jenkins\nmaster, master's", "{master|=>main}, a master’s degree, the jenkins\nmaster, {master|'s=>main}"},
		{"match_case", `{"use": "United States", "not": ["US"], "match_case": true}, {"use": "our team", "not": ["us"]}`,
			"US us Us", "{US|=>United States} {us|=>our team} {Us|=>our team}"},
		{"no single replacement", `{"not": ["very"]}, {"not": ["disable"], "choices": ["turn off", "clear"]}`,
			"very disabled", "{very|=>} {disable|d=>}"},
		{"a choice holds the unwanted spelling", `{"not": ["phone"], "choices": ["telephone", "mobile phone"]}`,
			"phone, mobile phone", "{phone|=>}, mobile phone"},
		{"whole_word false", `{"use": "colour", "not": ["color"], "whole_word": false}`, "bicolored", "bi{color|=>colour}ed"},
		{"finite pattern", `{"use": "email", "pattern": "\\be[- ]?mails?\\b(?:\\.)?"}`, "E-Mail email e mails remail e-mailer", "{E-Mail|=>email} email {e mails|=>email} remail e-mailer"},
		{"pattern with groups", `{"use": "$1 ${unit}B", "pattern": "(\\d+)(?P<unit>[GM])B"}`, "12GB, 7MB", "{12GB|=>12 GB}, {7MB|=>7 MB}"},
		{"pattern with a start", `{"use": "v$1", "pattern": "version ([0-9.]+[0-9])"}`, "Version\n1.20. versions 3", "{Version\n1.20|=>v1.20}. versions 3"},
		{"pattern inside a word", `{"use": "$1 list", "pattern": "(white|black)lists+"}`, "awhitelists whitelistss whitelists_", "awhitelists {whitelistss|=>white list} whitelists_"},
		{"flags hold for all branches", `{"use": "it", "pattern": "(?i)foo|bar", "match_case": true, "whole_word": false}`, "FOO BAR Bark", "{FOO|=>it} {BAR|=>it} {Bar|=>it}k"},
		{"white space stays", `{"use": "all", "pattern": "all of\\s+"}`, "all of those", "{all of|=>all} those"},
		{"line anchors", `{"use": "Note", "pattern": "^NB"}`, "NB, NB\nNB", "{NB|=>Note}, NB\n{NB|=>Note}"},
		{"a pattern stops at a blank line", `{"use": "ab", "pattern": "a\\s+b"}`, "a\nb a\n\nb a \n \n b", "{a\nb|=>ab} a\n\nb a \n \n b"},
		{"folds of other lengths", `{"use": "x", "not": ["kiss"]}`, "Kiſs \u212aiss \u212aIſS", "{Kiſs|=>x} {\u212aiss|=>x} {\u212aIſS|=>x}"},
		{"dotted I has no fold", `{"use": "x", "not": ["iki"]}`, "İki IKI", "İki {IKI|=>x}"},
		{"sharp s", `{"use": "x", "not": ["straße"]}`, "STRAẞE Strasse", "{STRAẞE|=>x} Strasse"},
		{"Greek and Cyrillic", `{"use": "x", "not": ["σοφός", "да"]}`, "ΣΟΦΌς Да дать", "{ΣΟΦΌς|=>x} {Да|=>x} дать"},
		{"marks belong to the word", `{"use": "x", "not": ["cafe", "na"]}`, "cafe\u0301 café cafe naïve", "cafe\u0301 café {cafe|=>x} naïve"},
		{"scripts without spaces", `{"use": "server", "not": ["服务器"]}, {"use": "y", "not": ["x"]}`, "这个服务器是x的", "这个{服务器|=>server}是{x|=>y}的"},
		{"apostrophes and hyphens", `{"use": "do not", "not": ["don't"]}, {"use": "email", "not": ["e-mail"]}`, "don’t don't e\u2011mail", "{don’t|=>do not} {don't|=>do not} {e\u2011mail|=>email}"},
		{"broken UTF-8", `{"use": "x", "not": ["caf"]}`, "caf\xe9 caf \xffcaf", "caf\xe9 {caf|=>x} \xffcaf"},
		{"chain", `{"use": "b", "not": ["a"]}, {"use": "c", "not": ["b"]}`, "a b c", "{a|=>b} {b|=>c} c"},
	} {
		assert.Equal(t, c.want, show(mustCompile(t, c.terms), c.text), c.name)
	}
}

func TestHitsInAStretch(t *testing.T) {
	table := mustCompile(t, `{"use": "y", "not": ["x"]}, {"use": "ab", "not": ["a b"]}`)
	hits := func(text string, start, end int) (found []int) {
		for _, h := range table.AppendHits(nil, []byte(text), start, end) {
			found = append(found, h.Start, h.End)
		}
		return found
	}
	assert.Equal(t, []int{2, 3}, hits("x x x", 1, 4))
	assert.Nil(t, hits("axb", 1, 2), "the neighbours gap count")
	assert.Equal(t, []int{1, 2}, hits("_x_", 1, 2), "but not the underscores of emphasis")
	assert.Nil(t, hits("_x_", 0, 3))
	assert.Nil(t, hits("a b", 0, 2))
	assert.Nil(t, hits("a b", 0, 0))

	kept := []Hit{{Start: 7}}
	assert.Len(t, table.AppendHits(kept, []byte("x"), 0, 1), 2)
}

// naive finds every place where a literal stands, by trying all literals
// everywhere.
func naive(terms []Compiled, text string) map[string]bool {
	found := map[string]bool{}
	for term, entry := range terms {
		for _, literal := range entry.Not {
			want := Fold(literal)
			for i := range text {
				if !wordStart([]byte(text), i) || classify([]rune(text[i:])[0]) == gap {
					continue
				}
				for j := i + 1; j <= len(text); j++ {
					if Fold(text[i:j]) != want || spaceRun([]byte(text[j-1:])) > 0 || j < len(text) && !utf8.RuneStart(text[j]) {
						continue
					}
					end := wordEnd([]byte(text), j)
					if end == j || isEnding([]byte(text[j:end])) {
						found[fmt.Sprint(term, i, j, end)] = true
					}
				}
			}
		}
	}
	return found
}

// TestTrieFindsWhatANaiveSearchFinds makes up terms and texts of few letters,
// so that everything overlaps everything.
func TestTrieFindsWhatANaiveSearchFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []string{"a", "b", "A", "s", "ſ", "K", "k", "é", "É", " ", "\n", "-", "'", "’", "_", "世", "ed"}
	word := func(n int) string {
		var b strings.Builder
		for range 1 + r.IntN(n) {
			b.WriteString(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	total := 0
	for range 200 {
		var terms []Compiled
		for range 1 + r.IntN(30) {
			phrase := strings.Trim(word(5), " \n")
			first, _ := utf8.DecodeRuneInString(phrase)
			if phrase == "" || classify(first) == gap {
				continue
			}
			c := Compiled{Spec: Spec{Not: []string{strings.ReplaceAll(phrase, "\n", " ")}, WholeWord: true}}
			terms = append(terms, c)
		}
		table := New(terms)
		text := word(40)
		s := search{table: table, text: []byte(text), end: len(text)}
		s.scanWords()
		got := map[string]bool{}
		for _, c := range s.found {
			got[fmt.Sprint(c.Term, c.Start, c.End, c.WordEnd)] = true
		}
		require.Equal(t, naive(terms, text), got, "terms %q in %q", terms, text)
		total += len(got)
	}
	assert.Greater(t, total, 200, "the texts hold too little to compare")
}

// FuzzTable holds the search to what its callers rely on, and replacing to
// converging: what was written is not found again.
func FuzzTable(f *testing.F) {
	table := mustCompile(f, `{"use": "allowlist", "not": ["whitelist", "white list"], "except": ["white list of records"]},
		{"use": "JavaScript"}, {"use": "Node.js", "not": ["node"]}, {"use": "sign in", "not": ["log in", "kiss"]},
		{"use": "$1 GB", "pattern": "(\\d+)GB"}, {"use": "core", "pattern": "kernel"}, {"use": "dotnet", "not": [".net"]}`)
	f.Add("A whitelist, White\nlists and javascript; node.js, 12GB of kernel.org", 0, 70)
	f.Add("don't İ ſ \u212aiss 服务器node caf\xe9 _node_ C++", 3, 20)
	f.Add("a \u212ais\u017f", 0, 8) // the stretch ends within the last rune
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		if start < 0 || start > end || end > len(text) {
			return
		}
		src := []byte(text)
		last := start
		for _, h := range table.AppendHits(nil, src, start, end) {
			require.True(t, last <= h.Start && h.Start < h.End && h.End <= h.WordEnd && h.WordEnd <= end, "%+v", h)
			require.True(t, utf8.RuneStart(src[h.Start]), "%+v", h)
			require.NotEqual(t, h.Use, text[h.Start:h.End])
			last = h.End
		}
		require.Equal(t, text, string(src), "the text is only read")

		hits := table.AppendHits(nil, src, 0, len(src))
		var fixed []byte
		at := 0
		for _, h := range hits {
			fixed = append(append(fixed, src[at:h.Start]...), h.Use...)
			at = h.End
		}
		fixed = append(fixed, src[at:]...)
		again := table.AppendHits(nil, fixed, 0, len(fixed))
		require.LessOrEqual(t, len(again), len(hits), "%q became %q", text, fixed)
	})
}

// benchText is a megabyte of made-up English.
func benchText() []byte {
	r := rand.New(rand.NewPCG(3, 4))
	words := strings.Fields(`the of and to in a is that for it as with on be at by this which or from an are not was have but they
		can all will when one your has more if there use what so up out about into than them only other time new some could these
		configuration server request cluster namespace controller deployment replica container image volume network policy service
		resource version schedule scheduler node pod label selector annotation metadata specification status condition reference 12 "quoted" 2024 `)
	var b []byte
	for len(b) < 1<<20 {
		b = append(b, words[r.IntN(len(words))]...)
		b = append(b, " \n,."[min(3, r.IntN(40))%4])
		if b[len(b)-1] != ' ' && b[len(b)-1] != '\n' {
			b = append(b, ' ')
		}
	}
	return b
}

func benchTerms(n int) *Table {
	r := rand.New(rand.NewPCG(5, 6))
	syllables := strings.Fields("con fig ser ver re quest clus ter name space con trol ler de ploy ment re pli ca con tain er im age vol ume net work pol i cy ta ble")
	terms := make([]Compiled, n)
	for i := range terms {
		var b strings.Builder
		for range 2 + r.IntN(4) {
			b.WriteString(syllables[r.IntN(len(syllables))])
		}
		terms[i] = Compiled{Spec: Spec{Use: "other", Not: []string{fmt.Sprintf("%sx%d", b.String(), i)}, WholeWord: true}}
		terms[i].use.literal("other")
	}
	return New(terms)
}

// BenchmarkTable is why the table is a trie that is tried at word starts:
// the number of terms must not show. Run it with
//
//	go test ./rules/term -run xxx -bench Table
func BenchmarkTable(b *testing.B) {
	text := benchText()
	for _, n := range []int{5, 50, 500, 5000} {
		table := benchTerms(n)
		b.Run(fmt.Sprintf("terms=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var hits []Hit
			for b.Loop() {
				hits = table.AppendHits(hits[:0], text, 0, len(text))
			}
		})
	}
	b.Run("floor=word-skipping-alone", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			New(nil).AppendHits(nil, text, 0, len(text))
		}
	})
}

func BenchmarkBuildTable(b *testing.B) {
	for b.Loop() {
		benchTerms(5000)
	}
}

// Most stretches of a document hold no unwanted spelling.
func TestNoHitAllocatesNothing(t *testing.T) {
	table := mustCompile(t, `{"use": "allowlist", "not": ["whitelist"]}, {"use": "JavaScript"}, {"use": "kernel", "pattern": "cores? dump"}`)
	text := []byte("A white list, javascripter and ſome Δελτα; nothing to see")
	assert.Zero(t, testing.AllocsPerRun(100, func() { table.AppendHits(nil, text, 0, len(text)) }))
}
