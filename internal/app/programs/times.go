package programs

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Times says how long the programs of a run took. Its zero value is ready for use.
type Times struct {
	mu  sync.Mutex
	all []timing // in the order in which programs were first started
}

// A timing is the sum over the runs of one program.
type timing struct {
	name            string
	runs, documents int
	known           int // answers that were kept
	took            time.Duration
}

// Take returns a line for each program, such as "vale: 22 documents in 1 run, 0.9 s", and forgets them.
func (t *Times) Take() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []string
	for _, p := range t.all {
		line := fmt.Sprintf("%s: %s in %s, %.1f s",
			p.name, wording.Count(p.documents, "document"), wording.Count(p.runs, "run"), p.took.Seconds())
		if p.known > 0 {
			line += fmt.Sprintf("; %d known", p.known)
		}
		out = append(out, line)
	}
	t.all = nil
	return out
}

// add notes a run of a program. A nil t notes nothing.
func (t *Times) add(name string, documents int, took time.Duration) {
	t.note(name, func(p *timing) {
		p.runs, p.documents, p.took = p.runs+1, p.documents+documents, p.took+took
	})
}

// addKnown notes a document that a program was not asked about again.
func (t *Times) addKnown(name string) { t.note(name, func(p *timing) { p.known++ }) }

func (t *Times) note(name string, add func(*timing)) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	n := slices.IndexFunc(t.all, func(p timing) bool { return p.name == name })
	if n < 0 {
		n = len(t.all)
		t.all = append(t.all, timing{name: name})
	}
	add(&t.all[n])
}
