package format

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Fields holds the values of one JSON object by name. Each getter reads one kind of
// value; what is of another kind is an error, and an absent field is the zero value.
type Fields struct {
	r     *Reader
	Where *trail
	at    int // where it starts
	ByKey map[string]Field
	// of is an object of another program's format, whose fields byKey need not have.
	of jsontree.Node
	// loose is set for doc-iterate's own format, which people and models write. Of a value
	// that can't be read there the finding does without.
	loose bool
}

type Field struct {
	jsontree.Node
	Written string // the key as the review has it
}

// Foreign opens an object of another program's format. Fields that are not read do not matter.
func (r *Reader) Foreign(n jsontree.Node, where *trail) Fields {
	if n.Kind() != jsontree.Object {
		r.Fail(n.Offset(), where, "is %v; want an object", n.Kind())
	}
	return Fields{r: r, Where: where, at: n.Offset(), of: n}
}

// Get returns a field, none for null. Of equal keys the last one counts.
func (f Fields) Get(name string) Field {
	if v, set := f.ByKey[name]; set || !f.of.Exists() {
		return v
	}
	if v := f.of.Given(name); v.Exists() {
		return Field{v, name}
	}
	return Field{}
}

func (f Fields) Has(name string) bool { return f.Get(name).Exists() }

// Fail records that a field is not as it should be. In a loose object the field is left out.
func (f Fields) Fail(name string, format string, args ...any) {
	if f.loose {
		f.r.leftOut(name, format, args...)
		return
	}
	at := f.at
	if v := f.Get(name); v.Exists() {
		at = v.Offset()
	}
	f.r.Fail(at, f.Where.Within(name), format, args...)
}

// Str reads a text; a number is taken for its digits.
func (f Fields) Str(name string) string {
	v := f.Get(name)
	switch {
	case !v.Exists():
		return ""
	case v.Kind() == jsontree.Number:
		f.r.Repair("read a number as the text of %s", name)
	case f.loose && v.Kind() != jsontree.String:
		return f.oddText(name)
	case v.Kind() != jsontree.String:
		f.Fail(name, "is %v; want a string", v.Kind())
		return ""
	}
	return v.Text()
}

// StrIfText reads a text, and other kinds of values as "".
func (f Fields) StrIfText(name string) string {
	if v := f.Get(name); v.Kind() == jsontree.String {
		return v.Text()
	}
	return ""
}

// Num reads a number; a string that holds one is taken.
func (f Fields) Num(name string) (x float64, given bool) {
	v := f.Get(name)
	if !v.Exists() {
		return 0, false
	}
	s := strings.TrimSpace(v.Text())
	switch kind := v.Kind(); {
	case kind == jsontree.String && !jsontree.IsNumber([]byte(s)):
		f.Fail(name, "is %q; want a number", Clip(s, 40))
		return 0, false
	case kind == jsontree.String:
		f.r.Repair("read the string in %s as a number", name)
	case kind != jsontree.Number:
		f.Fail(name, "is %v; want a number", kind)
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) {
		f.Fail(name, "is %s; want a number that fits", Clip(s, 40))
		return 0, false
	}
	return x, true
}

// MaxInt is the largest line, column or count that is believed; more can't be
// meant, and sums of such numbers stay far from overflow.
const MaxInt = min(1<<40, math.MaxInt/2)

// Whole reads a whole number from low on.
func (f Fields) Whole(name string, low int) int {
	x, ok := f.Num(name)
	if !ok {
		return 0
	}
	if x != math.Trunc(x) || x < float64(low) || x > MaxInt {
		f.Fail(name, "is %s; want a whole number from %d on", Clip(f.Get(name).Text(), 40), low)
		return 0
	}
	return int(x)
}

// point reads a line and a column, 0 where they are not given.
func (f Fields) point(line, column string) source.Point {
	return source.Point{Line: f.Whole(line, 0), Column: f.Whole(column, 0)}
}

