package loop_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// rewriter is an external fixer that writes one text.
type rewriter struct {
	program rules.Program
	reply   loop.RewriteReply
	err     error
	mu      sync.Mutex // it is asked about several findings at once
	asked   []loop.RewriteRequest
}

func (w *rewriter) Program() rules.Program { return w.program }

func (w *rewriter) Rewrite(_ context.Context, req loop.RewriteRequest) (loop.RewriteReply, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, req)
	return w.reply, w.err
}

func TestExternalFixer(t *testing.T) {
	text := "# A\n\nThe timeout is TODO.\n"
	for name, tt := range map[string]struct {
		reply  loop.RewriteReply
		err    error
		after  string
		reason table.Reason
		status string
	}{
		"writes":          {loop.RewriteReply{Text: "30 seconds", Fixed: true}, nil, "# A\n\nThe timeout is 30 seconds.\n", table.ReasonClean, "fixed fix"},
		"has no answer":   {loop.RewriteReply{}, nil, text, table.ReasonAllFixesFailed, "escalated requires-human"},
		"fails":           {loop.RewriteReply{}, errScript, text, table.ReasonAllFixesFailed, "escalated requires-human"},
		"adds a heading":  {loop.RewriteReply{Text: "x\n\n# B\n\ny", Fixed: true}, nil, text, table.ReasonAllFixesFailed, "escalated requires-human"},
		"breaks out":      {loop.RewriteReply{Text: "x\n\ny", Fixed: true}, nil, text, table.ReasonAllFixesFailed, "rejected contract"},
		"writes a TODO":   {loop.RewriteReply{Text: "TODO TODO", Fixed: true}, nil, text, table.ReasonRegression, "rejected regression"},
		"writes it again": {loop.RewriteReply{Text: "todo", Fixed: true}, nil, "# A\n\nThe timeout is todo.\n", table.ReasonClean, "fixed fix"},
	} {
		t.Run(name, func(t *testing.T) {
			var l ledger
			j := job(t, &l, text)
			w := &rewriter{program: rules.Program{Name: "writer"}, reply: tt.reply, err: tt.err}
			j.Rewriters = []loop.Rewriter{w}
			_, d := run(t, &l, j)
			assert.Equal(t, tt.after, string(d.After.Bytes()))
			assert.Equal(t, tt.reason, d.Decision.Reason)
			assert.Equal(t, tt.status, statuses(d)["placeholder-1"])
			require.Len(t, w.asked, 1)
		})
	}
}

// Whatever the answers are, all of them count although they come at once.
func TestExternalFixerIsAskedAboutManyAtOnce(t *testing.T) {
	const many = 20
	text := "# A\n" + strings.Repeat("\nTODO.\n", many)
	for _, reply := range []loop.RewriteReply{{}, {Text: "done", Fixed: true}} {
		var l ledger
		j := job(t, &l, text)
		w := &rewriter{reply: reply}
		j.Rewriters = []loop.Rewriter{w}
		_, d := run(t, &l, j)
		assert.Len(t, w.asked, many)
		if reply.Fixed {
			assert.Equal(t, many, d.Counts.Fixed)
		} else {
			assert.Len(t, d.State.Iteration.History[0].Failed, many)
		}
	}
}

func TestExternalFixerWritesAMissingSection(t *testing.T) {
	for _, text := range []string{"# A\n\nText.\n", "# A\n\nText.", "# A\r\n\r\nText.\r\n", "# A\n\nText.\n\n"} {
		var l ledger
		j := job(t, &l, text)
		j.Set.Structure = &rules.Structure{RequiredSections: []rules.RequiredSection{{
			Heading: "Errors", Severity: rules.Blocker,
		}}}
		j.Rewriters = []loop.Rewriter{&rewriter{reply: loop.RewriteReply{Text: "## Errors\n\nNone.", Fixed: true}}}
		_, d := run(t, &l, j)
		eol := "\n"
		if strings.Contains(text, "\r") {
			eol = "\r\n"
		}
		want := strings.TrimRight(text, "\r\n") + strings.Repeat(eol, 2) + "## Errors" + eol + eol + "None." + eol
		assert.Equal(t, want, string(d.After.Bytes()), "%v", d.Findings)
		assert.Equal(t, table.ReasonClean, d.Decision.Reason)
	}
}

func TestExternalFixerIsNotAskedWhatIsReservedForPeople(t *testing.T) {
	text := "# A\n\nThe servr.\n"
	var l ledger
	j := job(t, &l, text)
	w := &rewriter{}
	j.Rewriters = []loop.Rewriter{w}
	j.Targets[0].Reviews = incoming(text,
		remark{id: "a", quote: "servr", change: func(f *review.Finding) { f.RequiresHuman = true }},
		remark{id: "b", quote: "The", change: func(f *review.Finding) { f.AutoFix = review.AutoFixNo }},
		remark{id: "c", quote: "not there"})
	run(t, &l, j)
	assert.Empty(t, w.asked)
}
