package rules

import (
	"embed"
	"slices"
)

// presetFiles are the configurations that ship with the program for others to extend. They have only terms.
// preset/README.md says where they come from and how often they are wrong.
//
//go:embed preset/*.json
var presetFiles embed.FS

// presetNames are all presets, in the order in which messages list them.
var presetNames = []string{"inclusive", "product-names", "microsoft", "google"}

// readPreset returns the configuration of the preset with that name, or false for none.
func readPreset(name string) ([]byte, bool) {
	if !slices.Contains(presetNames, name) {
		return nil, false
	}
	data, err := presetFiles.ReadFile("preset/" + name + ".json")
	return data, err == nil
}
