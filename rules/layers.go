package rules

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A file is the text of one configuration.
type file struct {
	name string
	data []byte // without a byte order mark
	skip int    // the length of that mark
}

// A layer is rules that a stronger layer may override: a whole file, or an entry of overrides.
type layer struct {
	*file
	node jsontree.Node
}

// A merger puts layers together into the text of one configuration, and remembers where each part is from.
type merger struct {
	text   bytes.Buffer
	pieces []piece
}

// A piece is where a part of the text is from. It holds up to the next piece.
type piece struct {
	at     int // in the text
	from   *file
	offset int // in that file
}

// unions are the lists to which each layer adds.
var unions = []string{
	"ignore", "references.ignore", "style.heading-case.proper_nouns", "style.doubled-word.accept",
	"style.misspelling.accept", "patterns",
}

// assembly are the keys that say how files are put together.
var assembly = []string{"$schema", "extends", "overrides", "files"}

// merge returns the configuration that the layers make together, the weakest first. A stronger layer takes precedence
// key by key. If two layers have terms for one spelling, that of the stronger layer holds.
func merge(layers []layer) *merger {
	m := &merger{}
	m.object("", layers)
	return m
}

func (m *merger) write(l layer, n jsontree.Node) {
	m.from(l, n)
	m.text.Write(n.Raw())
}

func (m *merger) from(l layer, n jsontree.Node) {
	m.pieces = append(m.pieces, piece{m.text.Len(), l.file, n.Offset()})
}

// object writes the object that several objects make together.
func (m *merger) object(path string, layers []layer) {
	m.from(layers[len(layers)-1], layers[len(layers)-1].node)
	m.text.WriteByte('{')
	first := true
	for _, key := range keysOf(layers) {
		if path == "" && slices.Contains(assembly, key) {
			continue
		}
		if !first {
			m.text.WriteString(", ")
		}
		first = false
		values := valuesOf(layers, key)
		m.text.WriteString(strconv.Quote(key) + ": ")
		m.value(strings.TrimPrefix(path+"."+key, "."), values)
	}
	m.text.WriteByte('}')
}

func (m *merger) value(path string, values []layer) {
	strongest := values[len(values)-1]
	objects := !slices.ContainsFunc(values, func(v layer) bool { return v.node.Kind() != jsontree.Object })
	switch {
	case path == "terminology":
		m.terms(values)
	case slices.Contains(unions, path):
		m.union(values)
	case objects:
		m.object(path, values)
	default:
		m.write(strongest, strongest.node)
	}
}

// union writes the elements of several lists, each once.
func (m *merger) union(values []layer) {
	m.from(values[len(values)-1], values[len(values)-1].node)
	m.text.WriteByte('[')
	seen := map[string]bool{}
	for _, list := range values {
		for _, item := range list.node.Items() {
			text := string(item.Raw())
			if seen[text] {
				continue
			}
			if len(seen) > 0 {
				m.text.WriteString(", ")
			}
			seen[text] = true
			m.write(list, item)
		}
	}
	m.text.WriteByte(']')
}

// terms writes the terms of several lists. From a weaker list it leaves out the spellings that a stronger list has a
// term for or wants, and the terms that then have no spelling.
func (m *merger) terms(values []layer) {
	m.from(values[len(values)-1], values[len(values)-1].node)
	m.text.WriteByte('[')
	first := true
	for i, list := range values {
		taken := claimsOf(values[i+1:])
		for _, entry := range list.node.Items() {
			if entry.Get("enabled").Text() == "false" {
				continue // it has done its work: see claimsOf
			}
			kept, some := taken.left(entry)
			if !some {
				continue
			}
			if !first {
				m.text.WriteString(", ")
			}
			first = false
			m.term(list, entry, kept)
		}
	}
	m.text.WriteByte(']')
}

