package decide

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
)

// A schema is the part of JSON Schema that our schemas use. A test compares it with a full implementation, whose start
// would take longer than the rest of the program.
type schema struct {
	Ref                  string             `json:"$ref"`
	Type                 string             `json:"type"`
	Enum                 []string           `json:"enum"`
	Minimum              *json.Number       `json:"minimum"`
	Maximum              *json.Number       `json:"maximum"`
	Properties           map[string]*schema `json:"properties"`
	Required             []string           `json:"required"`
	AdditionalProperties *bool              `json:"additionalProperties"`
	Items                *schema            `json:"items"`
	Defs                 map[string]*schema `json:"$defs"`
}

// A violation is one way in which a value breaks its schema.
type violation struct {
	path []string
	text string
}

// check returns the violations of s by v, which is at path. References start at root.
func (s *schema) check(root *schema, path []string, v any) []violation {
	for s.Ref != "" {
		s = root.resolve(s.Ref)
	}
	var out []violation
	fail := func(at []string, format string, args ...any) {
		out = append(out, violation{at, fmt.Sprintf(format, args...)})
	}
	if got := typeOf(v); s.Type != "" && got != s.Type && !(s.Type == "integer" && whole(v)) {
		fail(path, "got %s, want %s", got, s.Type)
		return out
	}
	if text, ok := v.(string); s.Enum != nil && !(ok && slices.Contains(s.Enum, text)) {
		if len(s.Enum) == 1 {
			fail(path, "value must be '%s'", s.Enum[0])
		} else {
			fail(path, "value must be one of '%s'", strings.Join(s.Enum, "', '"))
		}
	}
	switch v := v.(type) {
	case json.Number:
		if s.Minimum != nil && rational(v).Cmp(rational(*s.Minimum)) < 0 {
			fail(path, "minimum: got %v, want %v", float(v), float(*s.Minimum))
		}
		if s.Maximum != nil && rational(v).Cmp(rational(*s.Maximum)) > 0 {
			fail(path, "maximum: got %v, want %v", float(v), float(*s.Maximum))
		}
	case []any:
		for i, item := range v {
			if s.Items != nil {
				out = append(out, s.Items.check(root, append(slices.Clone(path), fmt.Sprint(i)), item)...)
			}
		}
	case map[string]any:
		out = append(out, s.object(root, path, v)...)
	}
	return out
}

// object checks the fields of an object.
func (s *schema) object(root *schema, path []string, v map[string]any) []violation {
	var out []violation
	var missing []string
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			missing = append(missing, name)
		}
	}
	switch len(missing) {
	case 0:
	case 1:
		out = append(out, violation{path, fmt.Sprintf("missing property '%s'", missing[0])})
	default:
		out = append(out, violation{path, fmt.Sprintf("missing properties '%s'", strings.Join(missing, "', '"))})
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		at := append(slices.Clone(path), name)
		field := s.Properties[name]
		if field == nil {
			if s.AdditionalProperties != nil && !*s.AdditionalProperties {
				known := strings.Join(slices.Sorted(maps.Keys(s.Properties)), ", ")
				out = append(out, violation{at, fmt.Sprintf("unknown field %q; known are %s", name, known)})
			}
			continue
		}
		out = append(out, field.check(root, at, v[name])...)
	}
	return out
}

// resolve returns the schema that a reference within the file means.
func (s *schema) resolve(ref string) *schema {
	at := s
	parts := strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	for i := 0; i+1 < len(parts); i += 2 {
		if parts[i] == "$defs" {
			at = at.Defs[parts[i+1]]
		} else {
			at = at.Properties[parts[i+1]]
		}
	}
	return at
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		return fmt.Sprintf("%T", v)
	}
}

// whole reports whether v is a number without a fraction.
func whole(v any) bool {
	n, ok := v.(json.Number)
	return ok && rational(n).IsInt()
}

// rational returns the value of a JSON number.
func rational(n json.Number) *big.Rat {
	if r, ok := new(big.Rat).SetString(n.String()); ok {
		return r
	}
	// The exponent is too large to compute the number.
	text := strings.ToLower(n.String())
	r := new(big.Rat).SetInt64(math.MaxInt64)
	switch {
	case strings.Contains(text, "e-"):
		r.Inv(r)
	case strings.HasPrefix(text, "-"):
		r.Neg(r)
	}
	return r
}

func float(n json.Number) float64 {
	f, _ := rational(n).Float64()
	return f
}
