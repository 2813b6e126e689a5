package runs

import (
	"bytes"
	"os"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
)

// Everything that JSON writes follows the schema, which allows no other keys.
func TestSchemas(t *testing.T) {
	text, err := os.ReadFile("schema.json")
	require.NoError(t, err)
	schema := testdocs.Schema(t, text)
	empty := Run{Result: &result.Run{}, Failures: []report.Failure{{Path: "a.md", Message: "is binary, not text"}}}
	for _, run := range []Run{sampleRun(), one(sampleRun()), empty} {
		var out bytes.Buffer
		require.NoError(t, Write(&out, report.JSON, run, report.Style{}))
		assert.NoError(t, schema.Validate(testdocs.JSON(t, out.Bytes())), "%s", out.String())
	}
}

// The schema names the very fields that the types have.
func TestSchemasNameEveryField(t *testing.T) {
	text, err := os.ReadFile("schema.json")
	require.NoError(t, err)
	writtenAs := map[reflect.Type]reflect.Type{reflect.TypeFor[RemainingItem](): reflect.TypeFor[remainingJSON]()}
	fields := testdocs.Fields(reflect.TypeFor[iterationReport](), writtenAs,
		reflect.TypeFor[result.NextAction](), reflect.TypeFor[engine.Metrics](), reflect.TypeFor[table.Counts](),
		reflect.TypeFor[table.Sums](), reflect.TypeFor[report.Failure](), reflect.TypeFor[report.Position](),
		reflect.TypeFor[report.Candidate]())
	assert.Equal(t, fields, testdocs.Properties(t, text))
}
