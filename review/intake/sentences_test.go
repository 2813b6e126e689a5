package intake_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// demands returns sentences that ask for something or doubt, of all combinations of what they are about and what is
// said of it.
func demands() []string {
	var out []string
	for _, l := range [][2]string{
		{"The second paragraph|The screenshot|The table of codes|The example in the middle|The link to the manual|The number 600|This chapter|The warning",
			"% is wrong.|% is outdated.|% needs a source.|% must be explained.|% should come first.|% contradicts the manual.|% is missing a unit.|" +
				"% doesn't work.|% has to go.|% could be shorter?|Why does it say so? % is unclear.|Please check: % is misleading.|% isn't true any more."},
		{"Der zweite Absatz|Das Bild|Die Tabelle|Das Beispiel|Der Link|Diese Zahl", "% ist falsch.|% ist veraltet.|% muss erklärt werden.|" +
			"% sollte zuerst kommen.|% fehlt.|% ist unklar.|Bitte prüfen: % stimmt nicht.|Warum? % ist nicht belegt."},
		{"Le deuxième paragraphe|L'image|Le tableau|Cet exemple|Le lien", "% est faux.|% doit être expliqué.|% devrait venir avant.|% manque.|" +
			"Il faut corriger ceci : %.|Pourquoi ? % n'est pas clair."},
		{"El segundo párrafo|La imagen|La tabla|Este ejemplo|El enlace", "% es incorrecto.|% debe explicarse.|% debería ir antes.|Falta algo: %.|" +
			"Hay que corregir esto: %.|¿Por qué? % es confuso."},
		{"O segundo parágrafo|A imagem|A tabela|Este exemplo", "% está errado.|% deve ser explicado.|Falta algo: %.|% é confuso."},
		{"Il secondo paragrafo|L'immagine|La tabella|Questo esempio", "% è sbagliato.|% deve essere spiegato.|Manca qualcosa: %.|% è confuso."},
		{"De tweede alinea|Het plaatje|De tabel|Dit voorbeeld", "% is fout.|% moet uitgelegd worden.|% ontbreekt.|% is onduidelijk."},
		{"第二段落|図|この表|この例", "%は間違いです。|%を修正してください。|%は必要ですか？|%が不足しています。"},
		{"第二段|图片|这个表|这个例子", "%不对。|%应该放在前面。|%需要解释。|请修改%。"},
		{"Второй абзац|Рисунок|Эта таблица|Этот пример", "% содержит ошибка.|% должен стоять раньше.|% нужно объяснить.|% устарел."},
	} {
		for about := range strings.SplitSeq(l[0], "|") {
			for said := range strings.SplitSeq(l[1], "|") {
				out = append(out, strings.ReplaceAll(said, "%", about))
			}
		}
	}
	return out
}

// TestDemandsAreNeverLost puts demands before, between and behind remarks, behind an edit, and into a list of a
// review in JSON: none of them leaves the result as it was.
func TestDemandsAreNeverLost(t *testing.T) {
	const one, two = "- Line 3: change \"recieve\" to \"receive\"", "- Line 5: \"Second\" is odd.\n"
	_, base := ended(t, one+"\n"+two, format.Prose)
	places := []string{"%s\n\n" + one + "\n" + two, one + "\n\n%s\n\n" + two, one + ". %s\n" + two, one + "\n- %s\n" + two, one + "\n" + two + "\n%s\n"}
	lost, total := 0, 0
	for i, s := range demands() {
		for _, place := range []string{places[i%len(places)], places[(i+2)%len(places)], places[(i+3)%len(places)]} {
			total++
			if edit, others := ended(t, strings.ReplaceAll(place, "%s", s), format.Prose); edit == "done" && others == base {
				lost++
				t.Logf("lost: %q in %q", s, place)
			}
		}
	}
	t.Logf("%d of %d lost", lost, total)
	assert.Greater(t, total, 800)
	assert.Zero(t, lost)
}

// TestFreshChatter has chatter in words that the table of harmless lines was not made from.
func TestFreshChatter(t *testing.T) {
	before := []string{
		"Morning Kim, I had a look at the page over lunch.", "Quick pass over the guide, mostly happy with it.", "First of all, what a pleasant read!",
		"I've gone over the document you shared. Below are the points I noticed.", "**Review result**\n\nThe guide is in good shape.",
		"Here's a structured critique of the text you provided:", "### Summary\nA compact guide that gets to the point.",
		"Absolutely, happy to help! I looked at the text and noticed the following:", "Thank you for sharing this document with me.",
		"## Assessment\n\nQuality: 9/10\n\nThe writing is friendly and direct.",
	}
	after := []string{
		"Apart from that I have nothing to add.", "Looking forward to the next version!\n\nSam", "Everything else reads fine to me.",
		"Feel free to reach out if anything is unclear.", "In short, a helpful guide with one slip.", "Overall grade: A-",
	}
	same, total := 0, 0
	for _, b := range before {
		for _, a := range after {
			total++
			if edit, others := ended(t, b+"\n\n- Line 3: change \"recieve\" to \"receive\"\n\n"+a+"\n", format.Prose); edit == "done" && others == 0 {
				same++
			} else {
				t.Logf("%s, %d others: %q … %q", edit, others, b, a)
			}
		}
	}
	t.Logf("%d of %d", same, total)
	assert.GreaterOrEqual(t, float64(same), 0.7*float64(total))
}
