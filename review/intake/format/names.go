package format

import (
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// The names of review.json's fields, and what models call them that were given no schema.
var (
	ReviewFields = aliases([]alias{
		{"document", "doc file path filename file_name file_path filepath document_path doc_path dokument documento " +
			"fichier archivo ficheiro datei"},
		{"document_title", "title"},
		{"document_sha256", "sha256 document_hash"},
		{"reviewer", "author reviewed_by tool model"},
		{"iteration", "pass round"},
		{"quality_score", "score overall_score rating overall_rating quality"},
		{"verdict", "status result decision outcome recommendation overall_verdict urteil veredicto giudizio"},
		{"feedback", "summary overview overall_feedback general_feedback overall overall_comment"},
		{"coverage", "sections_reviewed"},
		{"questions", "open_questions"},
		{"issues", "findings comments items problems suggestions review_comments annotations remarks errors " +
			"issues_found edits changes code_suggestions befunde anmerkungen probleme hallazgos problemas problemes " +
			"remarques revisions revisione revision correcciones corrections correções correzioni commentaires " +
			"comentarios"},
		{"tokens", "tokens_used token_usage"},
		{"review", "review_result result_review document_review"},
		{"schema", "$schema"},
		{"version", ""},
	})
	IssueFields = aliases([]alias{
		{"id", "number no issue_id nr"},
		{"severity", "level priority importance schweregrad schwere gravite gravité gravedad gravidade gravita " +
			"gravità"},
		{"category", "type kind issue_type"},
		{"rule", "rule_id check rule_name"},
		{"description", "problem comment why explanation message issue reason detail details note rationale " +
			"suggestion_content one_sentence_summary problema probleme problème beschreibung descripcion descripción " +
			"motivo razon grund begruendung"},
		{"title", ""},
		{"document", "doc file path filename file_name file_path relevant_file dokument documento fichier archivo " +
			"datei"},
		{"auto_fixable", "autofixable auto_fix fixable can_auto_fix"},
		{"requires_human", "needs_human human_required requires_human_review"},
		{"location", "where position place"},
		{"old_value", "original old before old_text original_text find current current_text old_string old_str " +
			"search from existing_code"},
		{"new_value", "replacement new after new_text replace replace_with corrected corrected_text correction " +
			"new_string new_str to improved_code improved improved_text improvement improved_version revised " +
			"revised_text rewritten rewrite better"},
		{"proposal", "fix suggested suggestion suggested_fix suggested_text proposed_fix recommended vorschlag " +
			"sugerencia suggerimento sugestao sugestão proposition propuesta proposta"},
		{"choices", "options alternatives"},
		{"action", "operation"},
		{"confidence", "certainty probability likelihood"},
		{"standing", "status state resolution resolved is_resolved false_positive is_false_positive dismissed " +
			"is_dismissed wontfix wont_fix withdrawn rejected ignored outdated is_outdated obsolete closed fixed " +
			"done disposition applied is_applied duplicate is_duplicate superseded"},
		{"citations", "citation sources references evidence"},
		{"line", "line_number lineno start_line line_start lines line_range line_numbers range zeile ligne linea " +
			"línea linha riga"},
		{"column", "col column_number start_column column_start"},
		{"end_line", "line_end"},
		{"end_column", "column_end end_col"},
		{"column_unit", ""},
		{"section", "heading heading_path section_title section_path abschnitt seccion sección secao seção sezione"},
		{"quote", "text excerpt snippet quoted_text passage sentence context zitat textstelle texte texto testo"},
		{"prefix", ""},
		{"suffix", ""},
	})
	IterationFields = aliases([]alias{{"current", "iteration number"}, {"max", "max_iterations maximum"},
		{"started_at", ""}, {"history", ""}})
	ReviewerFields = aliases([]alias{{"name", "model tool id"}, {"version", ""}})
	QuestionFields = aliases([]alias{{"id", "number"}, {"text", "question description"}, {"critical", "blocking"},
		{"answered", "resolved"}})
	CoverageFields = aliases([]alias{{"sections", "sections_reviewed reviewed"}})
)

// An alias is the name of a field, and with spaces between what else it is called.
type alias struct{ name, others string }

// aliases returns the names by what each is called, worked out when a review is first read.
func aliases(names []alias) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		out := make(map[string]string, 8*len(names))
		for _, a := range names {
			out[a.name] = a.name
			for other := range strings.FieldsSeq(a.others) {
				out[other] = a.name
			}
		}
		return out
	})
}

// HasSeverity reports whether a finding in doc-iterate's own form names its severity.
func HasSeverity(n jsontree.Node) bool {
	for key := range n.Members() {
		if IssueFields()[Snake(key.Text())] == "severity" {
			return true
		}
	}
	return false
}

// IsOwnLine reports whether a line is one of doc-iterate's own findings, and not a review of several.
func IsOwnLine(line []byte) bool {
	n, err := jsontree.ParseLoose(line)
	if err != nil || n.Kind() != jsontree.Object {
		return false
	}
	finding := false
	for key := range n.Members() {
		name := IssueFields()[Snake(key.Text())]
		finding = finding || name == "description" || name == "quote" || name == "new_value" || name == "old_value"
		if ReviewFields()[Snake(key.Text())] == "issues" {
			return false
		}
	}
	return finding
}
