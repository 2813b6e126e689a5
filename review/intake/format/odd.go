package format

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Reviewers who have no schema put values into fields that the form has no room for: a line "L14", a confidence of 85
// %, a list of quotes. No such value costs a finding. What has one meaning is read. The rest is left out and noted, and
// where it could have said what to replace, the finding keeps its replacement as advice alone.

// joiner returns what stands between the texts of a list in a field that is one text. The
// other fields take a list of one.
func joiner(name string) (sep string, several bool) {
	switch name {
	case "description", "feedback", "title", "text":
		return " ", true
	case "section":
		return " > ", true
	}
	return "", false
}

// oddText reads a text out of a value that is no string: of a list its texts, of an object the text in it.
func (f Fields) oddText(name string) string {
	v := f.Get(name)
	texts := TextsIn(v.Node)
	sep, several := joiner(name)
	if len(texts) == 0 || len(texts) > 1 && !several {
		f.Fail(name, "is %v; want a string", v.Kind())
		return ""
	}
	f.r.Repair("read %v in %s as its text", v.Kind(), name)
	return strings.Join(texts, sep)
}

// TextsIn returns the texts of a value: itself, its elements, or what it has under the name of a text.
func TextsIn(n jsontree.Node) []string {
	switch n.Kind() {
	case jsontree.String, jsontree.Number:
		return []string{n.Text()}
	case jsontree.Array:
		var out []string
		for _, e := range n.Items() {
			if e.Kind() != jsontree.Array {
				out = append(out, TextsIn(e)...)
			}
		}
		return out
	case jsontree.Object:
		for _, name := range []string{"text", "message", "value", "name", "title", "content", "description", "quote"} {
			if v := n.Get(name); v.Kind() == jsontree.String {
				return []string{v.Text()}
			}
		}
	}
	return nil
}

// LineText reads lines such as 14, L14, "lines 7-8", "about line 14" and 14:5.
var LineText = remark.Pattern(`(?i)^\s*(?:(?:about|around|approx\.?|near|at|on|circa|~|≈)\s*)?#?(?:lines?|ln\.?|l)?[\s:.#]*` +
	`([0-9]{1,9})(?::[0-9]{1,9})?(?:\s*(?:-|–|—|to|through|and|\.\.+|…|,)\s*#?(?:lines?|ln\.?|l)?\s*([0-9]{1,9}))?` +
	`\s*(?:\([^()]*\))?\s*$`)

// Lines reads a first and a last line, and the columns that may stand with them.
func (f Fields) Lines(name string) (from, to source.Point) {
	v := f.Get(name)
	switch v.Kind() {
	case jsontree.String:
		m := LineText().FindStringSubmatch(v.Text())
		if m == nil {
			return source.Point{Line: f.Whole(name, 1)}, source.Point{}
		}
		from.Line, to.Line = Atoi(m[1]), Atoi(m[2])
		if m[2] != "" {
			f.r.Repair("read the string in %s as a first and a last line", name)
		} else {
			f.r.Repair("read the string in %s as a number", name)
		}
	case jsontree.Array:
		var all []int
		for _, e := range v.Items() {
			all = append(all, pointIn(e).Line)
		}
		if len(all) == 0 || slices.Min(all) < 1 {
			f.Fail(name, "is a list; want a whole number from 1 on")
			return
		}
		from.Line = all[0]
		if len(all) > 1 {
			to.Line = all[len(all)-1]
		}
		f.r.Repair("read the list in %s as a first and a last line", name)
	case jsontree.Object:
		from, to = pointIn(first(v.Node, "start", "from", "first", "begin", "start_line", "startLine", "line")),
			pointIn(first(v.Node, "end", "to", "last", "stop", "end_line", "endLine"))
		f.r.Repair("read the object in %s as a first and a last line", name)
	default:
		return source.Point{Line: f.Whole(name, 1)}, source.Point{}
	}
	if from.Line < 1 {
		f.Fail(name, "is %s; want a whole number from 1 on", Clip(v.Text(), 40))
		return source.Point{}, source.Point{}
	}
	return from, to
}

// first returns the first of the named members that is there.
func first(n jsontree.Node, names ...string) jsontree.Node {
	for _, name := range names {
		if v := n.Get(name); v.Exists() {
			return v
		}
	}
	return jsontree.Node{}
}

// pointIn reads a line, or an object with a line and a column. One that has characters
// is of a language server, which counts from 0.
func pointIn(n jsontree.Node) (p source.Point) {
	switch n.Kind() {
	case jsontree.Number:
		if x, err := strconv.ParseFloat(n.Text(), 64); err == nil && x == float64(int32(x)) && x > 0 {
			p.Line = int(x)
		}
	case jsontree.String:
		if m := LineText().FindStringSubmatch(n.Text()); m != nil {
			p.Line = Atoi(m[1])
		}
	case jsontree.Object:
		line, character := n.Get("line"), n.Get("character")
		if character.Kind() == jsontree.Number && line.Kind() == jsontree.Number {
			l, err1 := strconv.Atoi(line.Text())
			c, err2 := strconv.Atoi(character.Text())
			if err1 == nil && err2 == nil && l >= 0 && c >= 0 && l < 1<<30 && c < 1<<30 {
				return source.Point{Line: l + 1, Column: c + 1}
			}
			return p
		}
		p.Line, p.Column = pointIn(line).Line, pointIn(first(n, "column", "col")).Line
	}
	return p
}

