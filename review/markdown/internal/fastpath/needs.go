package fastpath

// Needs is what reviewers look at, beyond the headings: the rest of a document need not
// be parsed for them.
type Needs struct {
	// Everything asks for the tree of the whole document.
	Everything bool
	// Text has, for each list of terms, what finds in text the offset, from another one
	// on, where one of them may begin; the length of the text where there is none.
	Text []func(text []byte, from int) int
	// Links asks for all that a link may be in.
	Links bool
	// BareFences asks for the fenced code blocks without an info string, and NamedFences,
	// where there are such, for those with one.
	BareFences, NamedFences bool
	// Fences asks for all fenced code blocks.
	Fences bool
	// Bullets has the markers of the bullet lists that are asked for.
	Bullets string
	// Spans reports whether text, which is no code, opens what goes on over the blank
	// lines behind it. It calls switches for the offset of each comment that may switch
	// rules off. lines says that text that looks like a block of HTML is one.
	Spans func(text []byte, lines bool, switches func(at int)) bool
	// Begins reports whether the text of a list item may be something else where it begins
	// a line.
	Begins func(text []byte) bool
}

// Plus returns what n and m ask for together.
func (n Needs) Plus(m Needs) Needs {
	n.Everything = n.Everything || m.Everything
	n.Text = append(n.Text[:len(n.Text):len(n.Text)], m.Text...)
	n.Links = n.Links || m.Links
	n.BareFences = n.BareFences || m.BareFences
	n.NamedFences = n.NamedFences || m.NamedFences
	n.Fences = n.Fences || m.Fences
	n.Bullets += m.Bullets
	if n.Spans == nil {
		n.Spans, n.Begins = m.Spans, m.Begins
	}
	return n
}

// marks returns what chunks have that are asked for whatever else they hold.
func (n Needs) marks() chunkMarks {
	marks := hasHeading
	if n.BareFences {
		marks |= hasBareFence
	}
	if n.Fences {
		marks |= hasBareFence | hasNamedFence
	}
	for i := range len(n.Bullets) {
		marks |= bulletMark(n.Bullets[i])
	}
	return marks
}
