package rollback

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"
)

// everythingElse describes all of a repository that a run over the documents must leave alone: every other file with
// its mode, time and bytes, every other index entry with its stat data and flags, the form of the index, every other
// ref, and git's own files. Two descriptions are compared line by line.
func (r *testRepo) everythingElse(documents ...string) string {
	r.T.Helper()
	if len(documents) == 0 {
		documents = []string{"docs/guide.md"}
	}
	var b strings.Builder
	r.describeFiles(&b, documents)
	r.describeIndex(&b, documents)
	for line := range strings.Lines(r.Git("for-each-ref", "--format=%(refname) %(objectname)")) {
		if !strings.Contains(line, "refs/doc-iterate/") && !strings.HasPrefix(line, r.currentRef()+" ") {
			b.WriteString("ref " + line)
		}
	}
	return b.String()
}

func (r *testRepo) currentRef() string {
	out, err := r.Try("symbolic-ref", "-q", "HEAD")
	if err != nil {
		return "HEAD"
	}
	return out
}

func (r *testRepo) describeFiles(b *strings.Builder, documents []string) {
	skip := map[string]bool{}
	for _, d := range documents {
		skip[r.Path(d)] = true
	}
	dir := r.Git("rev-parse", "--absolute-git-dir")
	ref := r.currentRef()
	// What a commit changes by its nature; objects are checked by fsck.
	ours := map[string]bool{
		filepath.Join(dir, "objects"): true, filepath.Join(dir, "doc-iterate"): true, filepath.Join(dir, "index"): true,
		filepath.Join(dir, "logs", "HEAD"): true, filepath.Join(dir, "logs", ref): true, filepath.Join(dir, ref): true,
		filepath.Join(dir, "refs", "doc-iterate"): true, filepath.Join(dir, "logs", "refs", "doc-iterate"): true, filepath.Join(dir, "reftable"): true,
	}
	if ref == "HEAD" {
		ours[filepath.Join(dir, "HEAD")] = true
	}
	require.NoError(r.T, filepath.WalkDir(r.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ours[path] && d.IsDir() {
			return filepath.SkipDir
		}
		if ours[path] || skip[path] || strings.HasPrefix(filepath.Base(path), "sharedindex.") {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case d.IsDir():
			fmt.Fprintf(b, "dir %s %v\n", path, info.Mode())
		case info.Mode()&fs.ModeSymlink != 0:
			target, _ := os.Readlink(path)
			fmt.Fprintf(b, "link %s %s\n", path, target)
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(b, "file %s %v %v %q\n", path, info.Mode(), info.ModTime().UnixNano(), data)
		default:
			fmt.Fprintf(b, "other %s %v\n", path, info.Mode())
		}
		return nil
	}))
}

// describeIndex lists the entries by git, with the stat data and flags it has for them, and the index's form.
func (r *testRepo) describeIndex(b *strings.Builder, documents []string) {
	skip := map[string]bool{}
	for _, d := range documents {
		skip[d] = true
	}
	args := []string{"--no-optional-locks", "ls-files", "-s", "-v", "--debug", "--full-name"}
	if r.Git("config", "--default=false", "--get", "index.sparse") == "true" {
		args = append(args, "--sparse")
	}
	dropped := false
	for line := range strings.Lines(r.Git(args...)) {
		if !strings.HasPrefix(line, "  ") {
			_, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if plain, err := strconv.Unquote(name); err == nil {
				name = plain
			}
			dropped = skip[name]
		}
		if !dropped {
			b.WriteString("index " + line)
		}
	}
	path := r.Git("rev-parse", "--path-format=absolute", "--git-path", "index")
	data, err := os.ReadFile(path)
	require.NoError(r.T, err)
	fmt.Fprintf(b, "index version %d\n", data[7])
	for _, extension := range []string{"link", "UNTR", "sdir", "FSMN", "REUC", "EOIE"} {
		if bytes.Contains(data[12:], []byte(extension)) {
			fmt.Fprintf(b, "index extension %s\n", extension)
		}
	}
	fmt.Fprintf(b, "index checksum %v\n", !bytes.Equal(data[len(data)-20:], make([]byte, 20)))
}
