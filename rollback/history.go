package rollback

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/rollback/internal/backup"
)

// Find returns the revision of a document whose SHA-256 (in hexadecimal) is sum: from the records of its runs, or from
// the newest commits of its history. It tries both forms of line endings that git converts. If there is no such
// revision, the error says so.
func Find(ctx context.Context, p Place, sum string) ([]byte, error) {
	sum = strings.ToLower(sum)
	wanted := func(data []byte) []byte { return matches(data, sum) }
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	if data, err := l.findInRuns(ctx, sum, wanted); err != nil || data != nil {
		return data, err
	}
	if l.repo != nil && l.document != "" {
		if data, err := l.repo.FindInHistory(ctx, l.document, wanted); err != nil || data != nil {
			return data, err
		}
	}
	return nil, fmt.Errorf("%s: no revision with the hash %s is known", p.Path, sum)
}

// matches returns data, or data with its line ends as they may have been in the working tree, if its hash is sum.
func matches(data []byte, sum string) []byte {
	if backup.Name(data) == sum {
		return data
	}
	if crlf := bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")); backup.Name(crlf) == sum {
		return crlf
	}
	return nil
}

func (l *resolvedPlace) findInRuns(ctx context.Context, sum string, wanted func([]byte) []byte) ([]byte, error) {
	for r, err := range l.walkBack(func(string, []byte) bool { return true }) {
		if err != nil {
			return nil, err
		}
		events, err := readJournal(l.Run(r.ID), l.repo)
		if err != nil {
			return nil, err
		}
		if r.Mode == ModeNone {
			if data, err := backupsOf(l.Run(r.ID), events).Load(sum); err == nil {
				return data, nil
			}
			continue
		}
		for _, e := range events {
			if e.Commit == "" || e.Event != eventSnapshot && e.Event != eventRecorded {
				continue
			}
			for _, d := range events[0].Start.Documents {
				if d.File != l.document {
					continue
				}
				if data, err := l.repo.FindRevision(ctx, e.Commit, d.Rel, nil, wanted); err != nil || data != nil {
					return data, err
				}
			}
		}
	}
	return nil, nil
}
