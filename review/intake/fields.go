package intake

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/rules"
)

// fields is the values of one JSON object under the names that the format gives
// them, aliases resolved.
type fields struct {
	r     *reader
	where string // what errors call the object, as in `issue "term-1"`
	at    int    // where it starts
	byKey map[string]field
}

type field struct {
	node
	written string // the key as the review has it
}

// open resolves the keys of an object. Names maps every key that is understood,
// in lower-case snake case, to the format's own; the first of two keys with one
// meaning must agree with the second. Keys that are not understood are left out
// and noted; those that are misspelled are errors, because what they hold may be
// what the issue is about.
func (r *reader) open(n node, where string, names map[string]string) fields {
	f := fields{r: r, where: where, at: n.offset(), byKey: map[string]field{}}
	if n.kind() != object {
		r.fail(n.offset(), where, "is %v; want an object", n.kind())
		return f
	}
	var unknown []node
	n.elements(func(key, value node) bool {
		written := key.str()
		if value.kind() == null {
			return true
		}
		name, ok := names[snake(written)]
		if !ok {
			unknown = append(unknown, key)
			return true
		}
		if name != written && snake(written) != name {
			r.repair("took the field %q for %s", clip(written, 40), name)
		}
		old, twice := f.byKey[name]
		switch {
		case !twice:
			f.byKey[name] = field{value, written}
		case old.written == written && string(old.raw()) != string(value.raw()):
			r.fail(value.offset(), where, "%q stands twice; keep one of them", clip(written, 40))
		case name == "issues" && (lists(old.node) || lists(value)) && string(old.raw()) != string(value.raw()):
			r.fail(value.offset(), where, "both %q and %q hold findings; put them into one list, %s", clip(old.written, 40), clip(written, 40), name)
		case old.str() == value.str():
		case snake(written) == name:
			r.repair("left out the field %q beside %s", clip(old.written, 40), name)
			f.byKey[name] = field{value, written}
		case snake(old.written) == name:
			r.repair("left out the field %q beside %s", clip(written, 40), name)
		default:
			r.fail(value.offset(), where, "both %q and %q could be %s; keep one of them", clip(old.written, 40), clip(written, 40), name)
		}
		return true
	})
	for _, key := range unknown[:min(maxUnknown, len(unknown))] {
		f.unknown(key, names)
	}
	if n := len(unknown) - maxUnknown; n > 0 {
		r.repair("left out %d fields more, which have no meaning here", n)
	}
	return f
}

// lists reports whether n is a list with an object in it: findings, which are never
// left out for being beside others.
func lists(n node) bool {
	if n.kind() != array {
		return false
	}
	return slices.ContainsFunc(n.list(), func(e node) bool { return e.kind() == object })
}

// maxUnknown is how many keys of one object are looked at that are not
// understood: what has more of them was not meant for this format.
const maxUnknown = 100

// unknown says what becomes of a key that is not understood.
func (f fields) unknown(key node, names map[string]string) {
	written := key.str()
	word := snake(written)
	near := misspelled(word, names)
	switch {
	case near == "":
		f.r.repair("left out the field %q, which has no meaning here", clip(written, 40))
	case f.has(near) || inflected(word, near):
		f.r.repair("left out the field %q, which has no meaning here; was %q meant?", clip(written, 40), near)
	default:
		f.r.fail(key.offset(), f.where, "unknown field %q; did you mean %q?", clip(written, 40), near)
	}
}

