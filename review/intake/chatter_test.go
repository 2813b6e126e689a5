package intake_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// said returns what a review says: its edits, and how many other findings it has.
func said(text string) (edits []string, others int) {
	r, err := intake.Parse("r.md", []byte(text), format.Auto)
	if err != nil {
		return []string{err.Error()}, 0
	}
	for _, i := range r.Issues {
		if i.Remedy == review.Replace && i.Standing == review.Open {
			edits = append(edits, fmt.Sprintf("%d %s→%s", i.Place.From.Line, i.Place.Quote, i.Want))
		} else {
			others++
		}
	}
	return edits, others
}

// told reads reviews as people and models write them in ten languages, with greeting, summary, score and end; @ marks
// the lines of remarks, ! a demand. It returns how many say the same without the other lines, and how many say no more
// with their demand.
func told(t *testing.T, name string) (total, same, demands, lost int) {
	data, err := os.ReadFile("testdata/sentences/" + name)
	require.NoError(t, err)
	for one := range strings.SplitSeq(string(data), "=====\n") {
		var all, remarks, demanding strings.Builder
		for line := range strings.Lines(one) {
			text := strings.TrimLeft(line, "@!")
			switch {
			case line[0] == '@':
				remarks.WriteString(text)
				demanding.WriteString(text)
				all.WriteString(text)
			case line[0] == '!', text == "\n":
				demanding.WriteString(text)
			}
			if line[0] != '@' && line[0] != '!' {
				all.WriteString(text)
			}
		}
		want, _ := said(remarks.String())
		require.Equal(t, strings.Count("\n"+one, "\n@"), len(want), one)
		total++
		if got, others := said(all.String()); slices.Equal(want, got) && others == 0 {
			same++
		} else {
			t.Logf("%d others: %s", others, one)
		}
		if strings.Contains(one, "\n!") {
			demands++
			if got, others := said(demanding.String()); slices.Equal(want, got) && others == 0 {
				lost++
				t.Logf("lost: %s", demanding.String())
			}
		}
	}
	t.Logf("%d of %d reviews; %d of %d demands lost", same, total, lost, demands)
	return total, same, demands, lost
}

// TestChatterChangesNothing has reviews that the table of words knows.
func TestChatterChangesNothing(t *testing.T) {
	total, same, _, _ := told(t, "reviews.txt")
	assert.Greater(t, total, 200)
	assert.GreaterOrEqual(t, float64(same), 0.95*float64(total))
}

// TestChatterIsToldFromDemands has reviews that were new to the table when they were first read. Most of their chatter
// is known by how it is built, and no demand is taken for it.
func TestChatterIsToldFromDemands(t *testing.T) {
	total, same, demands, lost := told(t, "answers.txt")
	assert.GreaterOrEqual(t, total, 240)
	assert.GreaterOrEqual(t, float64(same), 0.65*float64(total))
	assert.Equal(t, total, demands)
	assert.LessOrEqual(t, float64(lost), 0.04*float64(demands))
}

// sentences that a review may have anywhere: what each of them means to its reader.
var (
	asking = strings.Split(`The number 600 is wrong.|This is a blocker.|Please explain what the lamp does.|The second paragraph needs a source.|`+
		`You should mention the port.|Add a section about errors.|The tone is too formal.|I don't understand this part.|`+
		`Don't publish this yet.|Why is the lamp green?|The link is broken.|It must say which cable.|Rewrite the intro.|`+
		`Remove the joke.|Missing: a table of codes.|The example doesn't work.|This contradicts the manual.|Fix the heading.|`+
		`Nobody will understand this.|The screenshot is outdated.|PS: the footer has a typo.|Verdict: request changes because the port is wrong.|`+
		`Der Abschnitt ist falsch.|Bitte das Kapitel kürzen.|Il manque un exemple.|Falta un ejemplo.|Manca un esempio.|Er ontbreekt een voorbeeld.|`+
		`この段落は間違いです。|这个例子不对。|Здесь ошибка.`, "|")
	praising = strings.Split(`Great work!|Thanks a lot.|I like the tone.|Well done.|Nice examples.|LGTM|Looks good to me.|Sehr gut!|Danke!|Merci !|`+
		`Excelente trabajo.|Ottimo lavoro.|Goed gedaan.|素晴らしいです。|写得很好。|Отлично!`, "|")
)

