package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// decoder reads a tree and collects every problem, so that a person can mend the file in one go.
type decoder struct {
	src       []byte
	problems  []Problem
	file      *file
	role      fileRole
	merged    *merger // made src of several files; nil for one file
	overrides []override
	fixes     map[string]FixMode // by the IDs of the rules
}

func (d *decoder) fail(n jsontree.Node, path, format string, args ...any) {
	d.failAt(n.Offset(), path, format, args...)
}

func (d *decoder) failAt(offset int, path, format string, args ...any) {
	d.problems = append(d.problems, Problem{Offset: offset, Path: path, Message: fmt.Sprintf(format, args...)})
}

func (d *decoder) wantKind(n jsontree.Node, path string, want jsontree.Kind) bool {
	if n.Kind() == want {
		return true
	}
	d.fail(n, path, "expected %s, found %s", kindNames[want], kindNames[n.Kind()])
	return false
}

// lineOf names the line of n, with the file and the column if n is in another file.
func (d *decoder) lineOf(n jsontree.Node) string {
	if d.merged != nil {
		return d.merged.place(n.Offset())
	}
	line, _ := lineColumn(d.src, n.Offset())
	return fmt.Sprintf("line %d", line)
}

// object reads one JSON object. Every getter asks for a key. done reports the keys that no getter has asked for.
type object struct {
	d    *decoder
	node jsontree.Node // no value for a section that is absent, whose getters give defaults
	path string
	why  string
	keys []string // all keys this object may have
}

// object checks that n is an object. If it is not, the result has no keys, and every getter returns its default.
func (d *decoder) object(n jsontree.Node, path string) *object {
	o := &object{d: d, node: n, path: path}
	if !o.isObject() {
		d.fail(n, path, "expected an object in braces, found %s", kindNames[n.Kind()])
	}
	o.why = o.text("why") // a note to the reader, allowed everywhere
	return o
}

func (o *object) isObject() bool { return o.node.Kind() == jsontree.Object }

// section reads an object that may be absent.
func (o *object) section(key string) *object {
	if n := o.get(key); n.Exists() {
		return o.d.object(n, o.join(key))
	}
	return &object{d: o.d, path: o.join(key)}
}

func (o *object) join(key string) string {
	if o.path == "" {
		return key
	}
	return o.path + "." + key
}

// get returns the value of a key, or no value where the object has none. Of equal keys the first one counts.
func (o *object) get(key string) jsontree.Node {
	if o.node.Exists() {
		o.keys = append(o.keys, key)
	}
	for k, v := range o.node.Members() {
		if k.Is(key) {
			return v
		}
	}
	return jsontree.Node{}
}

// has reports whether the object has a key.
func (o *object) has(key string) bool { return o.get(key).Exists() }

// failKey reports what is wrong with the value of a key that is there.
func (o *object) failKey(key, format string, args ...any) {
	o.d.fail(o.get(key), o.join(key), format, args...)
}

// typed is get for a value that must be of one kind.
func (o *object) typed(key string, want jsontree.Kind) jsontree.Node {
	if n := o.get(key); n.Exists() && o.d.wantKind(n, o.join(key), want) {
		return n
	}
	return jsontree.Node{}
}

// done reports the keys that no getter named.
func (o *object) done() {
	var known []string
	for _, k := range o.keys {
		if !slices.Contains(known, k) {
			known = append(known, k)
		}
	}
	var unknown []string
	for key := range o.node.Members() {
		name := key.Text()
		if !slices.Contains(known, name) && !slices.Contains(unknown, name) {
			unknown = append(unknown, name)
			said := DidYouMean(name, known)
			if place := belongs(name, o.path); place != "" && Nearest(name, known) == "" {
				said = fmt.Sprintf("; did you mean %q?", place)
			}
			o.d.fail(key, o.join(name), "unknown key%s", said)
		}
	}
}

// enabled reads the switch that every section has.
func (o *object) enabled() bool { return o.boolean("enabled", true) }

func (o *object) boolean(key string, otherwise bool) bool {
	if n := o.typed(key, jsontree.Bool); n.Exists() {
		return n.Text() == "true"
	}
	return otherwise
}

// text reads a text; where the key is there, it must hold something other than white space.
func (o *object) text(key string) string {
	n := o.typed(key, jsontree.String)
	if !n.Exists() {
		return ""
	}
	text := n.Text()
	if strings.TrimSpace(text) == "" {
		o.d.fail(n, o.join(key), "must not be empty; leave the key out instead")
	}
	return text
}

