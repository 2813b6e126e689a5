package language

import "strings"

// decided returns the language of code that a single mark decides, whatever else it holds; none without one. Such code
// often quotes other languages, so that hints would mislead.
func decided(s *sample) Answer {
	if strings.HasPrefix(s.lines[0], "#!") {
		return Answer{Name: interpreter(s.lines[0][2:])}
	}
	if answer := session(s); answer.Name != "" {
		return answer
	}
	switch {
	case heredoc(s):
		return Answer{Name: "sh"}
	case fenced(s):
		return Answer{Name: "markdown"}
	case patch(s):
		return Answer{Name: "diff"}
	}
	return Answer{Name: included(s)}
}

// sessions are the prompts of programs that people talk to.
var sessions = []named{{"$ ", "console"}, {">>> ", "python"}, {"iex> ", "elixir"}, {"iex(", "elixir"}, {"irb> ", "ruby"}, {"irb(", "ruby"}, {"PS> ", "powershell"}, {"PS C:\\", "powershell"},
	{"(lldb) ", "console"}, {"(gdb) ", "console"}}

// session returns the language of a session whose prompt the first line has. Sessions of Python and Ruby are called
// pycon and irb as often.
func session(s *sample) Answer {
	for _, prompt := range sessions {
		if rest, ok := strings.CutPrefix(s.lines[0], prompt.name); ok && rest != "" && rest[0] != '=' && rest[0] != '$' {
			if prompt.language == "python" || prompt.language == "ruby" {
				return Answer{prompt.language, habit}
			}
			return Answer{Name: prompt.language}
		}
	}
	if c := s.lines[0][0] | 0x20; 'a' <= c && c <= 'z' && railsPrompt().MatchString(s.lines[0]) {
		return Answer{"ruby", habit}
	}
	return Answer{}
}

// railsPrompt matches the prompt of a console of Rails: "store(dev)> ".
var railsPrompt = pattern(`^[\w-]+\((?:dev|test|prod)\w*\)[:\d]*> `)

// heredoc reports that a shell is given a document within its own code.
func heredoc(s *sample) bool {
	for _, line := range s.lines {
		before, after, ok := strings.Cut(line, "<<")
		first, _, _ := strings.Cut(strings.TrimPrefix(before, "sudo "), " ")
		if end := strings.TrimLeft(after, "-'\""); ok && strings.HasPrefix(end, "EOF") && !strings.HasPrefix(before, "RUN") &&
			!strings.HasPrefix(before, "COPY") && (commands()[first] || wordsAndCommands()[first]) {
			return true
		}
	}
	return false
}

// fenced reports a fence within the fence. A row of tildes alone may underline code.
func fenced(s *sample) bool {
	return strings.Contains(s.text, "\n```") || s.count(func(line string) bool {
		return strings.HasPrefix(line, "~~~") && (line == "~~~" || strings.Trim(line, letters+"~") == "" && line[len(line)-1] != '~')
	}) > 1
}

// page reports a page of HTML, or a part of one whose first line no other language has.
// Components of Vue and Svelte begin with scripts, too.
func page(s *sample) bool {
	if s.lines[0][0] != '<' {
		return false
	}
	first := strings.ToLower(s.lines[0])
	if templated(s) {
		return false
	}
	if strings.HasPrefix(first, "<!doctype html") {
		return true
	}
	component := strings.Contains(first, "setup")
	for _, mark := range []string{"<template", "\nimport ", "<style scoped", " lang=\"", "{#", "export let ", "export default", "\n---\n"} {
		component = component || strings.Contains(s.text, mark)
	}
	return strings.HasPrefix(first, "<script") && strings.Contains(s.text, "</script>") && !component
}

// A named is a language and a name that stands for it somewhere.
type named struct{ name, language string }

// lookUp returns the language of a name, "" where the table does not have it.
func lookUp(table []named, name string) string {
	for _, n := range table {
		if n.name == name {
			return n.language
		}
	}
	return ""
}

