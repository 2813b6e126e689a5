package format

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// The lines in which programs print findings for people: a place with a message, the name of a document with such lines
// below it, and a message and its place on lines of their own.
var (
	placedLine = remark.Pattern(`^([\w./\\~][^:]*\.(?i:md|mdx|markdown|qmd|rmd)):([0-9]{1,9})(?::([0-9]{1,9}))?(?:-[0-9:]+)?` +
		`(?::|,| -|(?: (?:error|warning|info))? )\s*(.*)$`)
	groupLine  = remark.Pattern(`^(?:In )?(\S+\.(?i:md|mdx|markdown|qmd|rmd))(?:\s+[0-9]+)?$`)
	groupedRow = remark.Pattern(`^([0-9]{1,9}):([0-9]{1,9})(?:-[0-9:]+)?\s+(?:[✓✔✖⚠]\s+)?(error|warning|suggestion|info)\s+(.+?)` +
		`(?:\s{2,}(\S+)(?:\s+\S+)?)?$`)
	problemRow  = remark.Pattern(`^(.+?)(?: ([\w-]+)(?:\(([^()]*)\))?)? \[Ln ([0-9]{1,9}), Col ([0-9]{1,9})\]$`)
	writtenRow  = remark.Pattern(`^(".+) on line ([0-9]{1,9}) at column ([0-9]{1,9})$`)
	levelLine   = remark.Pattern(`^(?:error|warning|info)(?:\[[\w-]+\])?: (.+)$`)
	spelledLine = remark.Pattern(`^<\w+> (\S+\.(?i:md|mdx|markdown))(?::.*)?$`) // of pyspelling, which lists words below
	arrowLine   = remark.Pattern(`^(?:-->|╭▸) (\S+):([0-9]{1,9}):([0-9]{1,9})$`)
	// frameLine is what stands around findings: rules, excerpts with marks below them, and sums.
	frameLine = remark.Pattern(`^[-=|^~─│╰╴━ ]+$|^(?:[0-9]+ )?[|│]|^╰|^[✖✓✔⚠] |^Try to run: |^Misspelled words:$|^!!!|` +
		`^Issues: Found |^Run .rumdl|^(?:Finding|Linting|Summary): |^markdownlint-cli2 v`)
	ruleName = remark.Pattern(`^(?:\[?((?:MD[0-9]{3}(?:/[\w-]+)*)|[A-Za-z]\w*(?:\.\w+)+)\]?:? ?)`)
)

// ReadLines reads findings that a program printed for people, and reports whether each line of the text is a part of
// such findings. Columns count differently from program to program, so that the words that a message quotes tell the
// place in the line.
func (r *Reader) ReadLines(lines []TextLine) bool {
	if r.languageToolText(lines) {
		return true
	}
	var out []review.Issue
	path, pending, waits, program, spelled := "", "", (*review.Issue)(nil), false, false
	place := func(path, line, column, rule, message string) {
		issue := finding(path, rule, message, rules.Warning)
		issue.Place.Range = span(source.CodePoint, source.Point{Line: Atoi(line), Column: Atoi(column)}, source.Point{})
		issue.Place.AnyUnit = true
		Worded(&issue)
		out = append(out, issue)
		waits = nil
	}
	for i, line := range lines {
		match := func(p func() *regexp.Regexp) []string { return p().FindStringSubmatch(line.Text) }
		if m := match(placedLine); m != nil {
			place(m[1], m[2], m[3], "", m[4])
			if said := remark.Parse(m[4])[0]; said.Edits && out[len(out)-1].Remedy == review.NoRemedy {
				return false // a person wrote it
			}
			program = program || m[4] != ""
			if strings.HasPrefix(m[4], "[") && strings.Contains(m[4], "reported by") { // the message is below it
				waits = &out[len(out)-1]
			}
		} else if m := match(groupLine); m != nil {
			path = m[1]
		} else if m := match(groupedRow); m != nil && path != "" {
			place(path, m[1], m[2], m[5], m[4])
			out[len(out)-1].Severity = severityOf(m[3])
			program = true
		} else if m := match(problemRow); m != nil && path != "" {
			place(path, m[4], m[5], m[3], m[1])
			program = true
		} else if m := match(writtenRow); m != nil && path != "" {
			place(path, m[2], m[3], "", m[1])
			program = true
		} else if m := match(spelledLine); m != nil {
			path, spelled = m[1], true
		} else if spelled && strings.Trim(line.Text, "-") != "" && !strings.ContainsAny(line.Text, " !") {
			place(path, "", "", "misspelling", `"`+line.Text+`" may be misspelled`)
			program = true
		} else if m := match(levelLine); m != nil {
			pending = m[1]
		} else if m := match(arrowLine); m != nil && pending != "" {
			place(m[1], m[2], m[3], "", pending)
			pending, program = "", true
		} else if waits != nil {
			waits.Message, waits.Place.Quote = remark.Clean(line.Text), ""
			Worded(waits)
			waits = nil
		} else if below := i+1 < len(lines) && strings.Trim(lines[i+1].Text, "^ ") == ""; !below &&
			!frameLine().MatchString(line.Text) {
			return false
		}
	}
	if len(out) == 0 || !program {
		return false
	}
	for _, issue := range out {
		r.Add(issue)
	}
	return true
}

