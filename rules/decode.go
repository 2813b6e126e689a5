package rules

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// decoder reads a tree of nodes and collects every problem on the way, so that
// a file is mended in one go.
type decoder struct {
	src      []byte
	problems []Problem
}

func (d *decoder) fail(n *node, path, format string, args ...any) {
	d.failAt(n.offset, path, format, args...)
}

func (d *decoder) failAt(offset int, path, format string, args ...any) {
	d.problems = append(d.problems, Problem{Offset: offset, Path: path, Message: fmt.Sprintf(format, args...)})
}

// object reads one JSON object. Every getter names a key; whatever was not
// named when done is called is unknown.
type object struct {
	d    *decoder
	node *node // nil for a section that is absent, whose getters give defaults
	path string
	why  string
	keys []string // all keys this object may have
}

// object checks that n is one. If it is not, what comes back has no keys, and
// every getter gives its default.
func (d *decoder) object(n *node, path string) *object {
	o := &object{d: d, node: n, path: path}
	if n.kind != objectKind {
		d.fail(n, path, "want an object in braces, not %s", n.kind)
	}
	o.why = o.text("why") // a note to the reader, allowed everywhere
	return o
}

// section reads an object that may be absent.
func (o *object) section(key string) *object {
	if n := o.get(key); n != nil {
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

// get returns the value of a key, or nil where the object has none.
func (o *object) get(key string) *node {
	if o.node == nil {
		return nil
	}
	o.keys = append(o.keys, key)
	for i := range o.node.members {
		if m := &o.node.members[i]; m.key == key {
			return m.value
		}
	}
	return nil
}

// typed is get for a value that must be of one kind.
func (o *object) typed(key string, want kind) *node {
	n := o.get(key)
	if n == nil || n.kind == want {
		return n
	}
	o.d.fail(n, o.join(key), "want %s, not %s", want, n.kind)
	return nil
}

// done reports the keys that no getter named.
func (o *object) done() {
	if o.node == nil {
		return
	}
	known := make(map[string]bool, len(o.keys))
	var names []string
	for _, k := range o.keys {
		if !known[k] {
			known[k] = true
			names = append(names, k)
		}
	}
	for _, m := range o.node.members {
		if !known[m.key] {
			o.d.failAt(m.offset, o.join(m.key), "unknown key%s", DidYouMean(m.key, names))
		}
	}
}

// enabled reads the switch that every section has.
func (o *object) enabled() bool { return o.boolean("enabled", true) }

func (o *object) boolean(key string, otherwise bool) bool {
	if n := o.typed(key, boolKind); n != nil {
		return n.truth
	}
	return otherwise
}

// text reads a text; where the key is there, it must hold something other than
// white space.
func (o *object) text(key string) string {
	n := o.typed(key, stringKind)
	if n == nil {
		return ""
	}
	if strings.TrimSpace(n.text) == "" {
		o.d.fail(n, o.join(key), "must not be empty; leave the key out instead")
	}
	return n.text
}

// requiredText is text for a key that must be there.
func (o *object) requiredText(key string) string {
	if o.node.kind == objectKind && o.get(key) == nil {
		o.d.fail(o.node, o.path, "the key %q is missing", key)
	}
	return o.text(key)
}

// list calls read for every item of a list, with the item's own path.
func (o *object) list(key string, read func(n *node, path string)) {
	n := o.typed(key, arrayKind)
	if n == nil {
		return
	}
	for i, item := range n.items {
		read(item, fmt.Sprintf("%s[%d]", o.join(key), i))
	}
}

// texts reads a list of texts, each with something in it and none of them
// twice. Check, unless nil, says what else is wrong with one.
func (o *object) texts(key string, check func(text string) error) []string {
	var all []string
	seen := map[string]bool{}
	o.list(key, func(n *node, path string) {
		switch {
		case n.kind != stringKind:
			o.d.fail(n, path, "want %s, not %s", stringKind, n.kind)
		case strings.TrimSpace(n.text) == "":
			o.d.fail(n, path, "must not be empty")
		case seen[n.text]:
			o.d.fail(n, path, "%q is listed twice", n.text)
		default:
			seen[n.text] = true
			if check != nil {
				if err := check(n.text); err != nil {
					o.d.fail(n, path, "%v", err)
					return
				}
			}
			all = append(all, n.text)
		}
	})
	return all
}

func (o *object) integer(key string, otherwise, low, high int) int {
	n := o.typed(key, numberKind)
	if n == nil {
		return otherwise
	}
	// A float64 holds every integer of the ranges used here; JSON also allows 3.0 and 3e0.
	v, err := strconv.ParseFloat(n.text, 64)
	if err != nil || v != math.Trunc(v) || v < float64(low) || v > float64(high) {
		o.d.fail(n, o.join(key), "want a whole number from %d to %d, not %s", low, high, n.text)
		return otherwise
	}
	return int(v)
}

func (o *object) number(key string, otherwise, low, high float64) float64 {
	n := o.typed(key, numberKind)
	if n == nil {
		return otherwise
	}
	v, err := strconv.ParseFloat(n.text, 64)
	if err != nil || v < low || v > high {
		o.d.fail(n, o.join(key), "want a number from %g to %g, not %s", low, high, n.text)
		return otherwise
	}
	return v
}

// duration is a time of at least low. The schema can tell a time from none and no
// more, so that one that is shorter counts as low.
func (o *object) duration(key string, otherwise, low time.Duration) time.Duration {
	n := o.get(key)
	if n == nil {
		return otherwise
	}
	if n.kind == numberKind {
		o.d.fail(n, o.join(key), `want a text with a unit, such as "90s" or "5m", not a number`)
		return otherwise
	}
	if n = o.typed(key, stringKind); n == nil {
		return otherwise
	}
	v, err := time.ParseDuration(n.text)
	none := low > 0 && !strings.ContainsAny(n.text, "123456789")
	if err != nil || v < 0 || none || strings.HasPrefix(n.text, "+") {
		o.d.fail(n, o.join(key), `want a time of at least %v such as "90s", "5m" or "1h30m", not %q`, low, n.text)
		return otherwise
	}
	return max(v, low)
}

// enum reads one of the names of an enumeration.
func enum[E ~uint8](o *object, key string, otherwise E, kind string, names []string) E {
	n := o.typed(key, stringKind)
	if n == nil {
		return otherwise
	}
	v, ok := lookUpEnum[E](names, n.text)
	if !ok {
		o.d.fail(n, o.join(key), "%s", unknownName(kind, n.text, enumNames(names)))
		return otherwise
	}
	return v
}

func unknownName(kind, name string, known []string) string {
	return fmt.Sprintf("unknown %s %q%s", kind, name, DidYouMean(name, known))
}

// severityWords are what other linters call the three severities.
var severityWords = map[string]Severity{
	"error": Blocker, "critical": Blocker, "fatal": Blocker, "warn": Warning,
	"info": Suggestion, "information": Suggestion, "note": Suggestion, "hint": Suggestion, "notice": Suggestion,
}

func (o *object) severity(otherwise Severity) Severity {
	if n := o.get("severity"); n != nil && n.kind == stringKind {
		if s, foreign := severityWords[strings.ToLower(n.text)]; foreign {
			o.d.fail(n, o.join("severity"), "unknown severity %q; here it is called %q", n.text, s)
			return otherwise
		}
	}
	return enum(o, "severity", otherwise, "severity", severityNames)
}