// Flag reads a truth value; "yes", "no" and the words as strings are taken.
func (f Fields) Flag(name string) (value, given bool) {
	v := f.Get(name)
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
			f.r.Repair("read %v in %s as true", v.Kind(), name)
			return true, true
		case "false", "no", "n", "off", "0", "partial", "partially", "partly", "maybe", "sometimes", "never":
			f.r.Repair("read %v in %s as false", v.Kind(), name)
			return false, true
		}
	}
	f.Fail(name, "is %s; want true or false", Clip(string(v.Raw()), 40))
	return false, false
}

// Texts reads a list of strings; a single string is a list of one.
func (f Fields) Texts(name string) []string {
	v := f.Get(name)
	switch {
	case !v.Exists():
		return nil
	case v.Kind() == jsontree.String:
		f.r.Repair("read the string in %s as a list of one", name)
		return []string{v.Text()}
	case f.loose:
		return f.oddTexts(name)
	case v.Kind() != jsontree.Array:
		f.Fail(name, "is %v; want a list of strings", v.Kind())
		return nil
	}
	out := []string{}
	for i, e := range v.Items() {
		if e.Kind() != jsontree.String {
			f.r.Fail(e.Offset(), f.Where.element(name, i), "is %v; want a string", e.Kind())
			return out
		}
		out = append(out, e.Text())
	}
	return out
}

// strings reads the strings of a list; other elements are left out.
func (f Fields) strings(name string) []string {
	var out []string
	for _, n := range f.List(name).Items() {
		if n.Kind() == jsontree.String {
			out = append(out, n.Text())
		}
	}
	return out
}

// ints reads a list of whole numbers.
func (f Fields) ints(name string) []int {
	var out []int
	before := len(f.r.Errs)
	for _, n := range f.List(name).Items() {
		one := Fields{r: f.r, Where: f.Where, at: f.at, ByKey: map[string]Field{name: {n, name}}}
		if out = append(out, one.Whole(name, -1)); len(f.r.Errs) > before {
			return nil
		}
	}
	return out
}

// List reads a list.
func (f Fields) List(name string) jsontree.Node {
	v := f.Get(name)
	if v.Exists() && v.Kind() != jsontree.Array {
		f.Fail(name, "is %v; want a list", v.Kind())
		return jsontree.Node{}
	}
	return v.Node
}

// Each opens the objects of the list in a field. Item is what errors call one.
func (f Fields) Each(list, item string) iter.Seq[Fields] {
	return f.r.Objects(f.List(list), f.Where, item)
}

// Objects opens the objects of a list. Item is what errors call one.
func (r *Reader) Objects(list jsontree.Node, in *trail, item string) iter.Seq[Fields] {
	return func(yield func(Fields) bool) {
		for i, n := range list.Items() {
			if !yield(r.Foreign(n, in.element(item, i))) {
				return
			}
		}
	}
}

// child opens the object in a field; without one it is empty.
func (f Fields) child(name string) Fields {
	at, of := f.at, jsontree.Node{}
	if v := f.Get(name); v.Kind() == jsontree.Object {
		at, of = v.Offset(), v.Node
	} else if v.Exists() {
		return f.r.Foreign(v.Node, f.Where.Within(name))
	}
	return Fields{r: f.r, Where: f.Where.Within(name), at: at, of: of}
}

// OneOf reads a word and returns its meaning. The word may be written in any letter
// case and with spaces or hyphens for underscores.
func OneOf[T any](f Fields, name string, words map[string]T, want string) (meaning T, known bool) {
	word := f.Str(name)
	if word == "" {
		return meaning, false
	}
	meaning, known = words[strings.Trim(Snake(strings.ToLower(strings.TrimSpace(word))), "_.!")]
	if !known {
		f.Fail(name, "is %q; want %s", Clip(word, 40), want)
	}
	return meaning, known
}

// Words inverts a table of the words for each value, with spaces between them.
func Words[T comparable](table map[T]string) map[string]T {
	out := map[string]T{}
	for value, list := range table {
		for word := range strings.FieldsSeq(list) {
			out[word] = value
		}
	}
	return out
}
