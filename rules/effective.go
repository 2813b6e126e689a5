package rules

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// A Setting is one value that a configuration sets for a document.
type Setting struct {
	Key   string // as in "style.heading-case.style"
	Value string // as JSON, on one line
	Place string // file:line:column
}

// Effective returns the settings for the document at name, its path from the folder of the configuration with slashes.
// They are those of the file and of all that it extends, without the defaults of keys that none of them has.
func (c *Configuration) Effective(name string) ([]Setting, error) {
	which := c.holding(name)
	v := c.variant(which)
	if v.err != nil {
		return nil, v.err
	}
	if v.merged == nil {
		v.merged = merge(c.layers)
	}
	root, err := jsontree.Parse(v.merged.text.Bytes())
	if err != nil {
		return nil, err
	}
	return v.merged.settings(nil, "", root), nil
}

// settings adds what stands below a value, which is at path.
func (m *merger) settings(out []Setting, path string, n jsontree.Node) []Setting {
	switch {
	case n.Kind() == jsontree.Object && !strings.HasSuffix(path, "]"):
		for key, value := range n.Members() {
			if name := key.Text(); name != "why" && name != "version" {
				out = m.settings(out, strings.TrimPrefix(path+"."+name, "."), value)
			}
		}
		return out
	case n.Kind() == jsontree.Array && n.First().Kind() == jsontree.Object:
		for _, item := range n.Items() {
			out = m.settings(out, path+"[]", item)
		}
		return out
	}
	var value bytes.Buffer
	if json.Compact(&value, n.Raw()) != nil {
		return out // unreachable: the same text was read before
	}
	return append(out, Setting{strings.TrimSuffix(path, "[]"), value.String(), m.place(n.Offset())})
}
