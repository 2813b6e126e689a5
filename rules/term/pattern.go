package term

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// pattern is a compiled regular expression in the syntax of RE2. Its search takes linear time.
//
// A pattern that is a list of texts, without groups, is not compiled: its texts are searched as literals. The shipped
// configuration has only such patterns. Compiling them took 2 % of a short check.
type pattern struct {
	tree     *syntax.Regexp // without start
	re       *regexp.Regexp // finds a match anywhere
	here     *regexp.Regexp // matches at the start of its input only
	start    startKind      // where a match must start
	starts   []string       // folded literals: every match starts with one; nil if unknown
	literals []string       // all texts it matches, if they are a list and the start does not matter
	required []byteSet      // a match has at least one byte of each
	rare     *byteSet       // the bytes a match can start with, if all are rare in prose; else nil
}

// startKind is a condition on the place where a match starts. It is removed from the expression, so that the rest can
// be tried at any place. accept checks it against the text before that place.
type startKind uint8

const (
	startAnywhere startKind = iota
	startWord               // \b
	startLine               // ^, behind the markup of lists, quotes and headings
)

// compilePattern compiles src.
//
// wholeWord says that matches inside words are dropped later. A \b at the ends adds nothing then.
func compilePattern(src string, matchCase, wholeWord bool) (*pattern, error) {
	flags := patternFlags
	if !matchCase {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(src, flags)
	if err != nil {
		return nil, PatternError(src, err)
	}
	if emptyMatch(tree) {
		return nil, errors.New("the pattern matches the empty text, and so everywhere; " +
			"it must match at least one character")
	}
	// The lists of starts and literals contain spellings, not capitalisations.
	plain, err := syntax.Parse(src, patternFlags)
	if err != nil {
		return nil, PatternError(src, err)
	}
	var p pattern
	p.start, tree = cutStart(tree)
	_, plain = cutStart(plain)
	p.tree = wrapSpaces(tree)
	p.required = required(p.tree)
	if !assertsAtStart(plain) {
		p.starts, _ = prefixes(plain)
	}
	if wholeWord {
		plain = trimBoundaries(plain)
	}
	if p.start == startAnywhere || p.start == startWord && wholeWord {
		p.literals, _ = expand(plain)
	}
	if p.literals == nil || p.tree.MaxCap() > 0 {
		p.compile()
	}
	return &p, nil
}

// compile prepares p for searching.
func (p *pattern) compile() {
	body := p.tree.String()
	p.re = regexp.MustCompile(body)
	// regexp itself searches for a literal prefix, and faster.
	if prefix, _ := p.re.LiteralPrefix(); prefix == "" && !assertsAtStart(p.tree) {
		p.rare = rareStart(p.tree)
	}
	p.here = regexp.MustCompile(`\A(?:` + body + `)`)
}

// cutStart takes a leading \b or ^ off a sequence.
func cutStart(re *syntax.Regexp) (startKind, *syntax.Regexp) {
	if re.Op != syntax.OpConcat || len(re.Sub) < 2 {
		return startAnywhere, re
	}
	kind := startAnywhere
	switch re.Sub[0].Op {
	case syntax.OpWordBoundary:
		kind = startWord
	case syntax.OpBeginLine, syntax.OpBeginText:
		kind = startLine
	default:
		return startAnywhere, re
	}
	rest := *re
	rest.Sub = re.Sub[1:]
	return kind, &rest
}

// PatternError returns an error of package regexp in words for the author of the pattern.
func PatternError(pattern string, err error) error {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err
	}
	switch {
	case e.Code == syntax.ErrInvalidEscape && len(e.Expr) == 2 && '1' <= e.Expr[1] && e.Expr[1] <= '9':
		return fmt.Errorf("bad pattern: the backreference %s "+
			"cannot be searched in linear time; write the repetition out", e.Expr)
	case looksAround(e.Expr):
		return fmt.Errorf(`bad pattern: %q has lookaround, which RE2 lacks; list phrases that are right in "except", `+
			"or match the text around in a group and keep it with $1", pattern)
	case e.Code == syntax.ErrMissingRepeatArgument:
		return fmt.Errorf("bad pattern: %q has nothing before it to repeat; "+
			"write %q for the character itself", e.Expr, regexp.QuoteMeta(e.Expr))
	}
	return fmt.Errorf("bad pattern: %s: %q", e.Code, e.Expr)
}

