package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

const checksumsFile = "checksums.txt"

// templates are the files that say something of the release: its version, its downloads with their hashes.
//
//go:embed templates/*.tmpl
var templates embed.FS

// filled returns a template with what it asks for filled in.
func filled(name string, functions template.FuncMap, about any) ([]byte, error) {
	t, err := template.New(name+".tmpl").Funcs(functions).ParseFS(templates, "templates/"+name+".tmpl")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, about)
	return b.Bytes(), err
}

// sum returns the SHA-256 of a file of the release.
func (r *release) sum(name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(r.out, name))
	sum := sha256.Sum256(data)
	return sum[:], err
}

// writeManifests writes the Homebrew formula, the Scoop manifest and the Nix flake. Each hash is that of the file that
// lies in the release.
func (r *release) writeManifests() error {
	if len(r.platforms) < len(platforms()) {
		return nil // each of them names the archives of several platforms
	}
	archive := func(name string) (string, error) {
		for _, p := range r.platforms {
			if p.name() == name {
				return r.archive(p), nil
			}
		}
		return "", fmt.Errorf("there is no platform %s", name)
	}
	sum := func(platform string) ([]byte, error) {
		name, err := archive(platform)
		if err != nil {
			return nil, err
		}
		return r.sum(name)
	}
	functions := template.FuncMap{
		"url": func(platform string) (string, error) {
			name, err := archive(platform)
			return homepage + "/releases/download/v" + r.version + "/" + name, err
		},
		"sha256": func(platform string) (string, error) {
			sum, err := sum(platform)
			return hex.EncodeToString(sum), err
		},
		"sri": func(platform string) (string, error) {
			sum, err := sum(platform)
			return "sha256-" + base64.StdEncoding.EncodeToString(sum), err
		},
	}
	about := struct{ Version, Description, Homepage string }{r.version, description, homepage}
	for _, name := range []string{"doc-iterate.rb", "doc-iterate.json", "flake.nix"} {
		text, err := filled(name, functions, about)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.out, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeChecksums writes the SHA-256 of each file of the release, as sha256sum --check reads it.
func (r *release) writeChecksums() error {
	var b strings.Builder
	err := fs.WalkDir(os.DirFS(r.out), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		sum, err := r.sum(path)
		fmt.Fprintf(&b, "%x  %s\n", sum, path)
		return err
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, checksumsFile), []byte(b.String()), 0o644)
}
