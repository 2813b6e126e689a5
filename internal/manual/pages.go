package manual

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
)

// The manual page, in the macros of man, and the completions of each shell.
//
//go:embed templates
var templates embed.FS

// Write returns what describes the commands: man is the manual page, and bash, zsh and fish are scripts with which
// that shell completes words. Where bash has no words for a place, it completes files.
func Write(name string, pages []Page) string {
	t := template.New(name).Funcs(template.FuncMap{
		"join": strings.Join, "names": FlagNames, "options": options, "roff": Roff,
		"zshQuote": zshQuote, "zshFlag": zshFlag, "fishQuote": fishQuote,
	})
	var b strings.Builder
	if err := template.Must(t.ParseFS(templates, "templates/"+name)).Execute(&b, pages); err != nil {
		panic(err) // a test writes each
	}
	return b.String()
}

// An option is a flag and the commands that have it.
type option struct {
	Flag
	Commands []string
}

// options returns all flags, each once, in the order in which the commands list them.
func options(pages []Page) []*option {
	var out []*option
	known := map[string]*option{}
	for _, p := range pages {
		for _, f := range p.Flags {
			if known[f.Name] == nil {
				known[f.Name] = &option{Flag: f}
				out = append(out, known[f.Name])
			}
			known[f.Name].Commands = append(known[f.Name].Commands, p.Name)
		}
	}
	return out
}

// zshFlag returns a flag as an argument of zsh's _arguments.
func zshFlag(f Flag) string {
	// Brackets end the description, a colon the part before the value's name.
	words := strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(f.Words())
	if !f.TakesValue() {
		return zshQuote(fmt.Sprintf("*--%s[%s]", f.Name, words))
	}
	action := " "
	switch {
	case f.TakesFile():
		action = "_files"
	case f.Choices != nil:
		action = "(" + strings.Join(f.Choices, " ") + ")"
	}
	return zshQuote(fmt.Sprintf("*--%s=[%s]:%s:%s", f.Name, words, f.ValueName(), action))
}

func zshQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}

// Roff escapes text for a line of man's input.
func Roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
