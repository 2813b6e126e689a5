package locate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/replacement"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// setRemedy decides what f may do at its place.
func (l *locator) setRemedy(f *review.Finding, issue *review.Issue, p occurrence, q *quotation) {
	l.setOffer(f, issue, p, q)
	if l.hasHidden(f) {
		withhold(f, Hidden, "The replacement contains invisible control characters.")
	}
}

// unread is what programs write for bytes of the document that are not UTF-8.
const unread = "\uFFFD"

// hasHidden reports whether the new text of f has characters that its span does not have and that a person who looks at
// the text does not see: those that control a terminal or the direction of writing, and the one that stands for bytes
// that were not read.
func (l *locator) hasHidden(f *review.Finding) bool {
	var texts []string
	switch f.Remedy {
	case review.Replace:
		texts = []string{f.Want}
	case review.Edits:
		for _, e := range f.Edits {
			texts = append(texts, e.New)
		}
	}
	here := l.d.Bytes(f.Span)
	return slices.ContainsFunc(texts, func(s string) bool {
		if strings.Contains(s, unread) && !bytes.Contains(here, []byte(unread)) {
			return true
		}
		s = strings.ReplaceAll(s, "\r\n", "\n")
		return strings.ContainsFunc(s, func(r rune) bool {
			return source.NotWritten(r) && !bytes.ContainsRune(here, r)
		})
	})
}

// setOffer decides what f offers at its place. The place becomes that of the old value. A replacement stays one only if
// the document has the text that it replaces, and if the words to change can be told from the markup around them.
// Otherwise it becomes a choice for a person.
func (l *locator) setOffer(f *review.Finding, issue *review.Issue, p occurrence, q *quotation) {
	if issue.Remedy == review.Edits {
		l.ownEdits(f, issue)
		return
	}
	if f.State != review.Located {
		return
	}
	target := q
	if q == nil {
		// What stands at the coordinates is replaced.
		if issue.Remedy == review.Replace {
			f.Old = string(l.d.Bytes(f.Span))
			l.checkBlockStart(f)
		}
		return
	}
	if fence, ok := l.fenceAround(f, issue); ok && !isFence(strings.TrimSpace(q.raw)) {
		p, target, f.Span = fence, quote(string(l.d.Bytes(fence.span))), fence.span
		f.Want = strings.TrimSpace(f.Want)
	} else if issue.Old != "" && strings.TrimSpace(issue.Place.Quote) != "" && issue.Old != issue.Place.Quote {
		old := quote(issue.Old)
		found, why := l.oldValue(f, old)
		if why != "" {
			l.withholdPart(f, issue.Old, why)
			return
		}
		p, target = found, old
		f.Span = p.span
	}
	l.snapToQuote(f, target.raw)
	if f.Remedy == review.Replace {
		f.Want = l.withMarker(f.Span, f.Want)
	}
	if line, ok := l.d.AddedLine(f.Span, f.Want); ok && issue.Adds {
		f.Remedy, f.Choices, f.Want = review.Choose, []string{line, f.Want}, ""
	}
	switch f.Remedy {
	case review.Replace:
		if issue.Place.Measured && l.keepCapital(f) {
			return
		}
		verdict := replacement.Judge(l.d, f.Span, f.Want, issue.Message)
		f.Want = verdict.Text
		if verdict.Doubt != "" {
			withhold(f, Unfit, verdict.Doubt)
			return
		}
		l.replace(f, p, target)
	case review.Choose:
		l.adviseChoices(f, issue)
		if f.Choices = l.distinctChoices(f.Span, f.Choices); len(f.Choices) == 0 {
			noChange(f, "The text that the suggestions add is already there.")
		}
	}
}

