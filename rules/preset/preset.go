// Package preset holds the configurations that ship with the program for others to extend. Each is a
// consistency-rules.json with terms alone; README.md says where they come from and how often they are wrong.
package preset

import (
	"embed"
	"slices"
)

//go:embed *.json
var files embed.FS

// names is all presets, in the order in which messages list them.
var names = []string{"inclusive", "product-names", "microsoft", "google"}

// Names returns the names of all presets.
func Names() []string { return slices.Clone(names) }

// Read returns the configuration of the preset with that name; false where there is none.
func Read(name string) ([]byte, bool) {
	if !slices.Contains(names, name) {
		return nil, false
	}
	data, err := files.ReadFile(name + ".json")
	return data, err == nil
}
