package findingcache

import (
	"bytes"
	"encoding/gob"

	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Result is what a check found in one document: its text where text is printed, else its findings.
type Result struct {
	Counted
	Documents []report.Document
	Findings  []report.Finding
	Text      []byte
}

// Counted is the numbers of a Result.
type Counted struct {
	Worst    rules.Severity // 0 where nothing was found
	Silenced int            // findings that comments suppressed
	Tail     report.Tail
}

// bytes returns what r has beside its numbers: the text as it is or, where listed is set, the findings.
func (r *Result) bytes() (data []byte, listed bool, err error) {
	if len(r.Documents)+len(r.Findings) == 0 {
		return r.Text, false, nil
	}
	var out bytes.Buffer
	err = gob.NewEncoder(&out).Encode(Result{Documents: r.Documents, Findings: r.Findings})
	return out.Bytes(), true, err
}
