package markdown

import (
	"path"
	"strings"
)

// A Dialect says how a document is read where it is not plain GitHub Flavored Markdown. Equal dialects read alike. The
// zero Dialect is GitHub Flavored Markdown with footnotes.
type Dialect struct {
	// MDX says that modules, components and expressions of JSX stand in the text.
	MDX bool
}

// DialectOf returns the dialect that the name of a document says.
func DialectOf(name string) Dialect {
	return Dialect{MDX: strings.EqualFold(path.Ext(name), ".mdx")}
}