// TestNoSentenceIsLost puts a sentence before, between and behind remarks: one that asks for something changes the
// result, praise does not.
func TestNoSentenceIsLost(t *testing.T) {
	const one, two = "- Line 3: change \"recieve\" to \"receive\"", "- Line 5: \"Second\" is odd.\n"
	_, base := ended(t, one+"\n"+two, format.Prose)
	for _, place := range []string{"%s\n\n" + one + "\n" + two, one + "\n" + two + "\n%s\n", one + "\n" + two + "%s\n", one + ". %s\n" + two,
		one + "\n\n%s\n\n" + two, one + "\n- %s\n" + two, "## Notes\n\n%s\n\n" + one + "\n" + two} {
		for _, s := range asking {
			edit, others := ended(t, strings.ReplaceAll(place, "%s", s), format.Prose)
			assert.False(t, edit == "done" && others == base, "lost: %q in %q", s, place)
		}
		if strings.Contains(place, "- %s") {
			continue // an item is a finding whatever it says
		}
		for _, s := range praising {
			edit, others := ended(t, strings.ReplaceAll(place, "%s", s), format.Prose)
			assert.True(t, edit == "done" && others == base, "%s, %d: %q in %q", edit, others, s, place)
		}
	}
}

// TestEditsAmongDemands: two edits with their lines make a review, however much else it asks for.
func TestEditsAmongDemands(t *testing.T) {
	edits, others := said("Line 3: \"teh\" → \"the\"\nLine 9: \"lable\" → \"label\"\n\n" +
		"- The table is out of date.\n- Who is this for?\n- The second photo is upside down.\n" +
		"- No step says which cable to use.\n- The costs are missing.\n")
	assert.Equal(t, []string{"3 teh→the", "9 lable→label"}, edits)
	assert.Equal(t, 5, others)
}

// TestMarksOfAllEdits: a mark that all edits have is asked about, for it may say that they are right.
func TestMarksOfAllEdits(t *testing.T) {
	for in, want := range map[string]review.Standing{
		"✅ Line 3: \"teh\" → \"the\"\n✅ Line 9: \"lable\" → \"label\"\n":         review.Doubted,
		"- [x] Line 3: \"teh\" → \"the\"\n- [x] Line 9: \"lable\" → \"label\"\n": review.Doubted,
		"✅ Line 3: \"teh\" → \"the\"\nLine 9: \"lable\" → \"label\"\n":           review.Closed,
		"✅ Line 3: \"teh\" → \"the\"\n":                                          review.Closed,
	} {
		r, err := intake.Parse("r.md", []byte(in), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, want, r.Issues[0].Standing, in)
	}
}

// TestQuotedAndBracketedRemarks: lines of a block quote that are edits are a list, unless an answer below speaks
// against them, and a bracket in front of words opens no JSON.
func TestQuotedAndBracketedRemarks(t *testing.T) {
	both := []string{"3 teh→the", "9 lable→label"}
	const list = "> L3: \"teh\" → \"the\"\n> L9: \"lable\" → \"label\"\n"
	for _, in := range []string{
		list, strings.Replace(list, "\n", "\n\n", 1), "Hi Kim, read it on the train.\n" + list,
		list + "\nThanks for the fun read!\n",
		"[1] Line 3: \"teh\" → \"the\"\n[2] Line 9: \"lable\" → \"label\"\n",
		"[09:12] kim: line 3 \"teh\" → \"the\"\n[09:14] kim: line 9 \"lable\" → \"label\"\n",
	} {
		edits, _ := said(in)
		assert.Equal(t, both, edits, in)
	}
	for _, answer := range []string{"\nNo, keep them.\n", "No, leave it.\n"} {
		edits, others := said(list + answer)
		assert.Empty(t, edits, answer)
		assert.Equal(t, 2, others, answer)
	}
	edits, others := said(list + "\nThe table on page 2 is out of date.\n")
	assert.Equal(t, both, edits)
	assert.Equal(t, 1, others)
}
