package wording

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCount(t *testing.T) {
	assert.Equal(t, "0 findings", Count(0, "finding"))
	assert.Equal(t, "1 finding", Count(1, "finding"))
	assert.Equal(t, "2 new blockers", Count(2, "new blocker"))
	assert.Equal(t, "1 fix", Count(1, "fix"))
	assert.Equal(t, "3 fixes", Count(3, "fix"))
}

func TestWithoutPath(t *testing.T) {
	_, err := os.Open(filepath.Join(t.TempDir(), "absent"))
	assert.Equal(t, syscall.ENOENT, WithoutPath(fmt.Errorf("reading: %w", err)))
	other := errors.New("other")
	assert.Equal(t, other, WithoutPath(other))
	assert.NoError(t, WithoutPath(nil))
}

func TestList(t *testing.T) {
	for want, names := range map[string][]string{
		"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}, "a, b and 2 more": {"a", "b", "c", "d"},
	} {
		assert.Equal(t, want, List(names, 3))
	}
}

// A message for people keeps its lines and its tabs, and nothing else that a terminal would obey.
func TestMessagesArePrintable(t *testing.T) {
	assert.Equal(t, "a\tb␍\n\n␛c\n", Printable("a\tb\r\n\n\x1bc\n"))
	assert.Equal(t, "a␉b␊c", Visible("a\tb\nc"))
}
