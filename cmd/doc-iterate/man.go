package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/loop/gate"
)

func manCommand() command {
	about := "Print the manual page: doc-iterate man | man -l -"
	return command{"man", "", "print the manual page", about, noFlags(runMan)}
}

// runMan prints the manual page, in the macros of man.
func runMan(s *session, args []string) (int, error) {
	if len(args) > 0 {
		return gate.ExitTrouble, fmt.Errorf("man takes no argument, not %q", args[0])
	}
	fmt.Fprint(s.out, manual(describe()))
	return gate.ExitClean, nil
}

// manual returns the manual page. It explains a flag that several commands share once.
func manual(pages []page) string {
	var b strings.Builder
	b.WriteString(`.TH DOC\-ITERATE 1 "" doc\-iterate "User Commands"
.SH NAME
doc\-iterate \- resolve the findings of documentation reviews
.SH SYNOPSIS
`)
	for _, p := range pages {
		fmt.Fprintf(&b, ".B %s\n", roff(strings.TrimSpace("doc-iterate "+p.name)))
		if p.usage != "" {
			b.WriteString(roff(p.usage) + "\n")
		}
		b.WriteString(".br\n")
	}
	b.WriteString(".SH DESCRIPTION\n" + roff(manualAbout) + "\n.SH COMMANDS\n")
	for _, p := range pages {
		name := p.name
		if name == "" {
			name = p.usage
		}
		about, _, _ := strings.Cut(p.about, "\n")
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(name), roff(about))
	}
	b.WriteString(".SH OPTIONS\n")
	for _, o := range manualOptions(pages) {
		b.WriteString(".TP\n" + optionHead(o.flag) + "\n")
		words, _ := flagHelp(o.flag)
		fmt.Fprintf(&b, "%s\n.br\n.I %s\n", roff(words), roff("with "+strings.Join(o.commands, ", ")))
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range []struct{ code, when string }{
		{"0", "nothing at or above --fail-on is left"},
		{"1", "findings are left, or a person must decide"},
		{"2", "something could not be done; the documents concerned are unchanged, the others are done"},
	} {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", e.code, roff(e.when))
	}
	b.WriteString(".SH FILES\n.TP\n.B consistency-rules.json\n" +
		roff("the rules; looked for from a document's folder upward to the root of its repository") + "\n")
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
func manualOptions(pages []page) []option {
	var out []option
	index := map[string]int{}
	for _, p := range pages[1:] {
		for _, f := range p.flags {
			i, ok := index[f.Name]
			if !ok {
				i = len(out)
				index[f.Name] = i
				out = append(out, option{flag: f})
			}
			out[i].commands = append(out[i].commands, p.name)
		}
	}
	return out
}

// optionHead returns a flag with its short form and its value.
func optionHead(f *pflag.Flag) string {
	head := ".B "
	if f.Shorthand != "" {
		head += roff("-"+f.Shorthand) + ", "
	}
	head += roff("--" + f.Name)
	if _, value := flagHelp(f); value != "" {
		head += " " + roff(value)
	}
	return head
}

// roff escapes text for a line of man's input.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
