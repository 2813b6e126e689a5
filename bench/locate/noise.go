package main

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// How often a passage stands in its document, whatever the letter case.
func anywhere(int) bool   { return true }
func once(n int) bool     { return n == 1 }
func twice(n int) bool    { return n == 2 }
func repeated(n int) bool { return n > 1 }

var word = regexp.MustCompile(`\S+`)

// passages is up to n stretches of a few words, each within one paragraph,
// heading, list item or table cell, that stand as often as wanted. They cut no
// link, emphasis or code span.
func passages(rng *rand.Rand, src []byte, low, high, n int, often func(int) bool) []source.Span {
	d := zone.Parse("doc.md", src, markdown.Dialect{})
	var blocks []int
	for i, node := range d.Nodes() {
		switch node.Kind {
		case markdown.Paragraph, markdown.ATXHeading, markdown.TableCell:
			blocks = append(blocks, i)
		}
	}
	raw, page := bare(src), bare([]byte(unmarked(string(src))))
	var out []source.Span
	for try := 0; try < 20*n && len(out) < n && len(blocks) > 0; try++ {
		block := d.Nodes()[blocks[rng.IntN(len(blocks))]]
		area := block.Span
		if block.Kind != markdown.Paragraph {
			area = block.Content
		}
		words := word.FindAllIndex(src[area.Start:area.End], -1)
		if len(words) < low {
			continue
		}
		size := low + rng.IntN(min(high, len(words))-low+1)
		first := rng.IntN(len(words) - size + 1)
		s := source.Span{Start: area.Start + words[first][0], End: area.Start + words[first+size-1][1]}
		text := src[s.Start:s.End]
		if cuts(d, s) || !letters(text) || bytes.Contains(text, []byte("\n>")) {
			continue
		}
		// What stands once must not even stand twice by its letters and digits alone,
		// with markup or without; what stands more often, word for word.
		strict := standing(src, text)
		loose := max(bytes.Count(raw, bare(text)), bytes.Count(page, bare([]byte(unmarked(string(text))))))
		if !often(strict) || strict == 1 && loose > 1 && !often(2) {
			continue
		}
		out = append(out, s)
	}
	return out
}

// standing is how often text stands in src and neither begins nor ends within a
// word.
func standing(src, text []byte) int {
	n := 0
	for at := 0; ; {
		i := bytes.Index(src[at:], text)
		if i < 0 {
			return n
		}
		at += i + len(text)
		before, _ := utf8.DecodeLastRune(src[:at-len(text)])
		after, _ := utf8.DecodeRune(src[at:])
		if !wordRune(before) && !wordRune(after) {
			n++
		}
	}
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// cuts reports whether s cuts an inline node open.
func cuts(d *zone.Document, s source.Span) bool {
	for _, n := range d.Nodes() {
		if n.Kind.Inline() && n.Kind != markdown.Text && n.Span.Overlaps(s) && !s.Contains(n.Span) {
			return true
		}
	}
	return false
}

// letters reports whether text begins and ends with a letter or digit.
func letters(text []byte) bool {
	r := []rune(string(text))
	ok := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return len(r) > 2 && ok(r[0]) && ok(r[len(r)-1])
}

// wordEnd is where the n-th word of s ends.
func wordEnd(src []byte, s source.Span, n int) int {
	return s.Start + word.FindAllIndex(src[s.Start:s.End], -1)[n-1][1]
}

var typographic = strings.NewReplacer(`"`, "”", "'", "’", " - ", " – ", "--", "—", "...", "…")

func smart(_ *rand.Rand, q string) string {
	if s := typographic.Replace(q); s != q {
		return s
	}
	return strings.NewReplacer("’", "'", "“", `"`, "”", `"`, "—", "--", "–", "-").Replace(q)
}

func otherCase(rng *rand.Rand, q string) string {
	switch rng.IntN(3) {
	case 0:
		return strings.ToLower(q)
	case 1:
		return strings.ToUpper(q)
	}
	return strings.ToUpper(q[:1]) + q[1:]
}

func whitespace(rng *rand.Rand, q string) string {
	words := strings.Fields(q)
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString([]string{" ", "  ", "\n", "\u00A0", "\t", " \n    "}[rng.IntN(6)])
		}
		b.WriteString(w)
	}
	return b.String()
}

