package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const architecture = "docs/architecture.md"

var (
	codeWord = regexp.MustCompile("`([^`\n]+)`")
	goName   = regexp.MustCompile(`^[a-z]+(\.[A-Za-z]\w*)+$`)
	filePath = regexp.MustCompile(`^[\w-]+(/[\w.-]+)+$|^[\w-]+\.(go|md|json)$`)
	box      = regexp.MustCompile(`^\s*(\w+)\["([a-z/-]+)"\]$`)
)

// TestArchitectureNamesWhatExists checks the paths and the names of Go that stand as code in docs/architecture.md. In
// tables whose first column is "file" the name must be declared in that file.
func TestArchitectureNamesWhatExists(t *testing.T) {
	page, err := os.ReadFile(architecture)
	require.NoError(t, err)
	declared := declarations(t)
	names, inFiles, walk := 0, 0, false
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "|") {
			walk = false
		}
		walk = walk || strings.HasPrefix(line, "| file |")
		for _, m := range codeWord.FindAllStringSubmatch(line, -1) {
			switch word := m[1]; {
			case filePath.MatchString(word):
				_, err := os.Stat(word)
				assert.NoError(t, err, line)
			case goName.MatchString(word):
				names++
				assert.NotEmpty(t, declared[word], "there is no %s: %s", word, line)
			}
		}
		cells := strings.Split(line, "|")
		if file := codeWord.FindStringSubmatch(line); walk && file != nil && len(cells) > 2 {
			inFiles++
			name := codeWord.FindStringSubmatch(cells[2])
			if assert.NotNil(t, name, line) {
				assert.Contains(t, declared[name[1]], file[1], "%s is not declared there", name[1])
			}
		}
	}
	assert.Greater(t, names, 60)
	assert.Greater(t, inFiles, 40)
}

// TestArchitectureDrawsWhatExists checks the picture of the rooms: each box is a package and each arrow an import.
func TestArchitectureDrawsWhatExists(t *testing.T) {
	page, err := os.ReadFile(architecture)
	require.NoError(t, err)
	_, picture, found := strings.Cut(string(page), "flowchart TD\n")
	require.True(t, found)
	picture, _, _ = strings.Cut(picture, "```")
	imports := map[string][]string{}
	for _, p := range listPackages(t) {
		imports[p.name] = p.imports
	}
	boxes := map[string]string{}
	arrows := 0
	for line := range strings.Lines(picture) {
		line = strings.TrimSpace(line)
		if m := box.FindStringSubmatch(line); m != nil {
			boxes[m[1]] = m[2]
			assert.Contains(t, imports, m[2])
			continue
		}
		ends := strings.Split(line, " --> ")
		for i := 1; i < len(ends); i++ {
			from, to := boxes[ends[i-1]], boxes[ends[i]]
			arrows++
			assert.True(t, to != "" && slices.Contains(imports[from], to), "%q is no import", ends[i-1]+" --> "+ends[i])
		}
	}
	assert.Greater(t, arrows, 20)
}

// TestTheWayOfADocumentIsShort checks that each function of the way of one document uses the name that the page says, and
// that functions and names are few.
func TestTheWayOfADocumentIsShort(t *testing.T) {
	page, err := os.ReadFile(architecture)
	require.NoError(t, err)
	_, way, found := strings.Cut(string(page), "\n## The way of one document\n")
	require.True(t, found)
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `[a-z]+\\.([^`]+)` \\| `([^`]+)` \\|$")
	names, rows := map[string]bool{}, row.FindAllStringSubmatch(way, -1)
	for _, m := range rows {
		file, function, name := m[1], m[2], m[3]
		names[name] = true
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		assert.True(t, usesName(parsed, function, name), "%s in %s has no %s", function, file, name)
	}
	assert.Equal(t, strings.Count(way, "\n| `"), len(rows), "a row of the table can't be read")
	assert.Greater(t, len(rows), 40)
	assert.LessOrEqual(t, len(rows), 60)
	assert.LessOrEqual(t, len(names), 30)
}

// usesName reports whether a function of a file, which stands behind its type, has an identifier of that name.
func usesName(file *ast.File, function, name string) (uses bool) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && slices.Equal(declaredIn(&ast.File{Decls: []ast.Decl{f}}), []string{function}) {
			ast.Inspect(f, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				uses = uses || ok && id.Name == name
				return true
			})
		}
	}
	return uses
}

// declarations returns the files that declare each package.Name and package.Type.Method of this module. The names of
// package main are those of cmd/doc-iterate.
func declarations(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, p := range listPackages(t) {
		if within(p.name, "bench") || within(p.name, "release") || within(p.name, "testdata") {
			continue
		}
		for _, file := range p.files {
			path := filepath.Join(p.dir, file)
			parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			for _, name := range declaredIn(parsed) {
				name = parsed.Name.Name + "." + name
				out[name] = append(out[name], p.name+"/"+file)
			}
		}
	}
	return out
}

// declaredIn returns what a file declares for its package; methods stand behind their type.
func declaredIn(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			names = append(names, name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of the type that a method belongs to.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
