package architecture_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostBackward is how many pairs of files of a package may refer against the best order of its files.
const mostBackward = 20

// mostBackwardIn is the limit of packages that keep to a lower one.
var mostBackwardIn = map[string]int{"loop": 5}

// TestFilesReferInOneDirection counts, for each package, the pairs of files of which the first uses what the second
// declares although it stands before it in the best order of the files. A package with few can be read from its first
// file to its last.
func TestFilesReferInOneDirection(t *testing.T) {
	for _, p := range listPackages(t, exportFlags()...) {
		names, uses := fileUses(t, p)
		order := bestOrder(uses)
		var backward []string
		for i, from := range order {
			for _, to := range order[i+1:] {
				if uses[from][to] {
					backward = append(backward, names[from]+" uses "+names[to])
				}
			}
		}
		most, stricter := mostBackwardIn[p.name]
		if !stricter {
			most = mostBackward
		}
		assert.LessOrEqual(t, len(backward), most, "%s: %s", p.name, strings.Join(backward, "\n"))
	}
}

// exportFlags has go list return what packages export. With the race detector it is what the build for that exports, so
// that nothing is compiled twice.
func exportFlags() []string {
	flags := []string{"-export", "-deps"}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-race" && s.Value == "true" {
				flags = append(flags, "-race")
			}
		}
	}
	return flags
}

// A listedPackage is a package of this module, commands included.
type listedPackage struct {
	name, dir string
	imports   []string          // of this module
	files     []string          // those for this system, without tests
	exports   map[string]string // by import path, the files with what packages export; with -export and -deps
}

// listPackages returns the packages of this module as go list has them with the given flags.
func listPackages(t *testing.T, flags ...string) []listedPackage {
	t.Helper()
	format := "{{.ImportPath}}\t{{.Dir}}\t{{.Export}}\t{{join .GoFiles \" \"}}\t{{join .Imports \" \"}}"
	out, err := exec.Command("go", append(append([]string{"list", "-f", format}, flags...), "./...")...).Output()
	require.NoError(t, err)
	var packages []listedPackage
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		exports[fields[0]] = fields[2]
		if name, ok := strings.CutPrefix(fields[0], module); ok {
			p := listedPackage{name: name, dir: fields[1], files: strings.Fields(fields[3]), exports: exports}
			for imported := range strings.FieldsSeq(fields[4]) {
				if local, ok := strings.CutPrefix(imported, module); ok {
					p.imports = append(p.imports, local)
				}
			}
			packages = append(packages, p)
		}
	}
	return packages
}

// fileUses returns the files of a package, and of each two whether the first uses what the second declares for the
// package: types, functions, methods, fields, variables, constants.
func fileUses(t *testing.T, p listedPackage) (names []string, uses [][]bool) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	index := map[string]int{}
	for _, name := range p.files {
		file, err := parser.ParseFile(fset, filepath.Join(p.dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		index[name] = len(files)
		files, names, uses = append(files, file), append(names, name), append(uses, make([]bool, len(p.files)))
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(p.exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := config.Check(p.name, fset, files, &info)
	require.NoError(t, err)
	fileOf := func(at token.Pos) int { return index[filepath.Base(fset.Position(at).Filename)] }
	for identifier, object := range info.Uses {
		if object.Pkg() != pkg || !forPackage(object, pkg) {
			continue
		}
		if from, to := fileOf(identifier.Pos()), fileOf(object.Pos()); from != to {
			uses[from][to] = true
		}
	}
	return names, uses
}

// forPackage reports whether an object is no local one.
func forPackage(object types.Object, pkg *types.Package) bool {
	switch o := object.(type) {
	case *types.Var:
		return o.IsField() || o.Parent() == pkg.Scope()
	case *types.Func:
		return o.Parent() == pkg.Scope() || o.Signature().Recv() != nil
	case *types.TypeName, *types.Const:
		return o.Parent() == pkg.Scope()
	}
	return false
}

// bestOrder returns the files in an order in which few use one that stands behind them. It moves each file to its best
// place until none has a better one, from several shuffled orders, and takes the best result.
func bestOrder(uses [][]bool) []int {
	random := rand.New(rand.NewPCG(1, 2)) // the same order each time
	var best []int
	fewest := -1
	for range 30 {
		order := random.Perm(len(uses))
		for moved := true; moved; {
			moved = false
			for i := range order {
				moved = moveToBestPlace(order, i, uses) || moved
			}
		}
		if n := backwardUses(order, uses); fewest < 0 || n < fewest {
			best, fewest = order, n
		}
	}
	return best
}

// moveToBestPlace moves the file at i of an order, if fewer uses go backward then.
func moveToBestPlace(order []int, i int, uses [][]bool) bool {
	file := order[i]
	rest := append(append(make([]int, 0, len(order)), order[:i]...), order[i+1:]...)
	count := 0 // of the file's backward uses, at the first place
	for _, other := range rest {
		if uses[file][other] {
			count++
		}
	}
	now, place, fewest := count, 0, count
	for j, other := range rest {
		if uses[file][other] {
			count--
		}
		if uses[other][file] {
			count++
		}
		if j+1 == i {
			now = count
		}
		if count < fewest {
			place, fewest = j+1, count
		}
	}
	if fewest >= now {
		return false
	}
	copy(order, rest[:place])
	order[place] = file
	copy(order[place+1:], rest[place:])
	return true
}

func backwardUses(order []int, uses [][]bool) int {
	n := 0
	for i, from := range order {
		for _, to := range order[i+1:] {
			if uses[from][to] {
				n++
			}
		}
	}
	return n
}
