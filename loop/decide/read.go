package decide

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed schemas/*.json
var schemas embed.FS

// Schemas returns the names that Schema takes: those of the three inputs and of the file
// of answers.
func Schemas() []string {
	return []string{"iteration-check", "quality-signals", "safety-guards", "answers"}
}

// Schema returns the JSON Schema of an input, one of Schemas.
func Schema(name string) ([]byte, error) { return schemas.ReadFile(schemaFile(name)) }

func schemaFile(name string) string { return "schemas/" + name + ".schema.json" }

// maxBytes bounds an input.
const maxBytes = 1 << 20

// An input is a file that was read: its value in the types of JSON, and the places of its parts.
type input struct {
	name  string
	isYML bool
	root  *part
	value any // maps, slices, strings, bools, nil and json.Number
}

// A fault is one error in an input.
type fault struct {
	line, column int
	text         string
}

// An Error lists every fault of an input, one a line, as file:line:column, the fault and the remedy.
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

// read parses YAML, or JSON if the first character shows it.
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
	numbers := json.NewDecoder(bytes.NewReader(value))
	numbers.UseNumber()
	if err := numbers.Decode(&in.value); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
}

// into checks the input against a schema and decodes it.
func (in *input) into(name string, v any) error {
	text, err := Schema(name)
	if err != nil {
		return err
	}
	var root schema
	if err := json.Unmarshal(text, &root); err != nil {
		return err
	}
	if broken := root.check(&root, nil, in.value); len(broken) > 0 {
		return &Error{in.name, in.faults(broken)}
	}
	data, err := json.Marshal(in.value)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// faults returns the violations as faults, in the order of their places.
func (in *input) faults(broken []violation) []fault {
	var out []fault
	for _, v := range broken {
		line, column := in.place(v.path)
		at := v.path
		if strings.HasPrefix(v.text, "unknown field") {
			at = at[:len(at)-1] // the message names the field
		}
		path := strings.Join(at, ".")
		if path != "" {
			path += ": "
		}
		out = append(out, fault{line, column, path + v.text})
	}
	slices.SortStableFunc(out, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
	})
	return out
}

// place returns the line and column of a part of the input. For a field these are the place of its key.
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
