package link

import (
	"maps"
	slashpath "path"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// An area is the documents of one repository that, by its files, the same generator publishes.
type area struct {
	// styles are the ways in which the generator may make fragments, the likeliest first.
	styles []rules.SlugStyle
	// known says that no other rule can hold. If it is false, links must show the rule.
	known bool
	// plain says that no file belongs to a generator. Then GitHub shows the pages, unless links contradict.
	plain bool
}

// A generator is a program that makes a site, recognised by its files.
type generator struct {
	folder string // of its files
	area
	// content are the folders below folder that hold its pages; nil for all of folder.
	content []string
}

// A tree is the files of a repository by their paths from its root.
type tree struct {
	files *Files
	names map[string]string // what files calls them
}

func (f *Files) tree() tree {
	t := tree{f, make(map[string]string, len(f.entries))}
	for path := range f.entries {
		t.names[f.fromRoot(path)] = path
	}
	return t
}

func (t tree) text(path string) string {
	src, err := t.files.Text(t.names[path])
	if err != nil {
		return "" // a folder, or nothing
	}
	return string(src)
}

func (t tree) has(path string) bool { return t.names[path] != "" }

// findGenerators looks for the files that generators have. It returns the generator of each folder.
func (f *Files) findGenerators() map[string]generator {
	t := f.tree()
	found := map[string]generator{}
	for _, path := range slices.Sorted(maps.Keys(t.names)) {
		g, ok := t.generatorOf(path)
		if !ok || inFolder(path, "node_modules", "vendor", "testdata") {
			continue
		}
		if old, two := found[g.folder]; two {
			g = old.and(g)
		}
		found[g.folder] = g
		if !slices.Contains(g.styles, rules.SlugDocusaurus) {
			continue
		}
		if m := pagesBeside.FindStringSubmatch(t.text(path)); m != nil {
			pages := slashpath.Join(g.folder, m[1])
			found[pages] = generator{pages, g.area, nil}
		}
	}
	return found
}

// pagesBeside matches the setting of Docusaurus that names a folder of pages beside its own.
var pagesBeside = regexp.MustCompile(`(?m)^\s*path:\s*["'](\.\./[^"']+)`)

// and returns what is known where a folder has the files of two generators.
func (g generator) and(other generator) generator {
	if len(g.styles) == 0 || len(other.styles) == 0 || !slices.Equal(g.content, other.content) {
		g.content = nil
	}
	g.area = g.area.and(other.area)
	return g
}

// and returns what is known where documents may be of either area.
func (a area) and(b area) area {
	a.styles, a.known, a.plain = slices.Clone(a.styles), a.known && b.known, false
	for _, style := range b.styles {
		if !slices.Contains(a.styles, style) {
			a.styles = append(a.styles, style)
		}
	}
	return a
}

func inFolder(path string, names ...string) bool {
	return slices.ContainsFunc(strings.Split(slashpath.Dir(path), "/"),
		func(part string) bool { return slices.Contains(names, part) })
}

// TellsGenerator reports whether a file or folder with this name may belong to a generator. Its content decides.
func TellsGenerator(name string) bool {
	stem, ext, _ := strings.Cut(name, ".")
	switch name {
	case "mkdocs.yml", "mkdocs.yaml", ".vitepress", ".vuepress", "_config.yml", "conf.py", "_toc.yml", "book.toml",
		"docfx.json", "config.toml", "_quarto.yml", "_quarto.yaml", ".obsidian", "myst.yml":
		return true
	}
	return stem == "hugo" && ext != "" || strings.HasPrefix(ext, "config.") && (stem == "docusaurus" || stem == "astro")
}

// generatorOf returns the generator that has a file or folder like the one at path.
func (t tree) generatorOf(path string) (generator, bool) {
	folder, name := slashpath.Dir(path), slashpath.Base(path)
	stem, ext, _ := strings.Cut(name, ".")
	configures := strings.HasPrefix(ext, "config.")
	data := ext == "toml" || ext == "yaml" || ext == "yml" || ext == "json"
	made := func(styles ...rules.SlugStyle) generator { return generator{folder, area{styles, true, false}, nil} }
	switch {
	case name == "mkdocs.yml" || name == "mkdocs.yaml":
		text := t.text(path)
		return made(rules.SlugMkDocs).unless(text, "slugify").in(setting(text, "docs_dir", "docs")), true
	case stem == "docusaurus" && configures:
		return made(rules.SlugDocusaurus), true
	case stem == "astro" && configures:
		return made(rules.SlugAstro).unless(t.text(path), "slug", "heading-id", "headings").in("src"), true
	case name == ".vitepress" || name == ".vuepress":
		return made(rules.SlugVitePress), true
	case stem == "config" && vitePress(folder),
		slashpath.Base(folder) == "config" && vitePress(slashpath.Dir(folder)):
		folder = slashpath.Dir(strings.TrimSuffix(folder, "/config"))
		return made(rules.SlugVitePress).unless(t.text(path), "slugify"), true
	case (stem == "hugo" || stem == "config") && data && hugoText(name, t.text(path)):
		if slashpath.Base(folder) == "_default" {
			folder = slashpath.Dir(slashpath.Dir(folder))
		}
		return made(t.hugoStyle(folder, t.text(path))).in(setting(t.text(path), "contentDir", "content")), true
	case name == "_config.yml" || name == "_config.yaml":
		return t.jekyll(folder, t.text(path), made), true
	case name == "conf.py" && strings.Contains(t.text(path), "extensions"), name == "_toc.yml":
		return made(rules.SlugSphinx, rules.SlugDocutils).unless(t.text(path), "recommonmark", "heading_slug_func"), true
	case name == "myst.yml":
		return made(rules.SlugSphinx, rules.SlugDocutils).unless(t.text(path), "version"), true
	case name == "book.toml":
		return made(rules.SlugMdBook, rules.SlugMdBook04).in(setting(t.text(path), "src", "src")), true
	case name == "_sidebar.md":
		return made(rules.SlugDocsify, rules.SlugGitHub), true
	case name == "docfx.json":
		return made(rules.SlugDocfx), true
	case name == "_quarto.yml" || name == "_quarto.yaml":
		return made(rules.SlugPandoc), true
	case name == ".obsidian":
		return made(rules.SlugObsidian, rules.SlugGitHub), true
	case name == "config.toml" && strings.Contains(t.text(path), "base_url"):
		return made(rules.SlugZola).unless(t.text(path), "slugify").in("content"), true
	case slices.Contains(otherFiles, name) || configures && slices.Contains(otherPrograms, stem):
		return generator{folder: folder}.in("content", "pages", "src", "docs", "app"), true
	}
	return generator{}, false
}

// The files of generators whose rule for slugs is not known.
var (
	otherPrograms = []string{"next", "nuxt", "eleventy", "rspress", "vocs"}
	otherFiles    = []string{
		"gatsby-config.js", "gatsby-config.ts", ".eleventy.js", "antora.yml", "mint.json", "book.json", ".gitbook.yaml",
		"pelicanconf.py", "zensical.toml", "quarto.yml", "honkit.json", "theme.config.tsx", "theme.config.jsx",
	}
)

// vitePress reports whether a folder has the settings of VitePress or VuePress.
func vitePress(folder string) bool {
	return slices.Contains([]string{".vitepress", ".vuepress"}, slashpath.Base(folder))
}

// unless returns g, with an unknown rule if the text of its configuration has one of the words.
func (g generator) unless(text string, words ...string) generator {
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) }) {
		g.known = false
	}
	return g
}

