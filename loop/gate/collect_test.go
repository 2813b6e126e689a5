package gate

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// folder is a Disk over files in memory, without links.
type folder struct {
	fstest.MapFS
	failing map[string]error // what Files of a folder says in addition to its list
}

func (d folder) Lstat(path string) (fs.FileInfo, error) { return d.MapFS.Stat(path) }
func (d folder) Stat(path string) (fs.FileInfo, error)  { return d.MapFS.Stat(path) }

func (d folder) Name(path string) string { return path }

func (d folder) Files(dir string) ([]string, error) {
	out, err := filesBelow(d.MapFS, dir)
	if err == nil {
		err = d.failing[dir]
	}
	return out, err
}

func filesBelow(fsys fs.FS, dir string) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			out = append(out, path)
		}
		return err
	})
	return out, err
}

func paths(files []File) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Path)
	}
	return out
}

func TestCollect(t *testing.T) {
	file := &fstest.MapFile{Data: []byte("# A\n")}
	disk := folder{MapFS: fstest.MapFS{
		"README.md": file, "notes.txt": file, "docs/b.markdown": file, "docs/a.MD": file, "docs/c.mdx": file, "docs/code.go": file,
		"docs/deep/d.md": file, "docs/[x].md": file, "vendor/v.md": file, "empty/keep.txt": file, "a\nb.md": file,
		"pipe": {Mode: fs.ModeNamedPipe}, "docs/link.md": {Mode: fs.ModeSymlink}, "docs/pipe.md": {Mode: fs.ModeNamedPipe},
	}}
	ignored := func(path string) bool { return path == "vendor/v.md" }
	for _, tt := range []struct {
		name     string
		args     []string
		want     []string
		failures []string
		ignored  []string
		empty    []string
	}{
		{name: "folder", args: []string{"docs"}, want: []string{"docs/[x].md", "docs/a.MD", "docs/b.markdown", "docs/c.mdx", "docs/deep/d.md"},
			failures: []string{"docs/pipe.md: is a named pipe, not a file"}},
		{name: "folders in any order, each file once", args: []string{"docs/deep", "./docs/", "docs/a.MD", "README.md"},
			want: []string{
				"README.md", "docs/[x].md", "docs/a.MD", "docs/b.markdown", "docs/c.mdx", "docs/deep/d.md",
			},
			failures: []string{"docs/pipe.md: is a named pipe, not a file"}},
		{name: "a named file may be called anything", args: []string{"notes.txt"}, want: []string{"notes.txt"}},
		{name: "ignored, named", args: []string{"vendor/v.md", "README.md"}, want: []string{"README.md"}, ignored: []string{"vendor/v.md"}},
		{name: "ignored, found", args: []string{"vendor"}},
		{name: "empty folder", args: []string{"empty"}, empty: []string{"empty"}},
		{name: "missing", args: []string{"gone.md", "README.md"}, want: []string{"README.md"}, failures: []string{"gone.md: no such file or folder"}},
		{name: "pipe", args: []string{"pipe"}, failures: []string{"pipe: is a named pipe, not a file"}},
		{name: "glob", args: []string{"docs/**/*.md"}, want: []string{"docs/[x].md", "docs/deep/d.md"},
			failures: []string{"docs/pipe.md: is a named pipe, not a file"}},
		{name: "glob without extension matches documents", args: []string{"docs/*"}, want: []string{"docs/[x].md", "docs/a.MD", "docs/b.markdown", "docs/c.mdx"},
			failures: []string{"docs/pipe.md: is a named pipe, not a file"}},
		{name: "glob of other files", args: []string{"docs/*.go"}, want: []string{"docs/code.go"}},
		{name: "glob that matches nothing", args: []string{"docs/*.rst"}, failures: []string{"docs/*.rst: matches no file"}},
		{name: "glob in no folder", args: []string{"nowhere/*.md"}, failures: []string{"nowhere/*.md: matches no file"}},
		{name: "broken glob", args: []string{"docs/[.md"}, failures: []string{"docs/[.md: no such file, and not a glob: a bracket or brace is not closed"}},
		{name: "a file whose name looks like a glob", args: []string{"docs/[x].md"}, want: []string{"docs/[x].md"}},
		{name: "a name with a line ending", args: []string{"a\nb.md"}, want: []string{"a\nb.md"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := Collect(disk, tt.args, ignored)
			assert.Equal(t, tt.want, paths(found.Files))
			assert.Equal(t, tt.ignored, found.Ignored)
			assert.Equal(t, tt.empty, found.Empty)
			var failures []string
			for _, f := range found.Failures {
				failures = append(failures, f.Path+": "+f.Err.Error())
			}
			assert.Equal(t, tt.failures, failures)
		})
	}
}

