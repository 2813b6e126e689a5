// Command release makes what a release of doc-iterate holds.
//
//	go run ./release dist        everything, into dist/
//	go run ./release packages    the npm packages and Python wheels alone, into dist/
//	go run ./release hooks DIR   a repository of hooks for pre-commit that needs no Go
//	go run ./release notices     THIRD_PARTY_NOTICES
//	go run ./release notes       what CHANGELOG.md says of the version, to standard output
//
// Two runs on one commit write the same bytes, wherever the checkout lies: times are the time of the commit, names in
// archives are sorted, and Go builds with -trimpath.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run does what the first argument says, in the checkout that is the working directory.
func run(args []string) error {
	verb := strings.Join(args[:min(1, len(args))], "")
	flags := flag.NewFlagSet("release "+verb, flag.ContinueOnError)
	out := flags.String("o", "dist", "the `folder` to write to")
	only := flags.String("only", "", "one `system/processor`, such as linux/amd64, instead of all")
	noLinux := flags.Bool("without-nfpm", false, "make no deb and rpm, which need nfpm from a module proxy")
	switch verb {
	case "dist", "packages":
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		r, err := newRelease(*out, *only)
		if err != nil {
			return err
		}
		steps := []func() error{r.build, r.collectExtras, r.writeNPM, r.writeWheels}
		if verb == "dist" {
			steps = append(steps, r.writeArchives, r.writeComponents)
			if !*noLinux {
				steps = append(steps, r.writeLinuxPackages)
			}
			steps = append(steps, r.writeManifests, r.writeChecksums)
		}
		return r.do(steps)
	case "hooks":
		if len(args) != 2 {
			return fmt.Errorf("hooks: name the folder to write to")
		}
		return writeHooks(args[1])
	case "notices":
		text, err := notices()
		if err != nil {
			return err
		}
		return os.WriteFile(noticesFile, []byte(text), 0o644)
	case "notes":
		version, err := readVersion()
		if err != nil {
			return err
		}
		text, err := notes(version)
		fmt.Print(text)
		return err
	}
	return fmt.Errorf("%q: want dist, packages, hooks, notices or notes", verb)
}

// readVersion returns the version of the release, which one file names.
func readVersion() (string, error) {
	data, err := os.ReadFile(filepath.Join("cmd", "doc-iterate", "VERSION"))
	return strings.TrimSpace(string(data)), err
}
