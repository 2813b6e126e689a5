package intake_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A tongue is how remarks are made in one language: %o is the old text, %n the new one.
type tongue struct {
	name                        string
	places, edits               []string
	plain, open, more, standing []string
}

// Each remark is made of a place, an edit and a tail. What stands in plain changes nothing, open leaves the edit to a
// person, and more asks for something else as well.
var tongues = []tongue{
	{
		name:   "English",
		places: []string{"Line 3: ", "L3: ", "(line 3) ", "guide.md:3: ", "In *Setup*: ", "**Line 3:** ", "Ln 3, Col 9: "},
		edits: []string{`change "%o" to "%n"`, `"%o" should be "%n"`, `“%o” → “%n”`, `replace "%o" with "%n"`, `use "%n" instead of "%o"`,
			`%o -> %n`, `typo: "%o" should read "%n"`, `s/%o/%n/`, `please change "%o" to "%n"`, `it says "%o", it should say "%n"`},
		plain: []string{"", ".", " (typo)", ", see the style guide", " because it is misspelled", ". Thanks!", " :)", ", please", ". It is a typo."},
		open: []string{" (if Bob agrees)", ", once v2 is out", " (v3 only)", " in the German version", " (?)", " later",
			". Please don't change it yet", ", unless it is a name", " - not sure", ". Maybe ask Bob first", " or leave it"},
		more:     []string{". Please explain the port as well.", ". The lamp section should mention the colour."},
		standing: []string{"[x] ", "✅ "},
	},
	{
		name: "German", places: []string{"Zeile 3: ", "Z. 3: ", "In Zeile 3: "},
		edits: []string{"„%o“ durch „%n“ ersetzen", "ersetze „%o“ durch „%n“", "„%o“ → „%n“", "Statt „%o“ bitte „%n“", "»%o« → »%n«", "ändere „%o“ in „%n“"},
		plain: []string{"", ".", " (Tippfehler)", ", siehe Duden", ", weil es falsch geschrieben ist", ". Danke!"},
		open:  []string{", falls Bob zustimmt", " (vielleicht)", ", sobald v2 da ist", ". Bitte noch nicht ändern", ", oder so"},
	},
	{
		name: "French", places: []string{"Ligne 3 : ", "ligne 3: "},
		edits: []string{"remplacer « %o » par « %n »", "« %o » → « %n »", "« %o » devrait être « %n »", "écrire « %n » au lieu de « %o »"},
		plain: []string{"", ".", " (coquille)", ", voir le guide", ", car c'est une coquille", ". Merci !"},
		open:  []string{", si Bob est d'accord", " (peut-être)", ", plus tard", ". À confirmer"},
	},
	{
		name: "Spanish", places: []string{"Línea 3: ", "línea 3: "},
		edits: []string{`cambiar "%o" por "%n"`, `"%o" debería ser "%n"`, `usar "%n" en lugar de "%o"`, `«%o» → «%n»`},
		plain: []string{"", ".", " (errata)", ", ver la guía", " porque es una errata", ". Gracias"},
		open:  []string{", si Bob está de acuerdo", " (quizás)", ", más tarde", ". Confirmar con Bob"},
	},
	{
		name: "Portuguese", places: []string{"Linha 3: "},
		edits: []string{`trocar "%o" por "%n"`, `"%o" deve ser "%n"`, `usar "%n" em vez de "%o"`},
		plain: []string{"", ".", " (gralha)", ", ver o guia", " porque é uma gralha", ". Obrigado"},
		open:  []string{", se o Bob concordar", " (talvez)", ", mais tarde"},
	},
	{
		name: "Italian", places: []string{"Riga 3: "},
		edits: []string{`sostituire "%o" con "%n"`, `"%o" dovrebbe essere "%n"`, `usare "%n" invece di "%o"`},
		plain: []string{"", ".", " (refuso)", ", vedi la guida", " perché è un refuso", ". Grazie"},
		open:  []string{", se Bob è d'accordo", " (forse)", ", più tardi"},
	},
	{
		name: "Dutch", places: []string{"Regel 3: ", "Op regel 3: "},
		edits: []string{`vervang "%o" door "%n"`, `"%o" moet "%n" zijn`, `gebruik "%n" in plaats van "%o"`, `"%o" vervangen door "%n"`},
		plain: []string{"", ".", " (tikfout)", ", zie de gids", ", want het is een tikfout", ". Bedankt"},
		open:  []string{", als Bob akkoord is", " (misschien)", ", later"},
	},
	{
		name: "Japanese", places: []string{"3行目：", "行3: "},
		edits: []string{"「%o」を「%n」に変更してください", "「%o」→「%n」", "「%o」は「%n」が正しい"},
		plain: []string{"", "。", "（誤字）", "。誤字です。", "。よろしくお願いします"},
		open:  []string{"。たぶん", "。後で", "（v3 のみ）", "。要確認"},
	},
	{
		name: "Chinese", places: []string{"第3行：", "第 3 行："},
		edits: []string{"将“%o”改为“%n”", "“%o”应为“%n”", "把“%o”改成“%n”"},
		plain: []string{"", "。", "（错别字）", "，因为是笔误", "。谢谢"},
		open:  []string{"，如果 Bob 同意", "（也许）", "，以后再说", "。先不要改"},
	},
	{
		name: "Russian", places: []string{"Строка 3: ", "стр. 3: "},
		edits: []string{"заменить «%o» на «%n»", "«%o» → «%n»", "вместо «%o» написать «%n»"},
		plain: []string{"", ".", " (опечатка)", ", см. руководство", ", потому что это опечатка", ". Спасибо"},
		open:  []string{", если Боб согласен", " (может быть)", ", позже", ". Пока не менять"},
	},
}

