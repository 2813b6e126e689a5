package loop

import (
	"sync"
)

// A Purse is the token budget of a run. The estimated cost of an ask is reserved before it is made: the most that the
// program took so far. It is safe for concurrent use.
type Purse struct {
	mu       sync.Mutex
	ended    chan struct{} // closed when the next ask ends
	Limit    int           // 0 is no bound
	spent    int
	reserved int            // for the asks under way
	most     map[string]int // the most tokens that one ask took, by program
}

// Reserve reserves the estimated cost of an ask of a program, and reports whether the budget allows it. A program that
// was never asked has no estimate: it waits until no other ask is under way, and gets all that is left. An ask that
// fits only if those under way cost less than estimated waits for them.
func (p *Purse) Reserve(program string) (tokens int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Limit == 0 {
		return 0, true
	}
	for {
		cost, known := p.most[program]
		left := p.Limit - p.spent
		switch {
		case known && cost == 0:
			return 0, true
		case left <= 0, cost > left:
			return max(1, cost), false
		case !known && p.reserved == 0:
			p.reserved = left
			return left, true
		case known && cost <= left-p.reserved:
			p.reserved += cost
			return cost, true
		}
		if p.ended == nil {
			p.ended = make(chan struct{})
		}
		ended := p.ended
		p.mu.Unlock()
		<-ended
		p.mu.Lock()
	}
}

// Settle notes the cost of an ask for which so many tokens were reserved. answered says that the program reported the
// cost.
func (p *Purse) Settle(program string, reserved, tokens int, answered bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spent += tokens
	p.reserved -= reserved
	if p.most == nil {
		p.most = map[string]int{}
	}
	if answered {
		p.most[program] = max(p.most[program], tokens)
	}
	if p.ended != nil {
		close(p.ended)
		p.ended = nil
	}
}

// Left returns the rest of the budget, at least 1; 0 is no bound.
func (p *Purse) Left() int {
	if p.Limit == 0 {
		return 0
	}
	return max(1, p.Limit-p.Used())
}

// Used returns what was used so far.
func (p *Purse) Used() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.spent
}

// Resume sets the tokens that a run used before it was resumed.
func (p *Purse) Resume(spent int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spent = max(p.spent, spent)
}
