package review

import "bytes"

// A rereading is of a document that was read for evidence before it was changed. What
// a passage shows depends on little around it, so only what the changes may have a
// part in is read once more: what it showed, to be taken away, and what it shows now.
type rereading struct {
	document      int // its place among those of the run
	path          string
	before, after []byte
	old, now      []passage // of which old was read; nil where they aren't known
	// changed has, for each passage, whether it may show something else now. It is nil
	// where the revisions have too little in common: then all is read.
	changed []bool
	size    int // about how many bytes are to be read of each revision
}

// compare sets changed and size.
func (c *rereading) compare() {
	c.size = len(c.after)
	front := frontMatter(c.before)
	if c.old == nil || c.now == nil || len(c.old) != len(c.now) || front != frontMatter(c.after) ||
		!bytes.Equal(c.before[:front.End], c.after[:front.End]) {
		return
	}
	c.changed, c.size = make([]bool, len(c.old)), 0
	if len(c.old) == 0 {
		return
	}
	last := len(c.old) - 1
	next := len(c.before) + 2*markReach // the next change
	if !bytes.Equal(c.before[c.old[last].end:], c.after[c.now[last].end:]) {
		next = int(c.old[last].end)
	}
	for i := last; i >= 0; i-- {
		p, q := c.old[i], c.now[i]
		if p.before != q.before {
			c.changed, c.size = nil, len(c.after)
			return
		}
		if !bytes.Equal(c.before[p.start:p.end], c.after[q.start:q.end]) {
			next = int(p.start)
		}
		c.changed[i] = next < int(p.end)+2*markReach // more than any look ahead
		from, to := 0, 0
		if i > 0 {
			from, to = int(c.old[i-1].end), int(c.now[i-1].end)
		}
		if quiet := p.before == paragraphBreak && !p.reached; !sameGap(c.before[from:p.start], c.after[to:q.start], quiet) {
			c.changed[i], next = true, from
		}
		if c.changed[i] {
			c.size += int(p.end - p.start)
		}
	}
}

// sameGap reports whether what stands before a passage makes no difference to what is
// read of it, or of the passages before. That is so for the marks of a list, and for
// the letters of a heading, where the gap is quiet: no sentence goes on over it, and
// nothing opens before it that closes behind its begin.
func sameGap(a, b []byte, quiet bool) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if !quiet || len(a) != len(b) || a[len(a)-1] != b[len(b)-1] || isLetter(a[len(a)-1]) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && !(quietByte(a[i]) && quietByte(b[i])) {
			return false
		}
	}
	return true
}

func quietByte(c byte) bool { return isLetter(c) || c == '-' || c == '*' || c == '+' }

// read has before and after read what each revision shows where it may have changed,
// and brings own, what the document shows of the words of its headings, up to date.
func (c *rereading) read(before, after *usageReader, l *passageLexer, own *ownUsage) {
	if c.changed == nil || own != nil && own.words == nil {
		c.readAll(before, after, l, own)
		return
	}
	var was, is ownUsage
	if own != nil {
		was.wordIDs, was.pairIDs, is.wordIDs, is.pairIDs = own.wordIDs, own.pairIDs, own.wordIDs, own.pairIDs
		was.begin(&before.seen)
		is.begin(&after.seen)
	}
	for i := range c.now {
		c.now[i].reached = c.old[i].reached
	}
	for i, done := 0, 0; i < len(c.changed); i++ {
		if !c.changed[i] {
			continue
		}
		for i > done && (c.old[i].before != paragraphBreak || c.old[i].reached) {
			i--
		}
		i = c.stretch(before, after, i)
		done, i = i, i-1
	}
	before.count()
	after.count()
	if own != nil {
		was.end(&before.seen)
		is.end(&after.seen)
		own.replace(&was, &is)
	}
}

// stretch reads from a passage at which nothing is open to the next one that shows
// what it did and at which nothing is open, in either revision, and returns that.
func (c *rereading) stretch(before, after *usageReader, from int) int {
	before.begin(c.before)
	after.begin(c.after)
	i := from
	for ; i < len(c.changed); i++ {
		p, q := c.old[i], &c.now[i]
		if i > from && !c.changed[i] && p.before == paragraphBreak && !before.within(p.start) && !after.within(q.start) {
			break
		}
		before.passage(&p)
		after.passage(q)
	}
	before.flush()
	after.flush()
	return i
}

func (c *rereading) readAll(before, after *usageReader, l *passageLexer, own *ownUsage) {
	l.read(c.path, c.before)
	before.document(c.before, l.passages, nil)
	if own != nil {
		own.words, own.pairs = nil, nil
	}
	found := c.now
	if found == nil {
		l.read(c.path, c.after)
		found = l.passages
	}
	after.document(c.after, found, own)
}

// replace takes away what some passages showed and adds what they show now.
func (o *ownUsage) replace(was, is *ownUsage) {
	for i := range o.words {
		o.words[i] = o.words[i].less(was.words[i]).plus(is.words[i])
	}
	for i := range o.pairs {
		before, now := was.pairs[i], is.pairs[i]
		o.pairs[i] = pairUsage{o.pairs[i].first.less(before.first), o.pairs[i].second.less(before.second)}.plus(now)
	}
}
