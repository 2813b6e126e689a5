package link

import (
	slashpath "path"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// SlugStyle is the rule by which the fragments of headings are made: the one that the
// configuration names, that of the generator whose files the repository has, or else GitHub's.
// It is false where the rule isn't known: the generator has another one, or there are several.
func (s *Site) SlugStyle(config *rules.References) (style rules.SlugStyle, known bool) {
	switch {
	case config != nil && config.SlugNamed:
		return config.Slug, true
	case s.files() == nil:
		return rules.SlugGitHub, true
	}
	return s.files().slugStyle()
}

// findSlugStyle looks for the files of generators.
func (f *Files) findSlugStyle() (style rules.SlugStyle, known bool) {
	found := map[rules.SlugStyle]bool{}
	other, gitlab := false, false
	for path, kind := range f.entries {
		name := slashpath.Base(path)
		stem, _, _ := strings.Cut(name, ".")
		switch {
		case name == "mkdocs.yml" || name == "mkdocs.yaml":
			found[rules.SlugMkDocs] = true
		case strings.HasPrefix(name, "docusaurus.config."):
			found[rules.SlugDocusaurus] = true
		case stem == "hugo" && (strings.HasSuffix(name, ".toml") || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".json")):
			found[rules.SlugHugo] = true
		case name == ".gitlab-ci.yml":
			gitlab = true
		case kind == aFolder && (name == ".vitepress" || name == ".vuepress"),
			name == "_config.yml", name == "conf.py", name == "book.toml", name == "docfx.json", strings.HasPrefix(name, "astro.config."):
			other = true
		}
	}
	switch {
	case other || len(found) > 1:
		return rules.SlugGitHub, false
	case len(found) == 1:
		for style := range found {
			return style, true
		}
	case gitlab:
		return rules.SlugGitLab, true
	}
	return rules.SlugGitHub, true
}