// interpreters are the programs that a first line of #! names.
var interpreters = []named{
	{"python", "python"}, {"bash", "bash"}, {"node", "js"}, {"deno", "ts"}, {"ruby", "ruby"}, {"perl", "perl"},
	{"php", "php"}, {"lua", "lua"}, {"pwsh", "powershell"}, {"zsh", "zsh"}, {"fish", "fish"}, {"awk", "awk"},
	{"Rscript", "r"}, {"elixir", "elixir"}, {"make", "makefile"}, {"sh", "sh"}, {"uv", "python"},
}

// interpreter returns the language of the program that a command runs.
func interpreter(command string) string {
	for w := range strings.FieldsSeq(command) {
		if !strings.HasPrefix(w, "-") && !strings.HasSuffix(w, "/env") {
			return lookUp(interpreters, strings.TrimRight(w[strings.LastIndexByte(w, '/')+1:], "0123456789."))
		}
	}
	return ""
}

// extensions are the endings of the names of files that documents include.
var extensions = []named{
	{"rs", "rust"}, {"go", "go"}, {"py", "python"}, {"js", "js"}, {"mjs", "js"}, {"jsx", "jsx"}, {"ts", "ts"}, {"tsx", "tsx"},
	{"rb", "ruby"}, {"java", "java"}, {"kt", "kotlin"}, {"kts", "kotlin"}, {"swift", "swift"}, {"c", "c"}, {"h", "c"}, {"cc", "cpp"},
	{"cpp", "cpp"}, {"hpp", "cpp"}, {"cs", "csharp"}, {"php", "php"}, {"sh", "sh"}, {"bash", "bash"}, {"ps1", "powershell"},
	{"sql", "sql"}, {"json", "json"}, {"yaml", "yaml"}, {"yml", "yaml"}, {"toml", "toml"}, {"ini", "ini"}, {"xml", "xml"},
	{"html", "html"}, {"css", "css"}, {"scss", "scss"}, {"proto", "protobuf"}, {"graphql", "graphql"}, {"lua", "lua"}, {"tf", "hcl"},
	{"Dockerfile", "dockerfile"}, {"Makefile", "makefile"},
}

// included returns the language of the files that code includes if the code is nothing but directives to include them:
// mdBook's {{#include}}, the snippets of MkDocs and VitePress.
func included(s *sample) string {
	found := ""
	for _, line := range s.lines {
		path, ok := includedPath(line)
		if !ok {
			return ""
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		name, _, _ = strings.Cut(name, ":")
		language := lookUp(extensions, name[strings.LastIndexByte(name, '.')+1:])
		if language == "" || found != "" && language != found {
			return ""
		}
		found = language
	}
	return found
}

// includedPath returns the path in a directive to include a file.
func includedPath(line string) (string, bool) {
	for _, d := range []struct{ open, close string }{
		{"{{#include ", "}}"}, {"{{#rustdoc_include ", "}}"}, {"{{#playground ", "}}"},
		{"--8<-- \"", "\""}, {"<<< @/", ""}, {"{!", "!}"},
	} {
		if rest, ok := strings.CutPrefix(line, d.open); ok && strings.HasSuffix(rest, d.close) {
			return strings.TrimSpace(strings.TrimSuffix(rest, d.close)), true
		}
	}
	return "", false
}

// patch reports whether code is a patch: lines are added and taken away at the left margin, and at most half as many
// others stand between them; or all others are indented.
func patch(s *sample) bool {
	plus, minus, other := changes(s)
	for _, line := range s.lines {
		if strings.HasPrefix(line, "diff --git ") || strings.HasPrefix(line, "@@ -") {
			return true
		}
	}
	return plus > 0 && minus > 0 && other*2 <= plus+minus
}

// edited reports code with marks of a patch, though it may be no whole one.
func edited(s *sample) bool {
	plus, minus, other := changes(s)
	return plus > 0 && other == 0 || plus > 1 && minus > 1
}

// changes counts the lines that are added and taken away at the left margin, and the others that stand there.
func changes(s *sample) (plus, minus, other int) {
	for i, line := range s.lines {
		switch {
		case s.indents[i] > 0, line == "---", strings.Trim(line, "})];,") == "":
		case line[0] == '+':
			plus++
		case line[0] == '-':
			minus++
		default:
			other++
		}
	}
	return plus, minus, other
}
