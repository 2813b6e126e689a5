// Package manual writes the manual page and the completions of the shells from a description of the commands.
//
// Of this module it imports nothing.
package manual

import (
	"fmt"
	"strings"
)

// A Page is a command with the flags that its help shows. The first one is that of the short form, which has no name.
type Page struct {
	Name, Usage, Summary, About string
	Flags                       []Flag
	Arguments                   []string // the words that an argument is one of, nil where it is a file
}

// A Flag is one of the flags of a command.
type Flag struct {
	Name, Shorthand string
	Words           string // of its help
	Value           string // the name of its value
	Takes           Takes
	Choices         []string // the words that its value is one of, nil where it is anything
}

// Takes says what stands behind a flag.
type Takes uint8

// What stands behind a flag.
const (
	Nothing Takes = iota
	Word
	File
)

// Roff returns the manual page in the macros of man. It explains a flag that several commands share once.
func Roff(pages []Page) string {
	var b strings.Builder
	b.WriteString(`.TH DOC\-ITERATE 1 "" doc\-iterate "User Commands"
.SH NAME
doc\-iterate \- resolve the findings of documentation reviews
.SH SYNOPSIS
`)
	for _, p := range pages {
		fmt.Fprintf(&b, ".B %s\n", escape(strings.TrimSpace("doc-iterate "+p.Name)))
		if p.Usage != "" {
			b.WriteString(escape(p.Usage) + "\n")
		}
		b.WriteString(".br\n")
	}
	b.WriteString(".SH DESCRIPTION\n" + escape(manualAbout) + "\n.SH COMMANDS\n")
	for _, p := range pages {
		name := p.Name
		if name == "" {
			name = p.Usage
		}
		about, _, _ := strings.Cut(p.About, "\n")
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", escape(name), escape(about))
	}
	b.WriteString(".SH OPTIONS\n")
	for _, o := range manualOptions(pages) {
		b.WriteString(".TP\n" + optionHead(o.flag) + "\n")
		fmt.Fprintf(&b, "%s\n.br\n.I %s\n", escape(o.flag.Words), escape("with "+strings.Join(o.commands, ", ")))
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range []struct{ code, when string }{
		{"0", "nothing at or above --fail-on is left"},
		{"1", "findings are left, or a person must decide"},
		{"2", "something could not be done; the documents concerned are unchanged, the others are done"},
	} {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", e.code, escape(e.when))
	}
	b.WriteString(".SH FILES\n.TP\n.B consistency-rules.json\n" +
		escape("the rules; looked for from a document's folder upward to the root of its repository") + "\n")
	return b.String()
}

const manualAbout = `doc-iterate locates the findings of a review in Markdown documents, makes the smallest edit ` +
	`that resolves each, proves that the edit changed nothing else, reviews again, commits each pass to git, ` +
	`takes back a pass that made things worse, and after at most three passes hands the rest to a person.`

// An option is a flag and the commands that have it.
type option struct {
	flag     Flag
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
func optionHead(f Flag) string {
	head := ".B "
	if f.Shorthand != "" {
		head += escape("-"+f.Shorthand) + ", "
	}
	head += escape("--" + f.Name)
	if f.Value != "" {
		head += " " + escape(f.Value)
	}
	return head
}

// escape escapes text for a line of man's input.
func escape(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
