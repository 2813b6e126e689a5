package manual

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// Bash returns a script that offers words. Where it has none, bash completes files.
func Bash(pages []Page) string {
	var b strings.Builder
	b.WriteString(`# bash completion for doc-iterate
_doc_iterate() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words= flags=
	COMPREPLY=()
	# --flag=value is three words to bash
	if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi
	case $prev in
`)
	values := map[string][]string{}
	var files []string
	for _, p := range pages {
		for _, f := range p.Flags {
			name := "--" + f.Name
			if _, ok := values[name]; ok || !takesValue(f) {
				continue
			}
			values[name] = p.Choices[f.Name]
			if words := values[name]; words != nil {
				fmt.Fprintf(&b, "\t%s) words=%q ;;\n", name, strings.Join(words, " "))
			} else {
				files = append(files, name)
			}
		}
	}
	fmt.Fprintf(&b, "\t%s) return ;;\n\t*)\n\t\tcase ${COMP_WORDS[1]} in\n", strings.Join(files, "|"))
	for _, p := range pages[1:] {
		flags, words := strings.Join(FlagNames(p.Flags), " "), strings.Join(p.Arguments, " ")
		fmt.Fprintf(&b, "\t\t%s) flags=%q words=%q ;;\n", p.Name, flags, words)
	}
	known := strings.Join(append(FlagNames(pages[0].Flags), "--help", "--version"), " ")
	fmt.Fprintf(&b, `		*) flags=%q ;;
		esac
		if ((COMP_CWORD == 1)); then words=%q; fi
		if [[ $cur == -* ]]; then words=$flags; fi
		;;
	esac
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _doc_iterate doc-iterate
`, known, strings.Join(names(pages), " "))
	return b.String()
}

// Zsh returns the completions for zsh.
func Zsh(pages []Page) string {
	var b strings.Builder
	b.WriteString(`#compdef doc-iterate
# zsh completion for doc-iterate
_doc_iterate() {
	local -a commands
	commands=(
`)
	for _, p := range pages[1:] {
		fmt.Fprintf(&b, "\t\t%s\n", zshQuote(p.Name+":"+p.Summary))
	}
	b.WriteString(`	)
	if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
		_describe command commands
		_files
		return
	fi
	case $words[2] in
`)
	for _, p := range append(pages[1:], pages[0]) {
		name := p.Name
		if name == "" {
			name = "*"
		}
		fmt.Fprintf(&b, "\t%s)\n\t\t_arguments", name)
		for _, f := range p.Flags {
			fmt.Fprintf(&b, " \\\n\t\t\t%s", zshFlag(p, f))
		}
		rest := "'*:file:_files'"
		if words := p.Arguments; words != nil {
			rest = zshQuote("*:argument:(" + strings.Join(words, " ") + ")")
		}
		fmt.Fprintf(&b, " \\\n\t\t\t%s\n\t\t;;\n", rest)
	}
	b.WriteString(`	esac
}
if [[ $funcstack[1] == _doc_iterate ]]; then _doc_iterate "$@"; else compdef _doc_iterate doc-iterate; fi
`)
	return b.String()
}

func zshFlag(p Page, f *pflag.Flag) string {
	words, value := flagHelp(f)
	// Brackets end the description, a colon the part before the value's name.
	words = strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(words)
	if !takesValue(f) {
		return zshQuote(fmt.Sprintf("*--%s[%s]", f.Name, words))
	}
	action := " "
	switch {
	case takesFile(f):
		action = "_files"
	case p.Choices[f.Name] != nil:
		action = "(" + strings.Join(p.Choices[f.Name], " ") + ")"
	}
	return zshQuote(fmt.Sprintf("*--%s=[%s]:%s:%s", f.Name, words, value, action))
}

func zshQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Fish returns the completions for fish.
func Fish(pages []Page) string {
	var b strings.Builder
	b.WriteString("# fish completion for doc-iterate\n")
	for _, p := range pages[1:] {
		fmt.Fprintf(&b, "complete -c doc-iterate -n __fish_use_subcommand -a %s -d %s\n", p.Name, fishQuote(p.Summary))
	}
	for _, p := range pages {
		when := "__fish_use_subcommand"
		if p.Name != "" {
			when = "__fish_seen_subcommand_from " + p.Name
		}
		if words := p.Arguments; words != nil {
			fmt.Fprintf(&b, "complete -c doc-iterate -n '%s' -f -a '%s'\n", when, strings.Join(words, " "))
		}
		for _, f := range p.Flags {
			words, _ := flagHelp(f)
			fmt.Fprintf(&b, "complete -c doc-iterate -n '%s' -l %s", when, f.Name)
			if f.Shorthand != "" {
				fmt.Fprintf(&b, " -s %s", f.Shorthand)
			}
			switch {
			case !takesValue(f):
			case p.Choices[f.Name] != nil:
				fmt.Fprintf(&b, " -x -a '%s'", strings.Join(p.Choices[f.Name], " "))
			case takesFile(f):
				b.WriteString(" -r -F")
			default:
				b.WriteString(" -x")
			}
			fmt.Fprintf(&b, " -d %s\n", fishQuote(words))
		}
	}
	return b.String()
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
