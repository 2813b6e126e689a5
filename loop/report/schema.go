package report

import _ "embed" // the schema

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema of a report in the format JSON.
func Schema() []byte { return schema }
