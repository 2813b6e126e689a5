package rules

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// belongs returns the only key of a configuration that is called name, as in style.list-marker, or "" where there is
// none, or several. Keys of lists, such as those of a term, are not looked at. path is where the name was found: what
// stands in an override belongs into that.
func belongs(name, path string) string {
	place := keyPlaces()[strings.ReplaceAll(strings.ToLower(name), "_", "-")]
	first, _, _ := strings.Cut(place, ".")
	override, _, inOverride := strings.Cut(path, "]")
	if place != "" && inOverride && strings.HasPrefix(path, "overrides[") && slices.Contains(ruleSections, first) {
		return override + "]." + place
	}
	return place
}

// ruleSections is what a configuration and each of its overrides may have.
var ruleSections = []string{"terminology", "patterns", "style", "placeholders", "structure", "references"}

// A schemaObject is what the schema says of an object of the configuration.
type schemaObject struct {
	Properties map[string]schemaObject `json:"properties"`
}

// keyPlaces returns where each key stands, by its name with hyphens: "" for what stands in several places.
var keyPlaces = sync.OnceValue(func() map[string]string {
	var root schemaObject
	if json.Unmarshal(schemaFile, &root) != nil {
		return nil // a test reads it
	}
	places := map[string]string{}
	var walk func(o schemaObject, path string)
	walk = func(o schemaObject, path string) {
		for _, name := range slices.Sorted(maps.Keys(o.Properties)) {
			key := strings.ReplaceAll(name, "_", "-")
			if _, twice := places[key]; twice {
				places[key] = ""
			} else {
				places[key] = path + name
			}
			walk(o.Properties[name], path+name+".")
		}
	}
	walk(root, "")
	return places
})
