package history

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback"
)

// Bounds of what runs leave behind.
const (
	tidyFrom    = 1 << 20              // bytes of states; smaller ones stay as they are
	mostKept    = 32 << 20             // bytes of the states of a run that ended
	mostOfAll   = 128 << 20            // bytes of the states of all runs at a place
	mostOfRuns  = 32 << 20             // bytes of the journals of all runs: 100,000 documents
	longestKept = 180 * 24 * time.Hour // what a run keeps
)

// Tidy removes what a run that ends kept to be resumed: its reviews, and all states but the last of each document.
func Tidy(run *rollback.Run, reviews int) error {
	var names []string
	for i := range reviews {
		names = append(names, reviewFile(i))
	}
	if err := run.DropState(names...); err != nil {
		return err
	}
	states, err := run.OpenState(statesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	size, err := states.Seek(0, io.SeekEnd)
	var data []byte
	fits := true
	if err == nil && size >= tidyFrom {
		data, fits, err = lastStates(states, mostKept)
	}
	switch err := errors.Join(err, states.Close()); {
	case err != nil || size < tidyFrom:
		return err
	case !fits:
		return run.DropState(statesFile)
	}
	return run.SaveState(statesFile, data)
}

// lastStates returns the last line of each document that is not pending, unless these are more than so many bytes
// together. It does not read a line as a whole before it knows that: one may be many times as long.
func lastStates(states io.ReadSeeker, most int64) (data []byte, fits bool, err error) {
	type line struct{ at, end int64 }
	if _, err := states.Seek(0, io.SeekStart); err != nil {
		return nil, false, err
	}
	last, order, size := map[string]line{}, []string(nil), int64(0)
	reader, at := bufio.NewReaderSize(states, 64<<10), int64(0)
	for {
		piece, err := reader.ReadSlice('\n')
		document, _, found := bytes.Cut(piece, []byte(`,"iteration":`))
		name, next, end := string(document), line{at, at}, []byte(nil)
		for ; len(piece) > 0; piece, err = reader.ReadSlice('\n') {
			next.end += int64(len(piece))
			end = append(end, piece[max(0, len(piece)-len(pendingEnd)):]...)
			if end = end[max(0, len(end)-len(pendingEnd)):]; !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		at = next.end
		if found && bytes.HasSuffix(end, []byte("}\n")) && string(end) != pendingEnd {
			if _, known := last[name]; !known {
				order = append(order, name)
			}
			size += next.end - next.at - (last[name].end - last[name].at)
			last[name] = next
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, false, err
		}
	}
	if size > most {
		return nil, false, nil
	}
	data = make([]byte, 0, size)
	for _, name := range order {
		l := last[name]
		if _, err := states.Seek(l.at, io.SeekStart); err != nil {
			return nil, false, err
		}
		data = data[:len(data)+int(l.end-l.at)]
		if _, err := io.ReadFull(states, data[len(data)-int(l.end-l.at):]); err != nil {
			return nil, false, err
		}
	}
	return data, true, nil
}

// pendingEnd is how the line of a pending state ends.
const pendingEnd = "\"pending\":true}\n"

// PruneOld removes what old runs at a place left behind: all of those that ended long ago, and, from the oldest on, the
// states of those that together keep too much, and those that are too many to be looked through at each start. What it
// can't remove is left for the next time.
func PruneOld(ctx context.Context, place rollback.Place, now time.Time) {
	_ = rollback.PruneBeyond(ctx, place, rollback.Bounds{
		Ended: now.Add(-longestKept), Journals: mostOfRuns, States: mostOfAll, Names: []string{statesFile, jobFile},
	})
}