// requiredText is text for a key that must be there.
func (o *object) requiredText(key string) string {
	if o.isObject() && !o.has(key) {
		o.d.fail(o.node, o.path, "the key %q is missing", key)
	}
	return o.text(key)
}

// list calls read for every item of a list, with the item's own path.
func (o *object) list(key string, read func(n jsontree.Node, path string)) {
	for i, item := range o.typed(key, jsontree.Array).Items() {
		read(item, fmt.Sprintf("%s[%d]", o.join(key), i))
	}
}

// texts reads a list of different texts that are not blank. check, unless it is nil, returns what else is wrong with a
// text.
func (o *object) texts(key string, check func(text string) error) []string {
	var all []string
	seen := map[string]bool{}
	o.list(key, func(n jsontree.Node, path string) {
		if !o.d.wantKind(n, path, jsontree.String) {
			return
		}
		switch text := n.Text(); {
		case strings.TrimSpace(text) == "":
			o.d.fail(n, path, "must not be empty")
		case seen[text]:
			o.d.fail(n, path, "%q is listed twice", text)
		default:
			seen[text] = true
			if check != nil {
				if err := check(text); err != nil {
					o.d.fail(n, path, "%v", err)
					return
				}
			}
			all = append(all, text)
		}
	})
	return all
}

// integer reads a whole number. A float64 holds every integer of the ranges used here; JSON also allows 3.0 and 3e0.
func (o *object) integer(key string, otherwise, low, high int) int {
	n := o.typed(key, jsontree.Number)
	if !n.Exists() {
		return otherwise
	}
	v, err := strconv.ParseFloat(n.Text(), 64)
	if err != nil || v != math.Trunc(v) || v < float64(low) || v > float64(high) {
		o.d.fail(n, o.join(key), "expected a whole number from %d to %d, found %s", low, high, n.Text())
		return otherwise
	}
	return int(v)
}

// number reads a number from 0 to high.
func (o *object) number(key string, otherwise, high float64) float64 {
	n := o.typed(key, jsontree.Number)
	if !n.Exists() {
		return otherwise
	}
	v, err := strconv.ParseFloat(n.Text(), 64)
	if err != nil || v < 0 || v > high {
		o.d.fail(n, o.join(key), "expected a number from 0 to %g, found %s", high, n.Text())
		return otherwise
	}
	return v
}

// duration reads a time of at least low. The schema can't compare times, so a shorter one counts as low.
func (o *object) duration(key string, otherwise, low time.Duration) time.Duration {
	n := o.get(key)
	if !n.Exists() {
		return otherwise
	}
	if n.Kind() == jsontree.Number {
		o.d.fail(n, o.join(key), `expected a text with a unit, such as "90s" or "5m", found a number`)
		return otherwise
	}
	if !o.d.wantKind(n, o.join(key), jsontree.String) {
		return otherwise
	}
	text := n.Text()
	v, err := time.ParseDuration(text)
	none := low > 0 && !strings.ContainsAny(text, "123456789")
	if err != nil || v < 0 || none || strings.HasPrefix(text, "+") {
		o.d.fail(n, o.join(key), `expected a time of at least %v, such as "90s", "5m" or "1h30m", found %q`, low, text)
		return otherwise
	}
	return max(v, low)
}

// enum reads one of the names of an enumeration.
func enum[E ~uint8](o *object, key string, otherwise E, kind string, names []string) E {
	n := o.typed(key, jsontree.String)
	if !n.Exists() {
		return otherwise
	}
	v, err := parseEnum[E](kind, names, n.Text())
	if err != nil {
		o.d.fail(n, o.join(key), "%v", err)
		return otherwise
	}
	return v
}

// severityWords are what other linters call the three severities.
var severityWords = map[string]Severity{
	"error": Blocker, "critical": Blocker, "fatal": Blocker, "warn": Warning,
	"info": Suggestion, "information": Suggestion, "note": Suggestion, "hint": Suggestion, "notice": Suggestion,
}

// severity reads the severity of a rule, or Warning for none.
func (o *object) severity() Severity { return o.severityOr(Warning) }

// severityOr reads the severity of a rule, or otherwise for none.
func (o *object) severityOr(otherwise Severity) Severity {
	if n := o.get("severity"); n.Kind() == jsontree.String {
		if s, foreign := severityWords[strings.ToLower(n.Text())]; foreign {
			o.d.fail(n, o.join("severity"), "unknown severity %q; here it is called %q", n.Text(), s)
			return otherwise
		}
	}
	return enum(o, "severity", otherwise, "severity", severityNames)
}
