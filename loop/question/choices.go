package question

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
)

// putObjection lets a person answer a reviewer's question, or settle another objection.
func putObjection(ask *engine.Ask, o engine.Objection) {
	ask.Objection, ask.About = o.Key, o.Question
	ask.Text = fmt.Sprintf("%s: %s", ask.Document, o.Text)
	if o.Question != "" {
		ask.Offer(engine.Choice{Label: "Write the answer", Effect: engine.EffectAnswer, NeedsText: true})
	} else {
		ask.Text += " What now?"
	}
	ask.Offer(engine.Choice{Label: "Accept the document as it is", Effect: engine.EffectKeep},
		engine.Choice{Label: "Edit it by hand and have it reviewed again", Effect: engine.EffectHand})
}

// moreIterations is how many a person can grant at once.
const moreIterations = 3

// allowMore is the choice to go on.
func allowMore() engine.Choice {
	label := fmt.Sprintf("Allow %d more iterations", moreIterations)
	return engine.Choice{Label: label, Effect: engine.EffectMore, Iterations: moreIterations}
}

// allow returns the choice that makes a fix although it does a harm.
func allow(harm review.Harm) engine.Choice {
	if harm == review.BrokenLinks {
		return engine.Choice{Label: "Make the edit, and leave those links as they are", Effect: engine.EffectBreakLinks}
	}
	return engine.Choice{Label: "Make the edit all the same", Effect: engine.EffectLoseMarkup}
}
