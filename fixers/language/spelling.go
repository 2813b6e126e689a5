package language

import (
	"slices"
	"strings"
)

// spellings are the info strings under which a language is known, one language a line. The first two are shell code
// without prompts and with them.
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
	{"erb", "html+erb"},
	{"objc", "objective-c", "objectivec"},
	{"hcl", "terraform", "tf"},
	{"diff", "patch"},
}

// Spellings returns the info strings that may stand for the answer: first those that mean the same, and then those that
// are the next best. Where a rival may be meant, its info strings are listed with those of the language.
func (a Answer) Spellings() [][]string {
	groups := func(names ...string) (all []string) {
		for _, name := range names {
			all = append(all, same(name)...)
		}
		return all
	}
	switch {
	case a.Name == "js" && a.Rival != "":
		return [][]string{groups("js", "ts", "jsx", "tsx")}
	case a.Name == "jsx":
		return [][]string{{"jsx", "tsx"}, groups("js")}
	case a.Name == "sh" && a.Rival != "":
		return [][]string{groups("sh", "powershell"), same("console")}
	case slices.Contains(spellings[0], a.Name):
		return [][]string{spellings[0], spellings[1]}
	case slices.Contains(spellings[1], a.Name):
		return [][]string{spellings[1], spellings[0]}
	}
	return [][]string{same(a.Name)}
}

// Data reports a language of data, which programs write as well as people.
func (a Answer) Data() bool {
	return a.Name == "json" || a.Name == "jsonc" || a.Name == "xml" || a.Name == "html"
}

// Name reports that an info string is a name alone, without options as "rust,ignore" and "ruby#3" have them.
func Name(info string) bool {
	name := strings.TrimSuffix(info, "#")
	return name != "" && strings.Trim(name, letters+"+-.") == ""
}

// Same reports info strings of one language.
func Same(a, b string) bool { return slices.Contains(same(a), b) }

// same are the info strings that mean the same as name.
func same(name string) []string {
	for _, names := range spellings {
		if slices.Contains(names, name) {
			return names
		}
	}
	return []string{name}
}
