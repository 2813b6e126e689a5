package runs

import (
	"bufio"
	"fmt"
	"io"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
)

// A Status is where the iteration of one document stands.
type Status struct {
	result.State
	// Rate is nil where it is not known.
	Rate *Rate `json:"convergence_rate,omitempty"`
}

// A Rate says how many of the runs over a document that are on record ended with nothing left that counts.
type Rate struct {
	Runs      int `json:"runs"`
	Converged int `json:"converged"`
}

// Count adds a run that ended with the decision; nil is one that did not end.
func (r *Rate) Count(d *table.Decision) {
	r.Runs++
	if d != nil && d.Control == table.Proceed {
		r.Converged++
	}
}

// WriteStatus writes where the iteration of documents stands, as it was last kept, in the formats text, json and yaml;
// any other format is text. JSON of one document is its state; of several, a list.
func WriteStatus(w io.Writer, f report.Format, states []Status, s report.Style) error {
	switch f {
	case report.JSON, report.YAML:
		var v any = states
		if len(states) == 1 {
			v = states[0]
		}
		return report.Encode(w, f, v)
	}
	out := bufio.NewWriter(w)
	if len(states) == 0 {
		out.WriteString("No run is on record here.\n")
	}
	for i := range states {
		writeState(out, &states[i], s)
	}
	return out.Flush()
}

func writeState(out *bufio.Writer, st *Status, s report.Style) {
	fmt.Fprintf(out, "%s\n", s.Paint(report.Bold, wording.Visible(st.Document)))
	fmt.Fprintf(out, "  iteration %d of %d, started %s, trend: %s, quality score %.0f\n",
		st.Iteration.Current, st.Iteration.Max, stamp(st.Iteration.StartedAt), st.Trend, st.Score)
	for _, e := range st.Iteration.History {
		fmt.Fprintf(out, "  pass %d  %s  %d → %d issues, %s, %s, "+
			"%v\n", e.Iteration, stamp(e.Timestamp), e.IssuesIn, e.IssuesOut,
			wording.Count(len(e.FixesApplied), "finding")+" edited", e.Verdict,
			(time.Duration(e.DurationMS) * time.Millisecond).Round(time.Millisecond))
	}
	for _, o := range st.Reviews {
		fmt.Fprintf(out, "  review %s\n", opinionOf(o))
	}
	writeMetrics(out, st.Metrics)
	if st.Rate != nil {
		fmt.Fprintf(out, "  %d of %s on record converged\n", st.Rate.Converged, wording.Count(st.Rate.Runs, "run"))
	}
	if st.Decision != nil {
		fmt.Fprintf(out, "  decision: %s (%s). "+
			"%s\n", st.Decision.Action.Outcome(), st.Decision.Reason, wording.Visible(st.Decision.Message))
	}
	if len(st.Remaining) == 0 {
		out.WriteString("  nothing is left open\n\n")
		return
	}
	fmt.Fprintf(out, "  %s left open:\n", wording.Count(len(st.Remaining), "issue"))
	for _, r := range st.Remaining {
		human := ""
		if r.RequiresHuman {
			human = " (needs you)"
		}
		fmt.Fprintf(out, "  - [%s] %s  %s%s\n", s.Paint(report.SeverityPaint(r.Severity), capital(r.Severity.String())),
			wording.Visible(r.Description), s.Paint(report.Dim, wording.Visible(r.ID)), human)
	}
	writeAsks(out, st.Questions, s)
	out.WriteByte('\n')
}

// writeMetrics says what the iterations cost and brought, where other programs had a part in them.
func writeMetrics(out *bufio.Writer, m engine.Metrics) {
	if m.Programs == 0 {
		return
	}
	fmt.Fprintf(out, "  in %s: %s of other programs, %d failed, %s; %s worked on\n",
		wording.Count(m.Iterations, "iteration"),
		wording.Count(m.Programs, "run"), m.Failures, wording.Count(m.Tokens, "token"), wording.Count(m.Gaps, "gap"))
	fmt.Fprintf(out, "  that brought %s, %s, %s; coverage %+.0f points, confidence %+.2f\n",
		wording.Count(m.SectionsNew, "reviewed section"),
		wording.Count(m.FindingsNew, "new finding"), wording.Count(m.Citations, "citation"), m.CoverageGain, m.ConfidenceGain)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "at an unknown time"
	}
	return t.Format("2006-01-02 15:04:05 MST")
}

// A LogEntry is one pass of one run as the private chain records it.
type LogEntry struct {
	Run     string    `json:"run"`
	Pass    int       `json:"pass"` // 0 is the snapshot
	Verdict string    `json:"verdict,omitempty"`
	Commit  string    `json:"commit"`
	Base    string    `json:"base,omitempty"`
	Time    time.Time `json:"time"`
	Subject string    `json:"subject"`
	Paths   []string  `json:"paths"`
	// Published is the commit on the branch, "" where there is none.
	Published string `json:"published,omitempty"`
	// Withheld says that an accepted pass has not reached the documents: it was refused or cut short, or waits for the
	// end of its run.
	Withheld bool `json:"withheld,omitempty"`
	Undone   bool `json:"undone,omitempty"`
}

// WriteLog writes the recorded runs, in the order given: text, json or yaml; any other format is text.
func WriteLog(w io.Writer, f report.Format, entries []LogEntry, s report.Style) error {
	switch f {
	case report.JSON, report.YAML:
		return report.Encode(w, f, append([]LogEntry{}, entries...)) // an empty list, not null
	}
	out := bufio.NewWriter(w)
	if len(entries) == 0 {
		out.WriteString("No run is on record here.\n")
	}
	for i, e := range entries {
		if i == 0 || entries[i-1].Run != e.Run {
			fmt.Fprintf(out, "%s\n", s.Paint(report.Bold, "run "+wording.Visible(e.Run)))
		}
		what := "snapshot"
		if e.Pass > 0 {
			what = fmt.Sprintf("pass %d %s", e.Pass, wording.Visible(e.Verdict))
		}
		fmt.Fprintf(out, "  %s  %s  %-15s  %s", s.Paint(report.Yellow, short(e.Commit)), stamp(e.Time), what,
			wording.Visible(e.Subject))
		switch {
		case e.Undone:
			out.WriteString("  (undone)")
		case e.Published != "":
			fmt.Fprintf(out, "  (on the branch as %s)", short(e.Published))
		case e.Withheld:
			out.WriteString("  (not in the documents)")
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// short returns a commit id as people read it.
func short(id string) string { return wording.Visible(id[:min(len(id), 10)]) }
