package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/loop"
)

// A run shows nothing at first, then a line now and then, which makes way for
// messages and is gone at the end.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := &progress{w: &out, now: func() time.Time { return now }, begun: now, total: 5}
	s := &session{err: p}
	p.step()
	now = now.Add(progressAfter)
	p.step()
	p.step()
	assert.Equal(t, clearLine+"2 of 5 documents", out.String())
	out.Reset()
	now = now.Add(progressEvery)
	p.step()
	assert.Equal(t, clearLine+"4 of 5 documents", out.String())
	out.Reset()
	s.say("note", "here")
	assert.Equal(t, clearLine+"note: here\n", out.String())
	out.Reset()
	s.say("note", "there")
	assert.Equal(t, "note: there\n", out.String())
	out.Reset()
	now = now.Add(progressEvery)
	p.event(loop.Event{Pass: 2, Step: "review", Document: strings.Repeat("long/", 20) + "\x1b.md"})
	assert.Equal(t, clearLine+"pass 2: review "+strings.Repeat("long/", 8)+"long…", out.String())
	out.Reset()
	p.end(s)
	assert.Equal(t, clearLine, out.String())
	assert.Same(t, &out, s.err)
	(*progress)(nil).step()
	(*progress)(nil).event(loop.Event{})
	(*progress)(nil).end(s)
}

// Nothing is shown where nobody looks.
func TestProgressNeedsATerminal(t *testing.T) {
	var out bytes.Buffer
	s := &session{err: &out}
	assert.Nil(t, s.progress(common{}, 9))
	assert.Same(t, &out, s.err)
}
