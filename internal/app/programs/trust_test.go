package programs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
)

const trusted = `{"version": 1,
	"reviewers": [{"name": "r", "command": ["vale", "{path}"], "env": {"A": "b"}, "timeout": "5s", "for": ["coverage"]}],
	"fixers": [{"name": "f", "command": ["fill"], "rules": ["x"], "sections": ["S"]}]}`

// Every change of what a configuration says of programs is asked about again; no other
// change is.
func TestTrustEndsWithAChange(t *testing.T) {
	environ := []string{"XDG_STATE_HOME=" + t.TempDir()}
	load := func(text string) *rules.Set {
		set, err := rules.Load("consistency-rules.json", []byte(text))
		require.NoError(t, err, text)
		return set
	}
	config := filepath.Join(t.TempDir(), rules.FileName)
	require.NoError(t, Trust(t.Context(), environ, load(trusted), config))
	state := func(text, config string) TrustState {
		list, err := Trusted(environ)
		require.NoError(t, err)
		return list.State(load(text), config)
	}
	assert.Equal(t, AsTrusted, state(trusted, config))
	assert.Equal(t, NotTrusted, state(trusted, config+"x"))
	for _, change := range [][2]string{
		{`"name": "r"`, `"name": "q"`}, {`"vale"`, `"vale2"`}, {`"{path}"`, `"{path}", "-x"`}, {`"vale", "{path}"`, `"vale {path}"`},
		{`"A": "b"`, `"A": "c"`}, {`"A": "b"`, `"A": "b", "B": ""`}, {`"A": "b"`, `"A": "b\ufffd"`}, {`"5s"`, `"6s"`}, {`"coverage"`, `"conflict"`},
		{`, "for": ["coverage"]`, `, "stdin": "text"`}, {`"fill"`, `"./fill"`}, {`"x"`, `"x", "y"`}, {`["S"]`, `["T"]`},
		{`"fixers": [{`, `"fixers": [{"name": "g", "command": ["g"]}, {`},
	} {
		changed := strings.Replace(trusted, change[0], change[1], 1)
		require.NotEqual(t, trusted, changed, change)
		assert.Equal(t, Changed, state(changed, config), change)
	}
	moved := strings.Replace(trusted, `"version": 1,`, `"placeholders": {}, "version": 1,`, 1)
	assert.Equal(t, AsTrusted, state(moved, config))
}

// What several processes trust at the same time is all kept.
func TestTrustIsNotLost(t *testing.T) {
	dir := t.TempDir()
	environ := []string{"XDG_STATE_HOME=" + dir}
	set, err := rules.Load("consistency-rules.json", []byte(trusted))
	require.NoError(t, err)
	const many = 12
	var all sync.WaitGroup
	for n := range many {
		all.Go(func() {
			assert.NoError(t, Trust(t.Context(), environ, set, filepath.Join(dir, fmt.Sprint(n), rules.FileName)))
		})
	}
	all.Wait()
	list, err := Trusted(environ)
	require.NoError(t, err)
	assert.Len(t, list.Paths(), many)
	info, err := os.Stat(filepath.Join(dir, "doc-iterate", trustFile))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}
