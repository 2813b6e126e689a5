package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Read reads a report that JSON wrote; name is the file's, for messages.
func Read(name string, data []byte) (r Report, err error) {
	var shape struct {
		Version   *int            `json:"version"`
		Documents json.RawMessage `json:"documents"`
		Iteration json.RawMessage `json:"iteration_result"`
	}
	const want = "want what `check --format json` writes"
	if err := json.Unmarshal(data, &shape); err != nil {
		return r, fmt.Errorf("%s%s: %w; %s", name, gate.AtLine(data, err), gate.Worded(err), want)
	}
	switch {
	case shape.Iteration != nil:
		return r, fmt.Errorf("%s: is the result of a fix; %s", name, want)
	case shape.Version == nil || shape.Documents == nil:
		return r, fmt.Errorf("%s: is no result of a check; %s", name, want)
	case *shape.Version != Version:
		return r, fmt.Errorf("%s: has version %d, and this program reads version %d; use the same version for all shards",
			name, *shape.Version, Version)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("%s%s: %w; %s", name, gate.AtLine(data, err), gate.Worded(err), want)
	}
	for i := range r.Findings {
		if why := r.Findings[i].flaw(); why != "" {
			return r, fmt.Errorf("%s: finding %d %s; %s", name, i+1, why, want)
		}
	}
	return r, nil
}

// flaw says which invariant of a Report f breaks, "" if none.
func (f *Finding) flaw() string {
	switch {
	case f.Severity == 0:
		return "has no severity"
	case (f.Start == nil) != (f.End == nil):
		return "has a start or an end, and not the other"
	case f.Start == nil && f.Snippet != nil:
		return "has a snippet and no place"
	case f.Start != nil && (f.Start.flawed() || f.End.flawed() || f.End.Offset < f.Start.Offset ||
		f.End.Line < f.Start.Line):
		return "has a place that can't be"
	case f.Snippet != nil && (f.Snippet.Column < 1 || f.Start.Column < f.Snippet.Column):
		return "has a snippet that begins behind it"
	case f.Fix != nil && len(f.Fix.Edits) == 0:
		return "has a fix without edits"
	}
	for _, c := range f.Candidates {
		if c.Start.flawed() || c.End.flawed() {
			return "has a candidate whose place can't be"
		}
	}
	return ""
}

func (p Position) flawed() bool {
	return p.Offset < 0 || p.Line < 1 || p.Column < 1 || p.UTF16Column < 1 || p.ByteColumn < 1
}

// A Part is a report and the name of the file that it comes from.
type Part struct {
	Name   string
	Report Report
}

// Join makes one report of several that were made side by side. The parts of a sharded check must all be there, each
// once, and none may be of another check: a gate without one part would pass findings that it never saw. A document
// that two parts have reviewed has their findings united by Key.
func Join(parts []Part) (Report, error) {
	if err := complete(parts); err != nil {
		return Report{}, err
	}
	out := Report{Version: Version, Findings: []Finding{}}
	keys := map[review.Key]bool{}
	documents, silenced, most := 0, 0, 0
	for _, p := range parts {
		r := &p.Report
		out.Tool = r.Tool
		out.FailOn = stricter(out.FailOn, r.FailOn)
		out.Documents = append(out.Documents, r.Documents...)
		out.Failures = append(out.Failures, r.Failures...)
		documents += len(r.Documents)
		silenced, most = silenced+r.Summary.Silenced, max(most, r.Summary.Silenced)
		for i := range r.Findings {
			if key := r.Findings[i].Key; !keys[key] {
				keys[key] = true
				out.Findings = append(out.Findings, r.Findings[i])
			}
		}
	}
	sortFindings(out.Findings)
	out.Documents = joinDocuments(out.Documents)
	out.Failures = slices.Compact(SortedFailures(out.Failures))
	out.Summary = summarise(&out)
	if out.Summary.Silenced = silenced; len(out.Documents) < documents {
		out.Summary.Silenced = most // a part does not say where it counted them
	}
	return out, nil
}

// complete checks that the parts are all shards of one check, or none is a shard.
func complete(parts []Part) error {
	if len(parts) == 0 {
		return errors.New("there is no result to join")
	}
	first := parts[0]
	have := map[int]string{}
	for _, p := range parts {
		switch a, b := first.Report.Shard, p.Report.Shard; {
		case p.Report.Tool.Version != first.Report.Tool.Version:
			return fmt.Errorf("%s was made by version %s and %s by version %s; use the same version for all shards",
				first.Name, first.Report.Tool.Version, p.Name, p.Report.Tool.Version)
		case (a.Total == 0) != (b.Total == 0):
			return fmt.Errorf("%s and %s: one is a shard and the other is not", first.Name, p.Name)
		case b.Total == 0:
			continue
		case a.Total != b.Total:
			return fmt.Errorf("%s is of %d shards and %s of %d", first.Name, a.Total, p.Name, b.Total)
		case have[b.Index] != "":
			return fmt.Errorf("%s and %s are both shard %d of %d", have[b.Index], p.Name, b.Index, b.Total)
		default:
			have[b.Index] = p.Name
		}
	}
	for i := 1; i <= first.Report.Shard.Total; i++ {
		if have[i] == "" {
			return fmt.Errorf("shard %d of %d is missing", i, first.Report.Shard.Total)
		}
	}
	return nil
}

// stricter returns the lesser of two gates; 0 is no gate.
func stricter(a, b rules.Severity) rules.Severity {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

func joinDocuments(documents []Document) []Document {
	slices.SortStableFunc(documents, func(a, b Document) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(b.Diff, a.Diff))
	})
	out := slices.CompactFunc(documents, func(a, b Document) bool { return a.Path == b.Path })
	if out == nil {
		return []Document{}
	}
	return out
}

// sortFindings orders findings as reports list them: by path, place, rule and key. A
// finding without a place comes first.
func sortFindings(findings []Finding) {
	for i := range findings {
		if i > 0 && compareFindings(&findings[i-1], &findings[i]) > 0 {
			slices.SortStableFunc(findings, func(a, b Finding) int { return compareFindings(&a, &b) })
			return
		}
	}
}

func compareFindings(a, b *Finding) int {
	offset := func(p *Position) int {
		if p == nil {
			return -1
		}
		return p.Offset
	}
	if n := cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(offset(a.Start), offset(b.Start))); n != 0 {
		return n
	}
	return cmp.Or(cmp.Compare(offset(a.End), offset(b.End)), strings.Compare(a.Rule, b.Rule), cmp.Compare(a.Key, b.Key))
}
