package usage

import "bytes"

// Forms goes over a text by its lines, as Gather does. It calls heading with the source of each heading, and bullet with
// the marker of each line that begins items of a bullet list: of the innermost one. Like all that the lexer says, it
// serves for statistics.
func Forms(src []byte, heading func(text []byte), bullet func(marker byte)) {
	l := lexer{src: src}
	for l.next() {
		if l.bullet != 0 {
			bullet(l.bullet)
		}
		if l.kind == headingLine {
			heading(bytes.Trim(l.src[l.start:l.end], " \t#\r"))
		}
	}
}
