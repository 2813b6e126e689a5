package intake

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// fields holds the values of one JSON object by name. Each getter reads one kind of
// value; what is of another kind is an error, and an absent field is the zero value.
type fields struct {
	r     *reader
	where *trail
	at    int // where it starts
	byKey map[string]field
	// of is an object of another program's format, whose fields byKey need not have.
	of jsontree.Node
	// loose is set for doc-iterate's own format, which people and models write. Of a value
	// that can't be read there the finding does without.
	loose bool
}

type field struct {
	jsontree.Node
	written string // the key as the review has it
}

// foreign opens an object of another program's format. Fields that are not read do
// not matter.
func (r *reader) foreign(n jsontree.Node, where *trail) fields {
	if n.Kind() != jsontree.Object {
		r.fail(n.Offset(), where, "is %v; want an object", n.Kind())
	}
	return fields{r: r, where: where, at: n.Offset(), of: n}
}

// readBy returns f for another reader: what is odd about it is noted there.
func (f fields) readBy(r *reader) fields {
	f.r = r
	return f
}

// get returns a field, none for null. Of equal keys the last one counts.
func (f fields) get(name string) field {
	if v, set := f.byKey[name]; set || !f.of.Exists() {
		return v
	}
	if v := f.of.Given(name); v.Exists() {
		return field{v, name}
	}
	return field{}
}

func (f fields) has(name string) bool { return f.get(name).Exists() }

// fail records that a field is not as it should be. In a loose object the field is left out.
func (f fields) fail(name string, format string, args ...any) {
	if f.loose {
		f.r.leftOut(name, format, args...)
		return
	}
	at := f.at
	if v := f.get(name); v.Exists() {
		at = v.Offset()
	}
	f.r.fail(at, f.where.within(name), format, args...)
}

// str reads a text; a number is taken for its digits.
func (f fields) str(name string) string {
	v := f.get(name)
	switch {
	case !v.Exists():
		return ""
	case v.Kind() == jsontree.Number:
		f.r.repair("read a number as the text of %s", name)
	case f.loose && v.Kind() != jsontree.String:
		return f.oddText(name)
	case v.Kind() != jsontree.String:
		f.fail(name, "is %v; want a string", v.Kind())
		return ""
	}
	return v.Text()
}

// strIfText reads a text, and other kinds of values as "".
func (f fields) strIfText(name string) string {
	if v := f.get(name); v.Kind() == jsontree.String {
		return v.Text()
	}
	return ""
}