// keepCapital lets the sentence that an edit of a linter begins keep its capital. It reports whether the edit is one
// that deletes the first words of a sentence: then the next word gets it.
func (l *locator) keepCapital(f *review.Finding) bool {
	if f.Want != "" {
		f.Want = replacement.WithCapital(l.d, f.Span, f.Want)
		return false
	}
	rest := l.d.Text()[f.Span.End:]
	if bytes.HasPrefix(rest, []byte("-")) || bytes.HasSuffix(l.d.Text()[:f.Span.Start], []byte("-")) {
		withhold(f, Part, "The text to delete is part of a word with a hyphen.")
		return true
	}
	next, size := utf8.DecodeRune(bytes.TrimLeft(rest, " "))
	spaces := len(rest) - len(bytes.TrimLeft(rest, " "))
	if spaces == 0 || !unicode.IsLower(next) {
		return false
	}
	capital := replacement.WithCapital(l.d, f.Span, string(next))
	if capital == string(next) {
		return false
	}
	all := source.Span{Start: f.Span.Start, End: f.Span.End + spaces + size}
	f.Remedy, f.Edits = review.Edits, []source.Edit{{Span: all, New: capital}}
	return true
}

// adviseChoices makes advice of the choices of f that read like remarks, where another choice does not: who picks
// advice agrees with it, and would have its words in the document.
func (l *locator) adviseChoices(f *review.Finding, issue *review.Issue) {
	var texts, advice []string
	for _, s := range f.Choices {
		if replacement.Judge(l.d, f.Span, s, issue.Message).Doubt == replacement.ReadsLikeRemark {
			advice = append(advice, s)
		} else {
			texts = append(texts, s)
		}
	}
	if len(texts) > 0 && len(advice) > 0 {
		f.Choices = texts
		f.Message = strings.TrimRight(f.Message, ". ") + ". Advice: " + strings.Join(advice, "; ")
	}
}

// noChange takes from f a remedy that would change nothing, and leaves f to a person.
func noChange(f *review.Finding, text string) {
	f.Remedy, f.AutoFix, f.Want, f.Choices = review.NoRemedy, review.AutoFixNo, "", nil
	f.Reason = review.Because(NoChange, text)
}

// withhold takes the replacement from f, for a reason, and keeps it as a choice.
func withhold(f *review.Finding, code, text string) {
	f.Reason = review.Because(code, text)
	switch {
	case f.Remedy == review.Replace, f.Remedy == review.Edits && f.Want != "":
		f.Remedy, f.Choices = review.Choose, []string{f.Want}
	case f.Remedy == review.Edits:
		f.Remedy = review.NoRemedy
	}
	f.Edits = nil
}

// withholdPart takes the replacement of a part of the quote from f, for a reason. The choices that are left have all of
// the quote: with each of the parts replaced, and with all of them. What would replace the quote by the text for a part
// is none.
func (l *locator) withholdPart(f *review.Finding, old, why string) {
	const most = 3 // of so many places a person can tell which is meant
	want, text := f.Want, string(l.d.Bytes(f.Span))
	withhold(f, OldElsewhere, why)
	if f.Remedy != review.Choose || want == "" {
		return
	}
	f.Choices = nil
	n := strings.Count(text, old)
	if n == 1 {
		f.Choices = []string{want}
		return
	}
	if n > 1 && n <= most && f.Reason.Code == OldElsewhere {
		for at := 0; ; at += len(old) {
			next := strings.Index(text[at:], old)
			if next < 0 {
				break
			}
			at += next
			f.Choices = append(f.Choices, text[:at]+want+text[at+len(old):])
		}
		f.Choices = append(f.Choices, strings.ReplaceAll(text, old, want))
		return
	}
	f.Remedy = review.NoRemedy
	f.Reason.Text += fmt.Sprintf(" The review has %q for %q.", want, old)
}

