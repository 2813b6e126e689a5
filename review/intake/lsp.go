package intake

import (
	"net/url"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// isLSP recognises the diagnostics of a language server: what it publishes, alone, as the
// parameters of a message or in a list of such, and code actions with their diagnostics.
func isLSP(n jsontree.Node) bool {
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

// lsp reads diagnostics of the Language Server Protocol. Lines and characters count from 0,
// characters in UTF-16, and the end is not included. Their code actions stand beside them
// (codeActions, actions) or have them in their own diagnostics.
func (r *reader) lsp(n jsontree.Node) {
	if n.Kind() != jsontree.Array {
		r.lspFile(r.foreign(n, nil))
		return
	}
	alone := fields{r: r}
	var actions []fields
	for i, one := range n.Items() {
		if one.Has("title") {
			actions = append(actions, r.foreign(one, numbered("action", i)))
			continue
		}
		r.lspFile(r.foreign(one, numbered("file", i)))
	}
	r.lspActions(alone, actions, nil)
}

// lspFile reads what is published about one document.
func (r *reader) lspFile(f fields) {
	if p := f.child("params"); p.has("diagnostics") {
		f = p
	}
	var actions []fields
	for _, name := range []string{"codeActions", "actions"} {
		for a := range f.each(name, "action") {
			actions = append(actions, a)
		}
	}
	var all []fields
	for d := range f.each("diagnostics", "diagnostic") {
		all = append(all, d)
		for _, name := range []string{"codeActions", "actions"} {
			for a := range d.each(name, "action") {
				a.byKey = map[string]field{"diagnostics": {}, "of": {Node: d.get("range").Node}}
				actions = append(actions, a)
			}
		}
	}
	r.lspActions(f, actions, all)
}

// lspActions adds an issue for each diagnostic, with the edits of the actions for it.
func (r *reader) lspActions(f fields, actions, diagnostics []fields) {
	uri := f.str("uri")
	for _, a := range actions {
		for d := range a.each("diagnostics", "diagnostic") {
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
		issue := finding(lspPath(uri), d.strIfNumber("code"), d.str("message"), lspSeverity(d.strIfNumber("severity")))
		if name := d.strIfText("source"); name != "" && r.review.Reviewer.Name == "" {
			r.review.Reviewer.Name = Clean(name)
		}
		issue.Place.Range = lspRange(d.child("range"))
		cite(&issue, d.get("codeDescription").Get("href").Text())
		var options []option
		for _, a := range actions {
			mine := a.get("of").Exists() && string(a.get("of").Raw()) == string(d.get("range").Raw())
			for other := range a.each("diagnostics", "diagnostic") {
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
			if a.get("isPreferred").Text() == "true" && edits != nil {
				options = []option{{edits, a.str("title")}}
				break
			}
			options = append(options, option{edits, a.str("title")})
		}
		if len(options) == 1 && options[0].edits != nil {
			setEdits(&issue, options[0].edits...)
		} else {
			r.offerOptions(&issue, "code actions", options)
		}
		r.add(issue)
	}
}

// sameDiagnostic reports whether two are one: a code action repeats its diagnostics.
func sameDiagnostic(a, b fields) bool {
	return a.str("message") == b.str("message") && lspRange(a.child("range")) == lspRange(b.child("range"))
}

// lspEdits reads the edits of an action, if they are of one document.
func (r *reader) lspEdits(a fields, uri string) (edits []review.IssueEdit, path string) {
	list, of := jsontree.Node{}, ""
	edit := a.child("edit")
	n := 0
	for key, changes := range edit.get("changes").Members() {
		list, of = changes, key.Text()
		n++
	}
	for one := range edit.each("documentChanges", "documentChanges") {
		list, of = one.list("edits"), one.child("textDocument").str("uri")
		n++
	}
	if n != 1 {
		return nil, lspPath(uri)
	}
	for e := range r.objects(list, a.where, "edits") {
		edits = append(edits, review.IssueEdit{Range: editSpan(lspRange(e.child("range")), true), New: e.str("newText")})
	}
	return edits, lspPath(of)
}

func lspRange(f fields) review.Range {
	start, end := f.child("start"), f.child("end")
	if !start.has("line") || !start.has("character") {
		return review.Range{}
	}
	point := func(f fields) source.Point {
		p := f.point("line", "character")
		return source.Point{Line: p.Line + 1, Column: p.Column + 1}
	}
	to := source.Point{}
	if end.has("line") && end.has("character") {
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
