package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

// writeComponents lists what the programs are linked with, as SPDX 2.3 has it. The licences are those that notices
// recognizes in the texts; nobody concluded more.
func (r *release) writeComponents() error {
	components, err := linked()
	if err != nil {
		return err
	}
	notInID := regexp.MustCompile(`[^A-Za-z0-9.]+`)
	text, err := filled("spdx.json", template.FuncMap{
		"id":    func(c component) string { return "SPDXRef-Package-" + notInID.ReplaceAllString(c.Name, "-") },
		"scowl": func(c component) bool { return strings.HasPrefix(c.License, scowl) },
		"json": func(text string) (string, error) {
			data, err := json.Marshal(text)
			return string(data), err
		},
	}, struct {
		Homepage, Version, Commit, Time, Module string
		Components                              []component
	}{homepage, r.version, r.commit, r.time.Format(utc), modulePath, components})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, "doc-iterate_"+r.version+".spdx.json"), text, 0o644)
}
