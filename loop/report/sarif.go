package report

import (
	"io"
	"net/url"
	"regexp"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
)

// The part of SARIF 2.1.0 that is written:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		// BaseIDs name the folder at which the locations begin.
		BaseIDs map[string]sarifBase `json:"originalUriBaseIds,omitempty"`
		Results []sarifResult        `json:"results"`
	}
	sarifDriver struct {
		Name            string      `json:"name"`
		Version         string      `json:"version,omitempty"`
		SemanticVersion string      `json:"semanticVersion,omitempty"`
		InformationURI  string      `json:"informationUri,omitempty"`
		Rules           []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string        `json:"id"`
		Name             string        `json:"name,omitempty"`
		ShortDescription *sarifMessage `json:"shortDescription,omitempty"`
		FullDescription  *sarifMessage `json:"fullDescription,omitempty"`
		Help             *sarifMessage `json:"help,omitempty"`
		HelpURI          string        `json:"helpUri,omitempty"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifMessage      `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Fixes               []sarifFix        `json:"fixes,omitempty"`
		Properties          sarifProperties   `json:"properties"`
	}
	sarifProperties struct {
		State      review.State `json:"state"`
		Source     string       `json:"source,omitempty"`
		Confidence float64      `json:"confidence"`
		Why        string       `json:"why,omitempty"`
		ReasonCode string       `json:"reason_code,omitempty"`
		Choices    []string     `json:"choices,omitempty"`
	}
	sarifLocation struct {
		ID               int                    `json:"id,omitempty"`
		Message          *sarifMessage          `json:"message,omitempty"`
		PhysicalLocation sarifPhysicalLocation  `json:"physicalLocation"`
		LogicalLocations []sarifLogicalLocation `json:"logicalLocations,omitempty"`
	}
	sarifLogicalLocation struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
	sarifPhysicalLocation struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifRegion  `json:"region,omitempty"`
		ContextRegion    *sarifRegion  `json:"contextRegion,omitempty"`
	}
	sarifBase struct {
		Description sarifMessage `json:"description"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int           `json:"startLine"`
		StartColumn int           `json:"startColumn,omitempty"`
		EndLine     int           `json:"endLine"`
		EndColumn   int           `json:"endColumn,omitempty"`
		Snippet     *sarifContent `json:"snippet,omitempty"`
	}
	sarifContent struct {
		Text string `json:"text"`
	}
	sarifFix struct {
		Description     sarifMessage          `json:"description"`
		ArtifactChanges []sarifArtifactChange `json:"artifactChanges"`
	}
	sarifArtifactChange struct {
		ArtifactLocation sarifArtifact      `json:"artifactLocation"`
		Replacements     []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		DeletedRegion   sarifRegion   `json:"deletedRegion"`
		InsertedContent *sarifContent `json:"insertedContent,omitempty"`
	}
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// writeSARIF writes one run. Columns count UTF-16 code units, as columnKind says.
func writeSARIF(w io.Writer, r *Report, s Style) error {
	run := sarifRun{
		Invocations: []sarifInvocation{{ExecutionSuccessful: len(r.Failures) == 0}},
		ColumnKind:  "utf16CodeUnits",
		BaseIDs:     map[string]sarifBase{sarifRoot: {sarifMessage{Text: "The root of the repository."}}},
		Results:     make([]sarifResult, 0, len(r.Findings)),
	}
	run.Tool.Driver = sarifDriver{
		Name: r.Tool.Name, Version: r.Tool.Version, SemanticVersion: semanticVersion(r.Tool.Version),
		InformationURI: r.Tool.URI, Rules: []sarifRule{},
	}
	for _, f := range r.Failures {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{
			Level: "error", Message: sarifMessage{Text: sentence(f.Message)},
			Locations: []sarifLocation{{PhysicalLocation: sarifPhysicalLocation{ArtifactLocation: artifact(f.Path)}}},
		})
	}
	index := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		id := ruleID(f)
		if _, ok := index[id]; !ok {
			index[id] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(r, s, id))
		}
		run.Results = append(run.Results, sarifResultOf(f, index[id]))
	}
	return Encode(w, JSON, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// semanticVersion returns a version as semver.org has them, without the v that Go puts
// before it; "" for other versions: Go calls some builds "(devel)".
func semanticVersion(version string) string {
	const number, labels = `(0|[1-9][0-9]*)`, `[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*`
	form := regexp.MustCompile(`^v?(` + number + `\.` + number + `\.` + number + `(-` + labels + `)?(\+` + labels + `)?)$`)
	if m := form.FindStringSubmatch(version); m != nil {
		return m[1]
	}
	return ""
}

// sarifRuleOf describes a rule; all that is known of another program's rule is its name.
func sarifRuleOf(r *Report, s Style, id string) sarifRule {
	out := sarifRule{ID: id, HelpURI: r.Tool.URI}
	if name := pascalCase(id); !strings.EqualFold(name, id) {
		out.Name = name // readers refuse a name that repeats the id
	}
	for _, rule := range s.Rules {
		if rule.ID == id {
			out.ShortDescription = &sarifMessage{Text: sentence(rule.Title)}
			out.FullDescription = &sarifMessage{Text: sentence(rule.Doc.What), Markdown: sentence(rule.Doc.What)}
			out.Help = &sarifMessage{Text: sentence(rule.Doc.Why + " " + rule.Doc.Fix), Markdown: rule.Markdown(1)}
			out.HelpURI = s.Help(r.Tool, id)
			return out
		}
	}
	out.ShortDescription = &sarifMessage{Text: "The rule " + id + " of another reviewer."}
	out.FullDescription = out.ShortDescription
	out.Help = &sarifMessage{Text: "The documentation of this rule is with the reviewer that names it."}
	return out
}

func sarifResultOf(f *Finding, ruleIndex int) sarifResult {
	result := sarifResult{
		RuleID: ruleID(f), RuleIndex: ruleIndex, Level: bySeverity(f.Severity, "error", "warning", "note"),
		Message: sarifMessage{Text: sentence(f.Message)},
		// GitHub compares the second of these; it would else hash the lines around.
		PartialFingerprints: map[string]string{"docIterateKey/v2": string(f.Key),
			"primaryLocationLineHash": string(f.Key) + ":1"},
		Properties: sarifProperties{f.State, f.Source, f.Confidence, f.Reason.Text, f.Reason.Code, f.Choices},
	}
	if f.Former != "" {
		result.PartialFingerprints["docIterateKey/v1"] = string(f.Former)
	}
	at := sarifLocation{PhysicalLocation: sarifPhysicalLocation{ArtifactLocation: artifact(f.Path)}}
	if f.Start != nil {
		region := sarifRegionOf(*f.Start, *f.End)
		at.PhysicalLocation.Region = &region
		if len(f.Section) > 0 {
			at.LogicalLocations = []sarifLogicalLocation{{strings.Join(f.Section, " > ")}}
		}
		sarifContext(f, &at.PhysicalLocation)
	} else {
		// Viewers need a region, so this is the first line. The message says that the place is not known.
		at.PhysicalLocation.Region = &sarifRegion{StartLine: 1, EndLine: 1}
		result.Message.Text += " Its place in the document is not known."
	}
	result.Locations = []sarifLocation{at}
	for i, c := range f.Candidates {
		region := sarifRegionOf(c.Start, c.End)
		result.RelatedLocations = append(result.RelatedLocations, sarifLocation{
			ID: i + 1, Message: &sarifMessage{Text: "The finding may mean this place."},
			PhysicalLocation: sarifPhysicalLocation{ArtifactLocation: artifact(f.Path), Region: &region},
		})
	}
	if f.Fix != nil {
		result.Fixes = []sarifFix{sarifFixOf(f)}
	}
	return result
}

// sarifContext adds the text of the finding and the line around it, if the report has the whole line. A context must be
// larger than the region.
func sarifContext(f *Finding, at *sarifPhysicalLocation) {
	if f.Snippet == nil || f.Snippet.Column > 1 || f.Snippet.More || f.End.Line != f.Start.Line {
		return
	}
	line := []rune(f.Snippet.Text)
	from, to := f.Start.Column-1, f.End.Column-1
	if from < 0 || to < from || to > len(line) || from == 0 && to == len(line) {
		return
	}
	if from < to {
		at.Region.Snippet = &sarifContent{string(line[from:to])}
	}
	at.ContextRegion = &sarifRegion{
		StartLine: f.Start.Line, StartColumn: 1, EndLine: f.Start.Line,
		EndColumn: f.End.UTF16Column + utf16Len(line[to:]), Snippet: &sarifContent{f.Snippet.Text},
	}
}

func utf16Len(runes []rune) int {
	n := 0
	for _, r := range runes {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// sarifFixOf writes every edit, those in other documents too: a SARIF fix is made as a whole.
func sarifFixOf(f *Finding) sarifFix {
	fix := sarifFix{Description: sarifMessage{Text: "Resolve the finding with the smallest edit."}}
	for i, e := range f.Fix.Edits {
		if i == 0 || e.Path != f.Fix.Edits[i-1].Path {
			fix.ArtifactChanges = append(fix.ArtifactChanges, sarifArtifactChange{ArtifactLocation: artifact(e.Path)})
		}
		replacement := sarifReplacement{DeletedRegion: sarifRegionOf(e.Start, e.End)}
		if e.New != "" {
			replacement.InsertedContent = &sarifContent{e.New}
		}
		change := &fix.ArtifactChanges[len(fix.ArtifactChanges)-1]
		change.Replacements = append(change.Replacements, replacement)
	}
	return fix
}

func sarifRegionOf(start, end Position) sarifRegion {
	return sarifRegion{StartLine: start.Line, StartColumn: start.UTF16Column, EndLine: end.Line,
		EndColumn: end.UTF16Column}
}

// sarifRoot is the folder at which relative locations begin. CodeQL uses the same name.
const sarifRoot = "%SRCROOT%"

// artifact returns the location of a document as a relative URI reference, or as a file URI where the path is absolute.
func artifact(path string) sarifArtifact {
	u := url.URL{Path: strings.TrimPrefix(path, "./")}
	if strings.HasPrefix(path, "/") {
		u.Scheme = "file"
		return sarifArtifact{URI: u.String()}
	}
	return sarifArtifact{u.String(), sarifRoot}
}

// sentence returns text on one line that ends as a sentence does.
func sentence(s string) string {
	s = wording.Visible(strings.Join(strings.Fields(s), " "))
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// pascalCase returns a rule's id as SARIF wants names: HeadingCase.
func pascalCase(id string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(id, func(r rune) bool {
		return !('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9')
	}) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
