package intake

import (
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
)

func TestEmptyLists(t *testing.T) {
	for _, tt := range []struct {
		in     string
		format Format
		want   string // the format, or the error
	}{
		{`{}`, Auto, "vale"},
		{`{"docs/a.md": []}`, Auto, "vale"},
		{`{"README.md": []}`, Vale, "vale"},
		{`{"issues": []}`, Auto, "doc-iterate"},
		{`{"isues": []}`, Auto, `unknown field "isues"; did you mean "issues"?`},
		{`{"anything": []}`, Auto, "issues: is missing"},
		{`{"isues": []}`, Vale, "isues: is an empty list under what is no path of a document"},
	} {
		t.Run(tt.in, func(t *testing.T) {
			r, err := Parse("r", []byte(tt.in), tt.format)
			if err != nil {
				assert.ErrorContains(t, err, tt.want)
				return
			}
			assert.Equal(t, tt.want, r.Format.String())
			assert.Empty(t, r.Issues)
		})
	}
}

func TestUTF16IsNamed(t *testing.T) {
	for _, order := range []string{"little", "big", "no mark"} {
		text := "\uFEFF" + `{"issues": []}`
		if order == "no mark" {
			text = text[3:]
		}
		var b []byte
		for _, u := range utf16.Encode([]rune(text)) {
			if order == "big" {
				b = append(b, byte(u>>8), byte(u))
			} else {
				b = append(b, byte(u), byte(u>>8))
			}
		}
		_, err := Parse("r.json", b, Auto)
		assert.ErrorContains(t, err, "r.json:1:1: is in UTF-16", order)
		assert.ErrorContains(t, err, "iconv", order)
	}
}
