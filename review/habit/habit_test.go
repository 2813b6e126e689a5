package habit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

func TestAdd(t *testing.T) {
	var c Counts
	c.Add([]byte("---\ntitle: '- none'\n---\n# Install the program\r\n\r\n- one\r\n- two\n\n  * inner\n\n* * *\n\n```sh\n- code\n# No Heading Here\n```\n\n"+
		"> + quoted\n\n1. first\n\nSetting Up Every Server\n=======================\n\n## API\n\n## Running the Tests With Care\n\n## Waiting for Another server\n"), false)
	assert.Equal(t, [3]int{2, 1, 1}, c.Bullets)
	assert.Equal(t, 4, c.Headings, "API shows nothing")
	assert.Equal(t, 2, c.Sentence, "most plain words of the last one have no capital")
	assert.Equal(t, [...]int{rules.TitleCaseAP: 2, rules.TitleCaseAPA: 2, rules.TitleCaseChicago: 1}, c.Titles)
}

func TestDelimiters(t *testing.T) {
	var c Counts
	c.Add([]byte("An *a* and _b_ and **c** and __d__, `*no*` and \\*no*, snake_case_name, 2 * 3 * 4, *no\n\n# *No heading*\n\n- ***both*** _e f_.\n"), true)
	assert.Equal(t, [2]int{1, 2}, c.Emphasis)
	assert.Equal(t, [2]int{1, 1}, c.Strong)
	assert.Equal(t, rules.Habits{Marker: '-'}, c.Habits())
	c.Add([]byte(strings.Repeat("_a_ and **b**\n", 20)), true)
	assert.Equal(t, []byte{'_', '*'}, []byte{c.Habits().Emphasis, c.Habits().Strong})
}

func text(path string, src string) source.Stored {
	return source.Stored{Path: path, Read: func() ([]byte, error) { return []byte(src), nil }}
}

func TestHabits(t *testing.T) {
	items := func(dashes, stars int) source.Stored {
		return text("a.md", strings.Repeat("- a\n", dashes)+"\n"+strings.Repeat("* a\n", stars))
	}
	for _, c := range []struct {
		dashes, stars int
		want          byte
	}{{9, 1, '-'}, {1, 9, '*'}, {8, 1, 0}, {89, 11, 0}, {90, 10, '-'}, {0, 1, '*'}, {0, 0, 0}} {
		assert.Equal(t, c.want, Gather([]source.Stored{items(c.dashes, c.stars)}, 1, false).Habits().Marker, "%+v", c)
	}
	headings := func(sentence, title, mixed int) rules.Habits {
		return Gather([]source.Stored{text("a.md", strings.Repeat("# Start the server\n", sentence)+
			strings.Repeat("# Starting a Server From Within\n", title)+strings.Repeat("# Start Every Small Remote Standard server\n", mixed))}, 1, false).Habits()
	}
	assert.Equal(t, rules.Habits{HeadingsKnown: true}, headings(9, 1, 0))
	assert.Equal(t, rules.Habits{HeadingsKnown: true, Headings: rules.TitleCaseAP}, headings(1, 9, 0))
	assert.Equal(t, rules.Habits{}, headings(8, 2, 0))
	assert.Equal(t, rules.Habits{}, headings(8, 0, 1), "a heading of both kinds is in neither")
	assert.Equal(t, rules.Habits{}, headings(0, 0, 0))
}

// Of a large repository a sample is counted, and the same one on any number of goroutines.
func TestGatherStopsWhereThereIsEnough(t *testing.T) {
	var texts []source.Stored
	for i := range 1000 {
		marker := [...]string{"-", "*"}[min(i/500, 1)]
		texts = append(texts, text(fmt.Sprint(i), strings.Repeat("# Start the server\n\n"+marker+" a\n"+marker+" b\n", 100)))
	}
	texts = append(texts, source.Stored{Read: func() ([]byte, error) { return nil, errors.New("gone") }})
	c := Gather(texts, 1, false)
	assert.Equal(t, c, Gather(texts, 7, false))
	assert.Equal(t, byte('-'), c.Habits().Marker)
	assert.Less(t, c.Items(), 20_000)
	assert.Equal(t, byte('*'), Gather(texts[950:], 3, false).Habits().Marker)
}