// fenceAround returns the fence that opens the code that f quotes, where the issue wants it to name a language.
func (l *locator) fenceAround(f *review.Finding, issue *review.Issue) (occurrence, bool) {
	want := strings.TrimSpace(issue.Want)
	s := swap{want[:len(want)-len(strings.TrimLeft(want, "`~"))], want}
	if f.Remedy != review.Replace || !s.isFence() || s.old == s.want {
		return occurrence{}, false
	}
	nodes := l.d.Nodes()
	for i := range nodes {
		n := &nodes[i]
		if n.Kind != markdown.FencedCode || !n.Content.Empty() || !n.Span.Contains(f.Span) {
			continue
		}
		if marks := l.mark(s, source.Span{Start: n.Span.Start, End: n.Content.Start}); len(marks) == 1 {
			return marks[0], true
		}
	}
	return occurrence{}, false
}

// oldValue returns the place of the old value: the only one in the quote, or, if the old value is the longer text, the
// only one around it. Otherwise it says why there is none.
func (l *locator) oldValue(f *review.Finding, old *quotation) (occurrence, string) {
	if len(old.t.Bytes) == 0 {
		return occurrence{}, "The text to replace is blank."
	}
	margin := 2 * len(old.raw)
	around := source.Span{Start: max(0, f.Span.Start-margin), End: min(len(l.d.Text()), f.Span.End+margin)}
	all := l.occurrencesIn(nil, old.t.Bytes, around, func(p occurrence) bool {
		return f.Span.Contains(p.span) || p.span.Contains(f.Span)
	})
	whole := slices.DeleteFunc(slices.Clone(all), func(p occurrence) bool { return !p.WholeWords() })
	switch {
	case len(whole) == 1:
		return whole[0], ""
	case len(all) == 1 && all[0].EndsName():
		return all[0], ""
	case len(all) == 0 && old.pieces != nil:
		return occurrence{}, "The text to replace leaves words out."
	case len(all) == 0:
		return occurrence{}, "The quote does not contain the text to replace."
	case len(whole) == 0:
		return occurrence{}, "The quote contains the text to replace only as part of a word or a name."
	}
	return occurrence{}, fmt.Sprintf("The quote contains the text to replace %d times.", len(all))
}

// snapToQuote makes the span that of the very bytes of the quote, if the document has them there. The quote may include
// white space and block quote marks that a reading begins behind.
func (l *locator) snapToQuote(f *review.Finding, raw string) {
	src, bare := l.d.Text(), strings.TrimRight(raw, " \t")
	behind, trail := src[f.Span.End:], []byte(raw[len(bare):])
	// The space at the end of a line stands before a word here. It stays, if the new text has none.
	if next, ok := bytes.CutPrefix(behind, trail); ok && beginsInWord(next) && hasWord(f.Want) &&
		f.Want == strings.TrimRight(f.Want, " \t") && repeatedBehind(f.Want, bare, behind) == 0 &&
		!reading.IsUnspaced([]rune(string(next[:min(len(next), 4)]))[0]) {
		raw, trail = bare, nil
	}
	for _, s := range []string{raw, strings.ReplaceAll(raw, "\n", "\r\n")} {
		if len(s) <= f.Span.Len() {
			continue
		}
		low := max(0, f.Span.End-len(s))
		high := min(len(src), f.Span.Start+len(s))
		if i := bytes.Index(src[low:high], []byte(s)); i >= 0 {
			f.Span = source.Span{Start: low + i, End: low + i + len(s)}
			return
		}
	}
	if !bytes.HasSuffix(l.d.Bytes(f.Span), trail) && bytes.HasPrefix(src[f.Span.End:], trail) {
		f.Span.End += len(trail)
	}
}

// ellipses counts the places where text is left out, which a list of values without spaces is not.
func ellipses(b []byte) int { return bytes.Count(b, []byte("...")) - bytes.Count(b, []byte(",...,")) }

// leavesOut reports whether a new text has dots for what it leaves out. Those of the old one are the document's, and
// those that are all that is new are wanted.
func leavesOut(want, old *reading.Text) bool {
	return ellipses(want.Bytes) > 0 && ellipses(old.Bytes) == 0 &&
		!bytes.Equal(bytes.Replace(want.Bytes, []byte("..."), nil, 1), old.Bytes)
}

const elided = "The replacement leaves text out (...), so it can't be inserted as it is."

