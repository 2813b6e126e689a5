package zone

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// InAddress reports whether the word at an offset is part of an address or a name for programs, whatever block it is
// in: it is in a URL, it is the extension of a file, or it begins the info string of a fence. Classify finds the first
// two again when the zones are built.
//
// Most words that look like a term are parts of addresses. So this function saves parsing most paragraphs with links.
func InAddress(text []byte, at int) bool {
	return inURL(text, at) || isExtension(text, at) || isInfo(text, at)
}

// isExtension reports whether the word is the extension of a file.
func isExtension(text []byte, at int) bool {
	i := at - 1
	if i < 1 || text[i] != '.' || !WordBytes[text[i-1]] {
		return false
	}
	for i > 0 && WordBytes[text[i-1]] {
		i--
	}
	return i == 0 || source.IsSpace(text[i-1])
}

// longestURL is how many bytes before a word inURL looks for the start of a URL. GFM accepts hosts of up to 256 bytes.
const longestURL = 250

// inURL reports whether the word is in the host or in the path of a URL.
//
// A URL is an address wherever it is written: as a destination, in a tag, in angle brackets, in code or in text. In
// text GFM must not end the autolink before the word. So inURL accepts only lower-case hosts. A host before a path must
// end in letters, and no byte between the host and the word may be markup.
func inURL(text []byte, at int) bool {
	start, slash := -1, at // limits of the host
	for i := at - 1; i >= max(2, at-longestURL); i-- {
		c := text[i]
		if c == '/' {
			if text[i-1] == '/' {
				if text[i-2] == ':' {
					start = i + 1
				}
				break
			}
			slash = i
		} else if !urlBytes[c] {
			break
		}
	}
	if start < 0 {
		return false
	}
	host := text[start:slash]
	for _, c := range host {
		if c != '.' && c != '-' && !source.IsDigit(c) && !('a' <= c && c <= 'z') {
			return false
		}
	}
	if slash == at {
		return len(host) == 0 || host[len(host)-1] == '.' && 'a' <= text[at] && text[at] <= 'z'
	}
	label := host[bytes.LastIndexByte(host, '.')+1:]
	for _, c := range label {
		if !('a' <= c && c <= 'z') {
			return false
		}
	}
	return len(label) > 0
}

// urlBytes are the bytes in URLs that are markup neither for Markdown nor for templates.
var urlBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c < 0x80 && (source.IsLetter(byte(c)) || source.IsDigit(byte(c)))
	}
	for _, c := range []byte("-./") {
		t[c] = true
	}
	return t
}()

// isInfo reports whether the word begins the info string of a fence. A line with such a fence opens code or is in code,
// whatever container it is in.
func isInfo(text []byte, at int) bool {
	i := at
	for i > 0 && text[i-1] == '`' {
		i--
	}
	if at-i < 3 {
		return false
	}
	for spaces := 0; i > 0 && text[i-1] != '\n'; spaces++ {
		if i--; spaces == 3 || text[i] != ' ' {
			return false
		}
	}
	end := bytes.IndexAny(text[at:], "`\n")
	return end < 0 || text[at+end] == '\n'
}
