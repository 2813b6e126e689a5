package gate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/identity"
)

// A Baseline is the findings that a repository had when it adopted the gate, so that only new ones count. It is kept in
// a file that people can read and review, ordered so that a change of it shows as what it is:
//
//	{
//	  "version": 2,
//	  "documents": {
//	    "docs/guide.md": [
//	      { "rule": "terminology", "message": "Use …", "keys": ["Qe0bZ5n1JkU.kd3-A_9x.Zk3dQ0aa.mZ4f"] }
//	    ]
//	  }
//	}
//
// A finding is known by its Key; see package identity. Version 1 had Keys that changed with the heading above the
// finding, so an entry with such a Key covers another finding of its rule and message where its own is not there.
type Baseline struct {
	Version   int                `json:"version"`
	Documents map[string][]Known `json:"documents"`
}

// Known is the findings of one document that share rule and message.
type Known struct {
	Rule    string       `json:"rule"`
	Message string       `json:"message"`
	Keys    []review.Key `json:"keys"`
}

const baselineVersion = 2

// ParseBaseline reads a baseline; name is the file's, for messages.
func ParseBaseline(name string, data []byte) (*Baseline, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var b Baseline
	if err := dec.Decode(&b); err != nil {
		return nil, fmt.Errorf("baseline %s%s: %w; want what `doc-iterate check --write-baseline FILE` writes", name,
			AtLine(data, err), Worded(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("baseline %s: something follows its end; want what `doc-iterate check --write-baseline "+
			"FILE` writes", name)
	}
	if b.Version != baselineVersion && !b.IsFormer() {
		return nil, fmt.Errorf("baseline %s: version %d is not known, want %d; want what `doc-iterate check "+
			"--write-baseline FILE` writes", name, b.Version, baselineVersion)
	}
	return &b, nil
}

// IsFormer reports whether version 0.1 wrote the baseline.
func (b *Baseline) IsFormer() bool { return b.Version == baselineVersion-1 }

// Filter returns the findings of the document at path that the baseline does not have, in their order.
func (b *Baseline) Filter(path string, findings []review.Finding) (fresh []review.Finding) {
	for i, known := range b.Knows(path, findings) {
		if !known {
			fresh = append(fresh, findings[i])
		}
	}
	return fresh
}

// Knows says of each finding of the document at path whether the baseline, which may be nil, has it. Findings of
// several reviewers may share a Key, so each entry covers one of them: best the one that is the same in all.
func (b *Baseline) Knows(path string, findings []review.Finding) []bool {
	known := make([]bool, len(findings))
	if b == nil {
		return known
	}
	open := cover(known, findings, entries(b.Documents[named(path)]), func(e entry) entry { return e })
	var former []entry
	var keys, found []review.Key
	for _, e := range open {
		if e.key.IsFormer() {
			former = append(former, e)
		} else {
			keys = append(keys, e.key)
		}
	}
	var at []int
	for i := range findings {
		if !known[i] {
			found, at = append(found, findings[i].Key), append(at, i)
		}
	}
	for i, was := range identity.Assign(keys, found) {
		known[at[i]] = was >= 0
	}
	coverFormer(known, findings, former)
	return known
}

// coverFormer is cover for entries with Keys of version 0.1.
func coverFormer(known []bool, findings []review.Finding, open []entry) {
	if len(open) == 0 {
		return
	}
	findings = slices.Clone(findings)
	for i := range findings {
		findings[i].Key = findings[i].Former
	}
	for _, same := range []func(entry) entry{
		func(e entry) entry { return e },
		func(e entry) entry {
			if e.rule == "" { // two reviewers may say two things about one place
				return e
			}
			return entry{key: e.key}
		},
		func(e entry) entry { return entry{rule: e.rule, message: e.message} },
	} {
		open = cover(known, findings, open, same)
	}
}

// named returns a path as the file has it, which holds nothing but UTF-8.
func named(path string) string { return strings.ToValidUTF8(path, "\uFFFD") }

// An entry is one finding as a baseline knows it.
type entry struct {
	rule, message string
	key           review.Key
}

func entryOf(f *review.Finding) entry { return entry{f.Rule, f.Message, f.Key} }

func entries(known []Known) []entry {
	var out []entry
	for _, k := range known {
		for _, key := range k.Keys {
			out = append(out, entry{k.Rule, k.Message, key})
		}
	}
	return out
}

// cover marks the findings that entries of a baseline are the same to, one each, and returns the entries that are left.
func cover(known []bool, findings []review.Finding, open []entry, same func(entry) entry) (left []entry) {
	spare := map[entry]int{}
	for _, e := range open {
		spare[same(e)]++
	}
	for i := range findings {
		if e := same(entryOf(&findings[i])); !known[i] && spare[e] > 0 {
			known[i] = true
			spare[e]--
		}
	}
	for _, e := range open {
		if s := same(e); spare[s] > 0 {
			spare[s]--
			left = append(left, e)
		}
	}
	return left
}

// NewBaseline returns the baseline of findings. Of an older one, which may be nil, it keeps what keep holds for: the
// findings of rules and in documents that were not reviewed now.
func NewBaseline(findings []review.Finding, old *Baseline, keep func(path, rule string) bool) *Baseline {
	b := &Baseline{Version: baselineVersion, Documents: map[string][]Known{}}
	index := map[[3]string]int{}
	add := func(path string, e entry) {
		same := [3]string{path, e.rule, e.message}
		at, ok := index[same]
		if !ok {
			at = len(b.Documents[path])
			index[same] = at
			b.Documents[path] = append(b.Documents[path], Known{Rule: e.rule, Message: e.message})
		}
		known := &b.Documents[path][at]
		known.Keys = append(known.Keys, e.key)
	}
	type placed struct {
		path string
		entry
	}
	kept := map[placed]int{} // which may be found again
	if old != nil {
		for path, known := range old.Documents {
			for _, e := range entries(known) {
				if keep(path, e.rule) {
					kept[placed{path, e}]++
					add(path, e)
				}
			}
		}
	}
	for i := range findings {
		f := &findings[i]
		if again := (placed{named(f.Path), entryOf(f)}); kept[again] > 0 {
			kept[again]--
		} else {
			add(named(f.Path), entryOf(f))
		}
	}
	for _, known := range b.Documents {
		slices.SortFunc(known, func(a, b Known) int {
			return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
		})
		for i := range known {
			slices.Sort(known[i].Keys)
		}
	}
	return b
}

// Bytes returns the content of the baseline's file.
func (b *Baseline) Bytes() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(b); err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	return out.Bytes(), nil
}
