package zone

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown"
)

// TestZones names for each construct the zone that its parts must be in. In the
// source, «…» stands around the part that is looked at.
func TestZones(t *testing.T) {
	for _, c := range []struct {
		name string
		zone Zone
		src  string
	}{
		{"prose", Prose, "a «plain word» here"},
		{"prose in emphasis", Prose, "a **«plain word»** here"},
		{"prose in a link", Prose, "[«plain word»](x)"},
		{"prose in an image", Prose, "![«plain word»](x)"},
		{"prose in a table", Prose, "| a |\n|---|\n| «plain word» |"},
		{"prose in a footnote", Prose, "a[^1]\n\n[^1]: «plain word»"},
		{"prose in a list", Prose, "* «plain word»"},
		{"prose in a quote", Prose, "> «plain word»"},
		{"heading", HeadingText, "# a «Plain Word»"},
		{"setext heading", HeadingText, "«Plain Word»\n==="},
		{"closed heading", HeadingText, "## «Plain Word» ##"},
		{"list marker", ListMarker, "«*» a"},
		{"list number", ListMarker, "«12.» a"},
		{"code span", CodeSpan, "a «`code`» b"},
		{"code span of two backticks", CodeSpan, "a «`` c`d ``» b"},
		{"fence", CodeBlock, "```sh\n«code»\n```"},
		{"tilde fence", CodeBlock, "~~~sh\n«code»\n~~~"},
		{"open fence", CodeBlock, "```sh\n«code»"},
		{"indented code", CodeBlock, "a\n\n    «code»"},
		{"fence in a list in a quote", CodeBlock, "> - ```\n>   «code»\n>   ```"},
		{"info string", InfoString, "```«sh»\ncode\n```"},
		{"destination", Destination, "[a](«b%20c»)"},
		{"destination in angle brackets", Destination, "[a](<«b c»>)"},
		{"title", Destination, `[a](b «"plain word"»)`},
		{"label", Destination, "[a][«plain word»]\n\n[plain word]: x"},
		{"text that is its own label", Destination, "[«plain word»]\n\n[plain word]: x"},
		{"text of a collapsed reference", Destination, "[«plain word»][]\n\n[plain word]: x"},
		{"label of a definition that is elsewhere", Destination, "[a]«[plain word]» b"},
		{"definition", Definition, "«[plain]: /word 'title'»"},
		{"autolink", AutoLink, "a «<https://example.org/plain>» b"},
		{"bare URL", AutoLink, "a «https://example.org/plain» b"},
		{"bare URL without a scheme", AutoLink, "a «www.example.org/plain» b"},
		{"URL of another scheme", AutoLink, "a («ssh://plain/word») b"},
		{"e-mail address", AutoLink, "a «plain@example.org» b"},
		{"e-mail address that is no autolink", Email, "a «plain@example-.org» b"},
		{"HTML block", HTML, "«<div>plain</div>»"},
		{"inline HTML", HTML, "a «<b title='plain'>»word</b>"},
		{"prose between tags", Prose, "a <b>«plain»</b>"},
		{"comment", HTML, "a «<!-- plain -->» b"},
		{"declaration", HTML, "a «<!DOCTYPE plain>» b"},
		{"code element", HTML, "a <code>«plain word»</code> b"},
		{"code element with emphasis", HTML, "a <kbd>x *«plain»* y</kbd> b"},
		{"code element that stays open", HTML, "a <code>«plain word»\n\nb"},
		{"prose behind a code element that stays open", Prose, "a <code>b\n\n«plain word»"},
		{"prose behind a code element", Prose, "a <code>b</code> «plain»"},
		{"pre with a blank line", HTML, "<details><pre>\na\n\n«plain word»\n</pre></details>"},
		{"YAML front matter", FrontMatter, "«---\ntitle: plain\n---»\n\na"},
		{"YAML front matter closed by dots", FrontMatter, "«---\ntitle: plain\n...»\n\na"},
		{"TOML front matter", FrontMatter, "«+++\ntitle = 'plain'\n+++»\n\na"},
		{"JSON front matter", FrontMatter, "«{\n  \"title\": \"plain\"\n}»\n\na"},
		{"JSON front matter that opens with its first key", FrontMatter, "«{ \"title\": \"plain\",\n\n  \"b\": {\n  }\n}»\n\na"},
		{"front matter behind a byte order mark", FrontMatter, "\ufeff«---\ntitle: plain\n---»\n\na"},
		{"front matter with CRLF", FrontMatter, "«---\r\ntitle: plain\r\n---»\r\n\r\na"},
		{"no front matter below text", Prose, "a\n\n---\n\n«plain»\n\n---"},
		{"inline math", Math, "a «$x + plain$» b"},
		{"dollars that are money", Prose, "from $5 «to the plain» $10 a day"},
		{"math block", Math, "«$$»\n«plain»\n«$$»"},
		{"inline math of TeX", Math, `a «\(plain\)» b`},
		{"math block of TeX", Math, "«\\[»\nplain word\n\\]"},
		{"environment of TeX", Math, "\\begin{align*}\na «plain» b\n\\end{align*}"},
		{"math as code", CodeSpan, "a $«`plain`»$ b"},
		{"shortcode", Template, `a «{{< figure title="plain word" >}}» b`},
		{"Markdown shortcode", Template, `a «{{% note plain %}}» b`},
		{"prose within a shortcode", Prose, "{{% note %}}\n«plain word»\n{{% /note %}}"},
		{"code within a shortcode", Template, "{{< highlight go >}}\n\n«plain word»\n\n{{< /highlight >}}"},
		{"shortcode over lines", Template, "{{< figure\n  title=\"«plain word»\"\n\n  x=y >}}"},
		{"shortcode with HTML in it", Template, `a {{< x "«plain» <b>" "«word»" >}} b`},
		{"Liquid tag", Template, "a «{% link plain.md %}» b"},
		{"Liquid tag that trims", Template, "a «{%- link plain.md -%}» b"},
		{"code within Liquid tags", Template, "{% highlight ruby %}\n«plain word»\n{% endhighlight %}"},
		{"raw text within Liquid tags", Template, "{% raw %}\n«plain word»\n\nb\n{% endraw %}"},
		{"list in raw text", Template, "{% raw %}\n\n«*» plain\n\n{% endraw %}"},
		{"Liquid output", Template, "a «{{ page.plain }}» b"},
		{"Handlebars without escapes", Template, "a «{{{ plain }}}» b"},
		{"comment of Jinja", Template, "a «{# plain\nword #}» b"},
		{"ERB", Template, "a «<% plain word %>» b"},
		{"placeholder in braces", Template, "a «{plain word}» b"},
		{"attribute list", Template, "# a «{#plain .word}»"},
		{"attribute list of Kramdown", Template, "a\n«{: .plain word}»"},
		{"nested braces", Template, "a «{a {plain} b}» c"},
		{"brace that stays open", Prose, "a { «plain»\nword } b"},
		{"JSX tag", Template, "a «<Plain word={{a: 'b'}} b>» c"},
		{"JSX tag with text in braces", Template, `«<Plain word={"a plain b"} />» c`},
		{"no JSX tag", Prose, "if a <b, and «plain» > c"},
		{"emoji", Template, "a «:plain_word:» b"},
		{"wikilink", WikiLink, "a «[[plain word|text]]» b"},
		{"GitHub alert", Template, "> «[!NOTE]»\n> plain"},
		{"prose of a GitHub alert", Prose, "> [!NOTE]\n> «plain»"},
		{"include of Microsoft", Template, "«[!INCLUDE »[«plain»](word.md)]"},
		{"container", Template, "«::: note Plain word»\ntext\n:::"},
		{"prose in a container", Prose, "::: note\n«plain»\n:::"},
		{"admonition of MkDocs", Template, `«!!! note "Plain word"»`},
		{"details of MkDocs", Template, `«??? note "Plain word"»`},
		{"tab of MkDocs", Template, `«=== "Plain word"»`},
		{"snippet of MkDocs", Template, `«--8<-- "plain.md"»`},
		{"comment of Obsidian", Template, "a «%% plain %%» b"},
		{"identifier with underscore", Identifier, "a «plain_word» b"},
		{"identifier with dots", Identifier, "a «plain.word.a» b"},
		{"flag", Identifier, "a «--plain-word» b"},
		{"short flag", Identifier, "a «-p» b"},
		{"flag with value", Identifier, "a «--plain=word» b"},
		{"mention", Identifier, "thanks «@plain»!"},
		{"channel", Identifier, "in («#plain»)"},
		{"path", Identifier, "in «path/to/plain»."},
		{"absolute path", Identifier, "in «/plain»"},
		{"path of Windows", Identifier, `in «C:\plain\word»`},
		{"file", Identifier, "in «plain.yaml»,"},
		{"version", Identifier, "since «v1.2.3-plain»"},
		{"variable", Identifier, "set «$PLAIN» now"},
		{"call", Identifier, "a «plain()» b"},
		{"assignment", Identifier, "a «plain=word» b"},
		{"method of Rust", Identifier, "a «Plain::word» b"},
		{"host and port", Identifier, "at «plain:80»"},
		{"entity", Identifier, "a «plain&nbsp;word» b"},
		{"two words and a slash", Prose, "a «plain/word» b"},
		{"plural in parentheses", Prose, "the «plain»(s) of"},
		{"word in quotes", Prose, `a "«plain»", b`},
		{"compound", Prose, "a «plain-word» b"},
		{"possessive", Prose, "the «plain's» word"},
		{"list that ends early", Disputed, "«*» «plain»\n\n  «*»\n\n      word\n\n«*» «word»"},
		{"list with a lazy tag", Disputed, "«-» «plain»\n<br/>\n«-» «word»"},
		{"nested list with a lazy tag", Disputed, "«-» a\n  «-» «plain»\n  </b>\n  «word»"},
		{"list with a tag of the item", Prose, "- a\n  <br/>\n- «plain»"},
		{"list with a tag behind a blank line", Prose, "- «plain»\n\n<br/>"},
		{"empty item before a line of spaces", Disputed, "«-»\n  \n    word\n\nx"},
		{"list with a tab behind spaces", Disputed, "«-» «plain»\n \t«-» «word»"},
		{"row that is a mark", Disputed, "| a |\n|---|\n| b |\n|\n| «plain»\n«word»\n\nx"},
		{"row with an address", Prose, "| a |\n|---|\n<http://a.b>\n| «plain»"},
		{"row outside of its item", Disputed, "- | a |\n  |---|\n«plain» |\n«word»"},
		{"lone carriage return", Prose, "«a plain»\r«word»"},
	} {
		t.Run(c.name, func(t *testing.T) { checkZone(t, "a.md", c.src, c.zone) })
	}
}

