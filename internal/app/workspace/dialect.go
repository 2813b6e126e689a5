package workspace

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Dialects knows by which program's Markdown each document is read. Several goroutines may use it.
type Dialects struct {
	mutex   sync.Mutex
	where   Locations
	folders map[string]maker
	parents map[string][]string // the folders right below one that have the files of a program
	door    files.Door
}

// A maker is a program that makes pages, as the files of a folder show it.
type maker struct {
	program markdown.Program
	// apart says that the pages are in a folder below: GitHub shows those that lie beside the files of the program.
	apart bool
}

// NewDialects returns a Dialects that has looked at nothing yet.
func NewDialects() *Dialects {
	return &Dialects{where: NewLocations(), folders: map[string]maker{}, parents: map[string][]string{}}
}

// Of returns the dialect of the document at path. The configuration names it, or the files in the folders above do.
func (d *Dialects) Of(path string, set *rules.Set) markdown.Dialect {
	if set != nil && set.Dialect != rules.DialectUnnamed {
		return markdown.ProgramNamed(set.Dialect.String()).DialectOf(path)
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	at := d.where.Of(path)
	if at.Top == "" {
		return markdown.DialectOf(path)
	}
	own := filepath.Dir(at.Name)
	for folder := own; ; folder = filepath.Dir(folder) {
		if m := d.folder(filepath.Join(at.Top, folder)); m.program != markdown.AnyProgram {
			if m.apart && folder == own {
				m.program = markdown.GitHub
			}
			return m.program.DialectOf(path)
		}
		within := strings.TrimPrefix(filepath.ToSlash(at.Name), filepath.ToSlash(folder)+"/")
		if program, found := d.beside(filepath.Join(at.Top, folder), within); found {
			return program.DialectOf(path)
		}
		if folder == "." || folder == filepath.Dir(folder) {
			return markdown.GitHub.DialectOf(path)
		}
	}
}

// beside looks for programs of the folders right below a parent, and returns that of the one in which a document has
// the name that this one has in its own: it is a translation. Of other documents the program is unknown: one may take
// its pages from a folder that is not below its own.
func (d *Dialects) beside(parent, name string) (program markdown.Program, found bool) {
	folders, known := d.parents[parent]
	if !known {
		entries, _ := os.ReadDir(parent)
		for _, e := range entries {
			folder := filepath.Join(parent, e.Name())
			if e.IsDir() && e.Name() != ".git" && d.folder(folder).program != markdown.AnyProgram {
				folders = append(folders, folder)
			}
		}
		d.parents[parent] = folders
	}
	_, rest, below := strings.Cut(name, "/")
	for _, folder := range folders {
		if _, err := os.Lstat(filepath.Join(folder, rest)); below && err == nil {
			return d.folder(folder).program, true
		}
	}
	return markdown.AnyProgram, len(folders) > 0
}

// folder returns the program whose files a folder has.
func (d *Dialects) folder(folder string) maker {
	m, known := d.folders[folder]
	if !known {
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			next := d.makerOf(folder, e.Name())
			// A Jupyter Book has the _config.yml of Jekyll, too.
			if m.program == markdown.AnyProgram || next.program == markdown.Sphinx {
				m = next
			}
		}
		d.folders[folder] = m
	}
	return m
}

// maxSettings is how long a file is at most that is looked into.
const maxSettings = 1 << 20

// makerOf returns the program that has a file or folder of this name.
func (d *Dialects) makerOf(folder, name string) maker {
	stem, ext, _ := strings.Cut(name, ".")
	configures := strings.HasPrefix(ext, "config.")
	says := func(words ...string) bool {
		text, _ := d.door.ReadIn(folder, filepath.Join(folder, name), maxSettings)
		return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(text, []byte(w)) })
	}
	switch {
	case name == "mkdocs.yml" || name == "mkdocs.yaml" || name == "zensical.toml":
		return maker{markdown.MkDocs, true}
	case stem == "docusaurus" && configures && says("format: 'detect'", `format: "detect"`):
		return maker{markdown.OtherProgram, true}
	case stem == "docusaurus" && configures:
		return maker{markdown.Docusaurus, true}
	case stem == "astro" && configures:
		return maker{markdown.Astro, true}
	case stem == "hugo" && slices.Contains([]string{"toml", "yaml", "yml", "json"}, ext):
		return maker{markdown.Hugo, true}
	case name == "config.toml" && says("base_url"):
		return maker{markdown.Zola, true}
	case stem == "config" && slices.Contains([]string{"toml", "yaml"}, ext) &&
		says("baseURL", "baseurl", "languageCode"):
		return maker{markdown.Hugo, true}
	case name == "_toc.yml" || name == "myst.yml", name == "conf.py" && says("extensions"):
		return maker{markdown.Sphinx, false}
	case name == "_config.yml" && says("source_dir:"): // Hexo's
		return maker{markdown.OtherProgram, true}
	case name == "_config.yml" || name == "_config.yaml":
		return maker{markdown.Jekyll, false}
	case name == ".obsidian":
		return maker{markdown.Obsidian, false}
	case name == ".vitepress" || name == ".vuepress":
		return maker{markdown.VitePress, false}
	case name == "_quarto.yml":
		return maker{markdown.Quarto, false}
	case name == "book.toml":
		return maker{markdown.MdBook, true}
	case name == ".eleventy.js" || stem == "eleventy" && configures:
		return maker{markdown.Eleventy, false}
	case name == "pelicanconf.py":
		return maker{markdown.Pelican, true}
	case configures && slices.Contains([]string{"next", "nuxt", "rspress", "vocs", "gatsby"}, stem),
		slices.Contains([]string{"gatsby-config.js", "gatsby-config.ts", "antora.yml", "mint.json", "book.json",
			".gitbook.yaml", "_sidebar.md"}, name):
		return maker{markdown.OtherProgram, true}
	}
	return maker{}
}
