package main

import (
	"fmt"
	"os"
	"strings"
)

// notes returns the section of CHANGELOG.md about a version, without its heading.
func notes(version string) (string, error) {
	text, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return "", err
	}
	_, section, found := strings.Cut(string(text), "\n## ["+version+"]")
	if !found {
		return "", fmt.Errorf("CHANGELOG.md has no section [%s]: write it", version)
	}
	_, section, _ = strings.Cut(section, "\n")
	section, _, _ = strings.Cut(section, "\n## [")
	return strings.TrimSpace(section) + "\n", nil
}
