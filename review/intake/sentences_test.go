package intake_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// demands returns sentences that ask for something or doubt, of all combinations of what they are about and what is
// said of it, and those that people wrote.
func demands(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, l := range [][2]string{
		{"The second paragraph|The screenshot|The table of codes|The example in the middle|The link to the manual|The number 600|This chapter|The warning|The appendix|The third step|Every screenshot|The title|The unit in the table",
			"% is wrong.|% is outdated.|% needs a source.|% must be explained.|% should come first.|% contradicts the manual.|% is missing a unit.|" +
				"% doesn't work.|% has to go.|% could be shorter?|Why does it say so? % is unclear.|Please check: % is misleading.|% isn't true any more.|I don't trust %.|Who wrote this? % is odd.|Move this: % belongs elsewhere.|% lacks a date."},
		{"Der zweite Absatz|Das Bild|Die Tabelle|Das Beispiel|Der Link|Diese Zahl|Der Titel|Die Überschrift|Das dritte Kapitel", "% ist falsch.|% ist veraltet.|% muss erklärt werden.|" +
			"% sollte zuerst kommen.|% fehlt.|% ist unklar.|Bitte prüfen: % stimmt nicht.|Warum? % ist nicht belegt.|% gehört woanders hin.|% würde ich streichen."},
		{"Le deuxième paragraphe|L'image|Le tableau|Cet exemple|Le lien|Le titre|La deuxième étape|Ce chiffre", "% est faux.|% doit être expliqué.|% devrait venir avant.|% manque.|" +
			"Il faut corriger ceci : %.|Pourquoi ? % n'est pas clair.|% est trop long.|% est à revoir."},
		{"El segundo párrafo|La imagen|La tabla|Este ejemplo|El enlace|El título|El segundo paso|Esta cifra", "% es incorrecto.|% debe explicarse.|% debería ir antes.|Falta algo: %.|" +
			"Hay que corregir esto: %.|¿Por qué? % es confuso.|% está mal.|% sobra."},
		{"O segundo parágrafo|A imagem|A tabela|Este exemplo|O título|O segundo passo|Este número", "% está errado.|% deve ser explicado.|Falta algo: %.|% é confuso.|% precisa de revisão.|% está desatualizado."},
		{"Il secondo paragrafo|L'immagine|La tabella|Questo esempio|Il titolo|Il secondo passo|Questa cifra", "% è sbagliato.|% deve essere spiegato.|Manca qualcosa: %.|% è confuso.|% è da rivedere.|% è troppo lungo."},
		{"De tweede alinea|Het plaatje|De tabel|Dit voorbeeld|De titel|De tweede stap|Dit getal", "% is fout.|% moet uitgelegd worden.|% ontbreekt.|% is onduidelijk.|% klopt niet.|% is te lang."},
		{"第二段落|図|この表|この例|タイトル|手順2|この数字", "%は間違いです。|%を修正してください。|%は必要ですか？|%が不足しています。|%は古いです。|%は分かりにくいです。"},
		{"第二段|图片|这个表|这个例子|标题|第二步|这个数字", "%不对。|%应该放在前面。|%需要解释。|请修改%。|%太长了。|%是错的。"},
		{"Второй абзац|Рисунок|Эта таблица|Этот пример|Заголовок|Второй шаг|Это число", "% содержит ошибка.|% должен стоять раньше.|% нужно объяснить.|% устарел.|% слишком длинный.|% стоит убрать."},
	} {
		for about := range strings.SplitSeq(l[0], "|") {
			for said := range strings.SplitSeq(l[1], "|") {
				out = append(out, strings.ReplaceAll(said, "%", about))
			}
		}
	}
	data, err := os.ReadFile("testdata/sentences/demands.txt")
	require.NoError(t, err)
	return append(out, strings.Split(strings.TrimSpace(string(data)), "\n")...)
}

// TestDemandsAreNeverLost puts demands before, between and behind remarks, behind an edit, into a reply, and into a
// review in JSON under a key of its own: hardly one leaves the result as it was. Those that do may as well be a reason.
func TestDemandsAreNeverLost(t *testing.T) {
	const one, two = "- Line 3: change \"recieve\" to \"receive\"", "- Line 5: \"Second\" is odd.\n"
	const comment = `{"id": 1, "path": "guide.md", "line": 3, "side": "RIGHT", "pull_request_url": "p", "diff_hunk": ` +
		`"@@ -3 +3 @@\n+Press the recieve button when the lamp is green, and wait for the tone.", "body": ` +
		`"` + "```suggestion\\nPress the receive button when the lamp is green, and wait for the tone.\\n```" + `"}`
	const issue = `{"line": 3, "quote": "recieve", "new_value": "receive", "description": "typo", "severity": "minor"}`
	places := []string{"%s\n\n" + one + "\n" + two, one + "\n\n%s\n\n" + two, one + ". %s\n" + two, one + "\n- %s\n" + two,
		one + "\n" + two + "\n%s\n", "[" + comment + `, {"id": 2, "in_reply_to_id": 1, "path": "guide.md", "line": 3, "body": %s}]`,
		`{"issues": [` + issue + `], "extra_notes": [%s]}`}
	base := map[string]int{places[5]: 0, places[6]: 0}
	for _, place := range places[:5] {
		_, base[place] = ended(t, one+"\n"+two, format.Prose)
	}
	for _, place := range places[5:] {
		edit, _ := ended(t, strings.ReplaceAll(place, "%s", `"Thanks!"`), format.Auto)
		require.Equal(t, "done", edit)
	}
	lost, total := 0, 0
	for i, s := range demands(t) {
		for n, place := range places {
			if (i+n)%2 > 0 {
				continue // half of them do
			}
			said, as := s, format.Prose
			if n >= 5 {
				quoted, err := json.Marshal(s)
				require.NoError(t, err)
				said, as = string(quoted), format.Auto
			}
			total++
			if edit, others := ended(t, strings.ReplaceAll(place, "%s", said), as); edit == "done" && others == base[place] {
				lost++
				t.Logf("lost: %q at %d", s, n)
			}
		}
	}
	t.Logf("%d of %d lost", lost, total)
	assert.Greater(t, total, 3500)
	assert.LessOrEqual(t, lost, total/100)
}
