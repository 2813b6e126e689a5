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
	beside := slashpath.Join(slashpath.Dir(from), dest.Fragment+slashpath.Ext(from))
	return dest.File == "" && (f.made(from, rules.SlugSphinx) && f.targets()[dest.Fragment] || s.isFile(beside)) ||
		f.made(target, rules.SlugVitePress) && slices.Contains(f.added(), dest.Fragment) || f.templates()[dest.Fragment]
}

// Object reports whether a name in a document of Sphinx may be that of an object that the sources document, such as
// Spawner.start_timeout. A slug has no capitals and dots, and a file has an ending that others have, too.
func (s *Site) Object(from, name string) bool {
	f := s.files()
	return f != nil && f.made(from, rules.SlugSphinx) && objectName.MatchString(name) && !IsMarkdown(name) &&
		(slashpath.Ext(name) == "" || !f.endings()[slashpath.Ext(name)])
}

var (
	objectName  = regexp.MustCompile(`^[\pL_]\w*(\.\w+)+$|^\w*\p{Lu}\w*$|^\w+_\w+$`)
	mystTarget  = regexp.MustCompile(`(?m)^[ \t]*(?:\(([^()\s]+)\)=|\.\. _([^:\s]+):|:name: (\S+))[ \t]*\r?$`)
	templateID  = regexp.MustCompile(`<[a-z][^<>]*\sid=["']?([\w.-]+)`)
	headingCode = regexp.MustCompile("(?:^|\\\\n|[`\"'])#{1,6} ([^\\\\`\"'$\r\n]+)")
)

// made reports whether a generator that makes fragments by a style publishes the document at path.
func (f *Files) made(path string, style rules.SlugStyle) bool {
	return slices.Contains(f.areaOf(path).styles, style)
}

// gatherTargets returns the targets that documents of Sphinx set.
func (f *Files) gatherTargets() map[string]bool {
	out := map[string]bool{}
	for path, kind := range f.entries {
		if kind != aFile || Foreign(path) || !IsMarkdown(path) && slashpath.Ext(path) != ".rst" {
			continue
		}
		src, err := f.read(path)
		if err != nil {
			continue
		}
		for _, m := range mystTarget.FindAllSubmatch(src, -1) {
			out[string(bytes.Join(m[1:], nil))] = true
		}
	}
	return out
}

// gatherAdded returns the fragments of headings that stand in programs among the settings of VitePress.
func (f *Files) gatherAdded() (out []string) {
	for path, kind := range f.entries {
		if ext := slashpath.Ext(path); kind != aFile || ext != ".ts" && ext != ".js" && ext != ".mts" ||
			!inFolder(path, ".vitepress", ".vuepress") || Foreign(path) {
			continue
		}
		src, err := f.read(path)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(src) {
			for _, m := range headingCode.FindAllSubmatch(line, -1) {
				out = append(out, base(strings.TrimSpace(string(m[1])), rules.SlugVitePress))
			}
		}
	}
	return out
}

// gatherTemplates returns the identifiers that templates and components of sites set.
func (f *Files) gatherTemplates() map[string]bool {
	out := map[string]bool{}
	for path, kind := range f.entries {
		if kind != aFile || Foreign(path) || !inFolder(path, "_includes", "_layouts", "layouts", "templates") {
			continue
		}
		if src, err := f.read(path); err == nil {
			for _, m := range templateID.FindAllSubmatch(src, -1) {
				out[string(m[1])] = true
			}
		}
	}
	return out
}

func (f *Files) gatherEndings() map[string]bool {
	out := map[string]bool{}
	for path, kind := range f.entries {
		if kind == aFile {
			out[slashpath.Ext(path)] = true
		}
	}
	return out
}
