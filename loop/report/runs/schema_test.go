package runs

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
)

// validator compiles a schema.
func validator(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("schema.json", doc))
	schema, err := c.Compile("schema.json")
	require.NoError(t, err)
	return schema
}

func assertValid(t *testing.T, schema *jsonschema.Schema, out []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	require.NoError(t, err)
	assert.NoError(t, schema.Validate(doc), "%s", out)
}

// Everything that JSON writes follows the schema, which allows no other keys.
func TestSchemas(t *testing.T) {
	iteration := validator(t, schemaFile(t, "schema.json"))
	empty := Run{Result: &result.Run{}, Failures: []report.Failure{{Path: "a.md", Message: "is binary, not text"}}}
	for _, run := range []Run{sampleRun(), one(sampleRun()), empty} {
		var out bytes.Buffer
		require.NoError(t, Write(&out, report.JSON, run, report.Style{}))
		assertValid(t, iteration, out.Bytes())
	}
}

// The schema names the very fields that the types have.
func TestSchemasNameEveryField(t *testing.T) {
	assert.Equal(t, fields(reflect.TypeFor[iterationReport]()), properties(t, schemaFile(t, "schema.json")))
}

// fields is the JSON names of all fields of a type of this package and of those
// of its fields.
func fields(root reflect.Type) []string {
	seen := map[reflect.Type]bool{}
	var names []string
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		written := map[reflect.Type]reflect.Type{
			reflect.TypeFor[RemainingItem](): reflect.TypeFor[remainingJSON](),
		}
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if made, lazy := t.MethodByName("Made"); lazy {
			t = made.Type.Out(0).Elem()
		}
		if form := written[t]; form != nil {
			t = form
		}
		ours := t.PkgPath() == root.PkgPath() || t == reflect.TypeFor[result.NextAction]() || t == reflect.TypeFor[engine.Metrics]() ||
			t == reflect.TypeFor[table.Counts]() || t == reflect.TypeFor[table.Sums]() || t == reflect.TypeFor[report.Failure]() || t == reflect.TypeFor[report.Position]() ||
			t == reflect.TypeFor[report.Candidate]()
		if t.Kind() != reflect.Struct || !ours || seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name != "-" {
				names = append(names, name)
			}
			visit(t.Field(i).Type)
		}
	}
	visit(root)
	slices.Sort(names)
	return slices.Compact(names)
}

// properties is the names of all properties that a schema gives.
func properties(t *testing.T, schema string) []string {
	var doc any
	require.NoError(t, json.Unmarshal([]byte(schema), &doc))
	var names []string
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				visit(item)
			}
		case map[string]any:
			if props, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
				for name, sub := range props {
					names = append(names, name)
					visit(sub)
				}
				visit(v["$defs"])
				return
			}
			for _, item := range v {
				visit(item)
			}
		}
	}
	visit(doc)
	slices.Sort(names)
	return slices.Compact(names)
}

func schemaFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}
