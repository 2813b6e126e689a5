package report

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// encodeYAML writes v, which encodes to JSON, as YAML with the same keys in the same
// order. The encoder of the YAML library writes control and direction characters into
// block scalars as they are, which YAML forbids and terminals obey.
func encodeYAML(w io.Writer, v any) error {
	b, err := CompactJSON(v)
	if err != nil {
		return err
	}
	root, err := jsontree.Parse(b)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	writeYAMLValue(out, root, 0, false)
	return out.Flush()
}

// writeYAMLValue writes a value behind the start of the document, a key or, inItem, the dash of a list. The parts of
// the value are indented by depth. Scalars are as in JSON, except for strings that need no quotes.
func writeYAMLValue(out *bufio.Writer, n jsontree.Node, depth int, inItem bool) {
	indent := strings.Repeat("  ", depth)
	switch kind := n.Kind(); {
	case kind == jsontree.String:
		out.WriteString(" " + yamlString(n.Text()) + "\n")
		return
	case kind != jsontree.Object && kind != jsontree.Array || len(n.Raw()) == len("{}"):
		out.WriteString(" " + n.Text() + "\n")
		return
	case depth > 0 && (kind == jsontree.Array || !inItem):
		out.WriteByte('\n')
	}
	for _, item := range n.Items() {
		out.WriteString(indent + "-")
		writeYAMLValue(out, item, depth+1, true)
	}
	for key, value := range n.Members() {
		if inItem { // the first key stands behind the dash
			out.WriteByte(' ')
			inItem = false
		} else {
			out.WriteString(indent)
		}
		out.WriteString(yamlString(key.Text()) + ":")
		writeYAMLValue(out, value, depth+1, false)
	}
}

// plainYAML matches a string that needs no quotes, unless it is a yamlWord.
var plainYAML = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*$`)
})

// yamlString returns s as a scalar.
func yamlString(s string) string {
	if plainYAML().MatchString(s) && !yamlWord(s) {
		return s
	}
	return quoteYAML(s)
}

// yamlWord reports whether some version of YAML takes s for something else than a string.
func yamlWord(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null":
		return true
	}
	return false
}
