package rules

import (
	"regexp"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// sentenceCase reads a check of capitals.
func (d *decoder) sentenceCase(n jsontree.Node, path string) *term.Capitals {
	o := d.object(n, path)
	sound := true
	s := &term.Capitals{
		Share: o.integer("share", 80, 1, 100), After: o.texts("after", nil), Fold: o.boolean("fold", false),
	}
	s.Keep = o.texts("keep", func(e string) error {
		if _, err := regexp.Compile("(?:" + e + ")"); err != nil { // it may quote what stands behind it
			sound = false
			return term.PatternError(e, err)
		}
		return nil
	})
	o.done()
	if sound {
		s.Compile()
	}
	return s
}
