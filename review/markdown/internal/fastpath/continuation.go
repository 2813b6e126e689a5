package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// footnote reads a line that may define a footnote. Another block may begin behind the label.
func (s *chunker) footnote(line []byte) {
	_, text, _ := bytes.Cut(line, []byte("]:"))
	text = bytes.TrimLeft(text, " \t")
	if len(text) == 0 || source.IsLetter(text[0]) || text[0] >= 0x80 {
		return
	}
	s.current().marks |= hasHeading | hasBareFence | hasNamedFence | hasDash | hasStar | hasPlus
	s.giveUp() // it may open code, or HTML that blank lines do not end
}

// openOverlay reports whether a template, a formula or a JSX tag that begins in the current chunk may continue on the
// line at offset at. Blank lines and code end such a construct, headings do not.
func (s *chunker) openOverlay(at int) bool {
	start := s.current().Start
	if n := len(s.code); n > 0 && !s.code[n-1].Empty() {
		start = max(start, s.code[n-1].End)
	}
	text := s.src[start:at]
	for _, opener := range []string{"{", `\(`, `\[`, "$$", "%%", "<%"} {
		if bytes.Contains(text, []byte(opener)) {
			return true
		}
	}
	i := bytes.LastIndexByte(text, '<')
	return i >= 0 && i+1 < len(text) && source.IsLetter(text[i+1]) && bytes.IndexByte(text[i:], '>') < 0
}
