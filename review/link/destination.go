package link

import (
	"net/url"
	slashpath "path"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Destination is the target of a link within the repository.
type Destination struct {
	// File is the path as it is written, unescaped, without query and fragment; "" is the document itself.
	File string
	// Fragment is what stands behind the #, unescaped, or "" for none.
	Fragment string
}

// ParseDestination splits a link's destination as it is written in Markdown. It reports false for one that leads out of
// the repository or to a place that only a program knows: a URL, a mail address, a template.
func ParseDestination(raw string) (Destination, bool) {
	text := raw
	if strings.IndexByte(raw, '&') >= 0 || strings.IndexByte(raw, '\\') >= 0 {
		text = string(markdown.AppendText(nil, []byte(raw)))
	}
	if text == "" || text == "%s" || text == "URL" || strings.HasPrefix(text, "//") || source.HasScheme(text) ||
		strings.ContainsAny(text, "{}<>$|*\n") || strings.Contains(text, "::") {
		return Destination{}, false
	}
	file, fragment, _ := strings.Cut(text, "#")
	file, _, _ = strings.Cut(file, "?")
	return Destination{File: unescape(file), Fragment: unescape(fragment)}, true
}

// unescape resolves percent signs, and leaves alone what has them wrong.
func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// EscapesNumber reports whether a destination as it is written holds an entity such as &#35; or &num;, so that its
// first # may not be the one before the fragment.
func EscapesNumber(raw string) bool {
	return strings.Contains(raw, "&#") || strings.Contains(raw, "&num;")
}

// WriteFragment returns slug as it is written in place of the fragment old: with percent signs for what is not ASCII if
// old has percent signs, and for spaces.
func WriteFragment(slug, old string) string {
	if strings.Contains(old, "%") || strings.Contains(slug, " ") {
		return url.PathEscape(slug)
	}
	return slug
}

// Target returns the file that a link in the document at from leads to. known is false if nothing is known of the
// repository's files, or if there is no such file and the path may belong to the published site: it is absolute, leaves
// the repository or ends in .html. If the file is missing, target is the path as the link has it, and found is false.
// exact says that the link names the file itself. Site generators also turn other paths into it: a page without its
// extension, a folder for its index, .html for .md.
func (s *Site) Target(from string, dest Destination) (target string, found, exact, known bool) {
	if dest.File == "" {
		return from, true, true, true
	}
	if page, ok := strings.CutPrefix(dest.File, "@/"); ok {
		return s.zolaPage(from, page)
	}
	var literal string
	if strings.HasPrefix(dest.File, "/") {
		if s.files() == nil {
			return "", false, false, false
		}
		literal = s.files().one(slashpath.Join(s.files().root, dest.File))
	} else {
		literal = s.files().one(slashpath.Join(slashpath.Dir(from), dest.File))
	}
	if s.has(literal) && !(s.folder(literal) && dest.Fragment != "") {
		return literal, true, true, true
	}
	for _, p := range pages(from, literal, dest.File) {
		p = s.files().one(p)
		if dest.File == "/" && strings.EqualFold(slashpath.Base(p), "README.md") {
			continue // GitHub has the README, but nothing at this path; a site has another page there
		}
		if s.isFile(p) {
			return p, true, false, true
		}
	}
	if s.has(literal) {
		return literal, true, true, true
	}
	if page, ok := s.fromContent(from, literal, dest.File); ok {
		return page, true, false, true
	}
	if page, ok := s.lowered(from, literal, dest.File); ok {
		return page, true, false, true
	}
	return literal, false, false, s.files().inRepository(literal) && !strings.HasPrefix(dest.File, "/") &&
		!isHTML(literal) && !s.files().route(dest.File) && !s.untranslated(from, literal) &&
		!s.label(from, dest.File) && !s.alias(literal, dest.File) && !s.fromTop(from, dest.File) &&
		!s.pageByName(from, dest.File) && !s.aliased(from, dest.File)
}

// fromContent returns the file that a path without dots leads to from a folder above that of the document. Docusaurus
// looks for a page beside the document first, and then from where its pages begin. A page of Jekyll may say that it is
// published there.
func (s *Site) fromContent(from, literal, file string) (page string, found bool) {
	f := s.files()
	if f == nil || strings.HasPrefix(file, ".") || !f.made(from, rules.SlugJekyll, rules.SlugKramdown) &&
		!(IsMarkdown(literal) && f.made(from, rules.SlugDocusaurus)) {
		return "", false
	}
	for folder := slashpath.Dir(from); !found && len(folder) > 1 && slashpath.Base(folder) != ".."; {
		folder = slashpath.Dir(folder)
		page = f.one(slashpath.Join(folder, file))
		found = s.isFile(page)
	}
	return page, found
}

// aliased reports whether a path from the page that the document is published as leads to an address that another page
// has beside its own, or to a post, whose address begins with its day.
func (s *Site) aliased(from, file string) bool {
	f := s.files()
	if f == nil || !f.made(from, asWritten...) {
		return false
	}
	rest := strings.TrimLeft(slashpath.Clean(file), "./")
	if m := postPath.FindStringSubmatch(rest); m != nil && len(f.Named(strings.Join(m[1:], "-")+".md")) > 0 {
		return true
	}
	return rest != "" && f.given().aliases[rest]
}

var postPath = regexp.MustCompile(`(?:^|/)(\d{4})/(\d\d)/(\d\d)/([^/]+?)(?:\.html)?$`)

// lowered returns the page of a site of Hugo that a path in small letters leads to: such are its addresses.
func (s *Site) lowered(from, literal, file string) (page string, found bool) {
	if s.files() == nil || !s.files().made(from, hugo...) {
		return "", false
	}
	for _, p := range pages(from, literal, file) {
		p = s.files().one(p)
		for _, page := range s.files().Named(slashpath.Base(p)) {
			if strings.EqualFold(page, p) {
				return page, true
			}
		}
	}
	return "", false
}

// Partial reports whether a document, by its name, is included in other pages: its links are read from theirs.
func Partial(name string) bool {
	base, _, _ := strings.Cut(slashpath.Base(name), ".")
	switch strings.ToLower(base) {
	case "_index", "_sidebar", "_navbar", "_coverpage", "_footer", "_404":
		return false
	}
	return strings.HasPrefix(base, "_") ||
		inFolder(name, "includes", "_includes", "partials", "_partials", "snippets")
}

// label reports whether a path without an ending is a name that documents give: with Sphinx a target of MyST, as in
// (setup)=, with Docusaurus the identifier of a page in its front matter, in a book what a preprocessor knows.
func (s *Site) label(from, file string) bool {
	f := s.files()
	return f != nil && (slashpath.Ext(file) == "" && (f.made(from, rules.SlugSphinx, rules.SlugDocusaurus) ||
		f.made(from, rules.SlugMdBook) && !strings.Contains(file, "/")) || s.Object(from, file))
}

// alias reports whether a path begins with a name that the settings of a program give a folder, as in @assets/a.png.
func (s *Site) alias(literal, file string) bool {
	name, _, below := strings.Cut(file, "/")
	return below && len(name) > 1 && name[0] == '@' && !s.has(strings.TrimSuffix(literal, file[len(name):]))
}

// fromTop reports whether a path leads to a file because browsers go up no further than to the top of a site: to a
// page, if the path has no ending and all of its site is below the folders that the path goes up, or to one of the
// files that are published as they are.
func (s *Site) fromTop(from, file string) bool {
	file = slashpath.Clean(file)
	up, page := ups(file), strings.TrimLeft(file, "./")
	switch {
	case up == 0 || page == "":
		return false
	case slashpath.Ext(page) != "":
		return slices.ContainsFunc(s.files().Named(slashpath.Base(page)), func(path string) bool {
			path = "/" + path
			return strings.HasSuffix(path, "/static/"+page) || strings.HasSuffix(path, "/public/"+page)
		})
	}
	for _, name := range withEndings(slashpath.Base(page)) {
		if slices.ContainsFunc(s.files().Named(name), func(path string) bool {
			top, is := strings.CutSuffix(strings.TrimSuffix(path, slashpath.Ext(path)), page)
			below, in := strings.CutPrefix(from, top)
			return is && in && strings.Count(below, "/") < up
		}) {
			return true
		}
	}
	return false
}

// pageByName reports whether a site of Hugo has a page with a name, and a hook for links: GetPage finds it anywhere.
func (s *Site) pageByName(from, file string) bool {
	f, name := s.files(), strings.Trim(file, "./")
	if f == nil || strings.Contains(name, "/") || len(f.Named("render-link.html")) == 0 ||
		!f.made(from, hugo...) {
		return false
	}
	ofFolder := func(path string) bool { return slashpath.Base(slashpath.Dir(path)) == name }
	return len(f.Named(name+".md")) > 0 || slices.ContainsFunc(f.Named("index.md"), ofFolder) ||
		slices.ContainsFunc(f.Named("_index.md"), ofFolder)
}

// FromPage reports whether a path leads to a file from the folder that the page is published as. No generator writes
// one in a tag anew, and the generators of asWritten none in Markdown.
func (s *Site) FromPage(from string, dest Destination, markdown bool) bool {
	if markdown && (s.files() == nil || !s.files().made(from, asWritten...)) {
		return false
	}
	stem := strings.TrimSuffix(from, slashpath.Ext(from))
	switch strings.ToLower(slashpath.Base(stem)) {
	case "index", "_index", "readme":
		return false
	}
	return s.isFile(s.files().one(slashpath.Join(stem, dest.File)))
}

var (
	hugo      = []rules.SlugStyle{rules.SlugHugo, rules.SlugHugoASCII, rules.SlugHugoBlackfriday}
	asWritten = append([]rules.SlugStyle{rules.SlugJekyll, rules.SlugKramdown, rules.SlugZola}, hugo...)
)

// untranslated reports whether the English pages have a file that a page in another language links to. Sites show the
// English page until it is translated.
func (s *Site) untranslated(from, file string) bool {
	folders, own := strings.Split(file, "/"), strings.Split(from, "/")
	for i := range min(len(folders), len(own)) - 1 {
		switch name := folders[i]; {
		case name != own[i]:
			return false
		case len(name) == 2 || len(name) > 4 && len(name) < 8 && name[2] == '-': // fr, pt-br, zh-hant
			folders[i] = "en"
			if s.has(strings.Join(folders, "/")) {
				return true
			}
			folders[i] = name
		}
	}
	return false
}

// zolaPage is Target for a path from the folder "content" of a site, as Zola has it. Elsewhere the sign is for a folder
// that only the program knows.
func (s *Site) zolaPage(from, page string) (target string, found, exact, known bool) {
	folders := strings.Split(slashpath.Dir(from), "/")
	for n := len(folders); n > 0; n-- {
		if folders[n-1] != "content" {
			continue
		}
		if p := slashpath.Join(strings.Join(folders[:n], "/"), page); s.isFile(p) {
			return p, true, true, true
		}
	}
	return "", false, false, false
}

// route reports whether a path without an ending is the end of that of a page: the program that makes the pages may
// know where it begins.
func (f *Files) route(file string) bool {
	file = strings.ToLower(strings.Trim(file, "/"))
	if !strings.Contains(file, "/") || strings.HasPrefix(file, ".") || slashpath.Ext(file) != "" {
		return false
	}
	for _, end := range append([]string{"/index.md", "/_index.md", "/index.mdx"}, pageEndings...) {
		for _, path := range f.Named(slashpath.Base(file + end)) {
			if strings.HasSuffix(strings.ToLower(path), strings.ToLower("/"+file+end)) {
				return true
			}
		}
	}
	return false
}

func isHTML(path string) bool {
	ext := slashpath.Ext(path)
	return ext == ".html" || ext == ".htm"
}

func (s *Site) has(path string) bool { return s.holds(path) || s.files().Has(path) }

func (s *Site) folder(path string) bool {
	return s.files() != nil && s.files().entries[path] == aFolder
}

func (s *Site) isFile(path string) bool {
	return s.holds(path) || s.files() != nil && s.files().entries[path] == aFile
}

var (
	indexNames  = []string{"README.md", "index.md", "_index.md", "readme.md", "index.mdx", "index.qmd"}
	pageEndings = []string{".md", ".mdx", ".markdown", ".qmd", ".Rmd"}
)

// pages returns the files that a site generator may publish under a path that no file has: page.md as page or
// page.html, folder/index.md as folder. From a page that is published as a folder, its neighbours are one level up.
func pages(from, literal, written string) []string {
	if isHTML(literal) {
		return withEndings(strings.TrimSuffix(literal, slashpath.Ext(literal)))
	}
	if IsMarkdown(literal) {
		return nil
	}
	places := []string{literal}
	if !strings.HasPrefix(written, "/") {
		stem := strings.TrimSuffix(from, slashpath.Ext(from))
		places = append(places, slashpath.Join(stem, written))
		if strings.HasSuffix(written, "/") { // written for pages that are folders
			slices.Reverse(places)
		}
	}
	var out []string
	for _, p := range places {
		out = append(out, withEndings(p)...)
		for _, name := range indexNames {
			out = append(out, slashpath.Join(p, name))
		}
	}
	return out
}

func withEndings(stem string) []string {
	out := slices.Clone(pageEndings)
	for i := range out {
		out[i] = stem + out[i]
	}
	return out
}
