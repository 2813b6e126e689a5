package decide

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	root  *part
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
	root, faults := parseJSON, []fault(nil)
	if in.isYML {
		root = parseYAML
	}
	if in.root, faults = root(data); len(faults) > 0 {
		return nil, &Error{name, faults}
	}
	value, err := json.Marshal(in.root.value())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if in.value, err = jsonschema.UnmarshalJSON(bytes.NewReader(value)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
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

// place is the line and column of a part of the input: of its name, where it is a
// field.
func (in *input) place(path []string) (line, column int) {
	at := in.root
	line, column = at.line, at.column
	for _, step := range path {
		next := at.part(step)
		if next == nil {
			break
		}
		at = next
		if line, column = at.line, at.column; at.name != nil {
			line, column = at.name.line, at.name.column
		}
	}
	return line, column
}