// num reads a number; a string that holds one is taken.
func (f fields) num(name string) (x float64, given bool) {
	v := f.get(name)
	if !v.Exists() {
		return 0, false
	}
	s := strings.TrimSpace(v.Text())
	switch kind := v.Kind(); {
	case kind == jsontree.String && !jsontree.IsNumber([]byte(s)):
		f.fail(name, "is %q; want a number", clip(s, 40))
		return 0, false
	case kind == jsontree.String:
		f.r.repair("read the string in %s as a number", name)
	case kind != jsontree.Number:
		f.fail(name, "is %v; want a number", kind)
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

// whole reads a whole number from low on.
func (f fields) whole(name string, low int) int {
	x, ok := f.num(name)
	if !ok {
		return 0
	}
	if x != math.Trunc(x) || x < float64(low) || x > maxInt {
		f.fail(name, "is %s; want a whole number from %d on", clip(f.get(name).Text(), 40), low)
		return 0
	}
	return int(x)
}

// point reads a line and a column, 0 where they are not given.
func (f fields) point(line, column string) source.Point {
	return source.Point{Line: f.whole(line, 0), Column: f.whole(column, 0)}
}

// flag reads a truth value; "yes", "no" and the words as strings are taken.
func (f fields) flag(name string) (value, given bool) {
	v := f.get(name)
	if !v.Exists() {
		return false, false
	}
	word := strings.ToLower(strings.TrimSpace(v.Text()))
	if v.Kind() == jsontree.Bool {
		return word == "true", true
	}
	if v.Kind() == jsontree.String || f.loose && v.Kind() == jsontree.Number {
		switch word {
		case "true", "yes", "y", "on", "1", "fully", "always":
			f.r.repair("read %v in %s as true", v.Kind(), name)
			return true, true
		case "false", "no", "n", "off", "0", "partial", "partially", "partly", "maybe", "sometimes", "never":
			f.r.repair("read %v in %s as false", v.Kind(), name)
			return false, true
		}
	}
	f.fail(name, "is %s; want true or false", clip(string(v.Raw()), 40))
	return false, false
}

// texts reads a list of strings; a single string is a list of one.
func (f fields) texts(name string) []string {
	v := f.get(name)
	switch {
	case !v.Exists():
		return nil
	case v.Kind() == jsontree.String:
		f.r.repair("read the string in %s as a list of one", name)
		return []string{v.Text()}
	case f.loose:
		return f.oddTexts(name)
	case v.Kind() != jsontree.Array:
		f.fail(name, "is %v; want a list of strings", v.Kind())
		return nil
	}
	out := []string{}
	for i, e := range v.Items() {
		if e.Kind() != jsontree.String {
			f.r.fail(e.Offset(), f.where.element(name, i), "is %v; want a string", e.Kind())
			return out
		}
		out = append(out, e.Text())
	}
	return out
}

// strings reads the strings of a list; other elements are left out.
func (f fields) strings(name string) []string {
	var out []string
	for _, n := range f.list(name).Items() {
		if n.Kind() == jsontree.String {
			out = append(out, n.Text())
		}
	}
	return out
}

// ints reads a list of whole numbers.
func (f fields) ints(name string) []int {
	var out []int
	before := f.r.failed()
	for _, n := range f.list(name).Items() {
		one := fields{r: f.r, where: f.where, at: f.at, byKey: map[string]field{name: {n, name}}}
		if out = append(out, one.whole(name, -1)); f.r.failed() > before {
			return nil
		}
	}
	return out
}

// list reads a list.
func (f fields) list(name string) jsontree.Node {
	v := f.get(name)
	if v.Exists() && v.Kind() != jsontree.Array {
		f.fail(name, "is %v; want a list", v.Kind())
		return jsontree.Node{}
	}
	return v.Node
}

// each opens the objects of the list in a field. Item is what errors call one.
func (f fields) each(list, item string) iter.Seq[fields] {
	return f.r.objects(f.list(list), f.where, item)
}

// objects opens the objects of a list. Item is what errors call one.
func (r *reader) objects(list jsontree.Node, in *trail, item string) iter.Seq[fields] {
	return r.opened(list.Items(), in, item)
}

func (r *reader) opened(elements iter.Seq2[int, jsontree.Node], in *trail, item string) iter.Seq[fields] {
	return func(yield func(fields) bool) {
		for i, n := range elements {
			if !yield(r.foreign(n, in.element(item, i))) {
				return
			}
		}
	}
}

// child opens the object in a field; without one it is empty.
func (f fields) child(name string) fields {
	at, of := f.at, jsontree.Node{}
	if v := f.get(name); v.Kind() == jsontree.Object {
		at, of = v.Offset(), v.Node
	} else if v.Exists() {
		return f.r.foreign(v.Node, f.where.within(name))
	}
	return fields{r: f.r, where: f.where.within(name), at: at, of: of}
}

// oneOf reads a word and returns its meaning. The word may be written in any letter
// case and with spaces or hyphens for underscores.
func oneOf[T any](f fields, name string, words map[string]T, want string) (meaning T, known bool) {
	word := f.str(name)
	if word == "" {
		return meaning, false
	}
	meaning, known = words[strings.Trim(snake(strings.ToLower(strings.TrimSpace(word))), "_.!")]
	if !known {
		f.fail(name, "is %q; want %s", clip(word, 40), want)
	}
	return meaning, known
}
