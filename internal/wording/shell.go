package wording

import (
	"strings"
	"unicode"
)

// ShellWord is text as one word of a command that a person can copy into a shell:
// as it is where no shell takes any of it for more than text.
func ShellWord(text string) string {
	// zsh takes a = at the start for the path of a command, and may take ^ for a glob.
	if text != "" && text[0] != '=' && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// ShellPath is ShellWord of a path, which no command takes for a flag.
func ShellPath(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return ShellWord(path)
}

func plain(r rune) bool {
	if r > unicode.MaxASCII {
		return r != unicode.ReplacementChar && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))
	}
	return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("@%+=:,./_-", r)
}
