package format

import (
	"net/url"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// IsLSP recognises the diagnostics of a language server: what it publishes, alone, as the
// parameters of a message or in a list of such, and code actions with their diagnostics.
func IsLSP(n jsontree.Node) bool {
	if n.Kind() == jsontree.Array {
		n = n.First()
	}
	if p := n.Get("params"); p.Kind() == jsontree.Object {
		n = p
	}
	if n.Has("title", "diagnostics") {
		return n.Has("edit") || n.Has("kind")
	}
	return n.Get("uri").Kind() == jsontree.String && n.Get("diagnostics").Kind() == jsontree.Array
}

// Lsp reads diagnostics of the Language Server Protocol. Lines and characters count from 0,
// characters in UTF-16, and the end is not included. Their code actions stand next to them
// (codeActions, actions) or have them in their own diagnostics.
func (r *Reader) Lsp(n jsontree.Node) {
	if n.Kind() != jsontree.Array {
		r.lspFile(r.Foreign(n, nil))
		return
	}
	alone := Fields{r: r}
	var actions []Fields
	for i, one := range n.Items() {
		if one.Has("title") {
			actions = append(actions, r.Foreign(one, Numbered("action", i)))
			continue
		}
		r.lspFile(r.Foreign(one, Numbered("file", i)))
	}
	r.lspActions(alone, actions, nil)
}

// lspFile reads what is published about one document.
func (r *Reader) lspFile(f Fields) {
	if p := f.child("params"); p.Has("diagnostics") {
		f = p
	}
	var actions []Fields
	for _, name := range []string{"codeActions", "actions"} {
		for a := range f.Each(name, "action") {
			actions = append(actions, a)
		}
	}
	var all []Fields
	for d := range f.Each("diagnostics", "diagnostic") {
		all = append(all, d)
		for _, name := range []string{"codeActions", "actions"} {
			for a := range d.Each(name, "action") {
				a.ByKey = map[string]Field{"diagnostics": {}, "of": {Node: d.Get("range").Node}}
				actions = append(actions, a)
			}
		}
	}
	r.lspActions(f, actions, all)
}

// lspActions adds an issue for each diagnostic, with the edits of the actions for it.
func (r *Reader) lspActions(f Fields, actions, diagnostics []Fields) {
	uri := f.Str("uri")
	for _, a := range actions {
		for d := range a.Each("diagnostics", "diagnostic") {
			known := false
			for _, other := range diagnostics {
				known = known || sameDiagnostic(d, other)
			}
			if !known {
				diagnostics = append(diagnostics, d)
			}
		}
	}
	for _, d := range diagnostics {
		issue := finding(lspPath(uri), d.StrIfNumber("code"), d.Str("message"), lspSeverity(d.StrIfNumber("severity")))
		if name := d.StrIfText("source"); name != "" && r.Review.Reviewer.Name == "" {
			r.Review.Reviewer.Name = remark.Clean(name)
		}
		issue.Place.Range = lspRange(d.child("range"))
		cite(&issue, d.Get("codeDescription").Get("href").Text())
		var options []option
		for _, a := range actions {
			mine := a.Get("of").Exists() && string(a.Get("of").Raw()) == string(d.Get("range").Raw())
			for other := range a.Each("diagnostics", "diagnostic") {
				mine = mine || sameDiagnostic(d, other)
			}
			if !mine {
				continue
			}
			edits, path := r.lspEdits(a, uri)
			if issue.Path == "" {
				issue.Path = path
			}
			if path != issue.Path {
				edits = nil
			}
			if a.Get("isPreferred").Text() == "true" && edits != nil {
				options = []option{{edits, a.Str("title")}}
				break
			}
			options = append(options, option{edits, a.Str("title")})
		}
		if len(options) == 1 && options[0].edits != nil {
			setEdits(&issue, options[0].edits...)
		} else {
			r.offerOptions(&issue, "code actions", options)
		}
		r.Add(issue)
	}
}

// sameDiagnostic reports whether two are one: a code action repeats its diagnostics.
func sameDiagnostic(a, b Fields) bool {
	return a.Str("message") == b.Str("message") && lspRange(a.child("range")) == lspRange(b.child("range"))
}

// lspEdits reads the edits of an action, if they are of one document.
func (r *Reader) lspEdits(a Fields, uri string) (edits []review.IssueEdit, path string) {
	list, of := jsontree.Node{}, ""
	edit := a.child("edit")
	n := 0
	for key, changes := range edit.Get("changes").Members() {
		list, of = changes, key.Text()
		n++
	}
	for one := range edit.Each("documentChanges", "documentChanges") {
		list, of = one.List("edits"), one.child("textDocument").Str("uri")
		n++
	}
	if n != 1 {
		return nil, lspPath(uri)
	}
	for e := range r.Objects(list, a.Where, "edits") {
		edits = append(edits, review.IssueEdit{Range: editSpan(lspRange(e.child("range")), true), New: e.Str("newText")})
	}
	return edits, lspPath(of)
}

func lspRange(f Fields) review.Range {
	start, end := f.child("start"), f.child("end")
	if !start.Has("line") || !start.Has("character") {
		return review.Range{}
	}
	point := func(f Fields) source.Point {
		p := f.point("line", "character")
		return source.Point{Line: p.Line + 1, Column: p.Column + 1}
	}
	to := source.Point{}
	if end.Has("line") && end.Has("character") {
		to = point(end)
	}
	return span(source.UTF16, point(start), to)
}

// lspPath is the path of a document's URI.
func lspPath(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	if len(u.Path) > 2 && u.Path[2] == ':' {
		return strings.TrimPrefix(u.Path, "/")
	}
	return u.Path
}

func lspSeverity(s string) rules.Severity {
	switch s {
	case "1":
		return rules.Blocker
	case "3", "4":
		return rules.Suggestion
	}
	return rules.Warning
}

// StrIfNumber returns the digits of a number, or a text.
func (f Fields) StrIfNumber(name string) string {
	if v := f.Get(name); v.Kind() == jsontree.Number || v.Kind() == jsontree.String {
		return v.Text()
	}
	return ""
}
