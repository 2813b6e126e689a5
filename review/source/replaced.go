package source

import "slices"

// Replaced returns the text of src before and after edits that can be applied, from the first of them to the last.
// Edits that all do the same, such as those of the markers of a list, are shown once.
func Replaced(src []byte, edits []Edit) (before, after string) {
	text := func(s Span) string { return string(src[s.Start:s.End]) }
	same := !slices.ContainsFunc(edits, func(e Edit) bool {
		return e.New != edits[0].New || text(e.Span) != text(edits[0].Span)
	})
	if same {
		return text(edits[0].Span), edits[0].New
	}
	whole := Span{Start: edits[0].Start, End: edits[len(edits)-1].End}
	moved := make([]Edit, len(edits))
	for n, e := range edits {
		moved[n] = Edit{Span: Span{Start: e.Start - whole.Start, End: e.End - whole.Start}, New: e.New}
	}
	now, err := Apply(src[whole.Start:whole.End], moved)
	if err != nil {
		return text(whole), "" // they can't be applied
	}
	return text(whole), string(now)
}
