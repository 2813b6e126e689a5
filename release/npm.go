package main

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// launcher starts the program of the package for this platform.
//
//go:embed templates/launcher.js
var launcher []byte

const (
	homepage    = "https://github.com/doc-iterate/doc-iterate"
	description = "Resolve the findings of documentation reviews by small, proved edits."
)

// An npmPackage is what package.json says.
type npmPackage struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Homepage     string            `json:"homepage"`
	Repository   string            `json:"repository"`
	Bin          map[string]string `json:"bin,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
}

// writeNPM writes a package for each platform with the program in it, and one that has the launcher and depends on
// them.
func (r *release) writeNPM() error {
	main := r.npmPackage("doc-iterate")
	main.Bin = map[string]string{"doc-iterate": "bin/doc-iterate.js"}
	main.Engines = map[string]string{"node": ">=18"}
	main.Optional = map[string]string{}
	for _, p := range platforms() {
		main.Optional["@doc-iterate/"+p.npm] = r.version
	}
	if err := r.writeNPMPackage(main, entry{"bin/doc-iterate.js", launcher, executable}); err != nil {
		return err
	}
	for _, p := range r.platforms {
		programs, err := r.programs(p, "bin/")
		if err != nil {
			return err
		}
		pkg := r.npmPackage("@doc-iterate/" + p.npm)
		system, processor, _ := strings.Cut(p.npm, "-")
		pkg.OS, pkg.CPU, pkg.PreferUnplug = []string{system}, []string{processor}, true
		if err := r.writeNPMPackage(pkg, programs...); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) npmPackage(name string) npmPackage {
	return npmPackage{
		Name: name, Version: r.version, Description: description, License: "MIT", Homepage: homepage,
		Repository: "github:doc-iterate/doc-iterate",
	}
}

// writeNPMPackage writes a package under the name that npm pack gives it.
func (r *release) writeNPMPackage(pkg npmPackage, entries ...entry) error {
	data, err := json.MarshalIndent(pkg, "", "  ")
	if err != nil {
		return err
	}
	entries = append(entries, entry{"package.json", append(data, '\n'), plainFile})
	for _, e := range r.extras {
		if !strings.Contains(e.name, "/") {
			entries = append(entries, e)
		}
	}
	for i := range entries {
		entries[i].name = "package/" + entries[i].name
	}
	file := strings.NewReplacer("@", "", "/", "-").Replace(pkg.Name) + "-" + pkg.Version + ".tgz"
	return r.writeTar(file, sorted(entries))
}
