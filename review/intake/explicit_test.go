package intake_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// beside are words that people put beside an edit that has a field of its own: reasons, and what leaves it to a person.
var beside = []struct{ reasons, doubts string }{
	{"Typo.|Misspelled word.|I before E except after C.|This is not how the word is spelled in any dictionary that I know.|See the style guide, section 4.|" +
		"Readers trip over this.|Our spell checker flagged it.|The word is wrong.|There is a mistake in the third letter.|It should be spelled correctly.|" +
		"Same mistake as last year!|The button on the device says receive.|You know why :)|Because it's embarrassing in print.|Please fix.|nit|British spelling is the same.|" +
		"The rest of the sentence is fine.|I think this is a typo.|Spelling error: letters swapped.",
		"Only if Bob agrees.|Not sure about this one.|Don't apply this yet.|Please confirm with legal first.|Unless it is a product name.|Maybe?|Ignore this one.|Hold off until v2 is out."},
	{"Tippfehler.|Das Wort ist falsch geschrieben.|Siehe Duden.|Buchstabendreher.|So steht es auch am Gerät.|Bitte korrigieren.", "Nur wenn Bob zustimmt.|Bitte noch nicht ändern.|Nicht sicher."},
	{"Coquille.|Le mot est mal écrit.|Voir le guide de style.|Merci de corriger.|C'est écrit ainsi sur l'appareil.", "Seulement si Bob est d'accord.|Pas encore.|À confirmer."},
	{"Errata.|La palabra está mal escrita.|Véase la guía de estilo.|Así figura en el aparato.", "Solo si Bob está de acuerdo.|Todavía no."},
	{"Gralha.|A palavra está mal escrita.|Ver o guia de estilo.", "Só se o Bob concordar.|Ainda não."},
	{"Refuso.|La parola è scritta male.|Vedi la guida di stile.", "Solo se Bob è d'accordo.|Non ancora."},
	{"Tikfout.|Het woord is fout gespeld.|Zie de stijlgids.", "Alleen als Bob akkoord is.|Nog niet."},
	{"誤字です。|綴りが間違っています。|スタイルガイドを参照。", "確認してからお願いします。"},
	{"错别字。|拼写错误。|见风格指南。", "先不要改。"},
	{"Опечатка.|Слово написано неправильно.|См. руководство по стилю.", "Только если Боб согласен.|Пока не менять."},
}

// TestExplicitEdits has an edit in fields and in suggestion blocks: with a reason beside it it is done, with a doubt it is
// not.
func TestExplicitEdits(t *testing.T) {
	quote := func(s string) string {
		out, err := json.Marshal(s)
		require.NoError(t, err)
		return string(out)
	}
	const line = "Press the receive button when the lamp is green, and wait for the tone."
	const hunk = "@@ -3 +3 @@\n+Press the recieve button when the lamp is green, and wait for the tone."
	comment := func(body string) string {
		return `[{"id": 1, "path": "guide.md", "line": 3, "side": "RIGHT", "pull_request_url": "p", "diff_hunk": ` + quote(hunk) +
			`, "body": ` + quote(body) + `}]`
	}
	forms := []func(s string) string{
		func(s string) string {
			return `{"issues": [{"line": 3, "quote": "recieve", "new_value": "receive", "severity": "minor", "description": ` + quote(s) + `}]}`
		},
		func(s string) string {
			return `[{"line": 3, "original": "recieve", "suggestion": "receive", "problem": ` + quote(s) + `}]`
		},
		func(s string) string { return comment(s + "\n```suggestion\n" + line + "\n```") },
		func(s string) string { return comment("```suggestion\n" + line + "\n```\n" + s) },
		func(s string) string {
			return "| Line | Old | New | Comment |\n|---|---|---|---|\n| 3 | recieve | receive | " + s + " |\n"
		},
	}
	done, plain, wrong := 0, 0, 0
	for _, l := range beside {
		for n, form := range forms {
			for s := range strings.SplitSeq(l.reasons, "|") {
				plain++
				if edit, _ := ended(t, form(s), format.Auto); edit == "done" {
					done++
				} else {
					t.Logf("%s in form %d: %s", edit, n, s)
				}
			}
			for s := range strings.SplitSeq(l.doubts, "|") {
				if edit, _ := ended(t, form(s), format.Auto); edit == "done" || edit == "nothing" {
					wrong++
					t.Logf("%s all the same in form %d: %s", edit, n, s)
				}
			}
		}
	}
	t.Logf("%d of %d done, %d wrong", done, plain, wrong)
	assert.Greater(t, plain, 250)
	assert.GreaterOrEqual(t, float64(done), 0.99*float64(plain))
	assert.Zero(t, wrong)
}