// replace keeps the replacement of target, which was found at p, or withholds it.
func (l *locator) replace(f *review.Finding, p occurrence, target *quotation) {
	here := l.d.Bytes(f.Span)
	if prefix, ok := markdown.QuotedWithout(here, target.raw); ok {
		f.Want = markdown.Prefixed(f.Want, prefix)
		if leavesOut(reading.Written([]byte(f.Want)), target.t) {
			withhold(f, Elided, elided)
			return
		}
		f.Old, f.Want = string(here), l.withoutRepeats(f.Span, f.Span, l.d.LinesAsRead(f.Span.Start, f.Want))
		if f.Want == f.Old {
			noChange(f, "The text that the replacement adds is already there.")
			return
		}
		l.checkBlockStart(f)
		return
	}
	old, want := target.t, reading.Written([]byte(f.Want))
	if p.like == gapped && len(target.pieces) == 1 && target.cutEnd && !target.cutStart {
		// If both texts end with dots, what the dots leave out stays.
		cut := quote(f.Want)
		if len(cut.pieces) == 1 && cut.cutEnd && !cut.cutStart &&
			bytes.Equal(target.pieces[0].t.Bytes, p.Match.Bytes()) {
			n := len(cut.pieces[0].t.Bytes)
			old, want = target.pieces[0].t, cut.t.Prefix(n)
		}
	}
	all := p.Match.Bytes()
	lost := func(w []byte) bool { return !bytes.Contains(old.Bytes, w) && !bytes.Contains(want.Bytes, w) }
	if len(target.pieces) > 1 && !target.cutStart && !target.cutEnd && ellipses(want.Bytes) == 0 &&
		!slices.ContainsFunc(bytes.Fields(all), lost) {
		old = &reading.Text{Bytes: all} // the new text has what the dots of the quote leave out
	}
	switch {
	case leavesOut(want, old):
		withhold(f, Elided, elided)
		return
	case !bytes.Equal(old.Bytes, p.Match.Bytes()):
		withhold(f, Differs, "The document has slightly other words than those that the review replaces.")
		return
	}
	edits, why := l.wordEdits(p, old, want, f.Want)
	if why.Code != "" {
		withhold(f, why.Code, why.Text)
	} else if l.checkBlockStart(f) {
		f.Remedy, f.Edits, f.Old = review.Edits, edits, string(here)
	}
}

// wordEdits turns the difference between the readings old and want into edits at p, whose reading is old. want is a
// reading of raw. Where there are no such edits, it says why.
func (l *locator) wordEdits(p occurrence, old, want *reading.Text, raw string) ([]source.Edit, review.Reason) {
	var edits []source.Edit
	shift := 0
	for _, e := range source.BetweenWords(old.Bytes, want.Bytes) {
		start := e.Start + shift
		shift += len(e.New) - e.Len()
		if l.takesLineBreak(p, e) {
			e.Start, e.End = e.Start-1, e.End-1
		}
		span, ok := l.bytesOf(p, p.Start+e.Start, p.Start+e.End)
		if !ok {
			return nil, review.Because(CutsMarkup, "The replacement would remove markup among the words that it replaces.")
		}
		edit := source.Edit{Span: span}
		if n := len(e.New); n > 0 {
			edit.New = l.withoutRepeats(edit.Span, p.Text.Span(p.Start, p.End),
				raw[want.From[start]:want.To[start+n-1]])
		}
		if edit.New != string(l.d.Bytes(edit.Span)) {
			edits = append(edits, edit)
		}
	}
	if len(edits) == 0 {
		return nil, review.Because(NoChange, "The replacement differs from the text only in markup or punctuation.")
	}
	merged, err := source.Merge(edits)
	if err != nil {
		return nil, review.Because(CutsMarkup, "The words to replace can't be told from the markup around them.")
	}
	return merged, review.Reason{}
}

