package review

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func FuzzNormal(f *testing.F) {
	for _, s := range []string{"", " ", "*", " A  b\r\n\tC ", "\v\fx\x1f\x00", "a\u00a0B \u0085", "\xff A", "É é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		assert.Equal(t, " "+normalise(s), string(appendNormal([]byte(" "), []byte(s))))
	})
}
