package imports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
)

// rumdlOnly returns our rule for a number of rumdl whose settings have no counterpart here, or "".
func rumdlOnly(number string) string {
	for _, n := range rules.AllNames() {
		if known, _, _ := strings.Cut(n.Rumdl, " "); known != "" && strings.EqualFold(known, number) {
			return n.ID
		}
	}
	return ""
}

// switchOff notes a rule that is off there.
func (r *Result) switchOff(f File, key, rule string) {
	if ours := counterpartOf(rule).ID; ours != "" {
		r.Off = append(r.Off, Off{Rule: ours, File: f.Name})
		r.Draft.Drop(ours)
	}
	r.note(f.Name, key, Taken, "it is off there, and left out here")
}

// markdownlint reads .markdownlint.*, whose keys are rules.
func (r *Result) markdownlint(f File, root *yaml.Node) {
	if extended := lookUp(root, "extends"); extended != nil && textOf(extended) != "" {
		if off, ok := styles[strings.TrimSuffix(extended.Value, ".json")]; ok {
			r.lint.named = map[string]bool{}
			for number := range strings.FieldsSeq(off) {
				r.lint.named[number] = true
			}
			r.note(f.Name, "extends", Taken, "")
		} else {
			r.follow(f, "extends", extended.Value)
		}
	}
	if all := lookUp(root, "default"); all != nil {
		r.lint.off = isFalse(all)
	}
	pairs(root, func(key string, value *yaml.Node) { r.markdownlintRule(f, key, value) })
	if len(r.following) > 0 { // the others extend it
		return
	}
	r.markdownlintDefaults(f)
	if end := r.Draft.Rule("final-newline"); end != nil && r.Draft.Rule("blank-lines") == nil {
		no := false
		end.BlankLines = &no // they are what MD012 is for
	}
}

// styles are the rules that markdownlint's own styles switch off. All others are on in them.
var styles = map[string]string{
	"markdownlint/style/prettier": "MD003 MD005 MD007 MD009 MD010 MD012 MD013 MD018 MD019 MD020 MD021 MD022 MD023 " +
		"MD027 MD028 MD029 MD030 MD031 MD032 MD035 MD048 MD049 MD050",
	"markdownlint/style/relaxed": "MD007 MD009 MD010 MD012 MD013 MD027 MD028 MD030 MD033 MD034 MD037 MD038 " +
		"MD039 MD040 MD041",
}

// lintRules is what is known of the rules of a markdownlint configuration, and of those that it extends.
type lintRules struct {
	off   bool            // rules that it does not name are off
	named map[string]bool // the rules that it names, by canonical
}

// unnamed are the rules of markdownlint that have no counterpart here, and need no settings to find something.
const unnamed = "MD003 MD005 MD011 MD018 MD019 MD020 MD021 MD023 MD025 MD027 MD028 MD030 MD033 MD035 MD036 " +
	"MD037 " +
	"MD038 MD039 MD041 MD042 MD045 MD046 MD048 MD052 MD053 MD054 MD055 MD056 MD058 MD060"

// tags are markdownlint's names for several rules. Names.Others has them among the names of other programs.
const tags = " accessibility blank_lines bullet code emphasis hard_tab headers headings indentation language " +
	"line_length links ol " +
	"spelling ul url whitespace "

// markdownlintDefaults takes the rules that are on there though no file names them.
func (r *Result) markdownlintDefaults(f File) {
	known := r.lint
	r.lint = lintRules{}
	if known.off {
		r.note(f.Name, "default", Taken, "what it does not name is off there, and left out here")
		return
	}
	on := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"}
	for _, n := range rules.AllNames() {
		switch number := n.Number(); {
		case number == "" || known.named[number] || n.ID == "terminology" || n.ID == "required-section":
		default:
			r.markdownlintOn(f, n.ID, number, on)
		}
	}
	left := slices.DeleteFunc(strings.Fields(unnamed), func(number string) bool { return known.named[number] })
	if len(left) > 0 {
		r.note(f.Name, "default", Refused, "on there, and there is no rule here: "+strings.Join(left, ", ")+
			"; keep the linter, as a reviewer if you like")
	}
}

// markdownlintCLI2 reads .markdownlint-cli2.*, where the rules are below a key of their own, or in another file.
func (r *Result) markdownlintCLI2(f File, root *yaml.Node) {
	pairs(root, func(key string, value *yaml.Node) {
		switch key {
		case "$schema":
		case "config":
			r.markdownlint(f, value)
		case "ignores":
			for _, glob := range r.texts(f.Name, key, value) {
				r.ignore(f, key, glob, fromTheRoot(glob))
			}
		case "globs":
			r.note(f.Name, key, Refused,
				"the command line names the documents here; what they take back belongs into ignore")
		default:
			r.note(f.Name, key, Refused, "there is no such setting here")
		}
	})
}

