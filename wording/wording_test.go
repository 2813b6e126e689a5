package wording

import (
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
