package loop_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A document that can't be read any more ends the run with the error of its Read, wherever that was.
func TestADocumentThatCannotBeReadEndsTheRun(t *testing.T) {
	gone := errors.New("a.md: can't be read again")
	for most := range 12 {
		var l ledger
		j, reads := job(t, &l, "# A\n\nThe whitelist.\n"), 0
		text := j.Targets[0].Bytes()
		j.Targets[0].Stored = source.Stored{Path: "a.md", Read: func() ([]byte, error) {
			if reads++; reads > most {
				return nil, gone
			}
			return text, nil
		}}
		_, err := loop.Run(t.Context(), j)
		require.ErrorIs(t, err, gone, "after %d reads", most)
		require.Empty(t, l.published)
	}
}
