package main

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rollback"
)

func undoCommand() command {
	return command{"undo", "[PATH|RUN]", "take a run's edits back by a new commit",
		"Take the last run back, the last over PATH, or RUN, by a new commit.", noFlags(runUndo)}
}

func runUndo(s *session, args []string) (int, error) {
	place, id, err := s.place(args)
	if err != nil {
		return gate.ExitTrouble, err
	}
	return gate.ExitClean, s.undo(place, id)
}

// undo takes a run back, "" the last one, and says so.
func (s *session) undo(place rollback.Place, id string) error {
	record, err := rollback.Undo(s.ctx, place, id, func(text string) { s.note("%s", text) })
	if err == nil {
		s.printUndone(record)
	}
	return err
}

// printUndone says what an undo did.
func (s *session) printUndone(record rollback.Record) {
	fmt.Fprintf(s.out, "Took back run %s: %s\n", record.Undoes, shortNames(record.Documents))
}
