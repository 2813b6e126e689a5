package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
)

// A Progress is the line on a terminal that shows how far a long run has come. It stands below what is written through
// it, and is gone when the run ends. A nil *Progress shows nothing.
type Progress struct {
	mu    sync.Mutex
	w     io.Writer
	now   func() time.Time
	begun time.Time
	drawn time.Time // the last time; zero: nothing is shown
	total int
	done  int
}

const (
	// progressAfter is how long a run takes before the line is shown.
	progressAfter = 700 * time.Millisecond
	// progressEvery is how often the line is drawn anew.
	progressEvery = 100 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

// NewProgress returns the line for the work on so many documents. While it is shown, what goes to the terminal must be
// written through it.
func NewProgress(w io.Writer, total int) *Progress {
	return &Progress{w: w, now: time.Now, begun: time.Now(), total: total}
}

// End removes the line.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// Step counts one more document as done.
func (p *Progress) Step(document string) {
	p.draw(1, func() string { return p.counted() + ": " + document })
}

// Doing shows what is done with a document.
func (p *Progress) Doing(step, document string) {
	p.draw(0, func() string { return p.counted() + ": " + step + " " + document })
}

func (p *Progress) counted() string {
	return fmt.Sprintf("%d of %s", p.done, wording.Count(p.total, "document"))
}

// Event shows what a loop is about to do.
func (p *Progress) Event(e loop.Event) {
	p.draw(0, func() string {
		text := fmt.Sprintf("pass %d: %s", e.Pass, e.Step)
		if e.Document != "" {
			text += " " + e.Document
		}
		return text
	})
}

// draw counts documents as done, and shows a line if it is time to.
func (p *Progress) draw(done int, line func() string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += done
	now := p.now()
	if now.Sub(p.begun) < progressAfter || now.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn = now
	const width = 60 // a line that wraps could not be removed
	text := wording.Visible(line())
	if uniseg.StringWidth(text) > width {
		for uniseg.StringWidth(text) >= width {
			_, size := utf8.DecodeLastRuneInString(text)
			text = text[:len(text)-size]
		}
		text += "…"
	}
	_, _ = io.WriteString(p.w, clearLine+text)
}

func (p *Progress) clear() {
	if !p.drawn.IsZero() {
		_, _ = io.WriteString(p.w, clearLine)
		p.drawn = time.Time{}
	}
}

// Write writes to the terminal above the line.
func (p *Progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.w.Write(b)
}
