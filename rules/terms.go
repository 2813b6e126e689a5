package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// termSource is a term together with the places its messages point to.
type termSource struct {
	compiledTerm
	node *node
	path string
	not  []*node // of Not
}

// terminology reads, checks and compiles the list of terms.
func (d *decoder) terminology(o *object) ([]Term, *TermTable) {
	var sources []termSource
	failed := len(d.problems)
	o.list("terminology", func(n *node, path string) {
		sources = append(sources, d.term(n, path))
	})
	d.nameTerms(sources)
	d.checkTargets(sources)
	if len(d.problems) > failed {
		return nil, nil
	}
	terms := make([]Term, len(sources))
	compiled := make([]compiledTerm, len(sources))
	for i, s := range sources {
		terms[i], compiled[i] = s.Term, s.compiledTerm
	}
	table := newTermTable(compiled)
	d.checkCycles(sources, table)
	return terms, table
}

func (d *decoder) term(n *node, path string) termSource {
	o := d.object(n, path)
	t := termSource{node: n, path: path}
	t.Term = Term{
		ID:        o.text("id"),
		Use:       d.phrase(o, "use"),
		Not:       o.texts("not", checkPhrase),
		Pattern:   o.text("pattern"),
		Except:    o.texts("except", checkPhrase),
		Choices:   o.texts("choices", checkPhrase),
		Severity:  o.severity(Warning),
		MatchCase: o.boolean("match_case", false),
		WholeWord: o.boolean("whole_word", true),
		Why:       o.why,
	}
	if not := o.get("not"); not != nil && not.kind == arrayKind {
		t.not = not.items
	}
	d.checkForm(o, &t.Term)
	d.compileTerm(o, &t)
	o.done()
	return t
}

// phrase reads a text that is compared with the document or written into it.
func (d *decoder) phrase(o *object, key string) string {
	s := o.text(key)
	if s != "" {
		if err := checkPhrase(s); err != nil {
			d.fail(o.get(key), o.join(key), "%v", err)
		}
	}
	return s
}

// maxPhrase bounds a phrase, in bytes; real ones have a few words.
const maxPhrase = 500

func checkPhrase(s string) error {
	switch {
	case s != strings.TrimSpace(s):
		return fmt.Errorf("%q starts or ends with white space", s)
	case strings.ContainsAny(s, "\r\n\x00"):
		return fmt.Errorf("%q holds a line end or NUL; a space matches a line end too", s)
	case len(s) > maxPhrase:
		return fmt.Errorf("longer than %d bytes", maxPhrase)
	}
	return nil
}

// checkForm asks for one of the four forms that Term describes.
func (d *decoder) checkForm(o *object, t *Term) {
	has := func(key string) bool { return o.get(key) != nil }
	searched := has("not") || has("pattern")
	switch {
	case o.node.kind != objectKind:
	case !searched && !has("use"):
		d.fail(o.node, o.path, `says nothing to look for; give it "not" or "pattern", or "use" alone for a name`)
	case !searched && has("choices"):
		d.fail(o.node, o.path, `"choices" needs "not" or "pattern"`)
	case !searched && t.MatchCase:
		d.fail(o.get("match_case"), o.join("match_case"), `a name ("use" alone) is about capitals, so match_case must be false; give "not" to list what to replace`)
	case has("use") && has("choices"):
		d.fail(o.get("choices"), o.join("choices"), `give either "use" or "choices"`)
	case has("choices") && len(t.Choices) == 1 && len(o.get("choices").items) == 1:
		d.fail(o.get("choices"), o.join("choices"), `one choice is none; give it as "use"`)
	case has("not") && o.get("not").kind == arrayKind && len(o.get("not").items) == 0:
		d.fail(o.get("not"), o.join("not"), "the list is empty")
	case has("choices") && o.get("choices").kind == arrayKind && len(o.get("choices").items) == 0:
		d.fail(o.get("choices"), o.join("choices"), "the list is empty")
	case !searched && foldString(t.Use) == t.Use && strings.ToUpper(t.Use) == t.Use && t.Use != "":
		d.fail(o.get("use"), o.join("use"), `has no letter with a capital form, so that "use" alone never matches anything else; give "not" or "pattern"`)
	}
}

