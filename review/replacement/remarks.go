package replacement

import "strings"

// A language is how remarks begin in it, and the words that they consist of. Words are in lower case.
type language struct {
	name          string
	verbs, topics string
}

// languages is the table of remarks. A verb is the first word of an order or an opinion; topics are words about
// writing.
var languages = []language{
	{"English", "should must needs need please consider specify split rephrase reword rewrite explain clarify shorten " +
		"simplify " +
		"remove delete drop omit move check ask verify add see too very not maybe perhaps wrong same cite define expand " +
		"merge",
		"plural singular typo unclear clear vague wording wordy jargon passive active voice tense grammar lowercase " +
			"uppercase " +
			"capital capitals capitalise capitalize uncountable redundant duplicate spelling code formatting italics bold " +
			"comment above below " +
			"remove delete rephrase reword rewrite omit sure word sentence sentences source needed missing article comma " +
			"hyphen period"},
	{"German", "bitte sollte sollten muss besser durch würde streichen löschen prüfen kürzen ersetzen zu siehe hier " +
		"lieber in kein keine",
		"streichen löschen unklar tippfehler kleinschreibung großschreibung einheit angeben plural singular einzahl " +
			"mehrzahl aktiv passiv oben wort satz " +
			"zwei sätze teilen lang formulieren schreibfehler rechtschreibung"},
	{"French", "remplacer devrait plutôt préciser expliquer voir supprimer vérifier à pas trop cette mieux enlever",
		"supprimer enlever faute frappe pluriel singulier voix active passive majuscule minuscule clair claire " +
			"orthographe coquille de au en la ci-dessus"},
	{"Spanish", "debería cambiar mejor revisar indicar explicar dividir eliminar ver demasiado no falta quitar",
		"eliminar quitar errata plural singular minúscula mayúscula minúsculas mayúsculas en voz activa pasiva claro " +
			"confusa unidades"},
	{"Portuguese", "deveria trocar melhor verificar especificar dividir explicar remover ver não falta tirar",
		"remover tirar plural singular minúsculas maiúsculas em no voz ativa passiva claro confuso unidades acima erro " +
			"digitação"},
	{"Italian", "dovrebbe sostituire meglio chiedere specificare dividere spiegare eliminare vedi troppo non manca " +
		"togliere da",
		"eliminare togliere plurale singolare minuscolo maiuscolo in al refuso voce attiva passiva chiaro unità sopra"},
	{"Dutch", "moet vervangen beter navragen splitsen schrappen zie te leg graag verwijderen liever",
		"schrappen verwijderen onduidelijk meervoud enkelvoud kleine letter hoofdletter tikfout typefout spelfout eenheid " +
			"vermelden boven"},
	{"Russian", "заменить должно лучше уточнить разбить объяснить указать удалить слишком проверить не",
		"удалить непонятно опечатка множественное число со строчной прописной буквы"},
	{"Japanese", "", "誤字 脱字 要確認 削除 不明 変更 単位"},
	{"Chinese", "", "错别字 删除 请核实 含义不清 应改为 建议"},
}

// listed reports whether a word is one of the words of a list.
func listed(words, word string) bool { return strings.Contains(" "+words+" ", " "+word+" ") }

// modals begin clauses as verbs of the table do.
const modals = " may can could will would might shall is are was were has have"

// orders reports whether a text reads like a remark: it begins with a verb of the table with which the old text does
// not begin, or has nothing but words about writing that the old text lacks.
func orders(want, old []string) bool {
	if len(want) == 0 {
		return false
	}
	for _, l := range languages {
		begins := len(old) > 0 && len(want) > 1 && listed(l.verbs, want[0]) && !listed(l.verbs+modals, old[0])
		if begins && !shares(old, want) {
			return true
		}
		about := true
		for _, word := range want {
			speaks := listed(l.topics, word) || len(want) > 1 && listed(l.verbs, word)
			about = about && speaks && !strings.Contains(strings.Join(old, " "), word)
		}
		if about {
			return true
		}
	}
	return false
}
