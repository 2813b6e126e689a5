package findingcache

import (
	"bytes"
	"encoding/gob"
	"encoding/json"

	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Result is what a check found in one document: its text where text is printed, else its findings.
type Result struct {
	Worst     rules.Severity // 0 where nothing was found
	Silenced  int            // findings that comments suppressed
	Tail      report.Tail
	Documents []report.Document
	Findings  []report.Finding
	Text      []byte
}

// resultHead is a Result without its text. A severity of 0 has no name that JSON could have.
type resultHead struct {
	Worst     int
	Silenced  int
	Tail      report.Tail
	Documents []report.Document
	Findings  []report.Finding
}

// encode returns r as bytes, nil where that can't be.
func (r *Result) encode() []byte {
	head := resultHead{int(r.Worst), r.Silenced, r.Tail, r.Documents, r.Findings}
	var out bytes.Buffer
	var err error
	if len(r.Documents)+len(r.Findings) > 0 {
		out.WriteByte('g')
		err = gob.NewEncoder(&out).Encode(head)
	} else { // the usual case, in less time
		out.WriteByte('j')
		err = json.NewEncoder(&out).Encode(head)
	}
	if err != nil {
		return nil
	}
	out.Write(r.Text)
	return out.Bytes()
}

// decodeResult reads what encode returns.
func decodeResult(kept []byte) (r Result, ok bool) {
	if len(kept) == 0 {
		return r, false
	}
	var head resultHead
	var err error
	if rest := kept[1:]; kept[0] == 'g' {
		err = gob.NewDecoder(bytes.NewReader(rest)).Decode(&head)
	} else {
		line, text, _ := bytes.Cut(rest, []byte("\n"))
		r.Text, err = text, json.Unmarshal(line, &head)
	}
	r.Worst, r.Silenced, r.Tail = rules.Severity(head.Worst), head.Silenced, head.Tail
	r.Documents, r.Findings = head.Documents, head.Findings
	return r, err == nil
}
