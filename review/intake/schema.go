package intake

import _ "embed"

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema of review.json. Parse takes what it allows, and of what it forbids only what has one
// meaning all the same. That a range does not end before it starts is beyond it.
func Schema() []byte { return schema }
