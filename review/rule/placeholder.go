package rule

import (
	"bytes"
	"fmt"
	slashpath "path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Placeholder is the rule placeholder.
var Placeholder = review.Reviewer{
	Rule: rules.Rule{
		ID:       "placeholder",
		Category: rules.CategoryPlaceholder,
		Title:    "Placeholder left in the text",
		Section:  "placeholders",
		Doc: rules.Doc{
			What: "The text, as readers see it, holds a word that stands for something still to be written. " +
				"A sentence that speaks of `TODO` or `FIXME` as notes in code is none: \"remove the TODO comments\". " +
				"Neither is a line of four words and more that a code block of the page has too: it shows what the " +
				"code gives.",
			Why:     "A reader can't use it, and published placeholders look like neglect.",
			Example: "    The timeout is TBD.",
			Fix:     "None: only a person knows what belongs there.",
			Leaves:  "Everything.",
		},
	},
	Find: findPlaceholders,
}

// notes are placeholders that texts speak of: they are also what programmers leave in code.
var notes = wording.Set("todo todos fixme fixmes")

// nouns are words behind a note that a sentence speaks of. Those of other languages may stand before it, and have more
// endings.
var (
	nouns = wording.Set("app apps application applications comment comments item items list lists message messages " +
		"note notes plugin plugins tag tags")
	otherNouns = []string{"comentari", "comentári", "commentaire", "kommentar", "mensaje", "mensage", "message",
		"nachricht", "wiadomo", "komentarz", "комментари", "сообщени", "消息", "訊息", "注释", "註解", "메시지",
		"주석", "コメント", "メッセージ"}
)

// removals are verbs, at most four words before a note, of sentences that speak of taking it out of code.
var removals = wording.Set("remove removed removes removing delete deleted deletes drop dropped drops")

// additions are verbs before "a" and a note: "added a FIXME".
var additions = wording.Set("add added adds adding leave left leaves leaving")

// spokenOf reports whether a sentence speaks of a note in code: "remove the TODO comments" or "removed an old FIXME",
// but not "write to TODO now". So do the heading of a TODO.md, and a line that a code block of the page has too: it
// shows what the code gives.
func spokenOf(d *zone.Document, s source.Span, code *fencedCode) bool {
	text := d.Text()
	if code.has(d, s) {
		return true
	}
	note := strings.ToLower(string(text[s.Start:s.End]))
	if !notes()[note] {
		return false
	}
	if d.ZoneAt(s.Start) == zone.HeadingText && strings.Contains(strings.ToLower(slashpath.Base(d.Path)), note) {
		return true
	}
	if r, _ := utf8.DecodeRune(text[s.End:]); unicode.IsLetter(r) || quoted(text, s) { // of a language without spaces
		return true
	}
	const near = 40 // bytes, which have a word
	clause := text[max(0, s.Start-near):s.Start]
	clause = clause[bytes.LastIndexAny(clause, ".:;!?()\"\n")+1:]
	words := strings.Fields(strings.ToLower(string(clause)))
	last := words[max(0, len(words)-5):]
	if slices.ContainsFunc(last, func(word string) bool { return removals()[word] }) ||
		len(last) > 1 && additions()[last[len(last)-2]] && last[len(last)-1] == "a" {
		return true
	}
	behind := strings.Fields(strings.TrimLeft(string(text[s.End:min(len(text), s.End+near)]), "*_"))
	if len(behind) > 0 && nouns()[strings.ToLower(strings.TrimFunc(behind[0], unicode.IsPunct))] {
		return true
	}
	before := strings.Fields(string(text[max(0, s.Start-near):s.Start]))
	return slices.ContainsFunc(otherNouns, func(noun string) bool {
		return len(behind) > 0 && strings.HasPrefix(strings.ToLower(behind[0]), noun) ||
			len(before) > 0 && strings.HasPrefix(strings.ToLower(before[len(before)-1]), noun)
	})
}

// showsFiller reports whether a page has filler text so often that it shows how text looks.
func showsFiller(d *zone.Document, s source.Span) bool {
	const filler, often = "lorem ipsum", 3
	if !strings.EqualFold(string(d.Bytes(s)), filler) {
		return false
	}
	text, count := bytes.ToLower(d.Text()), 0
	for at := 0; count < often; at += len(filler) {
		i := bytes.Index(text[at:], []byte(filler))
		if i < 0 {
			return false
		}
		if at += i; d.ZoneAt(min(at, len(d.Text())-1)) == zone.Prose {
			count++
		}
	}
	return true
}

// fencedCode is the code of a document's fences, and how much of it was searched.
type fencedCode struct {
	text     []byte
	searched int
}

func newFencedCode(d *zone.Document) *fencedCode {
	c := &fencedCode{}
	for _, n := range d.Nodes() {
		if n.Kind == markdown.FencedCode {
			c.text = append(append(c.text, d.Bytes(n.Span)...), '\n')
		}
	}
	return c
}

// has reports whether the code has the rest of the line from s on, of four words and more. Of long lines, and where
// much was searched already, it has none: the search takes time for each placeholder.
func (c *fencedCode) has(d *zone.Document, s source.Span) bool {
	const longest, most, words = 300, 64 << 20, 4
	line, _ := d.Lines().Span(d.Lines().Number(s.Start))
	if len(c.text) == 0 || line.End-s.Start > longest || c.searched > most {
		return false
	}
	rest := bytes.TrimSpace(d.Text()[s.Start:line.End])
	if len(bytes.Fields(rest)) < words {
		return false
	}
	c.searched += len(c.text)
	return bytes.Contains(c.text, rest)
}

func findPlaceholders(p *review.Pass) {
	d, set := p.Doc, p.Set
	config := set.Placeholders
	if config == nil || !terms.MayHold(d.Text(), config.Table()) {
		return
	}
	report := func(at source.Span, seen string) {
		p.Report(review.Finding{
			Severity: config.Severity,
			Message:  fmt.Sprintf("Write what %q stands for.", seen),
			Span:     at, RequiresHuman: true, AutoFix: review.AutoFixNo,
		})
	}
	var found []source.Span
	code := newFencedCode(d)
	for _, hit := range terms.Hits(d, config.Table()) {
		s := source.Span{Start: hit.Start, End: hit.WordEnd}
		found = append(found, s)
		if spokenOf(d, s, code) || showsFiller(d, s) {
			continue
		}
		report(s, terms.Unwrapped(string(d.Bytes(s))))
	}
	for hit := range terms.RenderedHits(d, config.Table()) {
		if !overlapsOne(found, hit.Span) {
			report(hit.Span, hit.Old)
		}
	}
	reportUnjudgedText(p, config.Table(), "placeholder")
}
