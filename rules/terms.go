package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// termSource is a term together with the places its messages point to.
type termSource struct {
	Term
	compiled term.Compiled
	node     jsontree.Node
	path     string
	not      jsontree.Node // the list Not
	notKey   string        // and its key
}

// terminology reads, checks and compiles the list of terms.
func (d *decoder) terminology(o *object, s *Set) ([]Term, *term.Table) {
	var sources []termSource
	failed := len(d.problems)
	read := func(n jsontree.Node, path string) {
		if t, on := d.term(n, path); on {
			sources = append(sources, t)
		}
	}
	o.list("terminology", read)
	s.Checks = d.patterns(o, read)
	d.nameTerms(sources)
	d.checkTargets(sources)
	if len(d.problems) > failed {
		return nil, nil
	}
	terms := make([]Term, len(sources))
	compiled := make([]term.Compiled, len(sources))
	for i, s := range sources {
		terms[i], compiled[i] = s.Term, s.compiled
	}
	d.checkCycles(sources, term.New(compiled))
	s.scoped = scopedTables(terms, compiled)
	return terms, tableOf(terms, compiled, everywhere)
}

// term reads a term, and whether it is on.
func (d *decoder) term(n jsontree.Node, path string) (t termSource, on bool) {
	o := d.object(n, path)
	t = termSource{node: n, path: path}
	on = o.enabled()
	advice := o.boolean("advice", false)
	// Messages list the keys in the order in which they are read here.
	t.ID = o.text("id")
	t.Use = d.phrase(o, "use")
	t.Not = o.texts("not", checkPhrase)
	t.Pattern = o.text("pattern")
	t.Except = o.texts("except", checkPhrase)
	t.Choices = o.texts("choices", checkPhrase)
	t.Severity = o.severity()
	if advice && !o.has("severity") {
		t.Severity = Suggestion
	}
	t.MatchCase = o.boolean("match_case", false)
	t.WholeWord = o.boolean("whole_word", true)
	t.Why, t.Rule = o.why, o.text("rule")
	t.InNames = t.Rule != "" // it is about the very words, as Vale sees them
	t.not, t.notKey = o.get("not"), "not"
	d.extras(o, &t)
	d.checkForm(o, &t.Term)
	if advice {
		d.advise(o, &t.Term)
	}
	var err error
	var wrong *term.Error
	if t.compiled, err = term.Compile(t.Spec); errors.As(err, &wrong) {
		o.failKey(wrong.Key, "%v", err)
	}
	o.done()
	return t, on
}

// advise makes the wanted spelling of a term a choice, which a person takes or leaves.
func (d *decoder) advise(o *object, t *Term) {
	switch {
	case o.isObject() && !o.has("not") && !o.has("pattern"):
		o.failKey("advice", `needs "not" or "pattern": the capitals of a name are no matter of choice`)
	case strings.Contains(t.Use, "$") && t.Pattern != "":
		o.failKey("advice", "a wanted spelling with groups can't be a choice")
	case t.Use != "":
		t.Choices, t.Use = []string{t.Use}, ""
	}
}

