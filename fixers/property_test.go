package fixers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/spelling"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// all is every fixer on. The replacements need no other article than what they
// replace, so that rendered pages can be compared by replacing in both.
const all = `{
  "terminology": [{"use": "denylist", "not": ["blacklist"]}, {"use": "Node.js", "not": ["nodejs"], "match_case": false}],
  "style": {"heading-case": {}, "fenced-code-language": {"infer": true, "default": "text"}, "list-marker": {"marker": "-"},
    "trailing-spaces": {}, "blank-lines": {}, "blanks-around-headings": {}, "blanks-around-fences": {}, "blanks-around-lists": {},
    "final-newline": {}, "bare-url": {}, "emphasis-style": {}, "strong-style": {}, "ordered-list": {}}
}`

// allAndWords is every fixer on that may take words out or put them right, too.
const allAndWords = `{
  "terminology": [{"use": "denylist", "not": ["blacklist"], "scope": ["heading", "prose"]}, {"avoid": ["simply"]}],
  "patterns": [{"pattern": "x", "max": 1}],
  "style": {"heading-case": {}, "list-marker": {}, "doubled-word": {}, "misspelling": {}}
}`

// everything is every rule on that ships or can be configured, those about words beside those about layout.
const everything = `{
  "terminology": [{"use": "denylist", "not": ["blacklist"]}, {"use": "Node.js", "not": ["nodejs"], "match_case": false},
    {"use": "to", "not": ["in order to"], "scope": ["heading", "prose", "list-item"]}, {"avoid": ["simply"]}],
  "patterns": [{"pattern": "(\\d+)GB", "use": "$1 GB"}, {"pattern": "x", "max": 1}],
  "style": {"heading-case": {}, "fenced-code-language": {"infer": true, "default": "text"}, "list-marker": {"marker": "-"},
    "doubled-word": {}, "misspelling": {},
    "trailing-spaces": {}, "blank-lines": {}, "blanks-around-headings": {}, "blanks-around-fences": {}, "blanks-around-lists": {},
    "final-newline": {}, "bare-url": {}, "heading-punctuation": {}, "heading-increment": {}, "duplicate-heading": {},
    "emphasis-style": {}, "strong-style": {}, "ordered-list": {}, "hard-tabs": {}, "list-indentation": {}, "command-prompt": {}, "line-length": {},
    "link-text": {}},
  "placeholders": {}, "structure": {"required_sections": [{"heading": "License"}]}, "references": {}
}`

// holds runs all fixers over a document until they come to an end, and holds the
// result to what is promised, by other means than the fixers' own proof.
func holds(t *testing.T, set *rules.Set, src []byte) {
	t.Helper()
	doc := zone.Parse("a.md", src, markdown.Dialect{})
	for range 4 {
		in := input(doc, set)
		after, plan := Prove(in, Build(in))
		require.Len(t, in.Findings, len(plan.Applied)+len(plan.Skipped), "every finding is in one list")
		same(t, in, after, plan)
		if len(plan.Applied) == 0 {
			require.Empty(t, after)
			return
		}
		next := zone.Parse("a.md", after["a.md"], markdown.Dialect{})
		outside(t, doc, next, plan)
		was, is := rendered(endLastLine(src)), rendered(endLastLine(after["a.md"]))
		if set.Style.DoubledWord != nil {
			was, is = inGoodWords(was), inGoodWords(is)
		}
		if set.Style.HeadingPunctuation != nil {
			was, is = withoutHeadingMarks(was), withoutHeadingMarks(is)
		}
		require.Equal(t, was, is, "%q became %q", src, after["a.md"])
		doc = next
	}
	require.Fail(t, "the fixers come to no end", "%q", src)
}

// endLastLine returns the text with line feeds and one behind the last line: raw HTML at the end is rendered with its
// line ending, which final-newline adds. goldmark takes a marker before a carriage return for text.
func endLastLine(src []byte) []byte {
	feeds := bytes.ReplaceAll(source.WithLineFeeds(src), []byte("\r\n"), []byte("\n"))
	text := bytes.TrimRight(feeds, "\n")
	return append(bytes.Clone(text), '\n')
}

func input(doc *zone.Document, set *rules.Set) Input {
	in := Input{Docs: zone.Map{doc.Path: doc}, Set: set, Fixers: Registry()}
	in.Findings = FindingsOf(review.NewCorpus([]*zone.Document{doc}, nil).Review(doc, set, rule.All()))
	return in
}

// same asserts that the order of the findings makes no difference.
func same(t *testing.T, in Input, after map[string][]byte, plan Plan) {
	t.Helper()
	shuffled := in
	shuffled.Findings = slices.Clone(in.Findings)
	rand.New(rand.NewPCG(1, uint64(len(in.Findings)))).Shuffle(len(shuffled.Findings), func(i, j int) {
		shuffled.Findings[i], shuffled.Findings[j] = shuffled.Findings[j], shuffled.Findings[i]
	})
	other, otherPlan := Prove(shuffled, Build(shuffled))
	require.Len(t, otherPlan.Applied, len(plan.Applied))
	require.Equal(t, slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(other)))
	for path := range after {
		require.Equal(t, after[path], other[path])
	}
}