// fromTheRoot rewrites a glob of markdownlint-cli2. There, a glob without a slash holds
// in the root alone; here, as in .gitignore, it holds in every folder.
func fromTheRoot(glob string) string {
	glob = strings.TrimPrefix(glob, "./")
	if glob == "" || strings.HasPrefix(glob, "!") || strings.Contains(strings.TrimSuffix(glob, "/"), "/") {
		return glob
	}
	return "/" + glob
}

// ignore records a glob. there is how the file writes it.
func (r *Result) ignore(f File, key, there, glob string) {
	origin := draft.Origin{File: f.Name, Key: key + ": " + there}
	r.Draft.Ignore = append(r.Draft.Ignore, draft.Glob{Glob: glob, Origin: origin})
	r.note(f.Name, origin.Key, Taken, "")
}

// markdownlintRule reads one rule's setting: true, false, a severity or a
// mapping. It serves rumdl too, which has the same rules.
func (r *Result) markdownlintRule(f File, key string, value *yaml.Node) {
	named := counterpartOf(key)
	if r.lint.named == nil {
		r.lint.named = map[string]bool{}
	}
	r.lint.named[canonical(key)] = true
	switch {
	case key == "$schema":
	case key == "extends":
		// It was read before the rules, because they override it.
	case key == "default":
		// It holds for the rules that no file names.
	case strings.Contains(tags, " "+strings.ToLower(key)+" "):
		for _, n := range rules.AllNames() {
			if n.Number() != "" && slices.Contains(strings.Fields(n.Others), strings.ToLower(key)) {
				r.markdownlintRule(f, n.Number(), value)
			}
		}
	case isFalse(value) || isFalse(lookUp(value, "enabled")):
		r.switchOff(f, key, key)
	case rumdlOnly(key) != "":
		r.note(f.Name, key, Refused, "its settings are not taken over; give "+rumdlOnly(key)+" its own")
	case named.ID == "":
		r.note(f.Name, key, Refused, "there is no such rule here; keep the linter, as a reviewer if you like")
	default:
		r.markdownlintOn(f, named.ID, key, value)
	}
}

func (r *Result) markdownlintOn(f File, id, key string, value *yaml.Node) {
	why := fmt.Sprintf("%s of %s.", key, f.Name)
	switch id {
	case "list-marker":
		r.listMarker(f, key, why, value)
	case "fenced-code-language":
		r.Draft.Set(draft.Rule{ID: id, Why: why})
		note := ""
		if lookUp(value, "allowed_languages") != nil || lookUp(value, "allowed-languages") != nil {
			note = "which languages are allowed is not taken over"
		}
		r.note(f.Name, key, Taken, note)
	case "required-section":
		r.requiredHeadings(f, key, value)
	case "terminology":
		r.properNames(f, key, value)
	case "reference":
		within := []string{"[^#]*", "[^#]*/**"} // a link that begins with # is one within the document
		r.Draft.References = &draft.References{Why: why, Ignore: within}
		r.note(f.Name, key, Taken, "")
	default:
		r.layout(f, id, key, why, value)
	}
}

func (r *Result) listMarker(f File, key, why string, value *yaml.Node) {
	markers := map[string]string{"dash": "-", "asterisk": "*", "plus": "+", "consistent": "first"}
	style := "consistent"
	if s := lookUp(value, "style"); s != nil {
		style = s.Value
	}
	marker, ok := markers[style]
	if !ok {
		r.note(f.Name, key, Refused, fmt.Sprintf("the style %q names no marker; give list-marker one", style))
		return
	}
	r.Draft.Set(draft.Rule{ID: "list-marker", Why: why, Marker: marker})
	r.note(f.Name, key, Taken, "")
}

func (r *Result) requiredHeadings(f File, key string, value *yaml.Node) {
	headings := r.texts(f.Name, key, lookUp(value, "headings"))
	if len(headings) == 0 {
		r.note(f.Name, key, Refused, "it names no headings")
		return
	}
	for _, h := range headings {
		origin := draft.Origin{File: f.Name, Key: key + ": " + h}
		text := strings.TrimSpace(strings.TrimLeft(h, "#"))
		if text == "" || h == "*" || h == "+" || h == "?" {
			r.note(f.Name, origin.Key, Refused, "it stands for any heading")
			continue
		}
		section := draft.RequiredSection{Heading: text, Origin: origin}
		r.Draft.RequiredSections = append(r.Draft.RequiredSections, section)
		r.note(f.Name, origin.Key, Taken, "its level and its place among the others are not checked")
	}
}

