package replacement

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// lines returns the lines of a file with tabs between their fields.
func lines(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var out [][]string
	for line := range strings.Lines(string(text)) {
		out = append(out, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return out
}

// judged returns the verdict on a text for old, which stands once in a document.
func judged(t *testing.T, text, old, want, said string) Verdict {
	t.Helper()
	require.Equal(t, 1, strings.Count(text, old), "%q in %q", old, text)
	at := strings.Index(text, old)
	doc := zone.Parse("a.md", []byte(text), markdown.Dialect{})
	return Judge(doc, source.Span{Start: at, End: at + len(old)}, want, said)
}

// TestRemarksAreAskedAbout: what reviewers write about a text in the field for the text is hardly ever inserted.
func TestRemarksAreAskedAbout(t *testing.T) {
	const text = "# Install the pump\n\nRead the beta channel of the relay before you start. Pumps rest at night.\n\n" +
		"We open the valve before the motor starts and close it behind it.\n\n| Part | Time |\n|---|---|\n| Hose | 5 min |\n"
	remarks := lines(t, "testdata/remarks.txt")
	for _, tt := range []struct {
		place, old string
		inserted   int // at most
	}{
		{"a word", "beta", 19},
		{"several words", "beta channel of the relay", 15},
		{"the beginning of a sentence", "Pumps rest", 23},
		{"a sentence", "We open the valve before the motor starts and close it behind it.", 2},
		{"a heading", "Install the pump", 24},
		{"a cell", "Hose", 23},
	} {
		t.Run(tt.place, func(t *testing.T) {
			inserted := 0
			for _, fields := range remarks {
				v := judged(t, text, tt.old, fields[1], "Wording.")
				assert.NotEmpty(t, v.Text, "%q is not offered", fields[1])
				if v.Doubt == "" {
					inserted++
					t.Logf("inserted: %q", fields[1])
				}
			}
			assert.LessOrEqual(t, inserted, tt.inserted)
		})
	}
}

// TestReplacementsAreNot: texts of real edits are written without a question.
func TestReplacementsAreNot(t *testing.T) {
	for _, fields := range lines(t, "testdata/replacements.txt") {
		old, want, said := fields[0], fields[1], fields[2]
		text := "# Guide\n\nOf the relay we say that " + old + " once it runs.\n"
		if strings.HasSuffix(old, ".") && old != "e.g." {
			text = "# Guide\n\nFirst words stand here. " + old + " Last words stand here.\n"
		}
		v := judged(t, text, old, want, said)
		assert.Equal(t, Verdict{Text: want}, v, "%q for %q", want, old)
	}
}

// TestVerdicts has a text of each kind that is written differently or asked about.
func TestVerdicts(t *testing.T) {
	const text = "# Guide\n\nConnect teh cable to port seven. Then wait for the lamp to light up.\n\nWe keep the list for some days.\n"
	for _, tt := range []struct{ name, old, want, said, text, doubt string }{
		{"marks of the change", "Connect teh cable", "Connect **the** cable", "Typo.", "Connect the cable", ""},
		{"tags of the change", "Connect teh cable", "Connect <b>the</b> cable", "Typo.", "Connect the cable", ""},
		{"wanted marks", "the lamp", "**the lamp**", "Bold.", "**the lamp**", ""},
		{"quotation marks", "teh", `"the"`, "Typo.", "the", ""},
		{"a blank", "some days", "<N> days", "Be exact.", "<N> days", "blank"},
		{"a template", "some days", "{{days}} days", "Be exact.", "{{days}} days", "blank"},
		{"the sentence behind it", "Connect teh cable to port seven.",
			"Connect the cable to port seven. Then wait for the lamp to light up.", "Typo.",
			"Connect the cable to port seven. Then wait for the lamp to light up.", "behind the place"},
		{"an order to add", "We keep the list for some days.", "Then it is deleted.", "Append a sentence to this.",
			"We keep the list for some days. Then it is deleted.", ""},
		{"a capital within", "for some days", "Keep it short", "Wording.", "Keep it short", "remark"},
		{"a question", "seven", "eight?", "Wrong.", "eight?", "asks"},
		{"a clause for words", "the lamp to light up", "support has agreed to it", "Wrong.", "support has agreed to it", "clause"},
		{"a subject", "the lamp to light up", "we keep several days", "Wrong.", "we keep several days", "clause"},
		{"a small letter", "Then wait", "like the list", "Wrong.", "like the list", "small letter"},
		{"words from elsewhere", "the lamp", "niet helder genoeg", "Wrong.", "niet helder genoeg", "words that the document"},
		{"words from here", "the lamp", "the seven days", "Wrong.", "the seven days", ""},
		{"words of English", "the lamp", "another signal", "Wrong.", "another signal", ""},
		{"words that fit nowhere", "the lamp to light up", "sounds odd to me", "Wrong.", "sounds odd to me", "connects"},
		{"words that go on", "the lamp to light up", "some other signals", "Wrong.", "some other signals", ""},
		{"bold within a word", "cable", "**cord**s", "Wrong.", "**cord**s", ""},
		{"another name in bold", "the lamp", "**lamp-post**", "Wrong.", "**lamp-post**", ""},
		{"a call of a template", "lamp", `{{< tip "lamp" "light" >}}`, "Wrong.", `{{< tip "lamp" "light" >}}`, ""},
		{"words cut out", "for the lamp to light", "for", "Wrong.", "for", ""},
		{"a date", "the lamp to light up", "March 22, 2023", "Wrong.", "March 22, 2023", ""},
		{"code for words", "some days", "`...`", "Wrong.", "`...`", ""},
		{"a remark in brackets", "the list", "the list (same in line 7)", "Wrong.", "the list (same in line 7)", "remark"},
		{"a remark behind it", "the list", "the list should be named", "Wrong.", "the list should be named", "remark"},
		{"a sentence behind it", "some days", "14 days. Spelling.", "Wrong.", "14 days. Spelling.", "remark"},
		{"words that nothing knows", "the lamp to light up", "klingt holprig", "Wrong.", "klingt holprig", "words that the document"},
		{"an arrow", "seven", "-> eight", "Wrong.", "-> eight", "arrow"},
	} {
		v := judged(t, text, tt.old, tt.want, tt.said)
		assert.Equal(t, tt.text, v.Text, tt.name)
		if tt.doubt == "" {
			assert.Empty(t, v.Doubt, tt.name)
		} else {
			assert.Contains(t, v.Doubt, tt.doubt, tt.name)
		}
	}
}

// TestNames: a name in code may stand in another one, and a name may begin in a small letter anywhere.
func TestNames(t *testing.T) {
	const text = "# Guide\n\n## Mac OS X\n\nUse the `--es.use-ilm=true` flag.\n"
	for old, want := range map[string]string{
		"Mac OS X": "macOS", "`--es.use-ilm=true`": "`--es.use-ilm=true`, `--es.use-aliases=true`",
	} {
		assert.Equal(t, Verdict{Text: want}, judged(t, text, old, want, "Wrong."))
	}
}

// TestDocumentsAboutWriting: a word of remarks tells nothing where the document speaks of such things.
func TestDocumentsAboutWriting(t *testing.T) {
	const once = "# Guide\n\nWe speak of pumps, and of a heading.\n"
	v := judged(t, once+"\nThe heading is short, and so is each heading below.\n", "pumps", "heading styles", "Wrong.")
	assert.Empty(t, v.Doubt)
	v = judged(t, once, "pumps", "heading styles", "Wrong.")
	assert.Equal(t, ReadsLikeRemark, v.Doubt)
}

// TestTemplates: a value of a template is no blank in a document that has some.
func TestTemplates(t *testing.T) {
	const old = "in June"
	v := judged(t, "# Guide\n\nWe meet in {{ city }} in June.\n", old, "on {{ date.first }}", "Not fixed yet.")
	assert.Equal(t, Verdict{Text: "on {{ date.first }}"}, v)
	v = judged(t, "# Guide\n\nWe meet in Bern in June.\n", old, "on {{ date.first }}", "Not fixed yet.")
	assert.Contains(t, v.Doubt, "blank")
}

// Texts in other scripts are like when they share letters of a word, not bytes or one letter by chance.
func TestOtherScripts(t *testing.T) {
	for _, tt := range []struct {
		text, old, want string
		asks            bool
	}{
		{"Тут есть пользовательские страницы.", "есть пользовательские", "подлежащее неясно", true},
		{"Насос качает холодную воду.", "холодную", "холодную чистую", false},
		{"用户可以查看从前的记录。", "查看从", "看不懂", true},
		{"用户可以创建路径操作函数。", "路径操作函数", "路由函数", false},
		{"用户可以创建一个。", "创建", "新建", false},
		{"これはまとめです。", "まとめ", "主語は誰ですか", true},
	} {
		v := judged(t, "# A\n\n"+tt.text+"\n", tt.old, tt.want, "Wording.")
		assert.Equal(t, tt.asks, v.Doubt != "", "%q for %q: %s", tt.want, tt.old, v.Doubt)
	}
}

// An apostrophe is no mark around words that changed, where the document has the curved one.
func TestApostrophesStay(t *testing.T) {
	const old = "It won’t go atop it, it won’t be."
	d := zone.Parse("a.md", []byte(old+"\n"), markdown.Dialect{})
	v := Judge(d, source.Span{Start: 0, End: len(old)}, "It won't go on it, it won't be.", "simpler verb")
	assert.Equal(t, "It won't go on it, it won't be.", v.Text)
}

// TestQuestions: a mark at the end of a sentence makes it a question; within one it doubts the word.
func TestQuestions(t *testing.T) {
	const text = "# Guide\n\n## What does it compile to\n\nThe pump, which the list has, is no mill.\n"
	assert.Equal(t, Verdict{Text: "to?"}, judged(t, text, "to", "to?", "Typo."))
	assert.NotEmpty(t, judged(t, text, "list", "list?", "Typo.").Doubt)
	assert.Equal(t, Verdict{Text: "not a"}, judged(t, text, "no", "not a", "Wrong."))
	assert.NotEmpty(t, judged(t, text, "which", "belongs to what which list", "Wrong.").Doubt, "an article or the like")
	assert.Equal(t, Verdict{Text: "all of which"}, judged(t, text, "which", "all of which", "Wrong."))
	assert.NotEmpty(t, judged(t, text, "The pump", "tautology", "Wrong.").Doubt, "a small letter for two words")
}

// TestOrdersWithAWordOfTheText: an order about a sentence that names a word of it is asked about; a sentence that is put
// in other words is not.
func TestOrdersWithAWordOfTheText(t *testing.T) {
	const old = "The pump starts slowly when the valve is closed and the tank is cold."
	for want, asks := range map[string]bool{
		"Explain why the tank is cold.": true, "Say which valve.": true, "Clarify what slowly means.": true, "Chiarire quale valve.": true,
		"A closed valve and a cold tank slow the pump.": false, "The pump is slow while the valve is closed.": false,
	} {
		assert.Equal(t, asks, judged(t, "# Pump\n\n"+old+"\n", old, want, "Wording.").Doubt != "", want)
	}
}
