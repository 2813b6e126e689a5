package interactive

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// open lets the person edit the document of item n, and reports whether they changed it. They edit a copy: the document
// is written with its pass, never in part.
func (r *round) open(n int) (bool, error) {
	item := &r.items[n]
	editor := cmp.Or(r.variable("VISUAL"), r.variable("EDITOR"), "vi")
	before := item.Document.Source()
	after, err := r.edited(editor, filepath.Base(item.Document.Path), before,
		item.Document.Lines().Point(item.At, source.CodePoint).Line)
	switch {
	case r.ctx.Err() != nil:
		return false, r.ctx.Err()
	case err != nil:
		r.say(fmt.Sprintf("%s: %v", editor, wording.WithoutPath(err)))
		return false, nil
	case string(after) == string(before):
		r.say("Nothing was changed.")
		return false, nil
	}
	r.replies[n] = &loop.Reply{Verb: loop.Saved, Text: string(after)}
	return true, nil
}

// edited runs the editor on a copy of the bytes and returns the saved bytes.
func (s *Session) edited(editor, name string, data []byte, line int) ([]byte, error) {
	folder, err := os.MkdirTemp("", "doc-iterate-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return nil, err
	}
	words := strings.Fields(editor)
	program := strings.TrimSuffix(filepath.Base(words[0]), ".exe")
	args := []string{fmt.Sprintf("+%d", line), path}
	if slices.Contains([]string{"code", "codium", "cursor"}, program) {
		args = []string{"--wait", "--goto", fmt.Sprintf("%s:%d", path, line)}
	}
	command := exec.Command(words[0], append(words[1:], args...)...)
	command.Stdin, command.Stdout, command.Stderr, command.Env = os.Stdin, os.Stdout, os.Stderr, s.environ
	if err := command.Run(); err != nil {
		return nil, err
	}
	return files.Read(path, 0, files.MaxNamed)
}

func (s *Session) variable(name string) string {
	for _, kv := range slices.Backward(s.environ) {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
