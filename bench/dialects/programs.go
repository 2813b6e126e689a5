package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed judges
var judges embed.FS

// sites are repositories with the programs that make their pages. The folder node has packages of npm.
func sites(node string) []site {
	return []site{
		{"fastapi/fastapi", regexp.MustCompile(`^docs/[^/]+/docs/`), script("", "python3", "python.py")},
		{"squidfunk/mkdocs-material", regexp.MustCompile(`^docs/`), script("", "python3", "python.py")},
		{"gohugoio/hugoDocs", regexp.MustCompile(`^content/`), hugo},
		{"jekyll/jekyll", regexp.MustCompile(`^docs/`), script("", "ruby", "kramdown.rb")},
		{"vuejs/docs", regexp.MustCompile(`^src/`), script(node, "node", "vitepress.mjs")},
		{"withastro/docs", regexp.MustCompile(`\.mdx$`), script(node, "node", "mdx.mjs")},
		{"rust-lang/book", regexp.MustCompile(`src/`), each("pulldown-cmark", "-T", "-F", "-S", "-L", "-H")},
	}
}

// script returns what makes pages by a program beside this one. One that needs packages of a folder is copied there.
func script(folder, interpreter, name string, mode ...string) func(string, []string) ([]string, error) {
	return func(site string, texts []string) (pages []string, err error) {
		source, err := judges.ReadFile("judges/" + name)
		if err != nil {
			return nil, err
		}
		dir, err := os.MkdirTemp(folder, "bench-dialects-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		if err := os.WriteFile(filepath.Join(dir, name), source, 0o644); err != nil {
			return nil, err
		}
		in, err := json.Marshal(texts)
		if err != nil {
			return nil, err
		}
		command := exec.Command(interpreter, append([]string{filepath.Join(dir, name), site}, mode...)...)
		command.Stdin, command.Stderr = bytes.NewReader(in), os.Stderr
		out, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return pages, json.Unmarshal(out, &pages)
	}
}

// each returns what makes a page of each text alone.
func each(name string, args ...string) func(string, []string) ([]string, error) {
	return func(_ string, texts []string) (pages []string, err error) {
		for _, text := range texts {
			command := exec.Command(name, args...)
			command.Stdin = strings.NewReader(text)
			out, err := command.Output()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			pages = append(pages, string(out))
		}
		return pages, nil
	}
}

// cmark makes pages as GitHub does.
func cmark(site string, texts []string) ([]string, error) {
	return each("cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tasklist",
		"-e", "footnotes")(site, texts)
}

// hugo makes pages with the settings that a site has for Markdown. A shortcode is an element of its own name, with
// what stands in it.
func hugo(site string, texts []string) (pages []string, err error) {
	dir, err := os.MkdirTemp("", "bench-dialects-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	settings, err := os.ReadFile(filepath.Join(site, "hugo.toml"))
	if err != nil {
		return nil, err
	}
	markup := regexp.MustCompile(`(?m)^\[markup\]\n(?:[ \t].*\n|\n)*`).Find(settings)
	files := map[string]string{
		"hugo.toml": "enableEmoji = true\ndisableKinds = ['home', 'section', 'RSS', 'sitemap', '404']\n" +
			string(markup),
		"layouts/_default/single.html": "{{ .Content }}",
	}
	// A name whose calls are all closed has a body. The other calls, and what closes them, are marks where they stand.
	called := regexp.MustCompile(`(\{\{[<%]\s*)(/?)\s*(\w[\w./-]*)([^{}]*?)(/?)([>%]\}\})`)
	open := map[string]int{}
	for _, text := range texts {
		for _, m := range called.FindAllStringSubmatch(text, -1) {
			switch {
			case m[2] != "":
				open[m[3]]--
			case m[5] == "":
				open[m[3]]++
			default:
				open[m[3]] += 1 << 20
			}
		}
	}
	for name, calls := range open {
		stub := "<x-call></x-call>"
		if calls == 0 {
			stub = "<x-call>{{ .Inner | .Page.RenderString }}</x-call>"
		}
		files["layouts/shortcodes/"+name+".html"] = stub
	}
	for i, text := range texts {
		text = called.ReplaceAllStringFunc(text, func(call string) string {
			m := called.FindStringSubmatch(call)
			if open[m[3]] != 0 {
				m[2], m[5] = "", ""
			}
			return strings.Join(m[1:], "")
		})
		files[fmt.Sprintf("content/p%d.md", i)] = "---\ntitle: p\n---\n" + text
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	if out, err := exec.Command("hugo", "--quiet", "-s", dir).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("hugo: %w: %s", err, out)
	}
	for i, text := range texts {
		if strings.TrimSpace(text) == "" { // hugo makes no page of it
			pages = append(pages, "")
			continue
		}
		page, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("public/p%d/index.html", i)))
		if err != nil {
			return nil, err
		}
		pages = append(pages, string(page))
	}
	return pages, nil
}
