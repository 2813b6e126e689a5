package report

import _ "embed"

//go:embed schema.json
var checkSchema string

//go:embed iteration.schema.json
var iterationSchema string

// Schema is the JSON Schema of the JSON form of a Report.
func Schema() string { return checkSchema }

// IterationSchema is the JSON Schema of the JSON form of a run's result.
func IterationSchema() string { return iterationSchema }
