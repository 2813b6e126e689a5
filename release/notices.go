package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	noticesFile = "THIRD_PARTY_NOTICES"
	modulePath  = "github.com/doc-iterate/doc-iterate"
	scowl       = "LicenseRef-SCOWL" // SPDX has no name for the licence of these word lists
)

// A component is something that others wrote and that the program holds.
type component struct {
	Name, Version string
	License       string // as SPDX names it
	Texts         []string
}

// notices returns the licences of all that the programs of a release hold, as THIRD_PARTY_NOTICES has them.
func notices() (string, error) {
	components, err := linked()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("doc-iterate holds the work of others. `go run ./release notices` writes this file from go.mod.\n")
	for _, c := range components {
		fmt.Fprintf(&b, "\n%s\n%s (%s)\n\n", strings.Repeat("=", 80), strings.TrimSpace(c.Name+" "+c.Version), c.License)
		b.WriteString(strings.Join(c.Texts, "\n"+strings.Repeat("-", 80)+"\n\n"))
	}
	return b.String(), nil
}

// linked returns the modules that the programs are linked with on any system, the standard library, and the word lists.
func linked() ([]component, error) {
	modules := map[string]module{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		if err := listModules(system, modules); err != nil {
			return nil, err
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	modules["Go standard library"] = module{Path: "Go standard library", Dir: strings.TrimSpace(string(root))}
	for name, folder := range map[string]string{
		"word lists of the rule heading-case": "review/casing/usage/lexicon",
		"word list of the rule misspelling":   "review/spelling",
	} {
		modules[name] = module{Path: name, Dir: folder}
	}
	var out []component
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		m := modules[name]
		c := component{Name: m.Path, Version: m.Version}
		var err error
		if c.Texts, err = licenseTexts(m.Dir); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		if c.License = spdxName(strings.Join(c.Texts, "\n")); c.License == "" {
			return nil, fmt.Errorf("%s: unknown licence: teach spdxName to recognize it", m.Path)
		}
		out = append(out, c)
	}
	return out, nil
}

// A module is what go list says of one.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// listModules adds the modules that the programs are linked with on a system.
func listModules(system string, to map[string]module) error {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Module"}, commands()...)...)
	cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list for %s: %w", system, err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p struct{ Module *module }
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("go list for %s: %w", system, err)
		}
		if p.Module != nil && !p.Module.Main {
			to[p.Module.Path] = *p.Module
		}
	}
}

// licenseTexts returns the licences and notices that lie in a folder, sorted by name.
func licenseTexts(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	name := regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)
	var texts []string
	for _, e := range entries {
		if e.IsDir() || !name.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))+"\n")
	}
	if len(texts) == 0 {
		return nil, errors.New("no licence in " + dir)
	}
	return texts, nil
}

// spdxName returns the names that SPDX has for the licences in a text, "" where it recognizes none.
func spdxName(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	var names []string
	for _, l := range []struct{ name, phrase string }{
		{scowl, "Spell Checker Oriented Word Lists"},
		{"MIT", "Permission is hereby granted, free of charge"},
		{"Apache-2.0", "Apache License"},
		{"BSD-3-Clause", "Redistribution and use in source and binary forms"},
		{"MPL-2.0", "Mozilla Public License Version 2.0"},
	} {
		if strings.Contains(words, l.phrase) {
			names = append(names, l.name)
		}
	}
	return strings.Join(names, " AND ")
}
