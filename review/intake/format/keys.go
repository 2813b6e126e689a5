package format

import (
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Open opens an object of doc-iterate's own format. Names maps every key that is understood, in lower-case snake case,
// to the format's own. Where two keys have one meaning, their values must agree or one of the keys be the format's own,
// or both are left out. Keys that are not understood are left out and noted. Those that are misspelled are read, as
// another name of the field.
func (r *Reader) Open(n jsontree.Node, where *trail, names map[string]string) Fields {
	f := Fields{r: r, Where: where, at: n.Offset(), ByKey: map[string]Field{}, loose: true}
	if n.Kind() != jsontree.Object {
		r.Repair("ignored %s, which is %v; want an object", where, n.Kind())
	}
	var unknown [][2]jsontree.Node
	for key, value := range n.Members() {
		if value.Kind() == jsontree.Null {
			continue
		}
		written := key.Text()
		name, ok := names[Snake(written)]
		if !ok {
			unknown = append(unknown, [2]jsontree.Node{key, value})
			continue
		}
		if name != written && Snake(written) != name {
			r.Repair("read the field %q as %s", Clip(written, 40), name)
		}
		if _, twice := f.ByKey[name]; twice {
			f.merge(name, Field{value, written})
		} else {
			f.ByKey[name] = Field{value, written}
		}
	}
	for _, key := range unknown[:min(maxUnknown, len(unknown))] {
		f.unknown(key[0], key[1], names)
	}
	if n := len(unknown) - maxUnknown; n > 0 {
		r.Repair("ignored %d more unknown fields", n)
	}
	return f
}

// merge decides which of two values of one field counts.
func (f Fields) merge(name string, value Field) {
	r, old := f.r, f.Get(name)
	written, before := Clip(value.Written, 40), Clip(old.Written, 40)
	differ := string(old.Raw()) != string(value.Raw())
	switch {
	case name == "standing": // each counts
	case !old.Exists():
		return // both of the first two were left out
	case name == "issues" && old.Written == value.Written && differ:
		r.Fail(value.Offset(), f.Where, "%q stands twice; keep one of them", written)
	case name == "issues" && differ && (holdsObjects(old.Node) || holdsObjects(value.Node)):
		r.Fail(value.Offset(), f.Where, "both %q and %q hold findings; put them into one list, %s",
			before, written, name)
	case old.Text() == value.Text():
		return
	case old.Written == value.Written && name != "description":
		f.ByKey[name] = Field{}
		r.leftOut(name, "stands twice with two values")
	case Snake(value.Written) == name:
		r.Repair("ignored the field %q in favour of %s", before, name)
		f.ByKey[name] = value
	case Snake(old.Written) == name:
		r.Repair("ignored the field %q in favour of %s", written, name)
	case name == "description" || name == "feedback" || name == "title":
		r.Repair("ignored the field %q beside %q", written, before)
	default:
		f.ByKey[name] = Field{}
		r.leftOut(name, "both %q and %q could be", before, written)
	}
}

// holdsObjects reports whether n is a list with an object in it. Such a list has findings, which are never left out.
func holdsObjects(n jsontree.Node) bool {
	for _, item := range n.Items() {
		if item.Kind() == jsontree.Object {
			return true
		}
	}
	return false
}

// maxUnknown is how many keys of one object are looked at that are not
// understood: what has more of them was not meant for this format.
const maxUnknown = 100

// unknown reports a key that is not understood.
func (f Fields) unknown(key, value jsontree.Node, names map[string]string) {
	written := key.Text()
	word := Snake(written)
	near := misspelled(word, names)
	switch {
	case near == "":
		f.r.Repair("ignored the unknown field %q", Clip(written, 40))
	case f.Has(near) || stem(word) == stem(near):
		f.r.Repair("ignored the unknown field %q; was %q meant?", Clip(written, 40), near)
	case near != "issues" || holdsObjects(value):
		f.r.Repair("read the field %q as %s", Clip(written, 40), near)
		f.ByKey[near] = Field{value, written}
	default:
		f.r.Fail(key.Offset(), f.Where, "unknown field %q; did you mean %q?", Clip(written, 40), near)
	}
}

// misspelled returns the field whose name word nearly is, "" for none: one letter is wrong, missing, too many or has
// changed places, or two in a long word. Short words are near to too many others.
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
		if difference := len(name) - len(word); len(name) < short || max(difference, -difference) > most {
			continue
		}
		if d := rules.Distance(word, name); d < most || d == most && (best == "" || name < best) {
			best, most = name, d
		}
	}
	return best
}

// stem cuts the ending off a word, so that the forms of one word are equal, as in issue
// and issues, reviewed and reviewer.
func stem(word string) string {
	for _, ending := range []string{"ing", "ed", "er", "s", "d", "r"} {
		if rest, ok := strings.CutSuffix(word, ending); ok {
			return rest
		}
	}
	return word
}

// isSnake reports whether snake leaves a key as it is, as nearly all are.
func isSnake(key string) bool {
	for i := range len(key) {
		if c := key[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}

// Snake writes a key as review.json does: autoFixable, auto-fixable and Auto Fixable become auto_fixable.
func Snake(key string) string {
	if isSnake(key) {
		return key
	}
	var b strings.Builder
	last := '_'
	for _, r := range key {
		switch {
		case r == '-' || r == ' ':
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
