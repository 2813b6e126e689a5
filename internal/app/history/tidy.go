package history

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
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
	defer states.Close()
	info, err := states.Stat()
	if err != nil || info.Size() < tidyFrom {
		return err
	}
	last, size, err := lastStates(states)
	if err != nil {
		return err
	}
	if size > mostKept {
		states.Close()
		return run.DropState(statesFile)
	}
	return run.SaveState(statesFile, io.MultiReader(append(last, closing{states})...))
}

// closing closes a file when it is read. Windows replaces no file that is open.
type closing struct{ file io.Closer }

func (c closing) Read([]byte) (int, error) { return 0, cmp.Or(c.file.Close(), io.EOF) }

// lastStates returns the last line of each document that is not pending, and how many bytes these are together.
func lastStates(states io.ReaderAt) (lines []io.Reader, size int64, err error) {
	type line struct{ at, end int64 }
	last, order := map[string]line{}, []string(nil)
	reader, at := bufio.NewReaderSize(io.NewSectionReader(states, 0, math.MaxInt64), 64<<10), int64(0)
	for {
		text, err := reader.ReadBytes('\n')
		document, _, found := bytes.Cut(text, []byte(`,"iteration":`))
		name, next := string(document), line{at, at + int64(len(text))}
		at = next.end
		if found && bytes.HasSuffix(text, []byte("}\n")) && !bytes.HasSuffix(text, []byte(pendingEnd)) {
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
			return nil, 0, err
		}
	}
	for _, name := range order {
		lines = append(lines, io.NewSectionReader(states, last[name].at, last[name].end-last[name].at))
	}
	return lines, size, nil
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
