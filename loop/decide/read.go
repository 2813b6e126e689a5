package decide

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

//go:embed schemas/*.json
var schemas embed.FS

// Schema is the JSON Schema of an input: iteration-check, quality-signals,
// safety-guards or answers.
func Schema(name string) ([]byte, error) { return schemas.ReadFile(schemaFile(name)) }

func schemaFile(name string) string { return "schemas/" + name + ".schema.json" }

// maxBytes bounds an input.
const maxBytes = 1 << 20

// An input is a file that was read: its value as JSON has it, and where its parts
// stand.
type input struct {
	name  string
	isYML bool
	root  ast.Node
	value any // of maps, slices, strings, bools, nil and json.Number
}

// A fault is one thing that is wrong with an input.
type fault struct {
	line, column int
	text         string
}

// An Error is everything that is wrong with an input, a line each:
// file:line:column: what and what would be right.
type Error struct {
	name   string
	faults []fault
}

func (e *Error) Error() string {
	lines := make([]string, len(e.faults))
	for n, f := range e.faults {
		lines[n] = fmt.Sprintf("%s:%d:%d: %s", e.name, f.line, f.column, f.text)
	}
	return strings.Join(lines, "\n")
}

// read parses YAML, or JSON where the first character says so.
func read(name string, data []byte) (*input, error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%s: an input of more than %d kB", name, maxBytes>>10)
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) == 0 {
		return nil, fmt.Errorf("%s: the input is empty", name)
	}
	in := &input{name: name, isYML: trimmed[0] != '{'}
	if !in.isYML {
		if err := checkJSON(name, data); err != nil {
			return nil, err
		}
		// JSON may be indented with tabs, which YAML forbids; inside strings JSON
		// has none.
		data = bytes.ReplaceAll(data, []byte("\t"), []byte(" "))
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, in.syntax(err)
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, fmt.Errorf("%s: want one document, there are %d", name, len(file.Docs))
	}
	in.root = file.Docs[0].Body
	if err := in.plain(); err != nil {
		return nil, err
	}
	if in.value, err = in.decode(data); err != nil {
		return nil, in.syntax(err)
	}
	return in, nil
}

// checkJSON reports a JSON syntax error with its line and column.
func checkJSON(name string, data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	var v any
	err := dec.Decode(&v)
	at := dec.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = syntax.Offset
	}
	if err == nil {
		if _, more := dec.Token(); more == io.EOF {
			return nil
		}
		err = errors.New("there is more behind the value")
	}
	before := data[:min(int(at), len(data))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - bytes.LastIndexByte(before, '\n') - 1
	return &Error{name, []fault{{line, max(1, column), err.Error()}}}
}

// syntax is an error of the YAML parser as an Error.
func (in *input) syntax(err error) error {
	var y yaml.Error
	if errors.As(err, &y) && y.GetToken() != nil {
		p := y.GetToken().Position
		return &Error{in.name, []fault{{p.Line, p.Column, y.GetMessage()}}}
	}
	return fmt.Errorf("%s: %w", in.name, err)
}

// plain refuses what JSON has no word for. Aliases could make a small input a
// huge one, and a key that is there twice has no meaning.
func (in *input) plain() error {
	v := &plainVisitor{}
	ast.Walk(v, in.root)
	if len(v.faults) > 0 {
		return &Error{in.name, v.faults}
	}
	return nil
}

type plainVisitor struct{ faults []fault }

func (v *plainVisitor) Visit(n ast.Node) ast.Visitor {
	what := ""
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode:
		what = "anchors and aliases are not read here; write the value out"
	case *ast.TagNode:
		what = "tags are not read here"
	case *ast.MergeKeyNode:
		what = "merge keys are not read here"
	}
	if what != "" {
		p := n.GetToken().Position
		v.faults = append(v.faults, fault{p.Line, p.Column, what})
		return nil
	}
	return v
}

// decode is the value of the input as encoding/json would give it.
func (in *input) decode(data []byte) (any, error) {
	if in.isYML {
		var v any
		if err := yaml.Unmarshal(data, &v); err != nil {
			return nil, err
		}
		var err error
		if data, err = json.Marshal(v); err != nil {
			return nil, err
		}
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(data))
}

// into checks the input against a schema and decodes it.
func (in *input) into(schema string, v any) error {
	compiled, err := compile(schema)
	if err != nil {
		return err
	}
	err = compiled.Validate(in.value)
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		return &Error{in.name, in.faults(invalid)}
	}
	if err != nil {
		return err
	}
	data, err := json.Marshal(in.value)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

func compile(name string) (*jsonschema.Schema, error) {
	data, err := Schema(name)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		return nil, err
	}
	return c.Compile(name)
}

// faults is the leaves of a validation error, in the order of their places.
func (in *input) faults(e *jsonschema.ValidationError) []fault {
	var out []fault
	if len(e.Causes) == 0 {
		out = in.fault(e)
	}
	for _, c := range e.Causes {
		out = append(out, in.faults(c)...)
	}
	slices.SortStableFunc(out, func(a, b fault) int {
		if a.line != b.line {
			return a.line - b.line
		}
		return a.column - b.column
	})
	return out
}

func (in *input) fault(e *jsonschema.ValidationError) []fault {
	path := strings.Join(e.InstanceLocation, ".")
	if path != "" {
		path += ": "
	}
	if extra, ok := e.ErrorKind.(*kind.AdditionalProperties); ok {
		var out []fault
		for _, p := range extra.Properties {
			line, column := in.place(append(slices.Clone(e.InstanceLocation), p))
			out = append(out, fault{line, column, fmt.Sprintf("%sunknown field %q; known are %s", path, p, strings.Join(known(e.SchemaURL), ", "))})
		}
		return out
	}
	line, column := in.place(e.InstanceLocation)
	return []fault{{line, column, path + e.ErrorKind.LocalizedString(message.NewPrinter(language.English))}}
}

// known is the fields that the object schema at url has.
func known(url string) []string {
	name, pointer, _ := strings.Cut(url, "#")
	data, err := Schema(strings.TrimSuffix(name[strings.LastIndex(name, "/")+1:], ".schema.json"))
	if err != nil {
		return nil
	}
	var at any
	if json.Unmarshal(data, &at) != nil {
		return nil
	}
	for part := range strings.SplitSeq(strings.Trim(pointer, "/"), "/") {
		if m, ok := at.(map[string]any); ok && part != "" {
			at = m[part]
		}
	}
	object, _ := at.(map[string]any)
	properties, _ := object["properties"].(map[string]any)
	var out []string
	for p := range properties {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// place is the line and column of a part of the input: of its key, where it is a
// field.
func (in *input) place(path []string) (int, int) {
	node := in.root
	at := node.GetToken().Position
	for _, step := range path {
		next, key := child(node, step)
		if next == nil {
			break
		}
		node, at = next, next.GetToken().Position
		if key != nil {
			at = key.GetToken().Position
		}
	}
	return at.Line, at.Column
}

// child is the part of a node that a step of a path names, with its key.
func child(n ast.Node, step string) (ast.Node, ast.Node) {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if v.Key.GetToken().Value == step {
				return v.Value, v.Key
			}
		}
	case *ast.MappingValueNode:
		if n.Key.GetToken().Value == step {
			return n.Value, n.Key
		}
	case *ast.SequenceNode:
		if i, err := strconv.Atoi(step); err == nil && i < len(n.Values) {
			return n.Values[i], nil
		}
	}
	return nil, nil
}
