package interactive

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A piece is text that is shown in one style.
type piece struct {
	text  string
	style style
}

type style uint8

const (
	plain style = iota
	deleted
	inserted
	dimmed
	strong
)

// A look says what the terminal can show.
type look struct {
	color bool
	width int
}

// paint returns text in a style, if the terminal has colours.
func (l look) paint(s style, text string) string {
	codes := [...]string{plain: "", deleted: "31;9", inserted: "32;4", dimmed: "2", strong: "1"}
	if !l.color || codes[s] == "" || text == "" {
		return text
	}
	return "\x1b[" + codes[s] + "m" + text + "\x1b[0m"
}

// marked puts marks around deleted and inserted text, if the terminal has no colours.
func (l look) marked(p piece) piece {
	switch {
	case l.color || p.text == "":
	case p.style == deleted:
		p.text = "[-" + p.text + "-]"
	case p.style == inserted:
		p.text = "{+" + p.text + "+}"
	}
	return p
}

// areWords reports whether two texts would read as one word.
func areWords(before, behind string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(behind)
	return source.WordRune(last) && source.WordRune(first)
}

// A layout is text on its way to lines of a width.
type layout struct {
	look
	indent string
	out    strings.Builder
	line   []piece // what the line holds
	column int
	run    []piece // the text behind the last space
	width  int     // of run
	spaces []piece
}

// lay returns the pieces as indented lines that end at spaces within the width of the terminal. No control character
// reaches the terminal.
func (l look) lay(indent string, pieces ...piece) string {
	o := layout{look: l, indent: indent}
	for n, p := range pieces {
		if l.color && n > 0 && p.style == inserted && pieces[n-1].style == deleted &&
			areWords(pieces[n-1].text, p.text) {
			o.flush()
			o.spaces = append(o.spaces, piece{" ", plain})
		}
		p = l.marked(p)
		for i, line := range strings.Split(strings.ReplaceAll(p.text, "\r\n", "\n"), "\n") {
			if i > 0 {
				o.flush()
				o.end()
			}
			for j, word := range strings.Split(line, " ") {
				if j > 0 {
					o.flush()
					o.spaces = append(o.spaces, piece{" ", p.style})
				}
				if word = wording.Visible(word); word != "" {
					o.run = append(o.run, piece{word, p.style})
					o.width += uniseg.StringWidth(word)
				}
			}
		}
	}
	o.flush()
	o.end()
	return o.out.String()
}

// flush puts the last word into the line, or into the next one if it does not fit.
func (o *layout) flush() {
	if len(o.run) == 0 {
		return
	}
	if o.column > 0 && o.column+len(o.spaces)+o.width > o.look.width {
		o.end()
	}
	if o.column == 0 {
		o.column = len(o.indent)
	}
	o.line = append(append(o.line, o.spaces...), o.run...)
	o.column += len(o.spaces) + o.width
	o.run, o.width, o.spaces = nil, 0, nil
}

// end ends the line.
func (o *layout) end() {
	if len(o.line) > 0 {
		o.out.WriteString(o.indent)
	}
	for n := 0; n < len(o.line); {
		text, style := "", o.line[n].style
		for ; n < len(o.line) && o.line[n].style == style; n++ {
			text += o.line[n].text
		}
		o.out.WriteString(o.paint(style, text))
	}
	o.out.WriteByte('\n')
	o.line, o.column, o.spaces = nil, 0, nil
}

// around bounds the bytes of a line that are shown on each side of a change.
const around = 160

// changed returns the lines that the edits change, with the changes.
func changed(src []byte, edits []source.Edit) []piece {
	var out []piece
	at := lineStart(src, edits[0].Start)
	if above := lineStart(src, max(at-1, 0)); at == edits[0].Start && len(bytes.TrimSpace(src[above:at])) > 0 {
		at = above // in the middle of a paragraph
	}
	if edits[0].Start-at > around {
		out, at = append(out, piece{"... ", plain}), spaceBefore(src, edits[0].Start-around)
	}
	for n, e := range edits {
		if gap := string(src[at:e.Start]); n > 0 && len(gap) > 2*around {
			out = append(out, piece{gap[:spaceBefore(src, at+around)-at], plain}, piece{"\n...\n", plain})
			at = lineStart(src, e.Start)
			if e.Start-at > around {
				at = spaceBefore(src, e.Start-around)
			}
		}
		out = append(out, piece{string(src[at:e.Start]), plain}, piece{string(src[e.Start:e.End]), deleted},
			piece{e.New, inserted})
		at = e.End
	}
	return append(out, rest(src, at)...)
}

// rest returns what stands behind at on its line.
func rest(src []byte, at int) []piece {
	end := len(src)
	if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
		end = at + n
	}
	if end-at > around {
		return []piece{{string(src[at:spaceBefore(src, at+around)]), plain}, {"...", plain}}
	}
	return []piece{{strings.TrimSuffix(string(src[at:end]), "\r"), plain}}
}

func lineStart(src []byte, at int) int { return bytes.LastIndexByte(src[:at], '\n') + 1 }

// spaceBefore returns where the text behind the last space before an offset begins.
func spaceBefore(src []byte, at int) int {
	return max(bytes.LastIndexByte(src[:at], ' '), bytes.LastIndexByte(src[:at], '\n')) + 1
}