func (r *Result) properNames(f File, key string, value *yaml.Node) {
	names := r.texts(f.Name, key, lookUp(value, "names"))
	if len(names) == 0 {
		r.note(f.Name, key, Refused, "it names nothing")
		return
	}
	for _, name := range names {
		origin := draft.Origin{File: f.Name, Key: key + ": " + name}
		r.addTerm(draft.Term{Use: name, Origin: origin}, Taken, "")
	}
	const nowhereElse = "names hold in prose and headings, and nowhere else"
	for _, setting := range []string{"code_blocks", "code-blocks", "html_elements", "html-elements"} {
		if isBool(lookUp(value, setting), "true") {
			r.note(f.Name, key+"."+setting, Refused, nowhereElse)
		}
	}
	if !isRumdl(f) && lookUp(value, "code_blocks") == nil {
		r.note(f.Name, key+".code_blocks", Refused, nowhereElse) // it is on by default there
	}
}

// isRumdl reports whether the file is one of rumdl's, which are all in TOML.
func isRumdl(f File) bool { return strings.HasSuffix(f.Name, ".toml") }

// rumdl reads rumdl.toml, .rumdl.toml, or the table tool.rumdl of a pyproject.toml.
func (r *Result) rumdl(f File) error {
	root, err := tomlTree(f.Data)
	if err != nil {
		return err
	}
	if tool := lookUp(root, "tool", "rumdl"); tool != nil {
		root = tool
	} else if lookUp(root, "tool") != nil || lookUp(root, "project") != nil {
		return fmt.Errorf("there is no table tool.rumdl in it")
	}
	for _, extended := range []*yaml.Node{lookUp(root, "extends"), lookUp(root, "global", "extends")} {
		if extended != nil {
			r.follow(f, "extends", extended.Value)
		}
	}
	off := map[string]bool{}
	setting := func(key string, value *yaml.Node) { r.rumdlSetting(f, off, key, value) }
	pairs(lookUp(root, "global"), setting)
	pairs(root, func(key string, value *yaml.Node) {
		if value.Kind != yaml.MappingNode {
			setting(key, value)
		}
	})
	pairs(root, func(key string, value *yaml.Node) {
		switch {
		case value.Kind != yaml.MappingNode || key == "global":
		case strings.ReplaceAll(key, "_", "-") == "per-file-ignores":
			r.perFile(f, value)
		case !off[canonical(key)]:
			r.markdownlintRule(f, key, value)
		}
	})
	if r.lint = (lintRules{}); lookUp(root, "enable") == nil && lookUp(root, "global", "enable") == nil {
		r.note(f.Name, "enable", Refused, "rumdl has the rules on that it does not name, too; here those are on "+
			"that it names")
	}
	return nil
}

// canonical returns one name for all spellings of a rule's name.
func canonical(rule string) string {
	return cmp.Or(counterpartOf(rule).Number(), strings.ToUpper(rule))
}

// rumdlSetting reads a setting that belongs to no rule, and adds to off the rules that it switches off.
func (r *Result) rumdlSetting(f File, off map[string]bool, key string, value *yaml.Node) {
	switch strings.ReplaceAll(key, "_", "-") {
	case "disable", "extend-disable":
		for _, item := range r.texts(f.Name, key, value) {
			off[canonical(item)] = true
			r.switchOff(f, key+": "+item, item)
		}
	case "exclude":
		for _, item := range r.texts(f.Name, key, value) {
			r.ignore(f, key, item, strings.TrimPrefix(item, "./"))
		}
	case "enable", "extend-enable", "include":
		for _, item := range r.texts(f.Name, key, value) {
			r.note(f.Name, key+": "+item, Refused, "what is on here is what the configuration names")
		}
	case "extends":
	default:
		r.note(f.Name, key, Refused, "there is no such setting here")
	}
}

// perFile reads which rules are off for which documents.
func (r *Result) perFile(f File, globs *yaml.Node) {
	pairs(globs, func(glob string, value *yaml.Node) {
		o := draft.Override{Files: []string{strings.TrimPrefix(glob, "./")}, Why: "per-file-ignores of " + f.Name + "."}
		for _, rule := range r.texts(f.Name, "per-file-ignores: "+glob, value) {
			key, no := "per-file-ignores: "+glob+": "+rule, false
			switch ours := counterpartOf(rule).ID; ours {
			case "":
				r.note(f.Name, key, Taken, "there is no such rule here, so that it is off anyway")
				continue
			case "terminology", "required-section", "reference":
				r.note(f.Name, key, Refused, ours+" can't be switched off for some documents")
				continue
			default:
				o.Draft.Set(draft.Rule{ID: ours, Enabled: &no})
			}
			r.note(f.Name, key, Taken, "")
		}
		if !o.Empty() {
			r.Draft.Overrides = append(r.Draft.Overrides, o)
		}
	})
}
