package workspace

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// LearnedNames returns, as text, the names that heading-case sees in the headings of the documents that the arguments
// name, what shows each to be one, and a place where the text has it.
func (w *Workspace) LearnedNames(ctx context.Context, args []string) (string, error) {
	selection, err := w.Open(ctx, args)
	if err != nil {
		return "", err
	}
	var names []casing.Learned
	var texts []source.Stored
	for _, g := range ByRules(selection.Documents, selection.Around) {
		set := g.Documents[0].Rules
		if h := set.Style.HeadingCase; h == nil || h.Style != rules.SentenceCase {
			return "", fmt.Errorf("%s: heading-case does not ask for sentence case here; names matter to that style alone",
				g.Documents[0].Path)
		}
		others := w.OtherDocuments(ctx, g)()
		var own []source.Stored
		for _, d := range g.Documents {
			own = append(own, source.Stored{Path: filepath.ToSlash(d.Path), Read: d.Read})
		}
		texts = append(texts, slices.Concat(own, others)...)
		files := func() *link.Files { return w.Files(ctx, g.Documents) }
		corpus := review.OpenCorpus(review.Sources{
			Texts: own, Dialects: DialectsOf(g.Documents), Files: files,
			Context: func() []source.Stored { return others }, Jobs: w.Jobs,
		})
		for _, d := range g.Documents {
			src, err := d.Read()
			if err != nil {
				return "", err
			}
			names = append(names, corpus.LearnedNames(zone.Parse(d.Path, src, d.Dialect), set)...)
		}
	}
	if len(names) == 0 {
		return "", ctx.Err()
	}
	slices.SortStableFunc(names, func(a, b casing.Learned) int { return strings.Compare(a.Name, b.Name) })
	names = slices.CompactFunc(names, func(a, b casing.Learned) bool { return a.Name == b.Name })
	return namesTable(names, placesOf(names, texts))
}

func namesTable(names []casing.Learned, places map[string]string) (string, error) {
	var out strings.Builder
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, n := range names {
		from := n.From.String()
		if n.From == casing.FromText {
			from = fmt.Sprintf("text: %d with a capital, %d without", n.Upper, n.Lower)
		}
		row := wording.Visible(n.Name) + "\t" + from
		if place := places[n.Name]; place != "" {
			row += "\t" + wording.Visible(place)
		}
		fmt.Fprintln(table, row)
	}
	err := table.Flush()
	return out.String(), err
}

// placesOf returns where the text first has each name outside of headings, as file:line. It goes by the order of the
// paths, and reads each text once.
func placesOf(names []casing.Learned, texts []source.Stored) map[string]string {
	texts = slices.Clone(texts)
	slices.SortFunc(texts, func(a, b source.Stored) int { return strings.Compare(a.Path, b.Path) })
	places := map[string]string{}
	for _, t := range texts {
		src, err := t.Read()
		if err != nil {
			continue // it was no evidence either
		}
		for _, n := range names {
			if places[n.Name] != "" {
				continue
			}
			if at := firstInText(src, []byte(n.Name)); at >= 0 {
				places[n.Name] = fmt.Sprintf("%s:%d", t.Path, 1+bytes.Count(src[:at], []byte{'\n'}))
			}
		}
	}
	return places
}

// firstInText returns the offset of the first whole word, or words, in a line that is no heading; -1 where there is
// none.
func firstInText(src, name []byte) int {
	for from := 0; ; {
		n := bytes.Index(src[from:], name)
		if n < 0 {
			return -1
		}
		at, end := from+n, from+n+len(name)
		line := src[bytes.LastIndexByte(src[:at], '\n')+1 : at]
		if !bytes.HasPrefix(bytes.TrimLeft(line, " >"), []byte("#")) && (at == 0 || !source.IsLetter(src[at-1])) &&
			(end == len(src) || !source.IsLetter(src[end])) {
			return at
		}
		from = end
	}
}
