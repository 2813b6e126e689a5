package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/loop/table"
)

func TestSums(t *testing.T) {
	tests := map[string]table.Counts{
		"Nothing to fix.":                        {Before: 3, OutOfScope: 3},
		"Fixed 9 of 14, 5 need you.":             {Before: 14, Fixed: 9, Escalated: 5, After: 5},
		"Fixed 1 of 4, 1 needs you, 2 rejected.": {Before: 4, Fixed: 1, Remaining: 1, After: 1, Rejected: 1, OutOfScope: 1, Settled: 2},
		"Fixed 1 of 3, 2 need you.":              {Before: 2, Fixed: 1, Escalated: 1, Raised: 1, After: 2},
		"Fixed 2 of 2, 0 need you.":              {Before: 2, Fixed: 2},
	}
	for want, c := range tests {
		assert.Equal(t, want, c.Sums().String())
	}
}
