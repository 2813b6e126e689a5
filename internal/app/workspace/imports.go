package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/imports"
)

// ImportReader returns what reads the files that the configurations of other linters name.
func ImportReader() imports.Reader {
	return importReader(rootOf("."), func(name string) (string, error) { return filepath.FromSlash(name), nil })
}

// ImportReader returns what reads the files below the root that the configurations of other linters name.
func (r *Repository) ImportReader() imports.Reader {
	return importReader(RealPath(r.Root), func(name string) (string, error) {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return "", fmt.Errorf("%s lies outside of the repository", name)
		}
		return r.file(name), nil
	})
}

// importReader returns what reads the files below root at the places that place says.
func importReader(root string, place func(name string) (string, error)) imports.Reader {
	return imports.Reader{
		Read: func(name string) ([]byte, error) {
			file, err := place(name)
			if err != nil {
				return nil, err
			}
			data, err := new(files.Door).ReadIn(root, file, files.MaxSmall)
			return data, named(file, err)
		},
		List: func(folder string) ([]string, error) {
			at, err := place(folder)
			if err != nil {
				return nil, err
			}
			entries, err := os.ReadDir(at)
			var names []string
			for _, e := range entries {
				if e.Type().IsRegular() {
					names = append(names, path.Join(folder, e.Name()))
				}
			}
			return names, err
		},
	}
}

// Importable returns the file that is named, or the files of a Vale style in a folder.
func Importable(name string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(name, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := filepath.Base(path)
		switch ext := filepath.Ext(base); {
		case path == name && !e.IsDir():
			names = append(names, path)
		case !e.IsDir() && (ext == ".yml" || ext == ".yaml" || base == "accept.txt" || base == "reject.txt"):
			names = append(names, path)
		}
		return nil
	})
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s holds no rules of Vale (.yml); name the files themselves", name)
	}
	return names, err
}

// TermsHere returns the terminology that holds in the working directory already. An import must not contradict it.
func TermsHere(ctx context.Context, note func(format string, args ...any)) ([]rules.Term, error) {
	configs := NewConfigs(ctx, "", note)
	file, err := configs.Find(rules.FileName)
	if err != nil || file == "" {
		return nil, err
	}
	if info, err := os.Stat(file); err == nil && info.Size() == 0 {
		return nil, nil // the shell has just made it, for the output of this command
	}
	set, err := configs.Load(file)
	if err != nil {
		return nil, err
	}
	return set.Terminology, nil
}
