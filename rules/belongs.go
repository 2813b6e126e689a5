package rules

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// belongs returns the only key of a configuration that is called name, as in style.list-marker, or "" where there is
// none, or several. A key of a list's entries, as in terminology[].avoid, counts only where no other key has its name.
// path is where the name was found: what stands in an override belongs into that.
func belongs(name, path string) string {
	place := keyPlaces()[strings.ReplaceAll(strings.ToLower(name), "_", "-")]
	first, _, _ := strings.Cut(place, ".")
	override, _, inOverride := strings.Cut(path, "]")
	mayOverride := slices.Contains(ruleSections, strings.TrimSuffix(first, "[]"))
	if place != "" && mayOverride && inOverride && strings.HasPrefix(path, "overrides[") {
		return override + "]." + place
	}
	return place
}

// ruleSections is what a configuration and each of its overrides may have.
var ruleSections = []string{"terminology", "patterns", "style", "placeholders", "structure", "references"}

// A schemaObject is what the schema says of an object or a list of the configuration.
type schemaObject struct {
	Properties map[string]schemaObject `json:"properties"`
	Items      *schemaObject           `json:"items"`
	Ref        string                  `json:"$ref"`
	Defs       map[string]schemaObject `json:"$defs"`
}

// keyPlaces returns where each key stands, by its name with hyphens: "" for what stands in several places.
var keyPlaces = sync.OnceValue(func() map[string]string {
	var root schemaObject
	if json.Unmarshal(schemaFile, &root) != nil {
		return nil // a test reads it
	}
	places, entries := map[string]string{}, map[string]string{}
	note := func(in map[string]string, name, path string) {
		key := strings.ReplaceAll(name, "_", "-")
		if _, twice := in[key]; twice {
			path = ""
		} else {
			path += name
		}
		in[key] = path
	}
	var walk func(o schemaObject, path string)
	walk = func(o schemaObject, path string) {
		for _, name := range slices.Sorted(maps.Keys(o.Properties)) {
			property := o.Properties[name]
			note(places, name, path)
			walk(property, path+name+".")
			if property.Items == nil {
				continue
			}
			entry := *property.Items
			if def, ok := root.Defs[strings.TrimPrefix(entry.Ref, "#/$defs/")]; ok {
				entry = def
			}
			for key := range entry.Properties {
				note(entries, key, path+name+"[].")
			}
		}
	}
	walk(root, "")
	for key, place := range entries {
		if _, ok := places[key]; !ok {
			places[key] = place
		}
	}
	return places
})
