package main

import (
	_ "embed"
	"runtime/debug"
	"strings"
)

// release is the version of the next tag, without a "v". The file is the only place that names it.
//
//go:embed VERSION
var release string

// version returns the version with what the build information says of the commit, as in
// "0.1.0 (0123456789ab of 2026-11-22, modified)".
func version() string {
	number := strings.TrimSpace(release)
	if info, ok := debug.ReadBuildInfo(); ok {
		if origin := originOf(info); origin != "" {
			return number + " (" + origin + ")"
		}
	}
	return number
}

// originOf returns the commit that a program was built from and its date. Go knows them where it built a checkout; of a
// module that it downloaded it knows the version alone, which is returned where it differs from the release.
func originOf(info *debug.BuildInfo) string {
	const shortCommit, day = 12, len("2006-01-02")
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit, date := settings["vcs.revision"], settings["vcs.time"]
	if len(commit) < shortCommit || len(date) < day {
		module := strings.TrimPrefix(info.Main.Version, "v")
		if module == "(devel)" || module == strings.TrimSpace(release) {
			return ""
		}
		return module
	}
	origin := commit[:shortCommit] + " of " + date[:day]
	if settings["vcs.modified"] == "true" {
		origin += ", modified"
	}
	return origin
}
