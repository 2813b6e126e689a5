package rules

import (
	"fmt"
	"maps"
	"reflect"
)

// Enabled returns the rules with those of these IDs on that are off, as a file has them that says nothing else of
// them. What a rule can't do without, such as terms, is not made up.
func (s *Set) Enabled(ids []string) *Set {
	out := *s
	for _, id := range ids {
		for _, form := range []string{`{"style": {%q: {}}}`, `{"%ss": {"enabled": true}}`} { // reference: references
			if usual, err := Load(id, fmt.Appendf(nil, form, id)); err == nil {
				fill(reflect.ValueOf(&out.Style).Elem(), reflect.ValueOf(usual.Style))
				both := maps.Clone(usual.Fix)
				maps.Copy(both, out.Fix)
				out.Fix = both
				if out.References == nil {
					out.References = usual.References
				}
			}
		}
	}
	return &out
}

// fill sets what is nil in one style to what another one has.
func fill(style, usual reflect.Value) {
	for n := range style.NumField() {
		to, from := style.Field(n), usual.Field(n)
		if to.Kind() == reflect.Pointer && to.IsNil() {
			to.Set(from)
		}
		if plain, ok := from.Interface().(map[string]Plain); ok {
			both := map[string]Plain{}
			maps.Copy(both, plain)
			maps.Copy(both, to.Interface().(map[string]Plain))
			to.Set(reflect.ValueOf(both))
		}
	}
}
