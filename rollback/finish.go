package rollback

import "context"

// Finish publishes what a run with Squash has collected, as one commit, and returns the commit's ID. message is its
// subject and body; "" is a plain one. If nothing waits, it does nothing and returns "".
func (r *Run) Finish(ctx context.Context, message string) (string, error) {
	if r.last == nil {
		return "", nil
	}
	if message == "" {
		message = r.last.message
	}
	commit, err := r.publish(ctx, r.last.number, nil, r.withTrailers(message, r.last.number, Accepted, r.last.base))
	if err == nil {
		r.last = nil
	}
	return commit, err
}

// Close ends the run and releases the working tree for the next one. It is safe to call it twice.
func (r *Run) Close() error { return r.end(true) }

// Suspend releases the working tree without ending the run, so that Resume can go on with it.
func (r *Run) Suspend() error { return r.end(false) }

func (r *Run) end(end bool) error {
	if r.ended {
		return nil
	}
	r.ended = true
	if r.publishing {
		r.release() // the mark stays, recovery finds the run by it
		return nil
	}
	// The end is written last: a run whose journal has it left nothing to clean up.
	err := r.state.Unmark()
	if end && err == nil {
		err = r.journal.write(event{Event: eventEnd})
	}
	r.release()
	return err
}
