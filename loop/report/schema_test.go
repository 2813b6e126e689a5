package report

import (
	"os"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// Everything that JSON writes follows the schema, which allows no other keys.
func TestSchemas(t *testing.T) {
	text, err := os.ReadFile("schema.json")
	require.NoError(t, err)
	schema := testdocs.Schema(t, text)
	for _, out := range written(t, JSON) {
		assert.NoError(t, schema.Validate(testdocs.JSON(t, out)), "%s", out)
	}
}

// The schema names the very fields that the types have.
func TestSchemasNameEveryField(t *testing.T) {
	text, err := os.ReadFile("schema.json")
	require.NoError(t, err)
	writtenAs := map[reflect.Type]reflect.Type{reflect.TypeFor[Finding](): reflect.TypeFor[findingJSON]()}
	fields := testdocs.Fields(reflect.TypeFor[Report](), writtenAs, reflect.TypeFor[gate.Shard]())
	assert.Equal(t, fields, testdocs.Properties(t, text))
}