// Folders below one that can't be listed are failures of their own, and what the
// others list is checked all the same.
func TestCollectUnreadableFolder(t *testing.T) {
	disk := folder{fstest.MapFS{"docs/a.md": {}}, map[string]error{"docs": errors.Join(
		&fs.PathError{Op: "open", Path: "docs/x", Err: fs.ErrPermission}, &fs.PathError{
			Op: "open", Path: "docs/y", Err: fs.ErrPermission,
		},
	)}}
	found := Collect(disk, []string{"docs"}, nil)
	assert.Equal(t, []string{"docs/a.md"}, paths(found.Files))
	require.Len(t, found.Failures, 2)
	for n, path := range []string{"docs/x", "docs/y"} {
		assert.Equal(t, path, found.Failures[n].Path)
		assert.EqualError(t, found.Failures[n].Err, "permission denied")
	}
}

// realDisk is a Disk over the real one.
type realDisk struct{ root string }

func (d realDisk) Lstat(path string) (fs.FileInfo, error) {
	return os.Lstat(filepath.Join(d.root, path))
}
func (d realDisk) Stat(path string) (fs.FileInfo, error) { return os.Stat(filepath.Join(d.root, path)) }

func (d realDisk) Name(path string) string { return path }

func (d realDisk) Files(dir string) ([]string, error) { return filesBelow(os.DirFS(d.root), dir) }

// Links below a folder are passed over, loops too; a link that is named is
// followed.
func TestCollectLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "docs"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "docs", "a.md"), []byte("# A\n"), 0o644))
	require.NoError(t, os.Symlink("a.md", filepath.Join(root, "docs", "b.md")))
	require.NoError(t, os.Symlink("..", filepath.Join(root, "docs", "loop.md")))
	require.NoError(t, os.Symlink("self.md", filepath.Join(root, "self.md")))
	disk := realDisk{root}
	assert.Equal(t, []string{"docs/a.md"}, paths(Collect(disk, []string{"docs"}, nil).Files))
	assert.Equal(t, []string{"docs/b.md"}, paths(Collect(disk, []string{"docs/b.md"}, nil).Files))
	found := Collect(disk, []string{"self.md", "/dev/null"}, nil)
	assert.Empty(t, found.Files)
	assert.Len(t, found.Failures, 2)
	require.NoError(t, os.Symlink("/dev/null", filepath.Join(root, "docs", "device.md")))
	require.NoError(t, os.Symlink("gone.md", filepath.Join(root, "docs", "dangling.md")))
	require.NoError(t, os.Symlink("self.md", filepath.Join(root, "docs", "self.md")))
	found = Collect(disk, []string{"docs"}, nil)
	assert.Equal(t, []string{"docs/a.md"}, paths(found.Files))
	require.Len(t, found.Failures, 2)
	assert.Equal(t, "docs/device.md: is a device, not a file",
		found.Failures[0].Path+": "+found.Failures[0].Err.Error())
	assert.Equal(t, "docs/self.md: is a link that leads to itself",
		found.Failures[1].Path+": "+found.Failures[1].Err.Error())
	assert.Empty(t, Collect(disk, []string{"docs"}, func(path string) bool { return path != "docs/a.md" }).Failures, "ignored")
}

func TestAdmit(t *testing.T) {
	for _, ok := range []string{"", "# A\n", "\xef\xbb\xbf# A\r\n", "broken \xff\xfe utf-8 \x00 and a NUL in a line of text", "\x1b[31m red \x1b[0m\t\f\n"} {
		assert.NoError(t, Admit([]byte(ok)), "%q", ok)
	}
	assert.ErrorContains(t, Admit([]byte("\xff\xfe#\x00 \x00A\x00")), "UTF-16")
	assert.ErrorContains(t, Admit([]byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00")), "binary")
	for odd := range 30 { // of 8-bit text, with line endings, as long as it may be
		for size := odd; size < 300; size++ {
			text := bytes.Repeat([]byte("\xE4\t "), 100)[:size]
			for i := range odd {
				text[size-1-i*7%size] = "\x00\x1F\x01"[i%3]
			}
			found := bytes.Count(text, []byte("\x00")) + bytes.Count(text, []byte("\x01")) + bytes.Count(text,
				[]byte("\x1F"))
			assert.Equal(t, found*10 > size, Admit(text) != nil, "%q", text)
		}
	}
	assert.ErrorContains(t, TooLarge(MaxSize+1), "64 MB")
	assert.NoError(t, TooLarge(MaxSize))
}
