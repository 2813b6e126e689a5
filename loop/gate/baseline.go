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
)

// A Baseline is the findings that a repository had when it adopted the gate, so
// that only new ones count. It is kept in a file that people can read and
// review, ordered so that a change of it shows as what it is:
//
//	{
//	  "version": 1,
//	  "documents": {
//	    "docs/guide.md": [
//	      { "rule": "terminology", "message": "Use …", "keys": ["0f3c…", "9b1e…"] }
//	    ]
//	  }
//	}
//
// A finding is first known by its Key, which survives edits elsewhere and moved
// lines. A Key changes with the heading above it; so what is left of an entry
// then covers as many findings of the same rule and message in the same
// document, wherever they stand.
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

const baselineVersion = 1

// ParseBaseline reads a baseline; name is the file's, for messages.
func ParseBaseline(name string, data []byte) (*Baseline, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var b Baseline
	if err := dec.Decode(&b); err != nil {
		return nil, fmt.Errorf("baseline %s%s: %w; want what `doc-iterate check --write-baseline FILE` writes", name, AtLine(data, err), err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("baseline %s: something follows its end; want what `doc-iterate check --write-baseline FILE` writes", name)
	}
	if b.Version != baselineVersion {
		return nil, fmt.Errorf("baseline %s: version %d is not known, want %d; want what `doc-iterate check --write-baseline FILE` writes", name, b.Version, baselineVersion)
	}
	return &b, nil
}

// Filter is the findings of the document at path that the baseline does not
// have, in their order, and how many of its own did not occur any more.
func (b *Baseline) Filter(path string, findings []review.Finding) (fresh []review.Finding, gone int) {
	if b == nil {
		return findings, 0
	}
	open := map[review.Key]bool{}
	for _, k := range b.Documents[path] {
		for _, key := range k.Keys {
			open[key] = true
		}
	}
	for i := range findings {
		if key := findings[i].Key; open[key] {
			delete(open, key)
		} else {
			fresh = append(fresh, findings[i])
		}
	}
	spare := map[[2]string]int{}
	for _, k := range b.Documents[path] {
		for _, key := range k.Keys {
			if open[key] {
				spare[[2]string{k.Rule, k.Message}]++
			}
		}
	}
	fresh = slices.DeleteFunc(fresh, func(f review.Finding) bool {
		same := [2]string{f.Rule, f.Message}
		if spare[same] == 0 {
			return false
		}
		spare[same]--
		return true
	})
	for _, n := range spare {
		gone += n
	}
	return fresh, gone
}

// Has reports whether the baseline has a finding of this Key in the document at
// path.
func (b *Baseline) Has(path string, key review.Key) bool {
	if b == nil {
		return false
	}
	return slices.ContainsFunc(b.Documents[path], func(k Known) bool { return slices.Contains(k.Keys, key) })
}

// NewBaseline is the baseline of findings. Of an older one, which may be nil, it
// keeps what keep holds for: the findings of rules and in documents that were not
// reviewed now.
func NewBaseline(findings []review.Finding, old *Baseline, keep func(path, rule string) bool) *Baseline {
	b := &Baseline{Version: baselineVersion, Documents: map[string][]Known{}}
	if old != nil {
		for path, known := range old.Documents {
			for _, k := range known {
				if keep(path, k.Rule) {
					b.Documents[path] = append(b.Documents[path], k)
				}
			}
		}
	}
	index := map[[3]string]int{}
	for i := range findings {
		f := &findings[i]
		same := [3]string{f.Path, f.Rule, f.Message}
		at, ok := index[same]
		if !ok {
			at = len(b.Documents[f.Path])
			index[same] = at
			b.Documents[f.Path] = append(b.Documents[f.Path], Known{Rule: f.Rule, Message: f.Message})
		}
		known := &b.Documents[f.Path][at]
		known.Keys = append(known.Keys, f.Key)
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

// Bytes is the content of the baseline's file.
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
