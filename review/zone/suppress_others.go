package zone

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// These stand for many programs whose comments mean the same.
const (
	generated = "generated" // what a program writes between two comments: no rule is to change it
	formatter = "formatter"
	speller   = "speller"
)

// A reach says what a comment of another program concerns.
type commentReach uint8

const (
	fromHere commentReach = iota
	untilHere
	ownLine
	nextLine
	nextBlock
)

// otherComments is how comments of other programs begin, in lower case, longer beginnings before shorter ones.
var otherComments = []struct {
	begins, program string
	reach           commentReach
}{
	{"begin_tf_docs", generated, fromHere}, {"end_tf_docs", generated, untilHere},
	{"start doctoc", generated, fromHere}, {"end doctoc", generated, untilHere},
	{"all-contributors-list:start", generated, fromHere}, {"all-contributors-list:end", generated, untilHere},
	{"all-contributors-badge:start", generated, fromHere}, {"all-contributors-badge:end", generated, untilHere},
	{"auto-generated-content:start", generated, fromHere}, {"auto-generated-content:end", generated, untilHere},
	{"dprint-ignore-start", formatter, fromHere}, {"dprint-ignore-end", formatter, untilHere},
	{"dprint-ignore-file", formatter, fromHere}, {"dprint-ignore", formatter, nextBlock},
	{"mdformat off", formatter, fromHere}, {"mdformat on", formatter, untilHere},
	{"fmt: off", formatter, fromHere}, {"fmt: on", formatter, untilHere},
	{"ltex: enabled=false", speller, fromHere}, {"ltex: enabled=true", speller, untilHere},
	{"codespell:ignore", speller, ownLine},
	{"cspell:disable-line", speller, ownLine}, {"cspell:disable-next-line", speller, nextLine},
	{"cspell:disable", speller, fromHere}, {"cspell:enable", speller, untilHere},
	{"spell-checker:disable", speller, fromHere}, {"spell-checker:enable", speller, untilHere},
	{"spellchecker:disable-line", speller, ownLine}, {"spellchecker:ignore-next-line", speller, nextLine},
	{"spellchecker:off", speller, fromHere}, {"spellchecker:on", speller, untilHere},
	{"typos:ignore-next-line", speller, nextLine},
	{"harper:ignore", speller, nextBlock}, {"harper: ignore", speller, nextBlock},
}

// other reads the comment at c, in node i, if it is one of another program. body is its text in one line.
func (r *suppressionReader) other(i int, c source.Span, body string) {
	body = strings.ToLower(body)
	for _, o := range otherComments {
		if !strings.HasPrefix(strings.Replace(body, "cspell: ", "cspell:", 1), o.begins) {
			continue
		}
		switch o.reach {
		case fromHere, untilHere:
			r.toggle(o.program, toggle{at: c.Start, Off: o.reach == fromHere, Comment: c}, nil)
		case ownLine:
			r.span(o.program, r.d.lineAt(c.Start, 0), c, nil)
		case nextLine:
			r.span(o.program, r.d.lineAt(c.End, 1), c, nil)
		case nextBlock:
			r.nextBlock(o.program, i, c, nil)
		}
		return
	}
}
