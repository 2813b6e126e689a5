package language

import "slices"

// spellings are the info strings under which a language is known, one language a
// line. The first two are shell code without prompts and with them.
var spellings = [][]string{
	{"sh", "bash", "shell", "zsh"},
	{"console", "shell-session", "shellsession", "terminal"},
	{"js", "javascript"},
	{"ts", "typescript"},
	{"yaml", "yml"},
	{"python", "py", "python3"},
	{"ruby", "rb"},
	{"rust", "rs"},
	{"go", "golang"},
	{"cpp", "c++"},
	{"csharp", "cs", "c#"},
	{"dockerfile", "docker"},
	{"powershell", "ps1", "pwsh"},
	{"makefile", "make"},
	{"kotlin", "kt"},
	{"diff", "patch"},
}

// Spellings returns the info strings that may stand for a language: first those that
// mean the same, and then, for shell code, those that are the next best. name is one
// that Infer returns.
func Spellings(name string) [][]string {
	i := slices.IndexFunc(spellings, func(names []string) bool { return slices.Contains(names, name) })
	switch i {
	case -1:
		return [][]string{{name}}
	case 0, 1:
		return [][]string{spellings[i], spellings[1-i]}
	}
	return spellings[i : i+1]
}
