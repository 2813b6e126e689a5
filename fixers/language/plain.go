package language

import (
	"slices"
	"strings"
)

// plain reports whether the sample is what a program prints or a person says, and no language: each kind has a layout
// that no code has. quoting reports output that quotes code line by line, so that neither the code's language nor plain
// text is sure.
func plain(s *sample) (ok, quoting bool) {
	if s.count(prompted) > 0 || commanded(s.lines[0]) {
		return false, false
	}
	called := slices.ContainsFunc(s.lines[:min(len(s.lines), 2)], calling) // what follows may be its output
	for _, f := range []func(*sample) bool{ruled, listed, drawn, logged, traced, permissions, spoken} {
		if f(s) {
			return !called, called
		}
	}
	return false, used(s) || s.count(gutter) > 1 || manifest(s)
}

// manifest reports the data of a module of PowerShell: it reads as code, and is as often what a command shows.
func manifest(s *sample) bool {
	for _, line := range s.lines {
		if line[0] != '#' {
			return strings.HasPrefix(line, "@{")
		}
	}
	return false
}

// prompted reports a line that a person types behind a prompt.
func prompted(line string) bool {
	for _, prompt := range []string{"$ ", ">>> ", "PS>", "PS ", "iex> ", "iex(", "irb", "mysql> ", "% ", "> ", "∴ "} {
		if strings.HasPrefix(line, prompt) {
			return true
		}
	}
	place, _, ok := strings.Cut(line, "> ")
	return ok && strings.ContainsAny(place, "/\\:") && !strings.ContainsAny(place, "<= ")
}

// commanded reports a line that runs a cmdlet or sets a variable: what follows may be its output.
func commanded(line string) bool {
	verb, rest, ok := strings.Cut(line, "-")
	name := strings.TrimLeft(rest, letters)
	return line[0] == '$' || ok && verbs()[verb] && name != rest && !strings.HasPrefix(strings.TrimLeft(name, " "), ":")
}

// gutter reports the edge to the left of code that a compiler quotes: "12 | let a", "  |", " --> a.rs:1".
func gutter(line string) bool {
	rest := strings.TrimLeft(line, "0123456789")
	rest = strings.TrimLeft(rest, " ")
	return line == "Line |" || rest == "|" || rest == "│" || rest != line && (strings.HasPrefix(rest, "| ") || strings.HasPrefix(rest, "│ ")) ||
		strings.HasPrefix(line, "--> ")
}

// ruled reports columns: a row of names with a row of dashes below each.
func ruled(s *sample) bool {
	for i, line := range s.lines[1:] {
		if line[0] != '-' || strings.Trim(line, "- ") != "" {
			continue
		}
		names, rules := strings.Fields(s.lines[i]), strings.Fields(line)
		short := len(rules) == 1 && (i > 0 || len(line) < 4 || len(names) != 1 || len(names[0]) != len(line))
		if !short && len(names) >= len(rules) && len(rules[0]) > 1 && s.lines[i][0] != '-' {
			return true
		}
	}
	return false
}

// listed reports names with values behind colons below each other.
func listed(s *sample) bool {
	var columns map[int]int
	padded := false
	for i, line := range s.lines {
		name, value, ok := strings.Cut(line, " :")
		trimmed := strings.TrimRight(name, " ")
		if !ok || value != "" && value[0] != ' ' || strings.HasSuffix(line, ";") || strings.HasSuffix(line, ",") ||
			strings.Trim(trimmed, letters+" -.") != "" {
			continue
		}
		padded = padded || trimmed != name
		if columns == nil {
			columns = map[int]int{}
		}
		columns[s.indents[i]+len(name)]++
	}
	most := 0
	for _, n := range columns {
		most = max(most, n)
	}
	return padded && most > 1 && (2*most >= len(s.lines) || most > 2 && 3*most >= len(s.lines))
}

// drawn reports trees of files, and frames of lines.
func drawn(s *sample) bool {
	tree := s.count(func(line string) bool {
		branches := []string{"├", "└", "|-- ", "`-- ", "|__ ", "┌", "│"}
		return slices.ContainsFunc(branches, func(branch string) bool { return strings.HasPrefix(line, branch) })
	})
	frame := s.share(func(line string) bool {
		return strings.HasPrefix(line, "+--") || strings.HasPrefix(line, "+==") || line[0] == '|' && strings.HasSuffix(line, "|")
	})
	return tree > 1 && 2*tree >= len(s.lines) || frame > 0.7 && strings.Contains(s.text, "\n+")
}

