package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
)

// moduleMain is what python -m doc_iterate runs.
//
//go:embed templates/main.py
var moduleMain []byte

// writeWheels writes a Python wheel for each platform. The program lies where pip looks for scripts, so that it is
// started without Python; the module is for python -m doc_iterate.
func (r *release) writeWheels() error {
	for _, p := range r.platforms {
		base := "doc_iterate-" + r.version
		entries, err := r.programs(p, base+".data/scripts/")
		if err != nil {
			return err
		}
		info := base + ".dist-info/"
		entries = append(entries,
			entry{"doc_iterate/__init__.py", nil, plainFile},
			entry{"doc_iterate/__main__.py", moduleMain, plainFile},
			entry{info + "METADATA", []byte(r.metadata()), plainFile},
			entry{info + "WHEEL", []byte(wheelTags(p)), plainFile},
		)
		for _, e := range r.extras {
			if e.name == "LICENSE" || e.name == noticesFile {
				entries = append(entries, entry{info + "licenses/" + e.name, e.data, e.mode})
			}
		}
		record := record(entries, info+"RECORD")
		entries = append(sorted(entries), entry{info + "RECORD", []byte(record), plainFile}) // last, so that tools find it
		if err := r.writeZip(base+"-py3-none-"+p.wheel+".whl", entries); err != nil {
			return err
		}
	}
	return nil
}

// metadata returns what pip shows of the package.
func (r *release) metadata() string {
	lines := []string{
		"Metadata-Version: 2.4", "Name: doc-iterate", "Version: " + r.version, "Summary: " + description,
		"License-Expression: MIT", "License-File: LICENSE", "License-File: " + noticesFile, "Requires-Python: >=3.8",
		"Project-URL: Homepage, " + homepage, "Description-Content-Type: text/markdown", "",
	}
	for _, e := range r.extras {
		if e.name == "README.md" {
			lines = append(lines, string(e.data))
		}
	}
	return strings.Join(lines, "\n")
}

// wheelTags returns the file WHEEL, which has a line for each platform that the name of the wheel joins.
func wheelTags(p platform) string {
	text := "Wheel-Version: 1.0\nGenerator: doc-iterate release\nRoot-Is-Purelib: false\n"
	for tag := range strings.SplitSeq(p.wheel, ".") {
		text += "Tag: py3-none-" + tag + "\n"
	}
	return text
}

// record returns the hashes and sizes of the entries; its own line has none.
func record(entries []entry, own string) string {
	var b strings.Builder
	for _, e := range sorted(entries) {
		sum := sha256.Sum256(e.data)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", e.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(e.data))
	}
	return b.String() + own + ",,\n"
}
