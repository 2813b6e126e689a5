package review

import "bytes"

// reaches reports whether text holds what may open something that goes on over
// blank lines: templates, environments of TeX, elements that hold code. What ends
// with its paragraph, as formulas do, ends with its chunk.
func reaches(text []byte) bool {
	for at := 0; ; at++ {
		n := bytes.IndexAny(text[at:], "{\\<")
		if n < 0 || at+n+1 >= len(text) {
			return false
		}
		at += n
		next := text[at+1]
		switch text[at] {
		case '{':
			if next == '{' || next == '%' {
				return true
			}
		case '\\':
			if next == 'b' && bytes.HasPrefix(text[at:], []byte(`\begin{`)) {
				return true
			}
		case '<':
			if isLetter(next) && verbatimTag(text[at+1:]) {
				if n = wholeElement(text[at:]); n == 0 {
					return true
				}
				at += n - 1
			}
		}
	}
}

// wholeElement is the length of the element at the start of text, if it ends on
// the same line and nothing but text is in it; else 0.
func wholeElement(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		text = text[:n]
	}
	open := bytes.IndexAny(text[1:], "<>") + 1
	if open == 0 || text[open] != '>' || text[open-1] == '/' {
		return 0
	}
	name := text[1:open]
	for i, c := range name {
		if !nameByte(c) {
			name = name[:i]
			break
		}
	}
	end := bytes.IndexByte(text[open:], '<') + open
	if end < open || !bytes.HasPrefix(text[end:], []byte("</")) || len(text) < end+2+len(name) ||
		!bytes.EqualFold(text[end+2:end+2+len(name)], name) || !bytes.HasPrefix(text[end+2+len(name):], []byte(">")) {
		return 0
	}
	return end + 3 + len(name)
}

// verbatimTag reports whether a tag is one of an element that holds code.
func verbatimTag(tag []byte) bool {
	n := 0
	for n < len(tag) && nameByte(tag[n]) {
		n++
	}
	for _, name := range verbatimElements {
		if n == len(name) && bytes.EqualFold(tag[:n], []byte(name)) {
			return true
		}
	}
	return false
}

// suppresses reports whether text may hold a comment that switches rules off.
func suppresses(text []byte) bool {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("<!--"))
		if n < 0 {
			return false
		}
		at += n + len("<!--")
		rest := text[at:]
		for len(rest) > 0 && (rest[0] <= ' ' || rest[0] >= 0x80) {
			rest = rest[1:]
		}
		for _, program := range programs {
			if len(rest) >= len(program) && bytes.EqualFold(rest[:len(program)], []byte(program)) {
				return true
			}
		}
	}
}