// pairs match messages that name the text at their place and the text to write there.
var pairs = sync.OnceValue(func() []func() *regexp.Regexp {
	const old, want = "[\"'“”‘’`](?P<old>[^\"“”‘’`]+?)[\"'“”‘’`]", "[\"'“”‘’`](?P<new>[^\"“”‘’`]+?)[\"'“”‘’`]"
	return []func() *regexp.Regexp{
		remark.Pattern(`(?i)^(?:[^'"]+\. )?(?:use|prefer|consider using|replace with|write) ` + want +
			` (?:instead of|rather than|over|for) ` + old + `\.?$`),
		remark.Pattern(`(?i)^` + old + ` (?:is a misspelling of|should be|->|→|==>) ` + want + `\.?$`),
		remark.Pattern(`(?i)^incorrect term: ` + old + `, use ` + want + ` instead`),
		remark.Pattern(`(?i)^unexpected \w+ ` + old + `.*, expected ` + want + `\.?$`),
		remark.Pattern(`(?i)^` + old + `: (?:misspelled|unknown) word\. fix: ` + want + `\.?$`),
		remark.Pattern(`(?i)^(?:misspelled|unknown|forbidden) word \((?P<old>[^()]+)\) fix: \((?P<new>[^()]+)\)$`),
		remark.Pattern(`(?i)^(?:misspelled|unknown|forbidden) word \((?P<old>[^()]+)\) suggestions: \[(?P<all>[^\]]+)\]$`),
	}
})

// spoken matches messages that begin with the text at their place.
var spoken = remark.Pattern("^[\"'“‘`]|^(?i:did you (?:really )?mean)")

// Worded makes an issue of a message the edit that it names, and takes the first text that it quotes for what stands at
// its place.
func Worded(issue *review.Issue) {
	if issue.Remedy != review.NoRemedy || issue.Place.Quote != "" {
		return
	}
	if m := ruleName().FindStringSubmatch(issue.Message); m != nil && len(m[0]) < len(issue.Message) {
		issue.Rule, issue.Message = m[1], issue.Message[len(m[0]):]
	}
	for _, p := range pairs() {
		m := p().FindStringSubmatch(issue.Message)
		if m == nil {
			continue
		}
		issue.Place.Quote = m[p().SubexpIndex("old")]
		if all := p().SubexpIndex("all"); all > 0 {
			Suggest(issue, strings.Split(m[all], ", "))
			return
		}
		Suggest(issue, strings.Split(m[p().SubexpIndex("new")], "' or '"))
		return
	}
	if issue.Place.Form == review.NoRange || issue.Place.AnyUnit && spoken().MatchString(issue.Message) {
		issue.Place.Quote = remark.FirstQuotation(issue.Message)
	}
}

// Suggest offers the texts that a program suggests for what stands at the place: the only one, or the one that it
// prefers and marks with *, is its edit.
func Suggest(issue *review.Issue, wants []string) {
	if i := slices.IndexFunc(wants, func(s string) bool { return strings.HasSuffix(s, "*") }); i >= 0 {
		wants = []string{strings.TrimSuffix(wants[i], "*")}
	}
	switch len(wants) {
	case 0:
	case 1:
		issue.Remedy, issue.Old, issue.Want = review.Replace, issue.Place.Quote, wants[0]
	default:
		issue.Remedy, issue.Choices = review.Choose, wants
	}
}
