package main

import (
	"fmt"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// A progress is the line on a terminal that shows how far a long run has come. It
// stands below what is written through it, and is gone when the run ends. A nil
// *progress shows nothing.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	now   func() time.Time
	begun time.Time
	drawn time.Time // the last time; zero: nothing is shown
	total int
	done  int
}

const (
	// progressAfter is how long a run may take without a word.
	progressAfter = 700 * time.Millisecond
	// progressEvery is how often the line is drawn anew.
	progressEvery = 100 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

// progress shows how far the work on so many documents has come, where people
// look at standard error and want to know. From here to end, standard error is
// written through it.
func (s *session) progress(c common, total int) *progress {
	if c.quiet || c.noProgress || !isTerminal(s.err) || s.getenv("TERM") == "dumb" {
		return nil
	}
	p := &progress{w: s.err, now: time.Now, begun: time.Now(), total: total}
	s.err = p
	return p
}

// end takes the line away and gives standard error back.
func (p *progress) end(s *session) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	s.err = p.w
}

// step says that one more document is done.
func (p *progress) step() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.draw(func() string { return fmt.Sprintf("%d of %s", p.done, wording.Count(p.total, "document")) })
}

// event says what a loop is about to do.
func (p *progress) event(e loop.Event) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.draw(func() string {
		text := fmt.Sprintf("pass %d: %s", e.Pass, e.Step)
		if e.Document != "" {
			text += " " + e.Document
		}
		return text
	})
}

// draw shows a line, if it is time to.
func (p *progress) draw(line func() string) {
	now := p.now()
	if now.Sub(p.begun) < progressAfter || now.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn = now
	const width = 60 // a line that wraps could not be taken away
	text := report.Visible(line())
	if uniseg.StringWidth(text) > width {
		for uniseg.StringWidth(text) >= width {
			_, size := utf8.DecodeLastRuneInString(text)
			text = text[:len(text)-size]
		}
		text += "…"
	}
	_, _ = io.WriteString(p.w, clearLine+text)
}

func (p *progress) clear() {
	if !p.drawn.IsZero() {
		_, _ = io.WriteString(p.w, clearLine)
		p.drawn = time.Time{}
	}
}

// Write writes to standard error above the line.
func (p *progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.w.Write(b)
}
