package report

import _ "embed" // the schemas

//go:embed schema.json
var schema []byte

//go:embed iteration.schema.json
var runSchema []byte

// Schema returns the JSON Schema of a report in the format JSON.
func Schema() []byte { return schema }

// RunSchema returns the JSON Schema of a run in the format JSON.
func RunSchema() []byte { return runSchema }
