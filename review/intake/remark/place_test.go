package remark

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review"
)

// TestHeadsOfEdits: what stands in front of a line and an edit is a label, and the line may be named anywhere before
// the new text, in ten languages.
func TestHeadsOfEdits(t *testing.T) {
	for _, s := range []string{
		`[2] Line 7: "lable" → "label"`, `[B7] line 7: "lable" → "label"`,
		`[09:41] kim: line 7 "lable" → "label"`, `iv. Line 7: "lable" should be "label"`,
		`c) l. 7: "lable" → "label"`, `2°) line 7: "lable" → "label"`,
		`14.2 — Line 7: "lable" → "label"`, `Fix 4 → line 7, "lable" → "label"`,
		`Slip on line 7: "lable" → "label"`, `**Wording, line 7:** "lable" → "label"`,
		`UPDATE line 7: "lable" → "label"`, `Change on line 7 "lable" to "label"`,
		`item 3, line 7: "lable" → "label"`, `nit (line 7): "lable" → "label"`,
		`page 2, line 7: "lable" → "label"`, `P.S. line 7: "lable" should read "label"`,
		"trivial (line 7): `s/lable/label/`", `"lable" on line 7 → "label"`,
		`"lable" (line 7) should be "label"`, `line 7 says "lable" but it's "label"`,
		`on line 7 you wrote "lable" and it is "label"`, `line 7 has "lable", ought to read "label"`,
		`Line 7: "lable" ~ "label"`, `Line 7: strike "lable" and substitute "label"`,
		`Z7: „lable“ durch „label“ tauschen`, "§ 2 Zeile 7: `lable` wird `label`",
		`Stelle 1, Zeile 7: „lable“ ist durch „label“ zu ersetzen`,
		`3°) ligne 7 : « lable » doit se lire « label »`,
		`Note 2, ligne 7 : « lable » devient « label »`, `b) renglón 7: «lable» → «label»`,
		`punto 2, línea 7: de «lable» a «label»`, `ponto 2, linha 7: de «lable» para «label»`,
		`nota, linha 7: «lable» vira «label»`, `v. Riga 7: «lable» diventa «label»`,
		`r. 7: «lable» → «label»`, `nota 2, riga 7: da «lable» a «label»`,
		`punt 2, regel 7: ‘lable’ wordt ‘label’`, `r. 7: 'lable' → 'label'`,
		`б) строка 7: «lable» → «label»`, `7 строка: «lable» → «label»`,
		`п. 4 — строка 7: «lable» → «label»`, `в строке 7 «lable» на «label»`, `七行目「lable」→「label」`,
		`7行目：誤「lable」→正「label」`, `第7行→“lable”→“label”`, `r7: "lable" → "label"`,
		`Line 7: for "lable" read "label"`, `Line 7: read "label" for "lable"`,
		`alla riga 7 si legga «label» in luogo di «lable»`, `строка 7: вместо «lable» читать «label»`,
		`línea 7: sustitúyase «lable» por «label»`, `op lijn 7 staat "lable", dat moet "label" zijn`,
		`Zeile 7: „lable“ muss „label“ sein`, `・7行目：「lable」→「label」`, `2　7行目　「lable」を「label」に改める。`,
		`7行目：「lable」を「label」に`, `二、第7行“lable”改为“label”`, `(2)第七行,“lable”应为“label”`,
		"7 行:`lable` → `label`", "`notes.md` 第7行:`lable` → `label`",
	} {
		m := Parse(s)[0]
		assert.Equal(t, []Lines{{First: 7}}, m.Lines, s)
		assert.True(t, m.Edits, s)
		assert.Equal(t, "lable > label", m.Quote+" > "+m.Want, s)
		assert.Equal(t, review.Open, m.Standing, "%s: %s", s, m.Why)
	}
	assert.Equal(t, []Lines{{First: 32}}, Parse(`三十二行目：「lable」→「label」`)[0].Lines)
	assert.Equal(t, []Lines{{First: 12}}, Parse(`The units are odd (line 12).`)[0].Lines)
}

// TestHeadsThatAreNone: a line that is compared, denied or only passed by names no place, and two texts that are nearly
// equal are no edit where it is not said which of them is right.
func TestHeadsThatAreNone(t *testing.T) {
	for _, s := range []string{
		`We got off at line 7 of the tram. "Lovely" is the word.`,
		`Unlike line 7, which reads well: "lable" stands twice.`, `Not line 7: "lable" → "label"`,
		`"lable" on line 7 is like "lable" on line 9`, `The old text was wrong. Line 7: "lable"`,
	} {
		assert.Empty(t, Parse(s)[0].Lines, s)
	}
	for _, s := range []string{
		`"grey" or "gray"?`, `line 7 has "grey" and line 9 has "gray"`,
		`"grey" and "gray" are both in use`, `"label" is "lable" on line 7`,
		`Line 7: "label" for "lable"`, `Line 7: "label", not "lable"? I can't tell.`,
		`line 7 says "lable" but, if Ann agrees, it's "label"`, `"label" was "lable"`,
		`Upgrade notes: "v1.2" becomes "v1.3" in the text`, `「会議室」を「予約表」に追加してください`,
		`Zeile 7: „lable“ oder „label“`, `ligne 7 : « lable » ou « label »`,
		"From: Kim, night shift\nTo: the stores", "[09:41] kim: saw it\n[09:42] kim: saw it too",
		`"Save" as noun and "save" as verb share a key`,
		`"red alert" should be told apart from "red flag"`,
		`"lock twice" (p. 2) / "never lock" (p. 9)`,
		`"Copy the following" hurts. My feeling is that "closure" should go.`,
	} {
		for _, m := range Parse(s) {
			assert.False(t, m.Edits && m.Standing == review.Open, "%s: %q to %q", s, m.Quote, m.Want)
		}
	}
}