// TestZonesOfMDX holds what only MDX has.
func TestZonesOfMDX(t *testing.T) {
	for _, c := range []struct {
		name string
		zone Zone
		src  string
	}{
		{"import", Template, "«import Plain from './word'»\n\nb"},
		{"import over lines", Template, "import {\n  «Plain»\n} from './word'\n\nb"},
		{"prose behind an import", Prose, "import Plain from './word'\n\n«plain»"},
		{"export", Template, "«export const plain = 1»\n\nb"},
		{"expression", Template, "a «{plain word}» b"},
		{"expression over lines", Template, "«{»\n«plain(»\n\n«word»)}\n\nb"},
		{"list in an expression", Template, "{`\n\n«*» plain\n\n`}"},
		{"comment", Template, "«{/* plain word */}»\n\nb"},
		{"tag", HTML, "a «<Plain {...word}>» b"},
		{"fragment", HTML, "a «<>» b"},
		{"prose within a tag", Prose, "<Plain {...a}>\n\n«word»\n\n</Plain>"},
	} {
		t.Run(c.name, func(t *testing.T) { checkZone(t, "a.mdx", c.src, c.zone) })
	}
}

func checkZone(t *testing.T, path, marked string, want Zone) {
	t.Helper()
	var src strings.Builder
	var parts [][2]int
	for rest := marked; ; {
		before, after, ok := strings.Cut(rest, "«")
		src.WriteString(before)
		if !ok {
			break
		}
		part, behind, ok := strings.Cut(after, "»")
		require.True(t, ok)
		parts = append(parts, [2]int{src.Len(), src.Len() + len(part)})
		src.WriteString(part)
		rest = behind
	}
	require.NotEmpty(t, parts)
	d := Parse(path, []byte(src.String()), markdown.DialectOf(path))
	checkZones(t, marked, d)
	for _, part := range parts {
		for i := part[0]; i < part[1]; i++ {
			if c := src.String()[i]; c == '\n' && want != FrontMatter {
				continue
			}
			if got := d.ZoneAt(i); got != want {
				assert.Fail(t, "wrong zone", "%q is %v, want %v\n%s", src.String()[i:part[1]], got, want, zoneDump(d))
				break
			}
		}
	}
}

