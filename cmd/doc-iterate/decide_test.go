package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// Every example of the engine gives the same answer on the command line: in JSON
// to the byte, and in YAML, where the input is YAML, with the same values.
func TestDecideExamples(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(root, "loop", "decide", "testdata", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	t.Chdir(t.TempDir()) // no configuration but the shipped one
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			input, want := archive.Files[0].Data, string(archive.Files[1].Data)
			assert.Equal(t, want, decided(t, input, "decide", "--format", "json", "-"))
			own := decided(t, input, "decide")
			if input[0] == '{' {
				assert.Equal(t, want, own)
				return
			}
			var fromYAML, fromJSON any
			require.NoError(t, yaml.Unmarshal([]byte(own), &fromYAML))
			require.NoError(t, yaml.Unmarshal([]byte(want), &fromJSON))
			a, err := json.Marshal(fromYAML)
			require.NoError(t, err)
			b, err := json.Marshal(fromJSON)
			require.NoError(t, err)
			assert.JSONEq(t, string(b), string(a))
		})
	}
}

// decided is what doc-iterate prints when it reads input.
func decided(t *testing.T, input []byte, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	s := session{ctx: t.Context(), args: args, in: bytes.NewReader(input), out: &out, err: &errs}
	require.Equal(t, 0, s.run(), errs.String())
	require.Empty(t, errs.String())
	return out.String()
}
