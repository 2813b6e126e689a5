package link

import (
	"bytes"
	slashpath "path"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Given reports whether a fragment that no heading of the target has may be given from elsewhere: by a target of MyST
// in any document, by the settings of the site, which add headings to pages, by its templates, or by a page next to the
// target that a program shows in its place.
func (s *Site) Given(from, target string, dest Destination) bool {
	f := s.files()
	if f == nil {
		return false
	}
	g, fragment := f.given(), dest.Fragment
	beside := slashpath.Join(slashpath.Dir(from), fragment+slashpath.Ext(from))
	return dest.File == "" && (f.made(from, rules.SlugSphinx) && g.targets[fragment] || s.isFile(beside)) ||
		f.made(target, rules.SlugVitePress) && g.added[fragment] || g.templates[fragment]
}

// Object reports whether a name in a document of Sphinx may be that of an object that the sources document, such as
// Spawner.start_timeout, or in a book that of one of its rules. A slug has no capitals and dots, and a file has an
// ending that others have, too.
func (s *Site) Object(from, name string) bool {
	f := s.files()
	ext := slashpath.Ext(name)
	return f != nil && objectName.MatchString(name) && !IsMarkdown(name) && (f.made(from, rules.SlugSphinx) ||
		f.made(from, rules.SlugMdBook) && ext != "") && (ext == "" || !f.given().endings[ext])
}

var (
	objectName = regexp.MustCompile(`^[\pL_][\w-]*(\.[\w-]+)+$|^\w*\p{Lu}\w*$|^\w+_\w+$`)
	mystTarget = regexp.MustCompile(`(?m)^[ \t]*(?:\(([^()\s]+)\)=|\.\. _([^:\s]+):|:(?:name|label): (\S+)|` +
		"[:`]{3,}\\{figure-md\\} (\\S+))[ \\t]*\\r?$")
	templateID  = regexp.MustCompile(`<[a-z][^<>]*\sid=["']?([\w.-]+)`)
	headingCode = regexp.MustCompile("(?m)(?:^|\\\\n|[`\"'])#{1,6} ([^\\\\`\"'$\r\n]+)")
	frontAlias  = regexp.MustCompile(`\n(?:aliases|redirect_from|permalink|url)\s*[:=].*(?:\n[ \t\]-].*)*`)
	aliasPath   = regexp.MustCompile(`[^\s"'\[\],]*/[^\s"'\[\],]*`)
)

// made reports whether a generator that makes fragments by one of the styles publishes the document at path.
func (f *Files) made(path string, styles ...rules.SlugStyle) bool {
	area := f.areaOf(path)
	return slices.ContainsFunc(styles, func(s rules.SlugStyle) bool { return slices.Contains(area.styles, s) })
}

// given is what files of the repository say of addresses and fragments, beside the headings of the pages.
type given struct {
	targets   map[string]bool // that documents of Sphinx set
	added     map[string]bool // the fragments of headings in programs among the settings of VitePress
	templates map[string]bool // the identifiers that templates and components set
	aliases   map[string]bool // the addresses that pages of Hugo and Jekyll have, and their ends
	endings   map[string]bool // of all files
}

func (f *Files) gatherGiven() given {
	g := given{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for path, kind := range f.entries {
		if kind != aFile {
			continue
		}
		ext := slashpath.Ext(path)
		g.endings[ext] = true
		take := g.take(f, path, ext)
		if take == nil || Foreign(path) {
			continue
		}
		if src, err := f.read(path); err == nil {
			take(src)
		}
	}
	return g
}

// deepest is how many ends of an address are kept: so many folders has hardly one.
const deepest = 16

// take returns what takes from the text of a file what it gives, nil for most files.
func (g given) take(f *Files, path, ext string) func(src []byte) {
	each := func(to map[string]bool, pattern *regexp.Regexp, written func(string) string) func([]byte) {
		return func(src []byte) {
			for _, m := range pattern.FindAllSubmatch(src, -1) {
				to[written(string(bytes.Join(m[min(1, len(m)-1):], nil)))] = true
			}
		}
	}
	asIs := func(s string) string { return s }
	switch markdown := IsMarkdown(path); {
	case ext == ".rst", markdown && f.made(path, rules.SlugSphinx):
		return each(g.targets, mystTarget, asIs)
	case markdown && f.made(path, asWritten...):
		return func(src []byte) {
			if !bytes.HasPrefix(src, []byte("---")) && !bytes.HasPrefix(src, []byte("+++")) {
				return
			}
			front, _, _ := bytes.Cut(src[3:], src[:3])
			for _, list := range frontAlias.FindAll(front, -1) {
				for _, alias := range aliasPath.FindAll(list, -1) {
					rest, more := strings.Trim(string(alias), "/"), true
					for depth := 0; more && depth < deepest; depth++ {
						g.aliases[rest] = true
						_, rest, more = strings.Cut(rest, "/")
					}
				}
			}
		}
	case (ext == ".ts" || ext == ".js" || ext == ".mts") && inFolder(path, ".vitepress", ".vuepress"):
		heading := func(s string) string { return base(strings.TrimSpace(s), rules.SlugVitePress) }
		return each(g.added, headingCode, heading)
	case inFolder(path, "_includes", "_layouts", "layouts", "templates"):
		return each(g.templates, templateID, asIs)
	}
	return nil
}
