package loop

import (
	"sync"
)

// A Purse is the token budget of a run. An ask is paid for from it before it is made, with what the program is taken
// to cost: the most that it took so far. It is safe for concurrent use.
type Purse struct {
	mu       sync.Mutex
	ended    chan struct{} // closed when the next ask ends
	Limit    int           // 0 is no bound
	spent    int
	reserved int            // for the asks under way
	most     map[string]int // the most tokens that one ask took, by program
}

// Reserve sets aside what an ask of a program is taken to cost, and reports whether that is there. What a program costs
// that was never asked is not known: it waits until no other ask is under way, and gets all that is left. An ask that
// fits only if those under way cost less than they are taken to waits for them.
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

// Settle notes what an ask took for which so many tokens were reserved. Answered says that the program told it.
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

// Left returns what is left of the budget, 1 at least: 0 means no bound.
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

// Resume takes what a run used before it was resumed.
func (p *Purse) Resume(spent int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spent = max(p.spent, spent)
}
