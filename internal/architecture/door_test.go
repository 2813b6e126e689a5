package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// openers are the functions that open a file, by the name of their package.
var openers = map[string][]string{
	"os":       {"Open", "OpenFile", "ReadFile", "OpenRoot", "OpenInRoot", "DirFS", "CopyFS", "NewFile"},
	"ioutil":   {"ReadFile"},
	"syscall":  {"Open", "Openat", "CreateFile", "Mmap"},
	"unix":     {"Open", "Openat", "Openat2", "Mmap"},
	"filepath": {"Walk"},
}

// writers are the files that may open one of another name, to write it.
var writers = map[string]string{
	"cmd/doc-iterate/ci.go":             "os.OpenFile", // appends to GITHUB_OUTPUT
	"internal/app/workspace/hook.go":    "os.OpenFile", // makes a configuration or a hook
	"internal/app/workspace/summary.go": "os.OpenFile", // appends to GITHUB_STEP_SUMMARY
	"internal/app/mcp/server.go":        "os.OpenRoot", // the folder that the server never leaves
	"review/external/inputs.go":         "os.DirFS",    // lists the names that globs match
}

// TestFilesAreOpenedByOneDoor finds what opens a file elsewhere than internal/files, rollback and what is no part of
// the program.
func TestFilesAreOpenedByOneDoor(t *testing.T) {
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, free := range []string{"rollback", "internal/files", "internal/testdocs", "bench", "release", "testdata"} {
			if within(filepath.ToSlash(path), free) {
				return nil
			}
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil || len(file.Comments) > 0 && file.Comments[0].List[0].Text == "//go:build ignore" {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := call.X.(*ast.Ident); ok && slices.Contains(openers[pkg.Name], call.Sel.Name) {
				found[filepath.ToSlash(path)] = pkg.Name + "." + call.Sel.Name
			}
			return true
		})
		return nil
	}))
	assert.Equal(t, writers, found)
}
