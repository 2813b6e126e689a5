package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
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

// keyPlaces returns where each key stands, by its name with hyphens: "" for what stands in several places.
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