// outside asserts that the bytes outside the plan's edits are what they were, in
// their order, and that no edit lies in a protected zone.
func outside(t *testing.T, before, after *zone.Document, plan Plan) {
	t.Helper()
	var edits []source.Edit
	for _, a := range plan.Applied {
		for _, e := range a.Change.Of("a.md") {
			// A heading whose words change takes the fragments of the links to it along.
			zone, ok := before.Within(e.Span, a.Contract.zones()|FragmentOnly.zones())
			require.True(t, ok || endsDocument(before, e), "%v edits %v", a.Finding, zone)
			edits = append(edits, e)
		}
	}
	slices.SortFunc(edits, func(a, b source.Edit) int { return source.Compare(a.Span, b.Span) })
	edits = slices.Compact(edits) // several rules may ask for the same blank line
	old, now := before.Source(), after.Source()
	for _, e := range edits {
		at := e.Start - (len(before.Source()) - len(old))
		require.True(t, bytes.HasPrefix(now, old[:at]), "bytes before %v changed", e)
		now = now[at:]
		require.True(t, bytes.HasPrefix(now, []byte(e.New)))
		old, now = old[at+e.Len():], now[len(e.New):]
	}
	require.Equal(t, string(old), string(now))
}

var languageClass = regexp.MustCompile(` class="language-[^"]*"`)

// spacedBreak matches a line break with those of its spaces that goldmark leaves in the text.
var spacedBreak = regexp.MustCompile(` +<br>`)

// rendered is the page that goldmark makes of src, but for what fixers may change:
// letter case, terms, the languages of code, and the line ending of raw HTML at the end.
func rendered(src []byte) string {
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert(src, &out); err != nil {
		return err.Error()
	}
	page := strings.ToLower(languageClass.ReplaceAllString(out.String(), ""))
	page = strings.TrimRight(spacedBreak.ReplaceAllString(page, "<br>"), "\n")
	return strings.NewReplacer("blacklist", "denylist", "nodejs", "node.js").Replace(size.ReplaceAllString(inOrderTo.ReplaceAllString(page, "to"), "$1 gb"))
}

var (
	inOrderTo = regexp.MustCompile(`\bin\s+order\s+to\b`)
	size      = regexp.MustCompile(`([0-9])gb`)
	wordOrGap = regexp.MustCompile(`[a-z]+|\s+`)
	fragment  = regexp.MustCompile(`href="#[^"]*"`)
)

// inGoodWords is a page with misspelled words put right, each word once in a row, one article and one kind of space,
// and without the fragments of links, which the words of headings are in.
func inGoodWords(page string) string {
	page = fragment.ReplaceAllString(page, "")
	var out strings.Builder
	last, gap, at := "", "", 0
	write := func(text string) {
		out.WriteString(gap + text)
		gap = ""
	}
	for _, m := range wordOrGap.FindAllStringIndex(page, -1) {
		if m[0] > at {
			last = ""
			write(page[at:m[0]])
		}
		at = m[1]
		word := page[m[0]:m[1]]
		if strings.TrimSpace(word) == "" {
			gap = " "
			continue
		}
		if word = cmp.Or(spelling.Correction(word), word); word == "an" {
			word = "a"
		}
		if word == last {
			gap = ""
		} else {
			write(word)
		}
		last = word
	}
	write(page[at:])
	return out.String()
}

// headingMarks matches the punctuation at the end of a heading, before the ends of its emphasis and links.
var headingMarks = regexp.MustCompile(`[\s.,;:!。，；：！]+((?:</[a-z]+>)*</h[1-6]>)`)

// withoutHeadingMarks is a page without the punctuation that heading-punctuation takes away.
func withoutHeadingMarks(page string) string {
	return fragment.ReplaceAllString(headingMarks.ReplaceAllString(page, "$1"), "")
}

// samples is the documents that are in the cases.
func samples(t testing.TB) [][]byte {
	t.Helper()
	var out [][]byte
	files, err := filepath.Glob("testdata/*/*.txtar")
	require.NoError(t, err)
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".md") {
				out = append(out, f.Data)
			}
		}
	}
	return out
}

// mutated is an example of the specification with prose around and within it that
// the fixers have something to say of.
func mutated(example string, n int) []byte {
	lines := strings.SplitAfter(example, "\n")
	random := rand.New(rand.NewPCG(uint64(n), 3))
	for _, put := range []string{"blacklist ", "* a\n", "## The Blacklist\n", "```\nx\n```\n", "+ nodejs\n", " Blacklist", "the the ", " and\nand ", "recieve ", "# In order to use 2GB.\n"} {
		i := random.IntN(len(lines))
		lines[i] = put + lines[i]
	}
	return []byte(strings.Join(lines, ""))
}

func TestFixersHoldOnCases(t *testing.T) {
	for _, config := range []string{all, allAndWords, everything} {
		set := loadSet(t, []byte(config))
		for _, src := range samples(t) {
			holds(t, set, src)
		}
	}
}

// TestFixersHoldOnMutatedExamples needs goldmark's tests beside its code, which
// the module cache has.
func TestFixersHoldOnMutatedExamples(t *testing.T) {
	sets := []*rules.Set{loadSet(t, []byte(all)), loadSet(t, []byte(allAndWords)), loadSet(t, []byte(everything))}
	f := runtime.FuncForPC(reflect.ValueOf(goldmark.New).Pointer())
	file, _ := f.FileLine(f.Entry())
	data, err := os.ReadFile(filepath.Join(filepath.Dir(file), "_test", "spec.json"))
	if err != nil {
		t.Skipf("the examples of the specification are not there: %v", err)
	}
	var examples []struct{ Markdown string }
	require.NoError(t, json.Unmarshal(data, &examples))
	require.NotEmpty(t, examples)
	for i, e := range examples {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			for _, set := range sets {
				holds(t, set, mutated(e.Markdown, i))
			}
		})
	}
}

func FuzzFixers(f *testing.F) {
	for _, src := range samples(f) {
		f.Add(src)
	}
	set, words := loadSet(f, []byte(all)), loadSet(f, []byte(everything))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) < 4000 {
			holds(t, set, src)
			holds(t, words, src)
		}
	})
}
