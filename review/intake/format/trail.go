package format

import "strconv"

// A trail is what errors call a value: the names of what it is in, as in `runs[0], results[17], locations`. Most
// reviews have no errors, so it is put into words when there is one. nil is the whole review.
type trail struct {
	in   *trail
	name string
	item int // which element of a list of that name, from 1; 0 for no element
}

// Named returns the trail of a value that errors call by one name.
func Named(name string) *trail { return &trail{name: name} }

// Numbered returns the trail of element i of the list that is the review, from 0.
func Numbered(name string, i int) *trail { return &trail{name: name, item: i + 1} }

// Within returns the trail of a part of what t is the trail of.
func (t *trail) Within(name string) *trail { return &trail{in: t, name: name} }

// element returns the trail of element i of a list, from 0.
func (t *trail) element(name string, i int) *trail { return &trail{t, name, i + 1} }

// String returns the names, from the outermost.
func (t *trail) String() string {
	if t == nil {
		return ""
	}
	name := t.name
	if t.item > 0 {
		name += "[" + strconv.Itoa(t.item-1) + "]"
	}
	if outer := t.in.String(); outer != "" {
		return outer + ", " + name
	}
	return name
}
