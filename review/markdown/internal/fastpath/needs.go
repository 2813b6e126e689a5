package fastpath

// Needs says which nodes the reviewers look at, beyond the headings. The rest of a document need not be parsed.
type Needs struct {
	// Everything asks for the tree of the whole document, as ReadInPieces and tree.ReadAll make it.
	Everything bool
	// Text has a function for each list of terms. It returns the next offset in text, at or after from, where a term may
	// begin, or the length of the text.
	Text []func(text []byte, from int) int
	// Links asks for everything that may contain a link.
	Links bool
	// BareFences asks for fenced code blocks without an info string. NamedFences asks for those with one, in a document
	// that has any without.
	BareFences, NamedFences bool
	// Fences asks for all fenced code blocks.
	Fences bool
	// Bullets lists the bullets whose lists are asked for.
	Bullets string
	// Spans reports whether text opens something that continues over blank lines, such as a template. text contains no
	// code. Spans calls switches with the offset of each comment that may switch rules off. lines says that whatever looks
	// like an HTML block is one.
	Spans func(text []byte, lines bool, switches func(at int)) bool
	// Begins reports whether the text of a list item may be something else at the start of a line.
	Begins func(text []byte) bool
}

// Plus returns the union of n and m.
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

// marks returns the marks of chunks that are needed for n.
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
