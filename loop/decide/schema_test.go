package decide

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// variants is v with one part of it replaced by something else, or left out, for
// every part.
func variants(v any) []any {
	out := []any{
		nil, true, json.Number("-1"), json.Number("0"), json.Number("1"), json.Number("1.0"), json.Number("2.5"),
		json.Number("1e9"), "x", "pass", []any{}, map[string]any{},
	}
	switch v := v.(type) {
	case map[string]any:
		with := func(change func(map[string]any)) any {
			c := map[string]any{}
			for k, x := range v {
				c[k] = x
			}
			change(c)
			return c
		}
		for name, field := range v {
			out = append(out, with(func(c map[string]any) { delete(c, name) }))
			for _, x := range variants(field) {
				out = append(out, with(func(c map[string]any) { c[name] = x }))
			}
		}
		out = append(out, with(func(c map[string]any) { c["extra"] = true }))
	case []any:
		for i := range v {
			for _, x := range variants(v[i]) {
				c := append([]any{}, v...)
				c[i] = x
				out = append(out, c)
			}
		}
	}
	return out
}

// example is a value that has every field that a schema knows.
func example(root, s *schema) any {
	for s.Ref != "" {
		s = root.resolve(s.Ref)
	}
	switch s.Type {
	case "object":
		out := map[string]any{}
		for name, field := range s.Properties {
			out[name] = example(root, field)
		}
		return out
	case "array":
		if s.Items == nil {
			return []any{}
		}
		return []any{example(root, s.Items)}
	case "string":
		if len(s.Enum) > 0 {
			return s.Enum[0]
		}
		return "text"
	case "boolean":
		return true
	}
	if s.Minimum != nil {
		return *s.Minimum
	}
	return json.Number("1")
}

func TestSchemaAgreesWithJSONSchema(t *testing.T) {
	for _, name := range []string{"iteration-check", "quality-signals", "safety-guards", "answers"} {
		data, err := Schema(name)
		require.NoError(t, err)
		var own schema
		require.NoError(t, json.Unmarshal(data, &own))
		full := testdocs.Schema(t, data)
		whole := example(&own, &own)
		require.NoError(t, full.Validate(whole), name)
		all := append(variants(whole), whole)
		refused := 0
		for _, v := range all {
			err, broken := full.Validate(v), own.check(&own, nil, v)
			if !assert.Equal(t, err == nil, len(broken) == 0, "%s: %v\n%v\n%v", name, v, err, broken) {
				return
			}
			refused += min(1, len(broken))
		}
		assert.Greater(t, refused, len(all)/4, fmt.Sprint(name, len(all)))
	}
}