// looksAround reports whether expr starts with a lookahead or a lookbehind.
func looksAround(expr string) bool {
	return slices.ContainsFunc([]string{"(?=", "(?!", "(?<=", "(?<!"}, func(opening string) bool {
		return strings.HasPrefix(expr, opening)
	})
}

// emptyMatch reports whether re can match the empty text.
func emptyMatch(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return emptyMatch(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min == 0 || emptyMatch(re.Sub[0])
	case syntax.OpConcat:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !emptyMatch(sub) })
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, emptyMatch)
	}
	return true
}

// assertsAtStart reports whether re has a condition before its first character. Such a pattern can't be tried on the
// text from one place onwards.
func assertsAtStart(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if assertsAtStart(sub) {
				return true
			}
			if !emptyMatch(sub) {
				return false
			}
		}
		return false
	}
	return slices.ContainsFunc(re.Sub, assertsAtStart)
}

// wrapSpaces makes a space of the pattern match what spaceRun accepts, because
// a phrase of wrapped prose may run over a line end.
func wrapSpaces(re *syntax.Regexp) *syntax.Regexp {
	for i, sub := range re.Sub {
		re.Sub[i] = wrapSpaces(sub)
	}
	if re.Op != syntax.OpLiteral || !strings.ContainsRune(string(re.Rune), ' ') {
		return re
	}
	out := &syntax.Regexp{Op: syntax.OpConcat}
	for i, word := range strings.Split(string(re.Rune), " ") {
		if i > 0 {
			ranges := []rune{'\t', '\n', '\r', '\r', ' ', ' ', 0xa0, 0xa0, 0x202f, 0x202f}
			space := &syntax.Regexp{Op: syntax.OpCharClass, Rune: ranges}
			out.Sub = append(out.Sub, &syntax.Regexp{Op: syntax.OpPlus, Sub: []*syntax.Regexp{space}})
		}
		if word != "" {
			out.Sub = append(out.Sub, &syntax.Regexp{Op: syntax.OpLiteral, Flags: re.Flags, Rune: []rune(word)})
		}
	}
	return out
}

// at returns the match that starts at i and ends at limit or before, as regexp's submatch indices into text.
func (p *pattern) at(text []byte, i, limit int) []int {
	return p.accept(text, p.here.FindSubmatchIndex(text[i:limit]), i)
}

// next returns the first match that starts at i or later.
func (p *pattern) next(text []byte, i, limit int) []int {
	for ; p.rare != nil && i < limit; i++ {
		if p.rare.has(text[i]) {
			if m := p.at(text, i, limit); m != nil {
				return m
			}
		}
	}
	for i < limit {
		raw := p.re.FindSubmatchIndex(text[i:limit])
		if raw == nil {
			return nil
		}
		// If the start of a match is wrong, the search continues behind the match. Trying every byte of the match again
		// would take quadratic time.
		end := i + raw[1]
		if m := p.accept(text, raw, i); m != nil {
			return m
		}
		i = end
	}
	return nil
}

// accept returns a match behind shift with offsets into text, or nil if it does not start where it must.
func (p *pattern) accept(text []byte, match []int, shift int) []int {
	if match == nil {
		return nil
	}
	for i := range match {
		if match[i] >= 0 {
			match[i] += shift
		}
	}
	if p.start == startWord && !wordStart(text, match[0]) || p.start == startLine && !lineStart(text, match[0]) {
		return nil
	}
	return match
}

// lineStart reports whether nothing but markup stands before i in its line.
func lineStart(text []byte, i int) bool {
	for i--; i >= 0 && text[i] != '\n'; i-- {
		if c := text[i]; bytes.IndexByte([]byte(" \t\r>#*-+.)_[("), c) < 0 && (c < '0' || '9' < c) {
			return false
		}
	}
	return true
}

// paragraphEnd returns where the paragraph around i ends: at the next blank line, or at limit.
func paragraphEnd(text []byte, i, limit int) int {
	for i < limit {
		n := bytes.IndexByte(text[i:limit], '\n')
		if n < 0 {
			return limit
		}
		i += n + 1
		line := text[i:limit]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		if len(bytes.TrimSpace(line)) == 0 {
			return i
		}
	}
	return limit
}