// misspelled is the field that word nearly is, "" for none: one letter is wrong,
// missing, too many or has changed places, or two in a long word. Short words are
// near to too many others.
func misspelled(word string, names map[string]string) string {
	const short, long, longest = 5, 9, 40
	if len(word) < short || len(word) > longest {
		return ""
	}
	most := 1
	if len(word) >= long {
		most = 2
	}
	best := ""
	for _, name := range names {
		if len(name) < short || abs(len(name)-len(word)) > most {
			continue
		}
		if d := rules.Distance(word, name); d < most || d == most && (best == "" || name < best) {
			best, most = name, d
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// inflected reports whether two words are forms of one, or of one person and
// deed, as in issue and issues, reviewed and reviewer.
func inflected(a, b string) bool {
	return stem(a) == stem(b)
}

func stem(word string) string {
	for _, ending := range []string{"ing", "ed", "er", "s", "d", "r"} {
		if rest, ok := strings.CutSuffix(word, ending); ok {
			return rest
		}
	}
	return word
}

// snake writes a key as review.json does: autoFixable, auto-fixable and Auto
// Fixable become auto_fixable.
func snake(key string) string {
	lower := true
	for i := 0; i < len(key) && lower; i++ {
		lower = 'a' <= key[i] && key[i] <= 'z' || key[i] == '_' || '0' <= key[i] && key[i] <= '9'
	}
	if lower {
		return key
	}
	var b strings.Builder
	last := '_'
	for _, r := range key {
		switch {
		case r == '-' || r == ' ' || r == '_':
			r = '_'
		case unicode.IsUpper(r):
			if unicode.IsLower(last) {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
			last = r
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

func (f fields) has(name string) bool { _, ok := f.byKey[name]; return ok }

// fail records that a field is not as it should be.
func (f fields) fail(name string, format string, args ...any) {
	at := f.at
	if v, ok := f.byKey[name]; ok {
		at = v.offset()
	}
	where := name
	if f.where != "" {
		where = f.where + ", " + name
	}
	f.r.fail(at, where, format, args...)
}

// str is a text; a number is taken for its digits. Absent, it is "".
func (f fields) str(name string) string {
	v, ok := f.byKey[name]
	if !ok {
		return ""
	}
	switch v.kind() {
	case text:
		return v.str()
	case number:
		f.r.repair("took a number for the text of %s", name)
		return v.str()
	}
	f.fail(name, "is %v; want a string", v.kind())
	return ""
}

// num is a number; a string that holds one is taken. Absent, it is 0.
func (f fields) num(name string) (float64, bool) {
	v, ok := f.byKey[name]
	if !ok {
		return 0, false
	}
	s := v.str()
	switch v.kind() {
	case number:
	case text:
		s = strings.TrimSpace(s)
		if !isNumber([]byte(s)) {
			f.fail(name, "is %q; want a number", clip(s, 40))
			return 0, false
		}
		f.r.repair("took the string in %s for a number", name)
	default:
		f.fail(name, "is %v; want a number", v.kind())
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) {
		f.fail(name, "is %s; want a number that fits", clip(s, 40))
		return 0, false
	}
	return x, true
}

// maxInt is the largest line, column or count that is believed; more can't be
// meant, and sums of such numbers stay far from overflow.
const maxInt = min(1<<40, math.MaxInt/2)

// whole is a whole number from low on. Absent, it is 0.
func (f fields) whole(name string, low int) int {
	x, ok := f.num(name)
	if !ok {
		return 0
	}
	if x != math.Trunc(x) || x < float64(low) || x > maxInt {
		f.fail(name, "is %s; want a whole number from %d on", clip(f.byKey[name].str(), 40), low)
		return 0
	}
	return int(x)
}

// flag is a truth value; "yes", "no" and the words as strings are taken.
func (f fields) flag(name string) (value, given bool) {
	v, ok := f.byKey[name]
	if !ok {
		return false, false
	}
	word := strings.ToLower(strings.TrimSpace(v.str()))
	if v.kind() == boolean {
		return word == "true", true
	}
	if v.kind() == text {
		switch word {
		case "true", "yes":
			f.r.repair("took the string in %s for true", name)
			return true, true
		case "false", "no":
			f.r.repair("took the string in %s for false", name)
			return false, true
		}
	}
	f.fail(name, "is %s; want true or false", clip(string(v.raw()), 40))
	return false, false
}

// texts is a list of strings; a single string is a list of one.
func (f fields) texts(name string) []string {
	v, ok := f.byKey[name]
	if !ok {
		return nil
	}
	switch v.kind() {
	case text:
		f.r.repair("took the string in %s for a list of one", name)
		return []string{v.str()}
	case array:
		out := []string{}
		for i, e := range v.list() {
			if e.kind() != text {
				f.r.fail(e.offset(), join(f.where, fmt.Sprintf("%s[%d]", name, i)), "is %v; want a string", e.kind())
				return out
			}
			out = append(out, e.str())
		}
		return out
	}
	f.fail(name, "is %v; want a list of strings", v.kind())
	return nil
}

// join puts what is within what.
func join(outer, inner string) string {
	if outer == "" {
		return inner
	}
	return outer + ", " + inner
}

// oneOf is the meaning of a word, which may be written in any letter case and
// with spaces or hyphens for underscores.
func oneOf[T any](f fields, name string, words map[string]T, want string) (T, bool) {
	var zero T
	if !f.has(name) {
		return zero, false
	}
	word := f.str(name)
	if word == "" {
		return zero, false
	}
	v, ok := words[strings.Trim(snake(strings.ToLower(strings.TrimSpace(word))), "_.!")]
	if !ok {
		f.fail(name, "is %q; want %s", clip(word, 40), want)
	}
	return v, ok
}