// phrase reads a text that is compared with the document or written into it.
func (d *decoder) phrase(o *object, key string) string {
	s := o.text(key)
	if s != "" {
		if err := checkPhrase(s); err != nil {
			o.failKey(key, "%v", err)
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
		return fmt.Errorf("%q contains a line end or NUL; a space matches a line end too", s)
	case len(s) > maxPhrase:
		return fmt.Errorf("longer than %d bytes", maxPhrase)
	}
	return nil
}

// checkForm asks for one of the four forms that Term describes.
func (d *decoder) checkForm(o *object, t *Term) {
	if !o.isObject() {
		return
	}
	empty := func(key string) bool {
		n := o.get(key)
		return n.Kind() == jsontree.Array && n.Len() == 0
	}
	searched := o.has("not") || o.has("pattern") || o.has("avoid") || o.has("either")
	switch {
	case !searched && !o.has("use"):
		d.fail(o.node, o.path, `has nothing to look for; add "not" or "pattern", or only "use" for a name`)
	case !searched && o.has("choices"):
		d.fail(o.node, o.path, `"choices" needs "not" or "pattern"`)
	case !searched && t.MatchCase:
		o.failKey("match_case", `a name ("use" alone) is about capitals, so match_case must be false; `+
			`give "not" to list what to replace`)
	case o.has("use") && o.has("choices"):
		o.failKey("choices", `give either "use" or "choices"`)
	case len(t.Choices) == 1 && o.get("choices").Len() == 1:
		o.failKey("choices", `one choice is none; give it as "use"`)
	case empty("not"):
		o.failKey("not", "the list is empty")
	case empty("choices"):
		o.failKey("choices", "the list is empty")
	case !searched && term.Fold(t.Use) == t.Use && strings.ToUpper(t.Use) == t.Use && t.Use != "":
		o.failKey("use", `has no letter with a capital form, so that "use" alone never matches anything else; `+
			`give "not" or "pattern"`)
	}
}

// nameTerms fills in the IDs that the file leaves out and refuses equal ones.
func (d *decoder) nameTerms(sources []termSource) {
	first := map[string]jsontree.Node{}
	for i := range sources {
		t := &sources[i]
		if t.ID == "" {
			continue
		}
		if other := first[t.ID]; other.Exists() {
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
		for n := 2; first[t.ID].Exists(); n++ {
			t.ID = fmt.Sprintf("%s-%d", name, n)
		}
		first[t.ID] = t.node
	}
}

// checkTargets refuses a spelling that two terms look for, since only one of them could have its way.
func (d *decoder) checkTargets(sources []termSource) {
	type key struct {
		text  string
		exact bool
		scope Scopes
	}
	type target struct {
		use        string
		term, node jsontree.Node
	}
	first := map[key]target{}
	claim := func(t *termSource, text string, at jsontree.Node, path string) {
		k := key{term.Fold(text), t.MatchCase, t.Scope}
		if t.MatchCase {
			k.text = term.Plain(text)
		}
		other, taken := first[k]
		if !taken {
			first[k] = target{wanted(t.Term), t.node, at}
			return
		}
		// Two capitalisations of one spelling in one list say no more than one of them.
		if other.term == t.node {
			return
		}
		if other.use == wanted(t.Term) {
			d.fail(at, path, "%q is listed twice (first on %s)", text, d.lineOf(other.node))
		} else {
			d.fail(at, path, "%q has two replacements: %s here and %s on %s; keep one",
				text, wanted(t.Term), other.use, d.lineOf(other.node))
		}
	}
	for i := range sources {
		t := &sources[i]
		for n, item := range t.not.Items() {
			text := item.Text()
			if item.Kind() != jsontree.String || term.Fold(text) == "" {
				continue
			}
			path := fmt.Sprintf("%s.%s[%d]", t.path, t.notKey, n)
			if text == t.Use {
				d.fail(item, path, "%q is both wanted and unwanted", text)
				continue
			}
			claim(t, text, item, path)
		}
		if t.not.Len() == 0 && t.Pattern == "" && t.Use != "" {
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

// checkCycles refuses terms that would undo each other for ever: a is replaced by b, and some other term finds in b
// what leads back to a. It searches every wanted spelling with the very table that will search the documents.
func (d *decoder) checkCycles(sources []termSource, table *term.Table) {
	next := make([][]int, len(sources))
	for i := range sources {
		use, constant := sources[i].compiled.Replacement()
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

// reportCycle reports the part of path from its element start on as a cycle, at the term that stands last in the file:
// what is written by one term is found by the next, and the last one closes the circle.
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

// placeholders reads the patterns of text that waits to be written and compiles them into a table of their own.
func placeholders(o *object) Placeholders {
	p := Placeholders{Severity: o.severity(), Patterns: defaultPlaceholders()}
	var compiled []term.Compiled
	add := func(src string) error {
		c, err := term.Compile(term.Spec{Pattern: src, WholeWord: true, MatchCase: src != strings.ToLower(src)})
		if err != nil {
			return err
		}
		if all := c.Literals(); len(all) > 1 && utf8.RuneCountInString(all[0]) == 1 {
			return fmt.Errorf("matches single characters; write %s for the text %q", regexp.QuoteMeta(src), src)
		}
		compiled = append(compiled, c)
		return nil
	}
	if o.has("patterns") {
		p.Patterns = o.texts("patterns", add)
	} else {
		for _, src := range p.Patterns {
			if err := add(src); err != nil {
				o.d.fail(o.node, o.path, "%v", err)
			}
		}
	}
	p.table = term.New(compiled)
	return p
}

// defaultPlaceholders are the patterns of a section that lists none.
func defaultPlaceholders() []string {
	return []string{"TODO", "TBD", "FIXME", "lorem ipsum"}
}