func (d *decoder) compileTerm(o *object, t *termSource) {
	if t.Pattern == "" {
		t.use.literal(t.Use)
		return
	}
	var err error
	if t.patterns, err = compilePattern(t.Pattern, t.MatchCase, t.WholeWord); err != nil {
		d.fail(o.get("pattern"), o.join("pattern"), "%v", err)
		return
	}
	if t.use, err = parseTemplate(t.Use, t.patterns[0].tree.CapNames()); err != nil {
		d.fail(o.get("use"), o.join("use"), "%v", err)
		return
	}
	if _, constant := t.use.constant(); !constant {
		if len(t.Not) > 0 {
			d.fail(o.get("use"), o.join("use"), `stands for a group of "pattern", but "not" has no groups; make two terms of it`)
		} else if err := groupsInLookbehind(t.Pattern); err != nil {
			d.fail(o.get("use"), o.join("use"), "%v", err)
		}
	}
}

// groupsInLookbehind refuses a numbered group inside leading lookaround, which
// is compiled apart, so that the numbers of the others shift.
func groupsInLookbehind(pattern string) error {
	branches, err := splitLookaround(pattern)
	if err != nil {
		return err
	}
	for _, b := range branches {
		for _, l := range b.before {
			kind := lookaroundKind(l)
			if re, err := regexp.Compile(l[len(kind) : len(l)-1]); err == nil && re.NumSubexp() > 0 {
				return errors.New("the pattern has a group inside the lookaround in front; write (?:…) there, so that the numbers of the others are plain")
			}
		}
	}
	return nil
}

// nameTerms fills in the IDs that the file leaves out and refuses equal ones.
func (d *decoder) nameTerms(sources []termSource) {
	first := map[string]*node{}
	for i := range sources {
		t := &sources[i]
		if t.ID == "" {
			continue
		}
		if other := first[t.ID]; other != nil {
			d.fail(t.node, t.path, "the id %q is taken (on %s)", t.ID, d.lineOf(other))
			continue
		}
		first[t.ID] = t.node
	}
	for i := range sources {
		t := &sources[i]
		if t.ID != "" {
			continue
		}
		name := t.Use
		if name == "" && len(t.Not) > 0 {
			name = t.Not[0]
		}
		if name == "" {
			name = t.Pattern
		}
		t.ID = name
		for n := 2; first[t.ID] != nil; n++ {
			t.ID = fmt.Sprintf("%s-%d", name, n)
		}
		first[t.ID] = t.node
	}
}

// checkTargets refuses a spelling that two terms look for, since only one of
// them could have its way.
func (d *decoder) checkTargets(sources []termSource) {
	type key struct {
		text  string
		exact bool
	}
	type target struct {
		use        string
		term, node *node
	}
	first := map[key]target{}
	claim := func(t *termSource, text string, at *node, path string) {
		k := key{foldString(text), t.MatchCase}
		if t.MatchCase {
			k.text = plainString(text)
		}
		other, taken := first[k]
		switch {
		case !taken:
			first[k] = target{wanted(t.Term), t.node, at}
		case other.term == t.node:
			// Two capitalisations of one spelling in one list say no more than one of them.
		case other.use == wanted(t.Term):
			d.fail(at, path, "%q is listed twice (first on %s)", text, d.lineOf(other.node))
		default:
			d.fail(at, path, "%q has two replacements: %s here and %s on %s; keep one", text, wanted(t.Term), other.use, d.lineOf(other.node))
		}
	}
	for i := range sources {
		t := &sources[i]
		for n, item := range t.not {
			if item.kind != stringKind || foldString(item.text) == "" {
				continue
			}
			path := fmt.Sprintf("%s.not[%d]", t.path, n)
			if item.text == t.Use {
				d.fail(item, path, "%q is both wanted and unwanted", item.text)
				continue
			}
			claim(t, item.text, item, path)
		}
		if len(t.not) == 0 && t.Pattern == "" && t.Use != "" {
			claim(t, t.Use, t.node, t.path)
		}
	}
}

