package fastpath

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// mayBeAddress reports whether an address of the web may begin at r.at: behind a space or a parenthesis, or where the
// line begins.
func (r *inlineReader) mayBeAddress() bool {
	return strings.IndexByte(" (", r.before()) >= 0 && r.scheme() > 0
}

// scheme returns the length of http:// or https:// at r.at, 0 where neither stands there.
func (r *inlineReader) scheme() int {
	for _, scheme := range [...]string{"http://", "https://"} {
		if rest := r.f.Src[r.at:r.line.End]; len(rest) > len(scheme) && string(rest[:len(scheme)]) == scheme {
			return len(scheme)
		}
	}
	return 0
}

// address adds the node of the address that begins at r.at. It reports false where it can't tell which: where the
// address has more than plain bytes, or no end that is easy to see.
func (r *inlineReader) address(parent int) bool {
	end := addressLength(r.f.Src[r.at:r.line.End], r.scheme())
	if end == 0 {
		return false
	}
	span := source.Span{Start: r.at, End: r.at + end}
	r.f.Nodes = append(r.f.Nodes, tree.Node{Kind: tree.AutoLink, Parent: parent, End: len(r.f.Nodes) + 1, Span: span,
		Content: span, Parts: &tree.NoParts})
	r.at = span.End
	return true
}

// addressLength returns the length of the address that text begins with, whose host begins at an offset, as goldmark's
// linkify extension finds it; 0 where that isn't plain.
func addressLength(text []byte, host int) int {
	const mostOfHost = 200
	end, label := host, host // label is where the last part of the host begins
	for end < len(text) &&
		(source.IsLetter(text[end]) || source.IsDigit(text[end]) || text[end] == '-' || text[end] == '.') {
		if end++; text[end-1] == '.' && end < len(text) && source.IsLetter(text[end]) {
			label = end
		}
	}
	for end > host && text[end-1] == '.' {
		end-- // the end of a sentence
	}
	if label <= host+1 || end-host > mostOfHost || len(bytes.Trim(text[label:end], "abcdefghijklmnopqrstuvwxyz")) > 0 {
		return 0
	}
	stop := end
	switch {
	case end < len(text) && (text[end] == '/' || text[end] == '?'):
		for stop < len(text) && pathBytes[text[stop]] {
			stop++
		}
	case end < len(text) && strings.IndexByte(" ).,;!'\"", text[end]) < 0:
		return 0
	}
	if stop < len(text) && strings.IndexByte(" *|<", text[stop]) < 0 && stop > end {
		return 0
	}
	return withoutStops(text[:stop])
}

// withoutStops returns the length of an address without the signs that end a sentence, and parentheses that are opened
// before it; 0 where it may end with an entity.
func withoutStops(address []byte) int {
	opening, closing := bytes.Count(address, []byte("(")), bytes.Count(address, []byte(")"))
	for i := len(address); ; i-- {
		switch c := address[i-1]; {
		case c == ';':
			return 0
		case c == ')' && closing > opening:
			closing--
		case strings.IndexByte("?!.,:*_~", c) < 0:
			return i
		}
	}
}

// pathBytes are the bytes of the path of an address that it may have without a look at what stands around them.
var pathBytes = func() (t [256]bool) {
	for c := range t {
		b := byte(c)
		t[c] = source.IsLetter(b) || source.IsDigit(b) || strings.IndexByte("-@:%_+.~#!?&/=();,'", b) >= 0
	}
	return t
}()
