package mcp

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// path returns a path of a tool's arguments as an argument of the program. It refuses one that is not a document or a
// folder below the root: one with "..", one that a link leads out, a glob, a script. An absolute path below the root is
// taken for the relative one.
func (s *Server) path(path string) (string, error) {
	name := wording.Visible(path)
	outside := fmt.Errorf("%s: leaves %s, the folder of the server; name a path below it", name, wording.Visible(s.dir))
	local := filepath.FromSlash(path)
	switch {
	case path == "":
		return "", errors.New(`a path is empty; "." is the folder of the server`)
	case slices.Contains(strings.Split(filepath.ToSlash(local), "/"), ".."):
		return "", outside
	case filepath.IsAbs(local):
		rel, err := filepath.Rel(s.dir, local)
		if err != nil || !filepath.IsLocal(rel) {
			return "", outside
		}
		local = rel
	}
	info, err := s.root.Stat(local)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: there is no such document or folder", name)
	case err != nil: // os.Root has no error of its own for a link that leads out
		return "", fmt.Errorf("%w, or can't be read: %w", outside, wording.WithoutPath(err))
	case !info.IsDir() && !info.Mode().IsRegular():
		return "", fmt.Errorf("%s: is neither a document nor a folder", name)
	case !info.IsDir() && (!s.documents.Has(local) || !s.documents.Has(files.RealPath(filepath.Join(s.dir, local)))):
		return "", fmt.Errorf("%s: is no document; this server takes files that end in %s", name, s.documents)
	}
	if strings.HasPrefix(local, "-") { // which would be a flag, or standard input
		local = "." + string(filepath.Separator) + local
	}
	return local, nil
}