// takesLineBreak reports whether a deletion at p takes the end of a line with it although a space stands before the
// words: that space goes instead, and the lines stay as they are.
func (l *locator) takesLineBreak(p occurrence, e source.Edit) bool {
	from, to := p.Start+e.Start-1, p.Start+e.End-1
	if e.New != "" || from < p.Start || from >= to || p.Text.Bytes[from] != ' ' || p.Text.Bytes[to] != ' ' {
		return false
	}
	breaks := func(i int) bool { return bytes.ContainsAny(l.d.Text()[p.Text.From[i]:p.Text.To[i]], "\r\n") }
	return breaks(to) && !breaks(from)
}

// bytesOf returns the bytes that t.Bytes[i:j] stands for, if there is no markup among them. For an empty range it is
// the offset between two characters, if no markup separates them.
func (l *locator) bytesOf(p occurrence, i, j int) (source.Span, bool) {
	t := p.Text
	if i == j {
		switch {
		case i > p.Start && i < p.End:
			return source.Span{Start: int(t.From[i]), End: int(t.From[i])}, t.To[i-1] == t.From[i]
		case i == p.Start:
			return source.Span{Start: int(t.From[i]), End: int(t.From[i])}, int(t.From[i]) == p.span.Start
		}
		return source.Span{Start: int(t.To[i-1]), End: int(t.To[i-1])}, int(t.To[i-1]) == p.span.End
	}
	s := t.Span(i, j)
	here := reading.Written(l.d.Bytes(s))
	if !bytes.Equal(here.Bytes, bytes.Trim(t.Bytes[i:j], " ")) {
		return s, false
	}
	if bytes.HasSuffix(bytes.TrimRight(l.d.Bytes(s), " \t>"), []byte("\n")) {
		// What is left of the next line would stand behind the marker of this one.
		line, _ := l.d.Lines().Span(l.d.Lines().Number(s.Start))
		next, head := blockMarkers().Find(l.d.Text()[s.End:]), l.d.Bytes(source.Span{Start: line.Start, End: s.Start})
		s.End += len(next)
		return s, len(next) == 0 || len(blockMarkers().Find(head)) == len(head)
	}
	return s, true
}

// checkBlockStart withholds a replacement that begins like a block where it would not be at the start of a line. It
// reports whether the replacement stays.
func (l *locator) checkBlockStart(f *review.Finding) bool {
	here, start := l.d.Bytes(f.Span), strings.TrimSpace(blockStarts().FindString(f.Want))
	before := bytes.TrimRight(l.d.Text()[:f.Span.Start], " ")
	// In one line, a hyphen within a sentence is a dash, and backticks are those of a code span.
	dash := start == "-" && len(before) > 0 && bytes.IndexByte([]byte(".!?:\n"), before[len(before)-1]) < 0
	inline := !strings.Contains(f.Want, "\n") && (dash || start == "```")
	if start == "" || inline || blockStarts().Match(here) || bytes.HasPrefix(here, []byte(start)) {
		return true
	}
	if strings.HasSuffix(f.Want, "\n"+string(here)) {
		return true // its lines go above those of the place
	}
	lines := l.d.Lines()
	line, _ := lines.Span(lines.Number(f.Span.Start))
	fence := f.Want[0] == '`' || f.Want[0] == '~'
	if len(bytes.Trim(l.d.Text()[line.Start:f.Span.Start], " \t>")) == 0 && !fence {
		return true
	}
	if block := l.d.Nodes()[l.d.Block(f.Span.Start)].Span; block.Contains(f.Span) && start[0] == '#' {
		src := l.d.Text()
		outside := slices.Concat(src[block.Start:f.Span.Start], src[f.Span.End:block.End])
		if len(bytes.Trim(outside, "*_")) == 0 { // a line in bold or italics becomes a heading
			f.Span, f.Old = block, string(l.d.Bytes(block))
			f.Remedy, f.Edits = review.Edits, []source.Edit{{Span: block, New: f.Want}}
			return false
		}
	}
	withhold(f, NeedsLine, "The replacement starts a list, heading or other block in the middle of a line.")
	return false
}
