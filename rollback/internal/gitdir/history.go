package gitdir

import (
	"bytes"
	"context"
	"path/filepath"
)

// searched is the number of commits that findInHistory looks at.
const searched = 2000

// FindInHistory calls wanted for the revisions of a document, the newest first, and returns its first result that is
// not nil. It returns nil if the newest commits have no such revision. It walks the commits that HEAD reaches breadth
// first.
func (r *Repository) FindInHistory(ctx context.Context, document string, wanted func([]byte) []byte) ([]byte, error) {
	rel, err := filepath.Rel(r.Root, document)
	if err != nil || r.Head.Commit == "" {
		return nil, nil
	}
	seen := map[string]struct{}{r.Head.Commit: {}}
	queue := []string{r.Head.Commit}
	blobs := map[string]struct{}{}
	for i := 0; i < len(queue) && i < searched; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		data, err := r.FindRevision(ctx, queue[i], filepath.ToSlash(rel), blobs, wanted)
		if err != nil || data != nil {
			return data, err
		}
		_, commit, err := r.Objects.Read(ctx, queue[i])
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

// FindRevision returns the result of wanted for the blob at path rel of a commit. It skips blobs that it has seen
// before, and objects that a partial or shallow clone doesn't have.
func (r *Repository) FindRevision(
	ctx context.Context, commit, rel string, blobs map[string]struct{}, wanted func([]byte) []byte,
) ([]byte, error) {
	_, data, err := r.Objects.Read(ctx, commit)
	tree, ok := treeOfCommit(data)
	if err != nil || !ok {
		return nil, nil
	}
	entry, err := entryAt(tree, rel, func(id string) ([]treeEntry, error) {
		_, raw, err := r.Objects.Read(ctx, id)
		if err != nil {
			return nil, nil
		}
		return parseTree(id, raw)
	})
	if _, known := blobs[entry.ID]; err != nil || known || entry.ID == "" {
		return nil, err
	}
	if blobs != nil {
		blobs[entry.ID] = struct{}{}
	}
	_, content, err := r.Objects.Read(ctx, entry.ID)
	if err != nil {
		return nil, nil
	}
	return wanted(content), nil
}
