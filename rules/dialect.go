package rules

// Dialect names a program that makes pages of documents, by whose Markdown they are read.
type Dialect uint8

// DialectUnnamed leaves the dialect to the files of the repository.
const DialectUnnamed Dialect = 0

// dialectNames are the names that the file may give. Package markdown knows what they mean.
var dialectNames = []string{
	"", "github", "docusaurus", "astro", "mkdocs", "hugo", "jekyll", "obsidian", "vitepress", "quarto", "pandoc",
	"sphinx", "mdbook", "slidev", "zola", "eleventy", "pelican", "markdown-it", "other",
}

// String returns the name used in the file, "" for DialectUnnamed.
func (d Dialect) String() string { return dialectNames[d] }
