package settled

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func document(text string) *zone.Document {
	return zone.Parse("a.md", []byte(text), markdown.Dialect{})
}

func replacing(line int, quote, old, want string) review.Issue {
	place := review.Place{Quote: quote}
	if line > 0 {
		place.Range = review.Range{Form: review.Points, From: source.Point{Line: line}}
	}
	return review.Issue{ID: "x", Remedy: review.Replace, Place: place, Old: old, Want: want}
}

// Without a record the text alone shows whether an issue is done.
func TestWithoutARecord(t *testing.T) {
	const done = "# Ports\n\nConnect the tray to the port before you start.\n\nThe lamp goes on.\n"
	// both has the result in line 3 and the quote in line 7.
	const both = "# Ports\n\nConnect the tray to the port.\n\nThe lamp goes on.\n\nConnect the cable to the port.\n"
	for name, c := range map[string]struct {
		text    string
		issue   review.Issue
		current bool
		want    review.Standing
	}{
		"with words on each side": {"Please do connect the tray to the port now.\n",
			replacing(0, "Please do connect the cable to the port now", "cable", "tray"), false, review.Settled},
		"a long result near its line":                         {done, replacing(3, "Connect the cable to the", "cable", "tray"), false, review.Settled},
		"a long result far from its line":                     {done, replacing(30, "Connect the cable to the", "cable", "tray"), false, review.PerhapsDone},
		"the quote stands elsewhere, too":                     {both, replacing(3, "Connect the cable to the", "cable", "tray"), false, review.PerhapsDone},
		"a short result near its line":                        {done, replacing(3, "cable", "", "tray"), false, review.PerhapsDone},
		"a short result without a place":                      {done, replacing(0, "cable", "", "tray"), false, review.Open},
		"a deletion with its quote gone":                      {done, replacing(3, "cable", "", ""), false, review.PerhapsDone},
		"a deletion with its quote":                           {done, replacing(3, "lamp", "", ""), false, review.Open},
		"a long deletion that stands once, far from its line": {done, replacing(30, "The lamp goes on.", "", ""), false, review.Open},
		"no result":                     {done, replacing(3, "Connect the cable to the", "cable", "hose"), false, review.Open},
		"a review of the very document": {done, replacing(3, "Connect the cable to the", "cable", "tray"), true, review.Open},
		"the quote in its line, and a result beside it": {"Send the byte.\n\nThen send the bite.\n",
			replacing(3, "send the bite", "bite", "byte"), false, review.Open},
		"a name that the document has everywhere": {"# Page\n\n## OpenTelemtery\n\nOpenTelemetry is on.\n\n" +
			"OpenTelemetry waits.\n\nOpenTelemetry stops.\n\nOpenTelemetry ends.\n",
			replacing(5, "OpenTelemtery", "", "OpenTelemetry"), false, review.Open},
		"a misspelt word near the right one": {"# Page\n\nKeep it seperate.\n\nA separate one stops.\n",
			replacing(5, "seperate", "", "separate"), false, review.Open},
		"a word near another word that is like it": {"# Page\n\nKeep it black.\n\nA blank one ends.\n",
			replacing(5, "black", "", "blank"), false, review.PerhapsDone},
		"the quote and the result stand elsewhere": {"# Page\n\nHelix helps.\n\nThen we stop.\n\nZed is here.\n",
			replacing(30, "Helix", "", "Zed"), false, review.Open},
		"the result is a part of the quote": {done, replacing(3, "The lamp goes on", "The lamp goes on", "lamp goes"), false, review.Open},
	} {
		issues := []review.Issue{c.issue}
		new(Ledger).Mark(document(c.text), Review{Current: c.current, Issues: issues})
		assert.Equal(t, c.want, issues[0].Standing, name)
	}
}

// Where two texts change places, the text that one issue asks for is the one that the other one still quotes.
func TestTextsThatChangePlaces(t *testing.T) {
	text := document("The first chapter is long.\nThe second chapter is long.\n")
	issues := []review.Issue{
		replacing(3, "The first chapter is long.", "", "The second chapter is long."),
		replacing(2, "The second chapter is long.", "", "The first chapter is long."),
	}
	new(Ledger).Mark(text, Review{Issues: issues})
	assert.Equal(t, review.Open, issues[0].Standing)
	assert.Equal(t, review.Open, issues[1].Standing)
}

// What a ledger knows of a place is carried to the present text.
func TestWithALedger(t *testing.T) {
	const after = "# Ports\n\nConnect the tray here.\n\nThe cable is red.\n"
	start := strings.Index(after, "tray")
	sum := sha256.Sum256([]byte(after))
	issue := replacing(0, "cable", "", "tray")
	entry := func() Entry {
		issues := []review.Issue{issue}
		SetContent(issues)
		return Entry{
			Content: issues[0].Content, Reviews: []string{"r"}, Run: "run-1", Revision: hex.EncodeToString(sum[:]),
			Start: start, End: start + len("tray"), Old: "cable", New: "tray", Cut: "cable", Put: "tray",
		}
	}
	for name, c := range map[string]struct {
		text   string
		review string
		want   review.Standing
		open   bool
	}{
		"the new text stands there":      {after, "r", review.Settled, false},
		"below a line that is new":       {"New.\n\n" + after, "r", review.Settled, false},
		"the old text is back":           {strings.Replace(after, "tray", "cable", 1), "r", review.Open, true},
		"the place was written anew":     {strings.Replace(after, "the tray", "all the hoses", 1), "r", review.Settled, false},
		"another review says the same":   {after, "s", review.PerhapsDone, false},
		"another one of the former text": {strings.Replace(after, "tray", "cable", 1), "s", review.Open, false},
	} {
		issues := []review.Issue{issue}
		SetContent(issues)
		l := Ledger{Entries: []Entry{entry()}, Text: func(string) []byte { return []byte(after) }}
		done, open := l.Mark(document(c.text), Review{Names: []string{c.review}, Issues: issues})
		assert.Equal(t, c.want, issues[0].Standing, name)
		assert.Equal(t, c.want == review.Settled, done == 1, name)
		at, isOpen := open["x"]
		assert.Equal(t, c.open, isOpen, name)
		if isOpen {
			assert.Equal(t, Place{source.Span{Start: start, End: start + len("cable")}, "tray"}, at, name)
		}
	}
}