// bare is the letters and digits of b, in lower case.
func bare(b []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, b)
}

// strip takes Markdown's inline markup away with patterns of its own, so that the
// truth does not rest upon the parser that is measured. It reports false for
// text whose rendering the patterns don't know.
func strip(s string) (string, bool) {
	if strings.ContainsAny(s, "<>\\!|&{}^$") || strings.Contains(s, "][") {
		return s, false
	}
	s = unmarked(s)
	return strings.Join(strings.Fields(s), " "), !strings.ContainsAny(s, "*[]`")
}

// A mark is a pattern of inline markup and what is left of it on the page.
type mark struct {
	pattern *regexp.Regexp
	left    string
}

var marks = []mark{
	{regexp.MustCompile("`([^`]+)`"), "$1"},
	{regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`), "$1"},
	{regexp.MustCompile(`\*\*([^*]+)\*\*`), "$1"},
	{regexp.MustCompile(`\*([^*]+)\*`), "$1"},
	{regexp.MustCompile(`\b__([^_]+)__\b`), "$1"},
	{regexp.MustCompile(`(^|\s)_([^_]+)_`), "$1$2"},
}

func unmarked(s string) string {
	for _, m := range marks {
		s = m.pattern.ReplaceAllString(s, m.left)
	}
	return s
}

var fillers = strings.Fields("also then really often new other configuration server quickly maybe document first second 7 42")

// reword changes n words of a text.
func reword(rng *rand.Rand, text string, n int) string {
	words := strings.Fields(text)
	for range n {
		i := rng.IntN(len(words))
		switch rng.IntN(3) {
		case 0:
			words[i] = fillers[rng.IntN(len(fillers))]
		case 1:
			words[i] += " " + fillers[rng.IntN(len(fillers))]
		case 2:
			if len(words) > 2 {
				words = append(words[:i], words[i+1:]...)
			}
		}
	}
	return strings.Join(words, " ")
}

var number = regexp.MustCompile(`[0-9]+`)

// resemble is a text that differs from text in one word, number or sign.
func resemble(rng *rand.Rand, text string) string {
	words := strings.Fields(text)
	i := rng.IntN(len(words))
	if len(bare([]byte(words[i]))) == 0 {
		return text // a sign between words, of which another form may be the same
	}
	switch rng.IntN(4) {
	case 0:
		words[i] = fillers[rng.IntN(len(fillers))]
	case 1:
		if number.MatchString(text) {
			return number.ReplaceAllString(text, "9$0")
		}
		words[i] = "not " + words[i]
	case 2:
		words[i] += "s"
	case 3:
		words[i] = "--" + words[i]
	}
	return strings.Join(words, " ")
}

// scatter makes n random edits that do not touch s.
func scatter(rng *rand.Rand, src []byte, s source.Span, n int) ([]byte, []source.Edit) {
	var edits []source.Edit
	spans := word.FindAllIndex(src, -1)
	for try := 0; len(edits) < n && try < 20*n; try++ {
		w := spans[rng.IntN(len(spans))]
		e := source.Edit{Span: source.Span{Start: w[0], End: w[1]}}
		filler := fillers[rng.IntN(len(fillers))]
		switch rng.IntN(6) {
		case 0:
			e.New = filler
		case 1:
			e.End, e.New = e.Start, filler+" "
		case 2:
			if w[1] < len(src) && src[w[1]] == ' ' {
				e.End++
			}
		case 3:
			line := bytes.LastIndexByte(src[:w[0]], '\n') + 1
			e.Start, e.End, e.New = line, line, "A new line about the "+filler+".\n\n"
		case 4:
			line := bytes.LastIndexByte(src[:w[0]], '\n') + 1
			if next := bytes.IndexByte(src[w[1]:], '\n'); next >= 0 {
				e.Start, e.End = line, w[1]+next+1
			}
		case 5:
			e.New = strings.ToUpper(string(src[w[0]:w[1]]))
		}
		if e.Start <= s.End && e.End >= s.Start {
			continue
		}
		if all, err := source.Merge(edits, []source.Edit{e}); err == nil {
			edits = all
		}
	}
	out, err := source.Apply(src, edits)
	if err != nil {
		return src, nil
	}
	return out, edits
}
