package rollback

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// searched is how many commits Find looks back.
const searched = 2000

// Find returns the revision of a document whose SHA-256 (in hexadecimal) is sum: from the records of its runs, or
// from the newest commits of its history. Line endings that git converts are taken both ways. The error says that there is none.
func Find(ctx context.Context, p Place, sum string) ([]byte, error) {
	sum = strings.ToLower(sum)
	l, err := p.locate(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	if data, err := l.findInRuns(ctx, sum); err != nil || data != nil {
		return data, err
	}
	if l.repo != nil && l.document != "" {
		if data, err := l.findInHistory(ctx, sum); err != nil || data != nil {
			return data, err
		}
	}
	return nil, fmt.Errorf("%s: no revision with the hash %s is known", p.Path, sum)
}

// matches returns data, or data with its line ends as they may have been in the working tree, if its hash is sum.
func matches(data []byte, sum string) []byte {
	if contentName(data) == sum {
		return data
	}
	if !bytes.Contains(data, []byte("\r")) {
		if crlf := bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")); contentName(crlf) == sum {
			return crlf
		}
	}
	return nil
}

func (l *located) findInRuns(ctx context.Context, sum string) ([]byte, error) {
	records, err := l.records()
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Backward(records) {
		events, err := readJournal(l.run(r.ID), l.repo)
		if err != nil {
			return nil, err
		}
		if r.Mode == ModeNone {
			if data, err := newShelf(l.run(r.ID), events).load(sum); err == nil {
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
				if data, err := l.revision(ctx, l.repo.objects.read, e.Commit, d.Rel, nil, sum); err != nil || data != nil {
					return data, err
				}
			}
		}
	}
	return nil, nil
}

// A reader returns the type and content of an object.
type reader func(ctx context.Context, id string) (kind string, data []byte, err error)

// findInHistory goes through the commits that HEAD reaches, breadth first.
func (l *located) findInHistory(ctx context.Context, sum string) ([]byte, error) {
	rel, err := filepath.Rel(l.repo.root, l.document)
	if err != nil || l.repo.head.commit == "" {
		return nil, nil
	}
	read, closed := l.reader()
	defer closed()
	seen := map[string]struct{}{l.repo.head.commit: {}}
	queue := []string{l.repo.head.commit}
	blobs := map[string]struct{}{}
	for i := 0; i < len(queue) && i < searched; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		data, err := l.revision(ctx, read, queue[i], filepath.ToSlash(rel), blobs, sum)
		if err != nil || data != nil {
			return data, err
		}
		_, commit, err := read(ctx, queue[i])
		if err != nil {
			continue // the edge of a shallow clone
		}
		header, _, _ := bytes.Cut(commit, []byte("\n\n"))
		for line := range bytes.Lines(header) {
			if parent, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("parent ")); ok {
				if _, known := seen[string(parent)]; !known {
					seen[string(parent)] = struct{}{}
					queue = append(queue, string(parent))
				}
			}
		}
	}
	return nil, nil
}

// revision returns what a commit holds at a path if its hash is sum. blobs are those that were looked at before.
// Objects that a partial or shallow clone doesn't have are passed over.
func (l *located) revision(ctx context.Context, read reader, commit, rel string, blobs map[string]struct{}, sum string) ([]byte, error) {
	_, data, err := read(ctx, commit)
	line, _, _ := bytes.Cut(data, []byte("\n"))
	id, ok := strings.CutPrefix(string(line), "tree ")
	if err != nil || !ok {
		return nil, nil
	}
	for part := range strings.SplitSeq(rel, "/") {
		_, raw, err := read(ctx, id)
		if err != nil {
			return nil, nil
		}
		entries, err := parseTree(id, raw)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(entries, func(e treeEntry) bool { return e.name == part })
		if i < 0 {
			return nil, nil
		}
		id = entries[i].id
	}
	if _, known := blobs[id]; known {
		return nil, nil
	}
	if blobs != nil {
		blobs[id] = struct{}{}
	}
	_, content, err := read(ctx, id)
	if err != nil {
		return nil, nil
	}
	return matches(content, sum), nil
}

// reader reads packs by go-git, within the process, and by git what isn't in them or what go-git can't read (another
// object format, alternates, a partial clone). It holds until it is closed.
func (l *located) reader() (read reader, closed func()) {
	if l.repo.algorithm != "sha1" || l.repo.objects.replaced() {
		return l.repo.objects.read, func() {}
	}
	all := openPacks(l.repo.objects.store)
	return func(ctx context.Context, id string) (string, []byte, error) {
		if kind, data, ok := all.read(id); ok {
			return kind, data, nil
		}
		return l.repo.objects.read(ctx, id)
	}, all.close
}
