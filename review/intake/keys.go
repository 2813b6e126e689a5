package intake

import (
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/rules"
)

// open opens an object of doc-iterate's own format. Names maps every key that is
// understood, in lower-case snake case, to the format's own. Where two keys have one
// meaning, their values must agree or one of the keys be the format's own, or both are left
// out. Keys that
// are not understood are left out and noted. Those that are misspelled are read, as another
// name of the field.
func (r *reader) open(n jsontree.Node, where *trail, names map[string]string) fields {
	f := fields{r: r, where: where, at: n.Offset(), byKey: r.emptyMap(), loose: true}
	if n.Kind() != jsontree.Object {
		r.repair("ignored %s, which is %v; want an object", where, n.Kind())
	}
	var unknown [][2]jsontree.Node
	for key, value := range n.Members() {
		if value.Kind() == jsontree.Null {
			continue
		}
		written := key.Text()
		name, ok := names[snake(written)]
		if !ok {
			unknown = append(unknown, [2]jsontree.Node{key, value})
			continue
		}
		if name != written && snake(written) != name {
			r.repair("read the field %q as %s", clip(written, 40), name)
		}
		if _, twice := f.byKey[name]; twice {
			f.merge(name, field{value, written})
		} else {
			f.byKey[name] = field{value, written}
		}
	}
	for _, key := range unknown[:min(maxUnknown, len(unknown))] {
		f.unknown(key[0], key[1], names)
	}
	if n := len(unknown) - maxUnknown; n > 0 {
		r.repair("ignored %d more unknown fields", n)
	}
	return f
}

// emptyMap returns a map for the fields of an object. Those of each of very many issues would be much garbage.
func (r *reader) emptyMap() map[string]field {
	if n := len(r.spare) - 1; n >= 0 {
		out := r.spare[n]
		r.spare = r.spare[:n]
		return out
	}
	return map[string]field{}
}

// release has the map of f be used again. Neither f nor a copy of it may be used any more.
func (f fields) release() {
	clear(f.byKey)
	f.r.spare = append(f.r.spare, f.byKey)
}

// merge decides which of two values of one field counts.
func (f fields) merge(name string, value field) {
	r, old := f.r, f.get(name)
	written, before := clip(value.written, 40), clip(old.written, 40)
	differ := string(old.Raw()) != string(value.Raw())
	switch {
	case !old.Exists():
		return // both of the first two were left out
	case name == "issues" && old.written == value.written && differ:
		r.fail(value.Offset(), f.where, "%q stands twice; keep one of them", written)
	case name == "issues" && differ && (holdsObjects(old.Node) || holdsObjects(value.Node)):
		r.fail(value.Offset(), f.where, "both %q and %q hold findings; put them into one list, %s",
			before, written, name)
	case old.Text() == value.Text():
		return
	case old.written == value.written && name != "description":
		f.byKey[name] = field{}
		r.leftOut(name, "stands twice with two values")
	case snake(value.written) == name:
		r.repair("ignored the field %q in favour of %s", before, name)
		f.byKey[name] = value
	case snake(old.written) == name:
		r.repair("ignored the field %q in favour of %s", written, name)
	case name == "description" || name == "feedback" || name == "title":
		r.repair("ignored the field %q beside %q", written, before)
	default:
		f.byKey[name] = field{}
		r.leftOut(name, "both %q and %q could be", before, written)
	}
}

// holdsObjects reports whether n is a list with an object in it. Such a list has
// findings, which are never left out.
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
func (f fields) unknown(key, value jsontree.Node, names map[string]string) {
	written := key.Text()
	word := snake(written)
	near := misspelled(word, names)
	switch {
	case near == "":
		f.r.repair("ignored the unknown field %q", clip(written, 40))
	case f.has(near) || stem(word) == stem(near):
		f.r.repair("ignored the unknown field %q; was %q meant?", clip(written, 40), near)
	case near != "issues" || holdsObjects(value):
		f.r.repair("read the field %q as %s", clip(written, 40), near)
		f.byKey[near] = field{value, written}
	default:
		f.r.fail(key.Offset(), f.where, "unknown field %q; did you mean %q?", clip(written, 40), near)
	}
}

// misspelled returns the field whose name word nearly is, "" for none: one letter is
// wrong, missing, too many or has changed places, or two in a long word. Short words
// are near to too many others.
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

// snake writes a key as review.json does: autoFixable, auto-fixable and Auto
// Fixable become auto_fixable.
func snake(key string) string {
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
