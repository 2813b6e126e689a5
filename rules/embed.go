package rules

import _ "embed"

// The shipped configuration is at the top of the repository: people look for it there, and it holds for our own
// documents. Go cannot embed a file from above its package, so there is a copy here, and a test that compares the two.
//
//go:generate cp ../consistency-rules.json consistency-rules.json
//go:embed consistency-rules.json
var defaultFile []byte

//go:embed schema.json
var schemaFile []byte

// DefaultName is what messages call the shipped configuration.
const DefaultName = "the shipped " + FileName

// Default returns the configuration for documents that have none: style as suggestions, placeholders as warnings.
func Default() *Set {
	set, err := Load(DefaultName, defaultFile)
	if err != nil {
		panic(err) // a test loads it
	}
	return set
}

// DefaultFile returns the shipped configuration as it is written.
func DefaultFile() []byte { return append([]byte(nil), defaultFile...) }

// Schema returns the JSON Schema (draft 2020-12) of consistency-rules.json. What it refuses, Load refuses too; Load
// also refuses what a schema cannot say: cycles, taken names, bad patterns.
func Schema() []byte { return append([]byte(nil), schemaFile...) }
