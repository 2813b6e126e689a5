package rule

import (
	"fmt"
	"net/url"
	slashpath "path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Reference is the rule reference.
var Reference = review.Reviewer{
	Rule: rules.Rule{
		ID:       "reference",
		Category: rules.CategoryReference,
		Section:  "references",
		Title:    "Link that leads nowhere",
		Doc: rules.Doc{
			What: "A relative link or image names a file that the repository does not hold, or a fragment that no heading " +
				"and no HTML id of the target has. Nothing is fetched: URLs are not looked at, and neither are paths that " +
				"start with a slash and are no file, because they belong to the site that the documents become. A " +
				"first check counts links to files that git ignores, and does not show them: a build may make them. A " +
				"code block whose info string says file=path, with lines as in #L3-L6 if you like, must be what stands in " +
				"that file.",
			Why:     "A reader of a dead link can't go on, and no error shows.",
			Example: "    See [setup](#Set-up).        See [setup](#set-up).\n\n    ## Set up                    ## Set up",
			Fix: "A fragment that differs from one heading's in nothing but case and punctuation is put right. Other near " +
				"misses, and files that stand elsewhere, are offered for a person to choose.",
			Leaves: "Everything but the fragment: where a link leads outside its page is never changed.",
		},
	},
	Find: findReferences,
}

func findReferences(p *review.Pass) {
	d, set := p.Doc, p.Set
	if set.References == nil {
		return
	}
	c := referenceCheck{doc: d, site: p.Corpus.Site, config: set.References, report: p.Report}
	for _, o := range link.LocalOf(d) {
		c.link(o.Span, !o.ReadOnly)
	}
	for i := range d.Nodes() {
		if d.Nodes()[i].Kind == markdown.FencedCode {
			c.quoted(i)
		}
	}
}

type referenceCheck struct {
	doc    *zone.Document
	site   *link.Site
	config *rules.References
	report func(review.Finding)
	// searches counts the searches for a similar fragment. Each one compares every heading of the target. After
	// maxSearches there are no more: a document with so many dead links has another problem.
	searches int
	// shapes has the globs of those that this document said.
	shapes map[string]bool
}

const maxSearches = 64

// link checks one destination; in HTML there is no fix.
func (c *referenceCheck) link(at source.Span, markdown bool) {
	if source.HasScheme(c.doc.Bytes(at)) {
		return // as most have
	}
	raw := string(c.doc.Bytes(at))
	dest, ok := link.ParseDestination(raw)
	if !ok || c.config.Ignored(raw) {
		return
	}
	target, found, exact, known := c.site.Target(c.doc.Path, dest)
	switch {
	case !known:
	case !found && c.site.FromPage(c.doc.Path, dest, markdown):
	case (!found || target == c.doc.Path) && link.Partial(c.doc.Path):
	case !found:
		if !c.ofDeadShape(at, dest, target) {
			c.missingFile(at, target)
		}
	case dest.Fragment != "":
		c.fragment(at, dest, target, markdown && exact)
	}
}

// ofDeadShape reports whether no link of the repository like this one leads to a file. One of them is reported for all.
func (c *referenceCheck) ofDeadShape(at source.Span, dest link.Destination, target string) bool {
	shape, first := c.site.DeadShape(dest)
	if shape == nil {
		return false
	}
	if first == c.doc.Path && !c.shapes[shape.Glob] {
		if c.shapes == nil {
			c.shapes = map[string]bool{}
		}
		c.shapes[shape.Glob] = true
		why := review.OneShape
		if c.site.Files().Generated(target) {
			why = review.Generated
		}
		c.report(review.Finding{
			Severity: c.config.Severity, Span: at, Old: string(c.doc.Bytes(at)), RequiresHuman: true,
			AutoFix: review.AutoFixNo,
			Message: fmt.Sprintf("Correct the links, or write \"ignore\": [%q] in references: no link of this form "+
				"leads to a file.", shape.Glob),
			Reason: review.Because(why, fmt.Sprintf("The repository has %d such links in %d documents.",
				shape.Links, shape.Documents)),
		})
	}
	return true
}

func (c *referenceCheck) missingFile(at source.Span, target string) {
	f := review.Finding{
		Severity: c.config.Severity, Span: at, Old: string(c.doc.Bytes(at)),
		Message: fmt.Sprintf("Correct the link: there is no file %q.", target),
		Reason:  review.Because("no-near-miss", "No file in the repository has a similar name."),
	}
	if c.site.Files().Generated(target) {
		f.Reason = review.Because(review.Generated, "Git ignores the file: a build may make it.")
		c.report(f)
		return
	}
	if others := c.site.Files().Named(slashpath.Base(target)); len(others) == 1 && !link.EscapesNumber(f.Old) {
		if path, ok := relative(c.doc.Path, others[0]); ok {
			offer(&f, path+fragmentOf(f.Old))
		}
	}
	c.report(f)
}

// fragment checks the part of a destination behind the #. fixable says that it is certain which file the link means.
func (c *referenceCheck) fragment(at source.Span, dest link.Destination, target string, fixable bool) {
	anchors := c.anchors(target, c.site.LikelyStyle(c.config, target))
	if anchors == nil || anchors.Has(dest.Fragment) || link.OwnFragment(dest.Fragment) {
		return
	}
	rule := c.site.SlugRule(c.config, target)
	same := anchors.Folded(dest.Fragment)
	for i, style := range rule.Styles {
		a := c.anchors(target, style)
		if a.Has(dest.Fragment) {
			if !rule.Known {
				c.site.LeaveAlone()
			}
			return
		}
		if folded := a.Folded(dest.Fragment); i == 0 {
			anchors, same = a, folded
		} else if !slices.Equal(same, folded) {
			rule.Known, same = false, slices.Concat(same, folded)
		}
	}
	if !c.config.SlugNamed && c.inAnyStyle(dest.Fragment, target) || c.site.Given(c.doc.Path, target, dest) ||
		c.site.Object(c.doc.Path, dest.Fragment) && (len(same) == 0 || strings.Contains(dest.Fragment, ".")) {
		return
	}
	old := string(c.doc.Bytes(at))
	f := review.Finding{
		Severity: c.config.Severity, Span: at, Old: old,
		Message: fmt.Sprintf("Correct the link: no heading of %s has the fragment %q.", c.name(target), dest.Fragment),
		Reason:  review.Because("no-near-miss", "No heading has a similar fragment."),
	}
	if !rule.Known {
		c.site.LeaveAlone()
		// A fragment with the letters of a heading may be that heading's.
		if len(same) == 0 {
			f.Reason = review.Because("slug-rule-unknown", "Name the generator in references.slug.")
			c.report(f)
		}
		return
	}
	if link.EscapesNumber(old) {
		f.Reason = review.Because("escaped", "Its # may be part of an escape such as &#35;.")
		c.report(f)
		return
	}
	file, fragment, _ := strings.Cut(old, "#")
	to := func(slug string) string { return file + "#" + link.WriteFragment(slug, fragment) }
	switch {
	case len(same) == 1 && fixable:
		f.Want, f.Reason = to(same[0]), review.Reason{}
	case len(same) == 1:
		offer(&f, to(same[0]))
	case c.searches < maxSearches:
		c.searches++
		if near := link.Nearest(strings.ToLower(dest.Fragment), anchors.Slugs); near != "" {
			offer(&f, to(near))
		}
	}
	c.report(f)
}

// inAnyStyle reports whether a known generator makes the fragment of a heading of the target. Which one makes the pages
// may be another than the files of the repository show.
func (c *referenceCheck) inAnyStyle(fragment, target string) bool {
	return slices.ContainsFunc(rules.SlugStyles(), func(style rules.SlugStyle) bool {
		if style == rules.SlugObsidian && !strings.Contains(fragment, " ") {
			return false
		}
		a := c.anchors(target, style)
		return a != nil && a.Has(fragment)
	})
}

// anchors returns the fragments that a link to the document at path may name by a rule.
func (c *referenceCheck) anchors(path string, style rules.SlugStyle) *link.Anchors {
	if path == c.doc.Path {
		return c.site.OwnAnchors(c.doc, style)
	}
	return c.site.Anchors(path, style)
}

// offer makes a destination the one choice of a finding.
func offer(f *review.Finding, destination string) {
	f.Remedy, f.Choices, f.Reason = review.Choose, []string{destination}, review.Reason{}
	f.Message = strings.TrimSuffix(f.Message, ".") + fmt.Sprintf("; %q would lead somewhere.", destination)
}

func (c *referenceCheck) name(target string) string {
	if target == c.doc.Path {
		return "this document"
	}
	return target
}

// fragmentOf returns the # of a destination and what stands behind it.
func fragmentOf(destination string) string {
	if i := strings.IndexByte(destination, '#'); i >= 0 {
		return destination[i:]
	}
	return ""
}

// relative returns how a document at from links to the file at to. It reports false
// when that takes the name of a folder above the one that paths are named from.
func relative(from, to string) (string, bool) {
	dir := strings.Split(slashpath.Dir(from), "/")
	if dir[0] == "." {
		dir = dir[1:]
	}
	elements := strings.Split(to, "/")
	shared := 0
	for shared < len(dir) && shared < len(elements)-1 && dir[shared] == elements[shared] {
		shared++
	}
	if shared < len(dir) && dir[shared] == ".." {
		return "", false
	}
	rel := strings.Repeat("../", len(dir)-shared) + strings.Join(elements[shared:], "/")
	return strings.NewReplacer("(", "%28", ")", "%29").Replace((&url.URL{Path: rel}).EscapedPath()), true
}
