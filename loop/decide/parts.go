package decide

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// A part is one value of an input with its place. Lines and columns count from 1, columns in code points.
type part struct {
	line, column int
	name         *part // the key, if the part is a field
	kind         partKind
	scalar       any     // a string, bool, number or nil
	parts        []*part // the fields of an object, the items of a list
}

type partKind uint8

const (
	scalar partKind = iota
	list
	object
)

// part returns the part for one step of a path, or nil.
func (p *part) part(step string) *part {
	switch p.kind {
	case object:
		for _, f := range p.parts {
			if f.name.scalar == step {
				return f
			}
		}
	case list:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(p.parts) {
			return p.parts[i]
		}
	}
	return nil
}

// value returns the part in the types of encoding/json.
func (p *part) value() any {
	switch p.kind {
	case object:
		out := make(map[string]any, len(p.parts))
		for _, f := range p.parts {
			out[f.name.scalar.(string)] = f.value()
		}
		return out
	case list:
		out := make([]any, len(p.parts))
		for i, item := range p.parts {
			out[i] = item.value()
		}
		return out
	}
	return p.scalar
}

// twice returns a fault for each key that an object has more than once.
func (p *part) twice() []fault {
	var out []fault
	first := map[any]int{}
	for _, f := range p.parts {
		if line, ok := first[f.name.scalar]; ok {
			out = append(out, fault{
				f.name.line, f.name.column,
				fmt.Sprintf("field %q is there twice, first on line %d", f.name.scalar, line),
			})
			continue
		}
		first[f.name.scalar] = f.name.line
	}
	return out
}

// parseYAML reads one document of YAML that has only what JSON can express. It refuses aliases: with them a small input
// could become huge.
func parseYAML(data []byte) (*part, []fault) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var first yaml.Node
	switch err := dec.Decode(&first); {
	case errors.Is(err, io.EOF):
		return nil, []fault{{1, 1, "there are only comments"}}
	case err != nil:
		return nil, []fault{syntaxOf(err)}
	}
	var second yaml.Node
	switch err := dec.Decode(&second); {
	case err == nil:
		return nil, []fault{{second.Line, second.Column, "want one document, here is another one"}}
	case !errors.Is(err, io.EOF):
		return nil, []fault{syntaxOf(err)}
	}
	var faults []fault
	root := partOf(first.Content[0], &faults)
	return root, faults
}

// syntaxError matches the start of a message of package yaml.
var syntaxError = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^yaml: (?:line (\d+): )?`) })

func syntaxOf(err error) fault {
	text, line := err.Error(), 1
	if m := syntaxError().FindStringSubmatch(text); m != nil {
		text = text[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	return fault{line, 1, text}
}

func partOf(n *yaml.Node, faults *[]fault) *part {
	p := &part{line: n.Line, column: n.Column}
	wrong := func(text string) { *faults = append(*faults, fault{n.Line, n.Column, text}) }
	switch {
	case n.Anchor != "" || n.Kind == yaml.AliasNode:
		wrong("anchors and aliases are not read here; write the value out")
		return p
	case n.Style&yaml.TaggedStyle != 0:
		wrong("tags are not read here")
		return p
	}
	switch n.Kind {
	case yaml.MappingNode:
		p.kind = object
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], partOf(n.Content[i+1], faults)
			switch {
			case key.Kind != yaml.ScalarNode:
				*faults = append(*faults, fault{key.Line, key.Column, "the name of a field is a text"})
			case key.Tag == "!!merge":
				*faults = append(*faults, fault{key.Line, key.Column, "merge keys are not read here"})
			default:
				value.name = &part{line: key.Line, column: key.Column, scalar: key.Value}
				p.parts = append(p.parts, value)
			}
		}
		*faults = append(*faults, p.twice()...)
	case yaml.SequenceNode:
		p.kind = list
		for _, item := range n.Content {
			p.parts = append(p.parts, partOf(item, faults))
		}
	default:
		var err error
		if p.scalar, err = scalarOf(n); err != nil {
			wrong(err.Error())
		}
	}
	return p
}

// scalarOf returns a scalar of YAML in the types of JSON. A date, for example, becomes a string.
func scalarOf(n *yaml.Node) (any, error) {
	switch n.ShortTag() {
	case "!!null":
		return nil, nil
	case "!!bool":
		var b bool
		err := n.Decode(&b)
		return b, err
	case "!!int":
		var i int64
		if n.Decode(&i) == nil {
			return i, nil
		}
		fallthrough
	case "!!float":
		var f float64
		if err := n.Decode(&f); err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return nil, fmt.Errorf("%s is no number that can be read here", n.Value)
		}
		return f, nil
	}
	return n.Value, nil
}

// parseJSON reads one value of JSON.
func parseJSON(data []byte) (*part, []fault) {
	// The whole text is checked first: decoding token by token is less strict.
	var v any
	whole := json.NewDecoder(bytes.NewReader(data))
	err := whole.Decode(&v)
	at := whole.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = syntax.Offset - 1
	} else if errors.Is(err, io.ErrUnexpectedEOF) {
		at, err = int64(len(data)), errors.New("the text ends within the JSON")
	}
	if err == nil {
		if _, more := whole.Token(); more != io.EOF {
			err = errors.New("there is more behind the value")
		}
	}
	if err != nil {
		r := jsonReader{data: data, line: 1, column: 1}
		r.move(max(0, min(int(at), len(data))))
		return nil, []fault{{r.line, r.column, err.Error()}}
	}
	tree, err := jsontree.Parse(data)
	if err != nil {
		return nil, []fault{{1, 1, err.Error()}}
	}
	r := jsonReader{data: data, line: 1, column: 1}
	return r.part(tree), r.faults
}

// A jsonReader turns a jsontree into parts.
type jsonReader struct {
	data   []byte
	faults []fault
	// line and column belong to the offset at.
	line, column, at int
}

// part returns the part for a value. Calls must follow the order of the text.
func (r *jsonReader) part(n jsontree.Node) *part {
	r.move(n.Offset())
	p := &part{line: r.line, column: r.column}
	switch n.Kind() {
	case jsontree.Object:
		p.kind = object
		for key, value := range n.Members() {
			name := r.part(key)
			field := r.part(value)
			field.name = name
			p.parts = append(p.parts, field)
		}
		r.faults = append(r.faults, p.twice()...)
	case jsontree.Array:
		p.kind = list
		for _, item := range n.Items() {
			p.parts = append(p.parts, r.part(item))
		}
	case jsontree.String:
		p.scalar = n.Text()
	case jsontree.Number:
		p.scalar = json.Number(n.Text())
	case jsontree.Bool:
		p.scalar = n.Text() == "true"
	}
	return p
}

// move advances to an offset.
func (r *jsonReader) move(to int) {
	passed := r.data[r.at:to]
	if n := bytes.Count(passed, []byte{'\n'}); n > 0 {
		r.line, r.column = r.line+n, 1
		passed = passed[bytes.LastIndexByte(passed, '\n')+1:]
	}
	r.column += utf8.RuneCount(passed)
	r.at = to
}
