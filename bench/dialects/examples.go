package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
)

// A judge makes pages of examples. Version is a shell command that prints what the program is called; it runs in the
// folder with the packages of npm, and prints nothing where the program is not installed.
type judge struct {
	version string
	make    func(site string, texts []string) ([]string, error)
}

// judges are the programs that examples are written for, by the names of their files.
func judgesOf(node string) map[string]judge {
	python := judge{`python3 -c 'import markdown, yaml, pymdownx as p
print("Python-Markdown", markdown.__version__, "with pymdownx", getattr(p, "__version__", ""))'`,
		script("", "python3", "python.py")}
	return map[string]judge{
		"mdx":       {npm("@mdx-js/mdx"), script(node, "node", "mdx.mjs")},
		"math":      {npm("remark-math"), script(node, "node", "mdx.mjs", "math")},
		"anchor":    {npm("markdown-it-anchor"), script(node, "node", "markdown-it.mjs", "anchor")},
		"slidev":    {npm("@slidev/parser"), script(node, "node", "markdown-it.mjs", "slides")},
		"matter":    {npm("gray-matter"), script(node, "node", "markdown-it.mjs", "matter")},
		"vitepress": {npm("vitepress"), script(node, "node", "vitepress.mjs")},
		"pandoc":    {"pandoc --version | head -1", each("pandoc", "-f", "markdown", "-t", "html", "--no-highlight")},
		"kramdown":  {"echo kramdown $(kramdown --version)", script("", "ruby", "kramdown.rb")},
		"hugo":      {"hugo version | cut -d' ' -f1-2", hugo},
		"mkdocs":    python,
		"pymdownx":  python,
		"material": {`v=$(dpkg-query -Wf '${Version}' mkdocs-material) && echo Material $v`,
			script("", "python3", "material.py")},
		"myst": {`v=$(dpkg-query -Wf '${Version}' python3-myst-parser) && echo MyST-Parser $v`,
			script("", "python3", "myst.py")},
		"doxygen":  {"echo Doxygen $(doxygen --version)", script("", "python3", "doxygen.py")},
		"goldmark": {goldmarkModule, goldmarkPages},
	}
}

const goldmarkModule = "go list -m github.com/yuin/goldmark"

// npm returns the command that prints the version of a package.
func npm(name string) string {
	return "v=$(node -p 'JSON.parse(fs.readFileSync(\"node_modules/" + name + "/package.json\")).version') && echo " +
		name + " $v"
}

// goldmarkPages makes pages by Goldmark with its own extensions.
func goldmarkPages(_ string, texts []string) (pages []string, err error) {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList,
		extension.Typographer), goldmark.WithParserOptions(parser.WithAttribute(), parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe()))
	for _, text := range texts {
		var page bytes.Buffer
		if err := md.Convert([]byte(text), &page); err != nil {
			return nil, err
		}
		pages = append(pages, page.String())
	}
	return pages, nil
}

// What an example has besides the document and the files of its site.
const (
	afterFile  = "after.txt"   // the document after fix
	beforePage = "before.html" // what the program makes of the document
	afterPage  = "after.html"  // and of what fix makes of it
)

// An example is a document in one dialect, with every rule's bait in it.
type example struct {
	archive *txtar.Archive
	document
}

func parseExample(data []byte) (e example, err error) {
	e.archive = txtar.Parse(data)
	for _, f := range e.archive.Files {
		switch text := string(f.Data); {
		case f.Name == afterFile:
			e.after.text = text
		case f.Name == beforePage:
			e.before.page = text
		case f.Name == afterPage:
			e.after.page = text
		case strings.HasPrefix(filepath.Ext(f.Name), ".md"):
			e.name, e.before.text = f.Name, text
		}
	}
	if e.name == "" {
		return e, fmt.Errorf("no document")
	}
	return e, nil
}

// record has the documents of examples fixed, compares their pages, and writes both into the files of the examples. It
// returns how many differ.
func record(rules, folder, program, node string) (differ int, err error) {
	for _, path := range []*string{&program, &node} {
		if *path, err = filepath.Abs(*path); err != nil {
			return 0, err
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil {
		return 0, err
	}
	all := judgesOf(node)
	for _, file := range files {
		judge := all[strings.TrimSuffix(filepath.Base(file), ".txtar")]
		command := exec.Command("sh", "-c", judge.version)
		if judge.version != goldmarkModule {
			command.Dir = node
		}
		version, err := command.Output()
		if err != nil || len(bytes.TrimSpace(version)) == 0 {
			fmt.Fprintf(os.Stderr, "%s: its program is not installed\n", file)
			continue
		}
		why, err := recordOne(program, rules, file, strings.TrimSpace(string(version)), judge)
		if err != nil {
			return differ, fmt.Errorf("%s: %w", file, err)
		}
		fmt.Printf("%s: %s: %s\n", file, strings.TrimSpace(string(version)), why)
		if why != same {
			differ++
		}
	}
	return differ, nil
}

const same = "the same page"

func recordOne(program, rules, file, version string, judge judge) (why string, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	e, err := parseExample(data)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "bench-dialects-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	if err := txtar.Write(e.archive, dir); err != nil {
		return "", err
	}
	every, err := os.ReadFile(rules)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "every.json"), every, 0o644); err != nil {
		return "", err
	}
	command := exec.Command("sh", "-c", `git init -q && "$0" fix --commit=none --unsafe-fixes .`, program)
	command.Dir = dir
	out, err := command.CombinedOutput()
	code := command.ProcessState.ExitCode()
	if code < 0 || code > 1 {
		return "", fmt.Errorf("fix: %w: %s", err, out)
	}
	after, err := os.ReadFile(filepath.Join(dir, e.name))
	if err != nil {
		return "", err
	}
	e.after.text = string(after)
	documents := []document{e.document}
	if err := render(documents, dir, judge.make); err != nil {
		return "", err
	}
	e.document = documents[0]
	if why := e.difference(); why != "" {
		return why, nil
	}
	return same, os.WriteFile(file, e.format(version, code), 0o644)
}

// format writes an example as a script that has its document fixed anew.
func (e example) format(version string, code int) []byte {
	out := &txtar.Archive{Comment: fmt.Appendf(nil, `# %s makes the same page of %s and of %s but for words.
# Where this fails, run .ci/dialects: it asks the program again, and writes this file.
cp $SOURCE/bench/equal/rules/every.json every.json
repo
code %d doc-iterate fix --commit=none --unsafe-fixes .
cmp %s %s

`, version, e.name, afterFile, code, e.name, afterFile)}
	for _, f := range e.archive.Files {
		if f.Name != afterFile && f.Name != beforePage && f.Name != afterPage {
			out.Files = append(out.Files, f)
		}
	}
	for _, f := range [...]struct{ name, text string }{{afterFile, e.after.text}, {beforePage, e.before.page},
		{afterPage, e.after.page}} {
		out.Files = append(out.Files, txtar.File{Name: f.name, Data: []byte(strings.TrimRight(f.text, "\n") + "\n")})
	}
	return txtar.Format(out)
}