func zoneDump(d *Document) string {
	var out strings.Builder
	for _, z := range d.Zones() {
		fmt.Fprintf(&out, "  %v %q\n", z.Zone, d.Bytes(z.Span))
	}
	return out.String()
}

// checkZones asserts that zones are in bounds, ordered and free of overlap.
func checkZones(t testing.TB, name string, d *Document) {
	t.Helper()
	checkZonesOf(t, name, d, d.Zones())
}

func checkZonesOf(t testing.TB, name string, d *Document, zones []Span) {
	t.Helper()
	at := 0
	for _, z := range zones {
		if z.Start < at || !z.Valid(len(d.Source())) {
			t.Fatalf("%s: zone %v %v overlaps what ends at %d\n%q", name, z.Zone, z.Span, at, d.Source())
		}
		at = z.End
	}
}

func TestZonesOfSpecExamples(t *testing.T) {
	for _, src := range testdocs.Spec(t) {
		checkZones(t, src, Parse("spec.md", []byte(src), markdown.Dialect{}))
	}
}

func TestZonesOfCorpus(t *testing.T) {
	testdocs.Corpus(t, 10, func(path string, src []byte) { checkZones(t, path, Parse(path, src, markdown.DialectOf(path))) })
}

func FuzzZones(f *testing.F) {
	testdocs.AddSpec(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		d := Parse("fuzz.md", src, markdown.Dialect{})
		checkZones(t, "fuzz", d)
		d.Suppressed(OwnProgram, "terminology", 0)
	})
}

func BenchmarkZones(b *testing.B) {
	src := testdocs.Page(100 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		d := Parse("a.md", src, markdown.Dialect{})
		b.StartTimer()
		d.Zones()
	}
}