// columnText reads columns such as c5 and "column 5".
var columnText = remark.Pattern(`(?i)^\s*(?:columns?|col\.?|c)[\s:.]*([0-9]{1,9})\s*$`)

// Column reads a column.
func (f Fields) Column(name string) int {
	if m := columnText().FindStringSubmatch(f.StrIfText(name)); m != nil {
		f.r.Repair("read the string in %s as a number", name)
		return Atoi(m[1])
	}
	return f.Whole(name, 1)
}

// sureness is what reviews call how sure they are.
var sureness = sync.OnceValue(func() map[string]float64 {
	return Words(map[float64]string{
		0.95: "certain very_high sure definite", 0.9: "high strong", 0.6: "medium moderate likely probable",
		0.3: "low weak unsure uncertain possible", 0.1: "very_low none",
	})
})

// Share reads a number from 0 to 1. More than that are percents, and so is the lower of
// the two readings where a 9 might be nine of ten.
func (f Fields) Share(name string) (x float64, given bool) {
	v := f.Get(name)
	s := strings.TrimSpace(v.Text())
	if v.Kind() == jsontree.String {
		if m := OutOf().FindStringSubmatch(s); m != nil {
			x, _ = strconv.ParseFloat(m[1]+m[3], 64)
			scale := 100.0
			if m[2] != "" {
				scale, _ = strconv.ParseFloat(m[2], 64)
			}
			if scale > 0 && x <= scale {
				f.r.Repair("read the string in %s as a share", name)
				return x / scale, true
			}
		}
		if x, known := sureness()[Snake(strings.ToLower(s))]; known {
			f.r.Repair("read the word in %s as a share", name)
			return x, true
		}
	}
	x, given = f.Num(name)
	switch {
	case !given:
		return 0, false
	case x > 1 && x <= 100:
		f.r.Repair("read the number in %s as percents", name)
		return x / 100, true
	case x < 0 || x > 100:
		f.Fail(name, "is %v; want a number from 0 to 1", x)
		return 0, false
	}
	return x, true
}

// Several returns the values of a field that has one value in the form and for which a
// review gives a list: the places of one finding.
func (f Fields) Several(name string) []Field {
	v := f.Get(name)
	if v.Kind() != jsontree.Array {
		return nil
	}
	var out []Field
	for _, e := range v.Items() {
		if e.Kind() != jsontree.Object && e.Kind() != jsontree.String || e.Kind() == jsontree.String && e.Text() == "" {
			continue
		}
		same := func(other Field) bool { return other.Text() == e.Text() }
		if !slices.ContainsFunc(out, same) {
			out = append(out, Field{e, v.Written})
		}
	}
	return out
}

// Unsure takes the replacement off a finding if a value was left out that could have said what to replace, or
// that has several places and does not say what of them to replace. A person sees it as advice.
func (r *Reader) Unsure(issue *review.Issue, several bool) {
	unknown := r.Odd["document"] || r.Odd["old_value"] || r.Odd["new_value"] || r.Odd["action"]
	if issue.Old == "" {
		if issue.Place.Quote == "" {
			for _, name := range []string{"quote", "line", "end_line", "column", "end_column"} {
				unknown = unknown || r.Odd[name]
			}
		}
		unknown = unknown || several && issue.Want != ""
	}
	if !unknown || issue.Remedy != review.Replace && issue.Remedy != review.Choose {
		return
	}
	if issue.Remedy == review.Replace && issue.Want != "" {
		r.Advise(issue, "new_value", issue.Want)
	}
	issue.Remedy, issue.Old, issue.Want, issue.Choices = review.NoRemedy, "", "", nil
}

// oddTexts reads the texts of a list in which other values stand, too.
func (f Fields) oddTexts(name string) []string {
	v := f.Get(name)
	out, whole := []string{}, v.Kind() == jsontree.Array
	for _, e := range v.Items() {
		if e.Kind() == jsontree.String {
			out = append(out, e.Text())
			continue
		}
		whole = false
		out = append(out, TextsIn(e)...)
	}
	switch {
	case whole:
	case len(out) == 0:
		f.Fail(name, "is %v; want a list of strings", v.Kind())
		return nil
	default:
		f.r.Repair("read the texts in %s", name)
	}
	return out
}

// OutOf reads scores such as 7/10 and 85%.
var OutOf = remark.Pattern(`^([0-9]+(?:\.[0-9]+)?)\s*(?:/|out of)\s*([0-9]+)$|^([0-9]+(?:\.[0-9]+)?)\s*%$`)