// unwanted returns the list of spellings that a term doesn't want, and its key.
func unwanted(entry jsontree.Node) (key string, spellings jsontree.Node) {
	if avoid := entry.Get("avoid"); avoid.Exists() {
		return "avoid", avoid
	}
	return "not", entry.Get("not")
}

// term writes a term with the unwanted spellings that are left, in their order.
func (m *merger) term(list layer, entry jsontree.Node, kept []jsontree.Node) {
	filtered, all := unwanted(entry)
	if all.Len() == len(kept) {
		m.write(list, entry)
		return
	}
	m.from(list, entry)
	m.text.WriteByte('{')
	first := true
	for key, value := range entry.Members() {
		if !first {
			m.text.WriteString(", ")
		}
		first = false
		m.write(list, key)
		m.text.WriteString(": ")
		if !key.Is(filtered) {
			m.write(list, value)
			continue
		}
		m.from(list, value)
		m.text.WriteByte('[')
		for i, spelling := range kept {
			if i > 0 {
				m.text.WriteString(", ")
			}
			m.write(list, spelling)
		}
		m.text.WriteByte(']')
	}
	m.text.WriteByte('}')
}

// claims are the spellings, wanted or not, the patterns and the IDs of the terms of stronger layers.
type claims struct{ spellings, patterns, ids map[string]bool }

func claimsOf(layers []layer) claims {
	c := claims{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, list := range layers {
		for _, entry := range list.node.Items() {
			for _, key := range []string{"not", "avoid", "either"} {
				for _, spelling := range entry.Get(key).Items() {
					c.spellings[term.Fold(spelling.Text())] = true
				}
			}
			if pattern := entry.Get("pattern"); pattern.Exists() {
				c.patterns[pattern.Text()] = true
			} else if use := entry.Get("use"); use.Exists() {
				c.spellings[term.Fold(use.Text())] = true
			}
			if id := entry.Get("id"); id.Exists() {
				c.ids[id.Text()] = true
			}
		}
	}
	return c
}

// left returns the unwanted spellings of a term that no stronger layer claims, and whether anything is left of the
// term.
func (c claims) left(entry jsontree.Node) (kept []jsontree.Node, some bool) {
	if id := entry.Get("id"); id.Exists() && c.ids[id.Text()] {
		return nil, false
	}
	for _, spelling := range entry.Get("either").Items() {
		if c.spellings[term.Fold(spelling.Text())] {
			return nil, false
		}
	}
	_, not := unwanted(entry)
	for _, spelling := range not.Items() {
		if !c.spellings[term.Fold(spelling.Text())] {
			kept = append(kept, spelling)
		}
	}
	pattern := entry.Get("pattern")
	searched := pattern.Exists() && !c.patterns[pattern.Text()]
	name := !pattern.Exists() && !not.Exists() && !c.spellings[term.Fold(entry.Get("use").Text())]
	return kept, len(kept) > 0 || searched || name
}

// origin returns the file that an offset of the text is from, and the offset in that file.
func (m *merger) origin(offset int) (*file, int) {
	i := sort.Search(len(m.pieces), func(i int) bool { return m.pieces[i].at > offset }) - 1
	p := m.pieces[max(i, 0)]
	return p.from, min(p.offset+offset-p.at, len(p.from.data))
}

// place names a place of the text: file:line:column.
func (m *merger) place(offset int) string {
	from, at := m.origin(offset)
	line, column := lineColumn(from.data, at)
	return fmt.Sprintf("%s:%d:%d", from.name, line, column)
}

// keysOf returns the keys of several objects, each once.
func keysOf(layers []layer) (keys []string) {
	for _, l := range layers {
		for key := range l.node.Members() {
			if name := key.Text(); !slices.Contains(keys, name) {
				keys = append(keys, name)
			}
		}
	}
	return keys
}

// valuesOf returns the values that objects have for a key.
func valuesOf(layers []layer, key string) (values []layer) {
	for _, l := range layers {
		if v := l.node.Get(key); v.Exists() {
			values = append(values, layer{l.file, v})
		}
	}
	return values
}
