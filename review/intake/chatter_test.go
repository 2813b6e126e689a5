package intake_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// chatter is what reviews say besides their remarks, in five styles: a mail, a pull request, and answers of models.
var chatter = [5]struct{ before, after []string }{
	{
		[]string{"Hi Ann,\n\nthanks for the draft! I read it on the train.", "Dear all,\n\nHere are my comments on the guide.", "Hello,\n\nnice work overall. A few things:"},
		[]string{"Best,\nBob", "Thanks again!\n\nCheers\nBob", "Let me know if you have questions.\n\nKind regards,\nBob", "That's all from me."},
	},
	{
		[]string{"LGTM overall, one nit:", "Great work! 🎉", "Reviewed. The structure is clear."},
		[]string{"Otherwise looks good to me.", "Approved once these are in.", "Nice job!"},
	},
	{
		[]string{"# Review of guide.md\n\n**Overall score:** 8/10\n\n## Summary\n\nThe document is well structured and easy to follow.",
			"## Review Summary\n\nThe guide explains the setup clearly.\n\n**Verdict:** Approve with minor changes\n\n## Issues"},
		[]string{"## Strengths\n\n- Clear structure\n- Good examples\n\n## Conclusion\n\nOverall, this is a solid guide.", "**Score: 8/10**"},
	},
	{
		[]string{"Sure! Here's my review of the document:", "Certainly! I've reviewed the document and found 1 issue:", "I read through the guide carefully. Here is what I found:"},
		[]string{"Overall, the document is clear and well written. Let me know if you'd like me to expand on any of these points!",
			"I hope this helps!", "Would you like me to provide a corrected version?"},
	},
	{
		[]string{"## Overview\n\nThis is a short guide about the button.\n\n## Findings", "### Overall impression\n\nThe tone is friendly.\n\n### Details", "Status: reviewed\nReviewer: Bob\n"},
		[]string{"---\n\n*Total issues: 1*", "## What works\n\n- The tone is friendly.\n- Short sentences.", "Rating: 4/5"},
	},
}

// TestChatterChangesNothing: a review with a greeting, a summary, a score and an end does what it does without them.
func TestChatterChangesNothing(t *testing.T) {
	reviews, same := 0, 0
	for style, c := range chatter {
		for _, before := range c.before {
			for _, after := range c.after {
				for _, item := range []string{"- Line 3: change \"recieve\" to \"receive\"", "1. **Line 3:** “recieve” → “receive”"} {
					reviews++
					edit, others := ended(t, before+"\n\n"+item+"\n\n"+after+"\n", format.Prose)
					if edit == "done" && others == 0 {
						same++
					} else {
						t.Logf("style %d: %s, %d others: %q … %q", style, edit, others, before, after)
					}
				}
			}
		}
	}
	t.Logf("%d of %d reviews", same, reviews)
	assert.Greater(t, reviews, 60)
	assert.GreaterOrEqual(t, float64(same), 0.95*float64(reviews))
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