// stamp is what a line of a log begins with: a time, a level, or both; or an address and a time.
var stamp = pattern(`^[\[(]?(?:` +
	`\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|` + // 2024-05-06 07:08
	`\d\d:\d\d:\d\d[ .,\]]|` + // 07:08:09
	`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)?,? ?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d+,? (?:\d{4} )?\d\d:\d\d|` +
	`[IWEF]\d{4} \d\d:\d\d:\d\d|` + // of glog
	`(?:[A-Za-z]:)?[\w./\\-]+\.\w+:\d+:|` + // of grep and compilers
	`\d+\.\d+\.\d+\.\d+ \S+ \S+ \[|` + // of web servers
	`(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|VERBOSE)(?:[\]:)]|  ?[\[(A-Z]|\t)|` +
	`(?i:level|ts|time)=\S+ \w+=)`)

// logged reports code whose lines mostly begin as those of a log do.
func logged(s *sample) bool {
	if !stamped(s.lines[0]) && (len(s.lines) == 1 || !stamped(s.lines[1])) {
		return false
	}
	return s.share(stamped) > 0.5
}

// stamped reports a line of a log. The first byte of most lines of code tells that they are not one.
func stamped(line string) bool {
	c := line[0]
	return (c == '[' || c == '(' || c == '.' || c == '/' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' ||
		strings.Contains(line, "=") || strings.Contains(line, ":")) && stamp().MatchString(line)
}

// messages are how runtimes and shells begin the message of an error.
var messages = []string{
	"At line:", "+ CategoryInfo ", "+ FullyQualifiedErrorId ", "Exception in thread \"", "Caused by: ",
	"Traceback (most recent call last):", "panic: ", "goroutine ", "thread '", "Unhandled exception", "Uncaught ", "npm ERR! ", "Segmentation fault",
}

// message reports the message of an error.
func message(line string) bool {
	for _, m := range messages {
		if line[0] == m[0] && strings.HasPrefix(line, m) {
			return true
		}
	}
	verb, rest, ok := strings.Cut(line, "-")
	name := strings.TrimLeft(rest, letters)
	return ok && name != rest && verbs()[verb] && (strings.HasPrefix(name, " : ") || strings.HasPrefix(name, ": "))
}

// frames are the places of a stack.
var frames = pattern(`^(?:at .*(?:\(.*:\d+\)|[^ ]:(?:line )?\d+(?::\d+)?|\((?:<anonymous>|Native Method)\))$|File "[^"]+", line \d+)`)

// placed reports a place of a stack.
func placed(line string) bool {
	return (strings.HasPrefix(line, "at ") || strings.HasPrefix(line, "File \"")) && frames().MatchString(line)
}

// traced reports the message of an error with its places.
func traced(s *sample) bool {
	return s.count(message) > 0 && s.count(starts("def ")) == 0 || s.count(placed) > 1
}

// used reports how a program is called, as programs print it.
func used(s *sample) bool {
	first := s.lines[0]
	return strings.HasPrefix(first, "usage: ") || strings.HasPrefix(first, "Usage: ") || strings.HasPrefix(first, "Usage:") && len(first) == 6 ||
		strings.Contains(s.text, "[<CommonParameters>]") && !strings.Contains(s.text, "$") || s.share(synopsis) == 1
}

// synopsis reports a line of placeholders in angle brackets behind options, the most of them in brackets.
func synopsis(line string) bool {
	return strings.Count(line, "[-") > 1 && strings.Count(line, "]") > 1 && strings.Contains(line, "<") && strings.Contains(line, ">") &&
		!strings.ContainsAny(line, "$;={")
}

// mode is what ls -l begins a line with.
var mode = pattern(`^[dlcbps-][rwxsStT-]{9}[.+@]? `)

func permissions(s *sample) bool {
	return s.share(func(line string) bool {
		return len(line) > 10 && strings.IndexByte("rwx-", line[1]) >= 0 && mode().MatchString(line)
	}) > 0.5
}

// speaker is a name and what is said.
var speaker = pattern(`^[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)?: (.+)$`)

// spoken reports a dialogue: sentences behind the names of those who speak.
func spoken(s *sample) bool {
	turns := s.count(func(line string) bool {
		if line[0] < 'A' || line[0] > 'Z' || !strings.Contains(line, ": ") {
			return false
		}
		m := speaker().FindStringSubmatch(line)
		return m != nil && (strings.HasSuffix(m[1], "?") || strings.HasSuffix(m[1], "!") || strings.HasSuffix(m[1], ".") || strings.HasSuffix(m[1], "…")) &&
			!strings.ContainsAny(m[1], "{}();=<>$_\\|&")
	})
	return turns > 1 && 2*turns > len(s.lines)
}
