package terminal

import (
	"bytes"
	"fmt"
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
	p := &Progress{w: &out, now: func() time.Time { return now }, begun: now, total: 5}
	p.Step("a.md")
	now = now.Add(progressAfter)
	p.Step("a.md")
	p.Step("a.md")
	assert.Equal(t, clearLine+"2 of 5 documents: a.md", out.String())
	out.Reset()
	now = now.Add(progressEvery)
	p.Step("a.md")
	assert.Equal(t, clearLine+"4 of 5 documents: a.md", out.String())
	out.Reset()
	now = now.Add(progressEvery)
	p.Doing("vale", "b.md")
	assert.Equal(t, clearLine+"4 of 5 documents: vale b.md", out.String())
	out.Reset()
	fmt.Fprintln(p, "note: here")
	assert.Equal(t, clearLine+"note: here\n", out.String())
	out.Reset()
	fmt.Fprintln(p, "note: there")
	assert.Equal(t, "note: there\n", out.String())
	out.Reset()
	now = now.Add(progressEvery)
	p.Event(loop.Event{Pass: 2, Step: "review", Document: strings.Repeat("long/", 20) + "\x1b.md"})
	assert.Equal(t, clearLine+"pass 2: review "+strings.Repeat("long/", 8)+"long…", out.String())
	out.Reset()
	p.End()
	assert.Equal(t, clearLine, out.String())
	(*Progress)(nil).Step("a.md")
	(*Progress)(nil).Event(loop.Event{})
	(*Progress)(nil).End()
}
