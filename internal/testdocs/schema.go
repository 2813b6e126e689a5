package testdocs

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// Schema compiles a JSON schema.
func Schema(t testing.TB, text []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("schema.json", JSON(t, text)))
	schema, err := c.Compile("schema.json")
	require.NoError(t, err)
	return schema
}

// JSON parses what a schema can validate.
func JSON(t testing.TB, text []byte) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	return doc
}

// Fields returns the JSON names of the fields of a type and of their types, if these are of the same package or among
// more. A type that is written as another one has the fields of that one.
func Fields(root reflect.Type, writtenAs map[reflect.Type]reflect.Type, more ...reflect.Type) []string {
	seen := map[reflect.Type]bool{}
	var names []string
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if form := writtenAs[t]; form != nil {
			t = form
		}
		if t.Kind() != reflect.Struct || seen[t] || t.PkgPath() != root.PkgPath() && !slices.Contains(more, t) {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "-" {
				names = append(names, name)
			}
			visit(t.Field(i).Type)
		}
	}
	visit(root)
	slices.Sort(names)
	return slices.Compact(names)
}

// Properties returns the names of all properties of the objects in a JSON schema.
func Properties(t testing.TB, schema []byte) []string {
	t.Helper()
	var doc any
	require.NoError(t, json.Unmarshal(schema, &doc))
	var names []string
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				visit(item)
			}
		case map[string]any:
			props, ok := v["properties"].(map[string]any)
			if !ok || v["type"] != "object" {
				for _, item := range v {
					visit(item)
				}
				return
			}
			for name, sub := range props {
				names = append(names, name)
				visit(sub)
			}
			visit(v["$defs"])
		}
	}
	visit(doc)
	slices.Sort(names)
	return slices.Compact(names)
}
