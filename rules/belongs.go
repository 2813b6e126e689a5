package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// belongs returns the path of the only key of a configuration with this name, such as style.list-marker, or "" if none
// or several have it. A key of the entries of a list, such as terminology[].avoid, counts only if no other key has the
// name. path is where the name was found: a name in an override belongs into that override.
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

// ruleSections are the sections that a configuration and each of its overrides may have.
var ruleSections = []string{"terminology", "patterns", "style", "placeholders", "structure", "references"}

// keyPlaces returns the path of each key by its name with hyphens: "" for a name that several keys have.
var keyPlaces = sync.OnceValue(func() map[string]string {
	schema := readSchema()
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
	var walk func(object jsontree.Node, path string)
	walk = func(object jsontree.Node, path string) {
		for key, property := range object.Get("properties").Members() {
			name := key.Text()
			note(places, name, path)
			walk(property, path+name+".")
			for entry := range schema.target(property.Get("items")).Get("properties").Members() {
				note(entries, entry.Text(), path+name+"[].")
			}
		}
	}
	walk(schema.root, "")
	for key, place := range entries {
		if _, ok := places[key]; !ok {
			places[key] = place
		}
	}
	return places
})
