package fixers

import (
	"slices"
	"strings"
	"sync"
)

// decided is the language of code that a single mark decides, whatever else it
// holds; "" without one. Such code often quotes other languages, so that tells
// would mislead.
func decided(s *sample) string {
	switch {
	case strings.HasPrefix(s.first(), "#!"):
		return interpreter(s.first())
	case strings.Contains(s.text, "\n```") || strings.Contains(s.text, "\n~~~"):
		return "markdown" // a fence within the fence
	case patch(s):
		return "diff"
	case page(s):
		return "html"
	}
	return included(s)
}

// page reports a page or a part of one whose first line no other language has.
// Components of Vue and Svelte begin with scripts, too.
func page(s *sample) bool {
	if s.first()[0] != '<' {
		return false
	}
	first := strings.ToLower(s.first())
	if strings.HasPrefix(first, "<!doctype html") {
		return true
	}
	component := strings.Contains(first, "setup") || strings.Contains(s.text, "<template") || strings.Contains(s.text, "{#") ||
		strings.Contains(s.text, "export let ") || strings.Contains(s.text, "export default") || strings.Contains(s.text, "\n---\n")
	return strings.HasPrefix(first, "<script") && strings.Contains(s.text, "</script>") && !component
}

// interpreters are the programs that a first line of #! names.
var interpreters = []struct{ program, language string }{
	{"python", "python"}, {"bash", "bash"}, {"node", "js"}, {"deno", "ts"}, {"ruby", "ruby"}, {"perl", "perl"},
	{"php", "php"}, {"lua", "lua"}, {"pwsh", "powershell"}, {"zsh", "zsh"}, {"fish", "fish"}, {"awk", "awk"},
	{"Rscript", "r"}, {"elixir", "elixir"}, {"make", "makefile"}, {"sh", "sh"}, {"uv", "python"},
}

// interpreter is the language of the program that a line of #! names.
func interpreter(line string) string {
	command, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return ""
	}
	words := strings.Fields(command)
	words = slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") || strings.HasSuffix(w, "/env") })
	if len(words) == 0 {
		return ""
	}
	program := words[0][strings.LastIndexByte(words[0], '/')+1:]
	program = strings.TrimRight(program, "0123456789.")
	for _, i := range interpreters {
		if program == i.program {
			return i.language
		}
	}
	return ""
}

// extensions are the languages of files that documents include.
var extensions = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"rs": "rust", "go": "go", "py": "python", "js": "js", "mjs": "js", "jsx": "jsx", "ts": "ts", "tsx": "tsx", "rb": "ruby", "java": "java",
		"kt": "kotlin", "kts": "kotlin", "swift": "swift", "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "hpp": "cpp", "cs": "csharp", "php": "php",
		"sh": "sh", "bash": "bash", "ps1": "powershell", "sql": "sql", "json": "json", "yaml": "yaml", "yml": "yaml", "toml": "toml", "ini": "ini",
		"xml": "xml", "html": "html", "css": "css", "scss": "scss", "proto": "protobuf", "graphql": "graphql", "lua": "lua", "tf": "hcl",
		"Dockerfile": "dockerfile", "Makefile": "makefile", "txt": plainText,
	}
})

// included is the language of the files that code consists of which is nothing
// but directives to include them: mdBook's {{#include}}, the snippets of MkDocs
// and VitePress.
func included(s *sample) string {
	found := ""
	for _, line := range s.lines {
		path, ok := includedPath(line)
		if !ok {
			return ""
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		name, _, _ = strings.Cut(name, ":")
		language := extensions()[name[strings.LastIndexByte(name, '.')+1:]]
		if language == "" || found != "" && language != found {
			return ""
		}
		found = language
	}
	return found
}

func includedPath(line string) (string, bool) {
	for _, d := range []struct{ open, close string }{
		{"{{#include ", "}}"}, {"{{#rustdoc_include ", "}}"}, {"{{#playground ", "}}"}, {"--8<-- \"", "\""}, {"<<< @/", ""}, {"{!", "!}"},
	} {
		if rest, ok := strings.CutPrefix(line, d.open); ok && strings.HasSuffix(rest, d.close) {
			return strings.TrimSpace(strings.TrimSuffix(rest, d.close)), true
		}
	}
	return "", false
}

// patch reports lines that are added and taken away at the left margin, with
// nothing but context between them.
func patch(s *sample) bool {
	plus, minus, other := 0, 0, 0
	for i, line := range s.lines {
		switch {
		case strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "@@ -"):
			return true
		case s.indents[i] > 0, line == "---", strings.Trim(line, "})];,") == "":
		case line[0] == '+':
			plus++
		case line[0] == '-':
			minus++
		default:
			other++
		}
	}
	return plus > 0 && minus > 0 && other*2 <= plus+minus
}