// wanted says what a term asks for, in a message.
func wanted(t Term) string {
	switch {
	case t.Use != "":
		return fmt.Sprintf("%q", t.Use)
	case len(t.Choices) > 0:
		return "one of " + strings.Join(t.Choices, ", ")
	}
	return "nothing"
}

// checkCycles refuses terms that would undo each other for ever: a is replaced
// by b, and some other term finds in b what leads back to a. It searches every
// wanted spelling with the very table that will search the documents.
func (d *decoder) checkCycles(sources []termSource, table *TermTable) {
	next := make([][]int, len(sources))
	for i := range sources {
		use, constant := sources[i].use.constant()
		if !constant || use == "" {
			continue
		}
		for _, hit := range table.AppendHits(nil, []byte(use), 0, len(use)) {
			if sources[hit.Term].Use != "" {
				next[i] = append(next[i], hit.Term)
			}
		}
	}
	const (
		unseen = iota
		open
		closed
	)
	state := make([]int, len(sources))
	var path []int
	var visit func(i int)
	visit = func(i int) {
		state[i] = open
		path = append(path, i)
		for _, j := range next[i] {
			switch state[j] {
			case unseen:
				visit(j)
			case open:
				d.reportCycle(sources, path, j)
			}
		}
		path = path[:len(path)-1]
		state[i] = closed
	}
	for i := range sources {
		if state[i] == unseen {
			visit(i)
		}
	}
}

// reportCycle reports the part of path from its element start on as a cycle,
// at the term that stands last in the file: what is written by one term is
// found by the next, and the last one closes the circle.
func (d *decoder) reportCycle(sources []termSource, path []int, start int) {
	cycle := slices.Clone(path[slices.Index(path, start):])
	last := slices.Index(cycle, slices.Max(cycle)) + 1
	cycle = append(cycle[last:], cycle[:last]...)
	before := sources[cycle[len(cycle)-1]].Use
	var steps []string
	for _, i := range cycle {
		steps = append(steps, fmt.Sprintf("%q becomes %q (%s)", before, sources[i].Use, d.lineOf(sources[i].node)))
		before = sources[i].Use
	}
	culprit := &sources[cycle[len(cycle)-1]]
	d.fail(culprit.node, culprit.path, "these terms undo each other: %s; keep one direction", strings.Join(steps, ", "))
}

// placeholders reads the patterns of text that waits to be written and
// compiles them into a table of their own.
func (d *decoder) placeholders(o *object) *Placeholders {
	p := &Placeholders{Severity: o.severity(Warning), Patterns: defaultPlaceholders()}
	var compiled []compiledTerm
	add := func(src string) error {
		t := compiledTerm{Term: Term{ID: src, Pattern: src, WholeWord: true, Severity: p.Severity, MatchCase: src != strings.ToLower(src)}}
		var err error
		if t.patterns, err = compilePattern(src, t.MatchCase, t.WholeWord); err != nil {
			return err
		}
		if all := t.patterns[0].literals; len(all) > 1 && utf8.RuneCountInString(all[0]) == 1 {
			return fmt.Errorf("matches single characters; write %s for the text %q", regexp.QuoteMeta(src), src)
		}
		compiled = append(compiled, t)
		return nil
	}
	if o.get("patterns") != nil {
		p.Patterns = o.texts("patterns", add)
	} else {
		for _, src := range p.Patterns {
			if err := add(src); err != nil {
				d.fail(o.node, o.path, "%v", err)
			}
		}
	}
	enabled := o.enabled()
	o.done()
	if !enabled {
		return nil
	}
	p.table = newTermTable(compiled)
	return p
}

// defaultPlaceholders are the patterns of a section that lists none.
func defaultPlaceholders() []string {
	return []string{"TODO", "TBD", "FIXME", "lorem ipsum"}
}

// Table finds the placeholders; Hit.Term is an index into Patterns.
func (p *Placeholders) Table() *TermTable {
	if p.table == nil {
		return emptyTable()
	}
	return p.table
}
