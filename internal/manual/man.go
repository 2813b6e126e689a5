package manual

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// Man returns the manual page, in the macros of man. It explains a flag that several commands share once.
func Man(pages []Page) string {
	var b strings.Builder
	b.WriteString(`.TH DOC\-ITERATE 1 "" doc\-iterate "User Commands"
.SH NAME
doc\-iterate \- resolve the findings of documentation reviews
.SH SYNOPSIS
`)
	for _, p := range pages {
		fmt.Fprintf(&b, ".B %s\n", Roff(strings.TrimSpace("doc-iterate "+p.Name)))
		if p.Usage != "" {
			b.WriteString(Roff(p.Usage) + "\n")
		}
		b.WriteString(".br\n")
	}
	b.WriteString(".SH DESCRIPTION\n" + Roff(manualAbout) + "\n.SH COMMANDS\n")
	for _, p := range pages {
		name := p.Name
		if name == "" {
			name = p.Usage
		}
		about, _, _ := strings.Cut(p.About, "\n")
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", Roff(name), Roff(about))
	}
	b.WriteString(".SH OPTIONS\n")
	for _, o := range manualOptions(pages) {
		b.WriteString(".TP\n" + optionHead(o.flag) + "\n")
		words, _ := flagHelp(o.flag)
		fmt.Fprintf(&b, "%s\n.br\n.I %s\n", Roff(words), Roff("with "+strings.Join(o.commands, ", ")))
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range []struct{ code, when string }{
		{"0", "nothing at or above --fail-on is left"},
		{"1", "findings are left, or a person must decide"},
		{"2", "something could not be done; the documents concerned are unchanged, the others are done"},
	} {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", e.code, Roff(e.when))
	}
	b.WriteString(".SH FILES\n.TP\n.B consistency-rules.json\n" +
		Roff("the rules; looked for from a document's folder upward to the root of its repository") + "\n")
	return b.String()
}

const manualAbout = `doc-iterate locates the findings of a review in Markdown documents, makes the smallest edit ` +
	`that resolves each, proves that the edit changed nothing else, reviews again, commits each pass to git, ` +
	`takes back a pass that made things worse, and after at most three passes hands the rest to a person.`

// An option is a flag and the commands that have it.
type option struct {
	flag     *pflag.Flag
	commands []string
}

// manualOptions returns all flags in the order in which the commands list them.
func manualOptions(pages []Page) []option {
	var out []option
	index := map[string]int{}
	for _, p := range pages[1:] {
		for _, f := range p.Flags {
			i, ok := index[f.Name]
			if !ok {
				i = len(out)
				index[f.Name] = i
				out = append(out, option{flag: f})
			}
			out[i].commands = append(out[i].commands, p.Name)
		}
	}
	return out
}

// optionHead returns a flag with its short form and its value.
func optionHead(f *pflag.Flag) string {
	head := ".B "
	if f.Shorthand != "" {
		head += Roff("-"+f.Shorthand) + ", "
	}
	head += Roff("--" + f.Name)
	if _, value := flagHelp(f); value != "" {
		head += " " + Roff(value)
	}
	return head
}

// Roff escapes text for a line of man's input.
func Roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
