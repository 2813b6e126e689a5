package workspace

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/rules"
)

func TestDialectsByTheFilesOfARepository(t *testing.T) {
	for name, c := range map[string]struct {
		file, text, doc string
		want            markdown.Program
	}{
		"MkDocs":                    {"mkdocs.yml", "", "docs/a.md", markdown.MkDocs},
		"MkDocs of a translation":   {"docs/en/mkdocs.yml", "", "docs/de/docs/a.md", markdown.MkDocs},
		"beside a translation":      {"docs/en/mkdocs.yml", "", "docs/de/notes.md", markdown.AnyProgram},
		"beside its configuration":  {"mkdocs.yml", "", "README.md", markdown.GitHub},
		"Docusaurus":                {"docusaurus.config.js", "", "docs/a.md", markdown.Docusaurus},
		"Docusaurus by extension":   {"docusaurus.config.js", "format: 'detect'", "docs/a.md", markdown.OtherProgram},
		"Docusaurus in a folder":    {"website/docusaurus.config.ts", "", "docs/a.md", markdown.AnyProgram},
		"Astro":                     {"astro.config.mjs", "", "src/content/docs/a.mdx", markdown.Astro},
		"Hugo":                      {"hugo.toml", "", "content/a.md", markdown.Hugo},
		"Hugo by its older name":    {"config.toml", "baseURL = 'x'", "content/a.md", markdown.Hugo},
		"Zola":                      {"config.toml", "base_url = 'x'", "content/a.md", markdown.Zola},
		"Cargo":                     {"config.toml", "[build]", "docs/a.md", markdown.GitHub},
		"Jekyll":                    {"_config.yml", "", "a.md", markdown.Jekyll},
		"Hexo":                      {"_config.yml", "source_dir: source", "source/_posts/a.md", markdown.OtherProgram},
		"MyST":                      {"myst.yml", "", "a.md", markdown.Sphinx},
		"Obsidian":                  {".obsidian/app.json", "", "notes/a.md", markdown.Obsidian},
		"VitePress":                 {"docs/.vitepress/config.js", "", "docs/a.md", markdown.VitePress},
		"Quarto":                    {"_quarto.yml", "", "a.md", markdown.Quarto},
		"Sphinx":                    {"docs/conf.py", "extensions = []", "docs/a.md", markdown.Sphinx},
		"a conf.py of another kind": {"docs/conf.py", "x = 1", "docs/a.md", markdown.GitHub},
		"mdBook":                    {"book.toml", "", "src/a.md", markdown.MdBook},
		"Eleventy":                  {"eleventy.config.js", "", "a.md", markdown.Eleventy},
		"Pelican":                   {"pelicanconf.py", "", "content/a.md", markdown.Pelican},
		"another program":           {"next.config.js", "", "pages/a.mdx", markdown.OtherProgram},
		"none":                      {"go.mod", "", "docs/a.md", markdown.GitHub},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			write := func(name, text string) {
				path := filepath.Join(top, filepath.FromSlash(name))
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
				require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			}
			write(".git/HEAD", "ref: refs/heads/main\n")
			write(".git/objects/a", "")
			write(".git/refs/a", "")
			write(c.file, c.text)
			write(c.doc, "text\n")
			write("docs/en/docs/a.md", "text\n")
			got := NewDialects().Of(filepath.Join(top, filepath.FromSlash(c.doc)), nil)
			assert.Equal(t, c.want.String(), got.Program.String())
			mdx := filepath.Ext(c.doc) == ".mdx" || c.want == markdown.Docusaurus
			assert.Equal(t, mdx, got.MDX)
		})
	}
}

func TestEachDialectOfTheConfigurationIsKnown(t *testing.T) {
	for i, name := 0, ""; name != "other"; i++ {
		name = rules.Dialect(i).String()
		assert.Equal(t, markdown.Program(i), markdown.ProgramNamed(name), name)
		assert.Equal(t, name, markdown.Program(i).String())
	}
	set, err := rules.Load("rules.json", []byte(`{"dialect": "quarto"}`))
	require.NoError(t, err)
	assert.Equal(t, markdown.Quarto, NewDialects().Of("a.md", set).Program)
}
