package main

import (
	"bytes"
	"math/rand/v2"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// wide puts text without spaces and characters of two UTF-16 units in front of
// and around a passage.
func wide(rng *rand.Rand, src []byte) []testCase {
	texts := []string{
		"設定ファイルは起動時に一度だけ読み込まれます。", "变更会在下次启动时生效。", "서버를 다시 시작하십시오.",
		"🚀 Launch 👩‍💻 day 🎉", "พิมพ์ชื่อผู้ใช้ของคุณ", "the naïve café’s façade", "𝒳 and 𝒴 are sets",
	}
	out := make([]testCase, 0, perDocument)
	for _, s := range passages(rng, src, 3, 10, perDocument, once) {
		text := texts[rng.IntN(len(texts))]
		lead := texts[3] + " — "
		after, err := source.Apply(src, []source.Edit{{Span: source.Span{Start: s.End, End: s.End}, New: " " + lead + text + " "}})
		if err != nil || bytes.Count(after, []byte(text)) != 1 && text != texts[3] {
			continue
		}
		start := s.End + 1 + len(lead)
		truth := source.Span{Start: start, End: start + len(text)}
		unit := source.Unit(rng.IntN(3))
		issue := located(review.Issue{ID: "a"}, after, truth, unit)
		issue.Place.Quote = text
		if rng.IntN(2) == 0 && text != texts[3] {
			issue.Place.Range = review.Range{}
		}
		out = append(out, testCase{doc: after, issue: issue, truth: &truth})
	}
	return out
}