const generatedDoc = "# Setup\n\nPress the recieve button when the lamp is green, and wait for the tone.\n\nSecond paragraph of the guide.\n"

// ended returns what becomes of the edit of a review: done, asked, closed or nothing.
func ended(t *testing.T, text string, as format.Format) (edit string, others int) {
	t.Helper()
	r, err := intake.Parse("r.md", []byte(text), as)
	if err != nil {
		return "refused", 0
	}
	doc := zone.Parse("guide.md", []byte(generatedDoc), markdown.Dialect{})
	edit = "nothing"
	for _, f := range locate.Locate(doc, r.Issues, locate.Options{}) {
		switch {
		case f.Reason.Code == review.ClosedRemark:
			edit = "closed"
		case f.State == review.Located && f.Remedy == review.Edits:
			got, err := source.Apply(doc.Source(), f.Edits)
			require.NoError(t, err)
			if edit = "done"; string(got) != strings.Replace(generatedDoc, "recieve", "receive", 1) {
				edit = "done wrong"
			}
		case f.State == review.Located && f.Remedy == review.Replace && strings.Replace(string(doc.Bytes(f.Span)), "recieve", "receive", 1) == f.Want:
			edit = "done"
		case f.State == review.Located && f.Remedy == review.Choose && len(f.Choices) > 0 && strings.Contains(f.Choices[0], "receive"):
			edit = "asked"
		default:
			others++
		}
	}
	return edit, others
}

// TestGeneratedRemarks makes remarks of all combinations. None that is closed, doubted or conditional is done as if
// it were plain, and nearly all that are plain are done.
func TestGeneratedRemarks(t *testing.T) {
	plain, done, asked, wrong, total := 0, 0, 0, 0, 0
	for _, l := range tongues {
		fill := strings.NewReplacer("%o", "recieve", "%n", "receive")
		for i, place := range l.places {
			for j, edit := range l.edits {
				if i > 0 && (i+j)%len(l.places) != 0 {
					continue // each edit with each place would be many alike
				}
				said := place + fill.Replace(edit)
				for _, tail := range l.plain {
					got, _ := ended(t, "- "+said+tail+"\n", format.Prose)
					total, plain = total+1, plain+1
					switch got {
					case "done":
						done++
					case "asked":
						asked++
						t.Logf("asked: %s%s", said, tail)
					default:
						t.Logf("%s: %s%s", got, said, tail)
					}
				}
				for _, tail := range l.open {
					total++
					if got, _ := ended(t, "- "+said+tail+"\n", format.Prose); got == "done" || got == "nothing" {
						wrong++
						t.Logf("%s all the same: %s%s", got, said, tail)
					}
				}
				for _, tail := range l.more {
					total++
					if got, others := ended(t, "- "+said+tail+"\n", format.Prose); got != "done" || others == 0 {
						wrong++
						t.Logf("%s, and the rest is lost: %s%s", got, said, tail)
					}
				}
				for _, mark := range l.standing {
					total++
					if got, _ := ended(t, "- "+mark+said+"\n", format.Prose); got != "closed" {
						wrong++
						t.Logf("%s, though it is closed: %s%s", got, mark, said)
					}
				}
			}
		}
	}
	t.Logf("%d remarks: of %d plain ones %d done, %d asked; %d wrong", total, plain, done, asked, wrong)
	assert.Greater(t, total, 400)
	assert.Zero(t, wrong)
	assert.GreaterOrEqual(t, float64(done), 0.97*float64(plain))
	assert.LessOrEqual(t, float64(asked), 0.03*float64(plain))
}
