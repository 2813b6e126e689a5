package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// hookScript returns a hook that finds the program where the repository has it, or where it is installed, or where it
// was when it wrote the hook. git runs hooks at the root of the working tree.
func hookScript() string {
	program, _ := os.Executable()
	return `#!/bin/sh
# Written by "doc-iterate init --hook": reviews what is staged. Skip it once
# with "git commit --no-verify"; remove this file to remove it.
for program in node_modules/.bin/doc-iterate .venv/bin/doc-iterate venv/bin/doc-iterate \
	.venv/Scripts/doc-iterate.exe doc-iterate ` + wording.ShellWord(filepath.ToSlash(program)) + `; do
	if command -v "$program" >/dev/null; then
		exec "$program" ` + hookArguments + `
	fi
done
echo "$0: doc-iterate is neither in node_modules, .venv or venv nor on the PATH, so nothing was reviewed; install it, or use --no-verify" >&2
exit 1
`
}

const hookArguments = "check --staged ."

// hookManagers is how the files of programs begin that manage hooks, and what to add to them.
var hookManagers = [...]struct{ file, below, add string }{
	{".husky", "/pre-commit", "the line `npx --no-install doc-iterate " + hookArguments + "`"},
	{".pre-commit-config.yaml", "",
		"the repository https://github.com/doc-iterate/doc-iterate with the hook doc-iterate"},
	{"lefthook.", "", "the command `doc-iterate " + hookArguments + "` below pre-commit"},
	{".lefthook.", "", "the command `doc-iterate " + hookArguments + "` below pre-commit"},
}

// HookFile returns where the hook goes that reviews what is staged before each commit of the repository around a
// folder. It is an error if there is one already, if a program manages the hooks, or if other repositories have the
// same hooks.
func HookFile(ctx context.Context, dir string, environ []string) (string, error) {
	folder, root, common, err := repo.HooksFolder(ctx, dir, environ)
	if err != nil {
		return "", fmt.Errorf("--hook: %w", err)
	}
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		for _, m := range hookManagers {
			if strings.HasPrefix(e.Name(), m.file) {
				return "", fmt.Errorf("--hook: the hooks here are those of %s; add to %s %s (docs/ci.md has more)",
					e.Name(), e.Name()+m.below, m.add)
			}
		}
	}
	outside := func(of string) bool {
		rel, err := filepath.Rel(RealPath(of), RealPath(folder))
		return err != nil || !filepath.IsLocal(rel)
	}
	if outside(root) && outside(common) {
		return "", fmt.Errorf("--hook: core.hooksPath has the hooks in %s, outside of this repository: one there would run in "+
			"every repository that has them there; `git config core.hooksPath .git/hooks` gives this one its own",
			wording.Visible(folder))
	}
	file := filepath.Join(folder, "pre-commit")
	if _, err := os.Lstat(file); err == nil {
		return "", fmt.Errorf("%s is there already and stays as it is; add the line `doc-iterate %s` to it", file,
			hookArguments)
	}
	return file, nil
}

// InstallHook writes the hook.
func InstallHook(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return WriteNew(file, []byte(hookScript()), 0o755)
}

// WriteNew writes a file that must not exist. It removes a file that it could not write completely.
func WriteNew(file string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return nil
}
