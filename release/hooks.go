package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// hooksProject has pip build a package with the backend in its folder, so that nothing is fetched for that.
const hooksProject = `[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
`

// writeHooks writes a repository of hooks for pre-commit that installs the Python wheel instead of building with Go.
// Its hooks are those of this repository, except for the language.
func writeHooks(dir string) error {
	version, err := readVersion()
	if err != nil {
		return err
	}
	hooks, err := os.ReadFile(".pre-commit-hooks.yaml")
	if err != nil {
		return err
	}
	const golang, python = "language: golang", "language: python"
	if !strings.Contains(string(hooks), golang) {
		return errors.New(".pre-commit-hooks.yaml has no " + golang)
	}
	backend, err := filled("backend.py", nil, struct{ Version string }{version})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(dir, ".pre-commit-hooks.yaml"),
			[]byte(strings.ReplaceAll(string(hooks), golang, python)), 0o644),
		os.WriteFile(filepath.Join(dir, "pyproject.toml"), []byte(hooksProject), 0o644),
		os.WriteFile(filepath.Join(dir, "backend.py"), backend, 0o644),
	)
}
