package review_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A field that Equal forgets would have two findings that differ kept as one.
func TestEqualLooksAtEveryField(t *testing.T) {
	full := review.Finding{
		ID: "a", Rule: "a", Severity: 1, Category: 1, Message: "a", Path: "a", Span: source.Span{Start: 1, End: 2}, State: 1,
		Reason: review.Because("a", "a"), Candidates: []review.Candidate{{Text: "a"}}, Tier: 1, Remedy: 1, Old: "a", Quoted: "a", Want: "a", Choices: []string{"a"},
		Edits: []source.Edit{{New: "a"}}, Confidence: 1, Source: "a", Citations: []string{"a"}, AutoFix: 1, RequiresHuman: true, Allowed: review.BrokenLinks,
		AllPlaces: true, Key: "a", Former: "a", Content: "a",
	}
	same := full
	same.Candidates, same.Edits = []review.Candidate{{Text: "a"}}, []source.Edit{{New: "a"}}
	assert.True(t, full.Equal(&same))
	kind := reflect.TypeFor[review.Finding]()
	for n := range kind.NumField() {
		require.False(t, reflect.ValueOf(full).Field(n).IsZero(), "%s is not set above", kind.Field(n).Name)
		other := full
		field := reflect.ValueOf(&other).Elem().Field(n)
		field.SetZero()
		assert.False(t, full.Equal(&other), kind.Field(n).Name)
		if field.Kind() == reflect.Slice {
			other2 := other
			field.Set(reflect.MakeSlice(field.Type(), 0, 0))
			assert.False(t, other.Equal(&other2), "%s: nil is not empty", kind.Field(n).Name)
		}
	}
}
