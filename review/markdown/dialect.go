package markdown

import (
	"path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
)

// A Dialect says how a document is read where it is not plain GitHub Flavored Markdown. Equal dialects read alike. The
// zero Dialect is GitHub Flavored Markdown with footnotes; which program makes pages of it is unknown.
type Dialect struct {
	// MDX says that modules, components and expressions of JSX stand in the text.
	MDX bool
	// Program makes pages of the document.
	Program Program
}

// A Program makes pages of documents.
type Program uint8

// The programs that have a Markdown of their own.
const (
	AnyProgram Program = iota // nothing is known
	GitHub
	Docusaurus
	Astro
	MkDocs
	Hugo
	Jekyll
	Obsidian
	VitePress
	Quarto
	Pandoc
	Sphinx
	MdBook
	Slidev
	Zola
	Eleventy
	Pelican
	MarkdownIt
	OtherProgram // one that is not known by name
)

// programNames are the values of "dialect" in the configuration.
var programNames = [...]string{
	"", "github", "docusaurus", "astro", "mkdocs", "hugo", "jekyll", "obsidian", "vitepress", "quarto", "pandoc",
	"sphinx", "mdbook", "slidev", "zola", "eleventy", "pelican", "markdown-it", "other",
}

func (p Program) String() string { return programNames[p] }

// ProgramNamed returns the program with this name, AnyProgram for another name.
func ProgramNamed(name string) Program { return Program(max(0, slices.Index(programNames[:], name))) }

// DialectOf returns the dialect that the name of a document says.
func DialectOf(name string) Dialect { return AnyProgram.DialectOf(name) }

// DialectOf returns the dialect of a document that the program makes a page of.
func (p Program) DialectOf(name string) Dialect {
	ext := strings.ToLower(path.Ext(name))
	switch {
	case ext == ".qmd":
		p = Quarto
	case ext == ".rmd" && p != Quarto:
		p = Pandoc
	}
	return Dialect{MDX: ext == ".mdx" || p == Docusaurus && ext == ".md", Program: p}
}

// CommonMark reports whether the program is known to read blocks and emphasis as the specification says.
func (p Program) CommonMark() bool {
	switch p {
	case GitHub, Docusaurus, Astro, Hugo, Obsidian, VitePress, MdBook, Slidev, Zola, Eleventy, MarkdownIt, Sphinx:
		return true
	}
	return false
}

// syntax returns what a document is read by.
func (d Dialect) syntax() tree.Syntax {
	return tree.Syntax{JSX: d.MDX, Bodies: d.Program == MkDocs, Overlays: overlaysOf(d)}
}