func (g generator) in(content ...string) generator {
	for i, folder := range content {
		content[i] = slashpath.Join(g.folder, folder)
	}
	g.content = content
	return g
}

// setting returns the value of a key in YAML, TOML or JSON, or what holds without it.
func setting(text, key, otherwise string) string {
	m := regexp.MustCompile(`(?m)^\s*"?` + key + `"?\s*[:=]\s*["']?([^"'\s,#]+)`).FindStringSubmatch(text)
	if m == nil {
		return otherwise
	}
	return m[1]
}

// hugoText reports whether a file is the configuration of a site of Hugo. Other programs have files of the older name,
// too.
func hugoText(name, text string) bool {
	return strings.HasPrefix(name, "hugo.") ||
		regexp.MustCompile(`(?mi)^\s*"?(baseurl|languagecode|contentdir|defaultcontentlanguage)\b`).MatchString(text)
}

func (t tree) hugoStyle(folder, text string) rules.SlugStyle {
	for _, name := range []string{"markup.toml", "markup.yaml", "markup.yml", "markup.json"} {
		text += "\n" + t.text(slashpath.Join(folder, "config/_default", name))
	}
	switch setting(text, "autoHeadingIDType", "github") {
	case "github-ascii":
		return rules.SlugHugoASCII
	case "blackfriday":
		return rules.SlugHugoBlackfriday
	}
	return rules.SlugHugo
}

// jekyll returns the generator that has a _config.yml.
func (t tree) jekyll(folder, text string, made func(...rules.SlugStyle) generator) generator {
	g := made(rules.SlugJekyll).unless(text, "auto_ids: false", "transliterated_header_ids: true")
	parser := strings.ToLower(setting(text, "markdown", "kramdown"))
	switch {
	case t.has(slashpath.Join(folder, "_toc.yml")): // Jupyter Book's
		return made(rules.SlugSphinx, rules.SlugDocutils)
	case strings.EqualFold(setting(text, "input", "GFM"), "kramdown"):
		return made(rules.SlugKramdown)
	case t.has(slashpath.Join(folder, "source/_posts")) || parser != "kramdown" && parser != "gfm": // Hexo, or another parser
		g.known = false
	}
	return g
}

// areaOf returns the area of the document at path: that of the generator in the nearest folder above it. GitHub shows a
// page that the generator may leave out, and a generator may take its pages from a folder next to its own.
func (f *Files) areaOf(path string) area {
	path = f.fromRoot(f.one(slashpath.Clean(path)))
	for folder := slashpath.Dir(path); ; folder = slashpath.Dir(folder) {
		if g, ok := f.generators()[folder]; ok {
			return g.areaOf(path)
		}
		if folder == "." || folder == "/" || folder == ".." {
			break
		}
	}
	a := area{[]rules.SlugStyle{rules.SlugGitHub}, true, true}
	if f.entries[f.one(slashpath.Join(f.root, ".gitlab-ci.yml"))] == aFile {
		a.styles = []rules.SlugStyle{rules.SlugGitLab}
	}
	for _, folder := range slices.Sorted(maps.Keys(f.generators())) {
		if g := f.generators()[folder]; len(g.styles) > 0 {
			a = a.and(g.area)
		}
	}
	return a
}

func (g generator) areaOf(path string) area {
	plain := area{[]rules.SlugStyle{rules.SlugGitHub}, true, len(g.styles) == 0}
	in := g.content == nil || slices.ContainsFunc(g.content, func(folder string) bool {
		return folder == "." || strings.HasPrefix(path, folder+"/")
	})
	switch shown, _, _ := strings.Cut(path, "."); {
	case in && !strings.EqualFold(shown, "README"):
		return g.area
	case len(g.styles) == 0:
		return plain
	}
	return g.area.and(plain)
}
