package workspace

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// maxInput is the size in bytes of the largest file that is read and is no document: reviews, configurations, baselines
// and results. Without it a device that never ends would fill the memory.
const maxInput = 512 << 20

// ReadAll reads r to its end. Errors begin with name.
func ReadAll(name string, r io.Reader) ([]byte, error) { return readAll(name, r, 0) }

// readAll is ReadAll for what has about so many bytes. The buffers of io.ReadAll take several times the size of a large
// file.
func readAll(name string, r io.Reader, size int64) ([]byte, error) {
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := data.ReadFrom(io.LimitReader(r, maxInput+1)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, wording.WithoutPath(err))
	}
	if data.Len() > maxInput {
		return nil, fmt.Errorf("%s: is larger than %d MB", name, maxInput>>20)
	}
	return data.Bytes(), nil
}

// ReadFile reads a file that may also be a pipe. Its errors name the file once.
func ReadFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, wording.WithoutPath(err))
	}
	defer f.Close()
	size := int64(0)
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		size = min(info.Size(), maxInput)
	}
	return readAll(name, f, size)
}

// other reads a document that is not of the run.
func (w *Workspace) other(path string) ([]byte, error) {
	if w.Buffer != nil {
		if text, open := w.Buffer(path); open {
			return text, nil
		}
	}
	return readOther(path)
}

// readOther reads a document that was not asked for but links to one that was, or is linked from one. It returns an
// error for what is no regular file, which may never end, and for what is no text.
func readOther(path string) ([]byte, error) {
	data, err := readRegular(path)
	if err == nil {
		err = gate.Admit(data)
	}
	return data, err
}

// readRegular reads a regular file.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: is not a regular file", path)
	}
	if err := gate.TooLarge(info.Size()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return repo.ReadFile(path, int(info.Size()))
}

// SiblingFiles returns the files in the folder of a document whose names end so, sorted.
func SiblingFiles(document, ending string) []string {
	dir := filepath.Dir(document)
	entries, _ := os.ReadDir(dir) // a folder that is not there has no files
	var out []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ending) {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}
