package zone

import "bytes"

// StartsSentence reports whether the text at offset begins its block, or follows the end of a sentence or a line that
// opens a container, such as ":::note".
func (d *Document) StartsSentence(offset int) bool {
	block := d.Nodes()[d.Block(offset)]
	before := d.Text()[min(max(block.Span.Start, block.Content.Start), offset):offset]
	gap := len(before)
	before = bytes.TrimRight(before, "*_~[(\"' \t\r\n>")
	if len(before) == 0 {
		return true
	}
	gap -= len(before)
	if bytes.IndexByte(d.Text()[offset-gap:offset], '\n') >= 0 && d.ZoneAt(offset-gap-1) == Template {
		return true
	}
	switch before[len(before)-1] {
	case '.', '!', '?', ':':
		return true
	}
	return false
}
