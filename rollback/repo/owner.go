package repo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
)

// Distrusted returns an error if the repository around the folder dir belongs to another user, so that git refuses it.
// It returns nil if there is no repository. Without git, the owner of .git counts.
func Distrusted(ctx context.Context, dir string, env []string) error {
	top := Top(dir)
	if top == "" {
		return nil
	}
	r, err := gitdir.Open(ctx, top, env)
	switch {
	case r != nil:
		r.Close()
		return nil
	case gitdir.Reports(err, "dubious ownership"):
		return err
	case err == nil && OwnedByOther(filepath.Join(top, ".git")):
		return fmt.Errorf("the repository %s belongs to another user", top)
	}
	return nil
}

// OwnedByOther reports whether a file, or what a symbolic link at its place leads to, belongs to another user.
func OwnedByOther(path string) bool {
	for _, stat := range []func(string) (os.FileInfo, error){os.Lstat, os.Stat} {
		if info, err := stat(path); err == nil && disk.OwnedByOther(info) {
			return true
		}
	}
	return false
}
