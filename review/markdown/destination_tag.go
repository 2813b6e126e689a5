package markdown

import (
	"bytes"
	"regexp"
	"sync"
)

// destinationTag is a template tag that is the destination of a link or an image.
var destinationTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\]\((?:\{\{[^\n]*?\}\}|\{%[^\n]*?%\})[\w./#?=&-]*[ )]`)
})

// withoutTags returns text with a destination of the same length in place of each template tag that is one. Generators
// expand tags before they read Markdown, so that [name]({{< ref "page" >}}) is a link, spaces and quotes or not.
func withoutTags(text []byte) []byte {
	if !bytes.Contains(text, []byte("]({")) {
		return text
	}
	return destinationTag().ReplaceAllFunc(text, func(link []byte) []byte {
		inner := link[len("](") : len(link)-1]
		return append(append([]byte("]("), bytes.Repeat([]byte("x"), len(inner))...), link[len(link)-1])
	})
}
