package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// shells returns the shells that completions are written for.
func shells() []string { return []string{"bash", "zsh", "fish"} }

func completionCommand() command {
	return command{"completion", strings.Join(shells(), "|"), "print a completion script", `Print a completion script.

To use it now:

    bash: source <(doc-iterate completion bash)
    zsh:  source <(doc-iterate completion zsh)
    fish: doc-iterate completion fish | source`, noFlags(runCompletion)}
}

// runCompletion prints the script that has a shell complete commands, flags and their values.
func runCompletion(s *session, args []string) (int, error) {
	if len(args) != 1 {
		return gate.ExitTrouble, fmt.Errorf("completion: name one shell of %s", strings.Join(shells(), ", "))
	}
	pages := describe()
	switch shell := args[0]; shell {
	case "bash":
		fmt.Fprint(s.out, bashCompletion(pages))
	case "zsh":
		fmt.Fprint(s.out, zshCompletion(pages))
	case "fish":
		fmt.Fprint(s.out, fishCompletion(pages))
	default:
		return gate.ExitTrouble,
			fmt.Errorf("completion: no completions for %q, only for %s", shell, strings.Join(shells(), ", "))
	}
	return gate.ExitClean, nil
}

// bashCompletion returns a script that offers words. Where it has none, bash completes files.
func bashCompletion(pages []page) string {
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
		for _, f := range p.flags {
			name := "--" + f.Name
			if _, ok := values[name]; ok || !takesValue(f) {
				continue
			}
			values[name] = choices(f.Name)
			if words := values[name]; words != nil {
				fmt.Fprintf(&b, "\t%s) words=%q ;;\n", name, strings.Join(words, " "))
			} else {
				files = append(files, name)
			}
		}
	}
	fmt.Fprintf(&b, "\t%s) return ;;\n\t*)\n\t\tcase ${COMP_WORDS[1]} in\n", strings.Join(files, "|"))
	for _, p := range pages[1:] {
		names, words := strings.Join(flagNames(p.flags), " "), strings.Join(arguments(p.name), " ")
		fmt.Fprintf(&b, "\t\t%s) flags=%q words=%q ;;\n", p.name, names, words)
	}
	names := strings.Join(append(flagNames(pages[0].flags), "--help", "--version"), " ")
	fmt.Fprintf(&b, `		*) flags=%q ;;
		esac
		if ((COMP_CWORD == 1)); then words=%q; fi
		if [[ $cur == -* ]]; then words=$flags; fi
		;;
	esac
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _doc_iterate doc-iterate
`, names, strings.Join(commandNames(), " "))
	return b.String()
}

func zshCompletion(pages []page) string {
	var b strings.Builder
	b.WriteString(`#compdef doc-iterate
# zsh completion for doc-iterate
_doc_iterate() {
	local -a commands
	commands=(
`)
	for _, p := range pages[1:] {
		fmt.Fprintf(&b, "\t\t%s\n", zshQuote(p.name+":"+p.summary))
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
		name := p.name
		if name == "" {
			name = "*"
		}
		fmt.Fprintf(&b, "\t%s)\n\t\t_arguments", name)
		for _, f := range p.flags {
			fmt.Fprintf(&b, " \\\n\t\t\t%s", zshFlag(f))
		}
		rest := "'*:file:_files'"
		if words := arguments(p.name); words != nil {
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

func zshFlag(f *pflag.Flag) string {
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
	case choices(f.Name) != nil:
		action = "(" + strings.Join(choices(f.Name), " ") + ")"
	}
	return zshQuote(fmt.Sprintf("*--%s=[%s]:%s:%s", f.Name, words, value, action))
}

func zshQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func fishCompletion(pages []page) string {
	var b strings.Builder
	b.WriteString("# fish completion for doc-iterate\n")
	for _, p := range pages[1:] {
		fmt.Fprintf(&b, "complete -c doc-iterate -n __fish_use_subcommand -a %s -d %s\n", p.name, fishQuote(p.summary))
	}
	for _, p := range pages {
		when := "__fish_use_subcommand"
		if p.name != "" {
			when = "__fish_seen_subcommand_from " + p.name
		}
		if words := arguments(p.name); words != nil {
			fmt.Fprintf(&b, "complete -c doc-iterate -n '%s' -f -a '%s'\n", when, strings.Join(words, " "))
		}
		for _, f := range p.flags {
			words, _ := flagHelp(f)
			fmt.Fprintf(&b, "complete -c doc-iterate -n '%s' -l %s", when, f.Name)
			if f.Shorthand != "" {
				fmt.Fprintf(&b, " -s %s", f.Shorthand)
			}
			switch {
			case !takesValue(f):
			case choices(f.Name) != nil:
				fmt.Fprintf(&b, " -x -a '%s'", strings.Join(choices(f.Name), " "))
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
