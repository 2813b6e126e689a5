package locate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestSectionNamesOfManySections(t *testing.T) {
	section := "## Notes\n\nSome words.\n\n"
	few := zone.Parse("doc.md", []byte(strings.Repeat(section, maxSections)), markdown.Dialect{})
	assert.Len(t, locatorOf(few).section("Notes"), maxSections)
	many := zone.Parse("doc.md", []byte(strings.Repeat(section, maxSections+1)), markdown.Dialect{})
	assert.Empty(t, locatorOf(many).section("Notes"))
}

func locatorOf(d *zone.Document) *locator { return &locator{Index: NewIndex(d)} }
