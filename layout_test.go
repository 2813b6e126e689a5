package layout_test

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/doc-iterate/doc-iterate/"

// imports says which packages of this module each of them may import; a folder
// stands for the packages below it too. cmd may import everything.
var imports = map[string][]string{
	"review/source":   {},
	"rules":           {"internal/jsontree", "internal/wording"},
	"rules/term":      {},
	"review":          {"review/source", "rules", "internal/parallel"},
	"review/locate":   {"review/source", "rules", "review", "internal/parallel"},
	"review/intake":   {"review/source", "rules", "review", "internal/jsontree", "internal/wording"},
	"review/external": {"review/source", "rules", "review", "review/intake"},
	"fixers/language": {},
	"fixers":          {"review/source", "rules", "review", "internal/parallel"},
	"loop":            {"review/source", "rules", "review", "review/locate", "review/intake", "review/external", "fixers", "internal/parallel", "internal/wording"},
	"loop/engine":     {"review/source", "rules", "review", "internal/wording"},
	"loop/coverage":   {"review/source", "review", "loop/engine"},
	"loop/culprit":    {"fixers"},
	"loop/track":      {"review/source", "rules", "review", "fixers", "loop/engine"},
	"loop/gate":       {"review/source", "rules", "review", "internal/parallel", "internal/wording"},
	"loop/decide":     {"rules", "loop/engine", "internal/jsontree"},
	"loop/report":     {"review/source", "rules", "review", "fixers", "loop", "internal/parallel", "internal/wording"},
	"rollback":        {"review/source", "internal/parallel", "internal/wording"},
	"rollback/repo": {
		"internal/parallel", "internal/wording", "rollback/internal/gitdir", "rollback/internal/disk", "rollback/internal/refusal",
	},
	"rollback/internal/gitdir":  {"internal/parallel", "rollback/internal/disk", "rollback/internal/refusal"},
	"rollback/internal/disk":    {"internal/parallel"},
	"rollback/internal/refusal": {},
	"internal/parallel":         {},
	"internal/jsontree":         {},
	"internal/wording":          {},
	"internal/terminal":         {"loop", "internal/parallel", "internal/wording"},
	"internal/workspace":        {"review/source", "rules", "review", "fixers", "loop", "rollback", "rollback/repo", "internal/parallel", "internal/wording"},
	"internal/reviewfiles":      {"review/source", "rules", "review", "review/locate", "review/intake", "loop", "rollback", "rollback/repo", "internal/workspace", "internal/wording"},
	"internal/history":          {"review/source", "rules", "review", "loop", "rollback", "rollback/repo", "internal/workspace", "internal/reviewfiles", "internal/parallel", "internal/wording"},
	"internal/programs":         {"review/source", "rules", "review", "review/locate", "review/intake", "review/external", "loop", "loop/coverage", "rollback", "rollback/repo", "internal/workspace", "internal/reviewfiles", "internal/wording"},
}

// owners says which packages alone may import what the design confines.
var owners = map[string]string{
	"github.com/yuin/goldmark":    "review",
	"github.com/go-git/go-git/v5": "rollback",
	"github.com/spf13/pflag":      "cmd/doc-iterate",
	"github.com/sergi/go-diff":    "review/source",
}

func TestImportsFollowTheDesign(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], module)
		for _, imported := range fields[1:] {
			if local, ok := strings.CutPrefix(imported, module); ok {
				assert.True(t, mayImport(pkg, local), "%s imports %s", pkg, local)
			}
			for prefix, owner := range owners {
				if strings.HasPrefix(imported, prefix) {
					assert.True(t, within(pkg, owner) || within(pkg, "bench"), "%s imports %s, which belongs to %s", pkg, imported, owner)
				}
			}
		}
	}
}

// mayImport looks up the nearest folder of pkg that the table names.
func mayImport(pkg, imported string) bool {
	if within(pkg, "cmd") || within(pkg, "bench") || pkg == strings.TrimSuffix(module, "/") {
		return true
	}
	for folder := pkg; folder != ""; folder, _, _ = cutLast(folder) {
		if allowed, ok := imports[folder]; ok {
			if pkg == "rollback" && imported == "rollback/repo" {
				return false // repo asks, rollback writes: neither needs the other
			}
			return within(imported, folder) || slices.ContainsFunc(allowed, func(a string) bool { return a == imported || a != "review" && within(imported, a) })
		}
	}
	return false
}

func within(pkg, folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }

// A packageSource is a package of this module with what its files say of it.
type packageSource struct {
	name    string // its path below the module
	imports []string
	doc     string
	files   []string // those that aren't tests, whatever system they are for
}

// packageSources is the packages of this module but for commands and the root.
func packageSources(t *testing.T) []packageSource {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.Name}} {{.ImportPath}} {{.Dir}} {{join .Imports " "}}`, "./...").Output()
	require.NoError(t, err)
	var packages []packageSource
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name, ok := strings.CutPrefix(fields[1], module)
		if !ok || fields[0] == "main" {
			continue
		}
		p := packageSource{name: name}
		for _, imported := range fields[3:] {
			if local, ok := strings.CutPrefix(imported, module); ok {
				p.imports = append(p.imports, local)
			}
		}
		paths, err := filepath.Glob(filepath.Join(fields[2], "*.go"))
		require.NoError(t, err)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.PackageClauseOnly)
			require.NoError(t, err)
			p.doc += file.Doc.Text()
			p.files = append(p.files, filepath.Base(path))
		}
		packages = append(packages, p)
	}
	return packages
}

// TestPackagesSayWhatTheyImport holds the sentence in the documentation of each
// package to what it does import of this module.
func TestPackagesSayWhatTheyImport(t *testing.T) {
	sentence := regexp.MustCompile(`Of this module it imports ([^.]+)\.`)
	for _, p := range packageSources(t) {
		said := sentence.FindAllStringSubmatch(strings.Join(strings.Fields(p.doc), " "), -1)
		if !assert.Len(t, said, 1, "%s: want one sentence \"Of this module it imports …\"", p.name) {
			continue
		}
		names := strings.FieldsFunc(strings.ReplaceAll(said[0][1], " and ", ", "), func(r rune) bool { return r == ',' || r == ' ' })
		if len(names) == 1 && names[0] == "nothing" {
			names = nil
		}
		assert.Equal(t, p.imports, names, p.name)
	}
}

// TestPackagesListTheirFiles holds the lists of files that some packages have in
// their documentation to the files that there are.
func TestPackagesListTheirFiles(t *testing.T) {
	seen := 0
	for _, p := range packageSources(t) {
		_, list, ok := strings.Cut(p.doc, "What each file holds:\n\n")
		if !ok {
			continue
		}
		seen++
		left := slices.DeleteFunc(p.files, func(file string) bool { return file == "doc.go" })
		for line := range strings.Lines(list) {
			if !strings.HasPrefix(line, "\t") {
				break
			}
			pattern := strings.Fields(line)[0]
			n := len(left)
			left = slices.DeleteFunc(left, func(file string) bool {
				matched, err := filepath.Match(pattern, file)
				return matched && err == nil
			})
			assert.Less(t, len(left), n, "%s lists %s, which there is not, or twice", p.name, pattern)
		}
		assert.Empty(t, left, "%s does not list these", p.name)
	}
	assert.NotZero(t, seen)
}

// TestReadmeListsTheDependencies compares the section of the README with go.mod.
func TestReadmeListsTheDependencies(t *testing.T) {
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	require.NoError(t, err)
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	require.NoError(t, json.Unmarshal(out, &mod))
	var want []string
	for _, r := range mod.Require {
		if !r.Indirect {
			want = append(want, regexp.MustCompile(`/v[0-9]+$`).ReplaceAllString(r.Path, ""))
		}
	}
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(readme), "\n## Dependencies\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var got []string
	for _, m := range regexp.MustCompile(`\]\(https://(?:pkg\.go\.dev/)?([^)]*)\)`).FindAllStringSubmatch(section, -1) {
		got = append(got, m[1])
	}
	assert.ElementsMatch(t, want, got)
}

// TestDocsNameTestsThatExist checks the last column of the tables of docs whose
// heading is "shown by".
func TestDocsNameTestsThatExist(t *testing.T) {
	exists := map[string]bool{}
	for _, folder := range []string{"testdata/scenarios", "loop/decide/testdata"} {
		files, err := filepath.Glob(folder + "/*.txtar")
		require.NoError(t, err)
		for _, file := range files {
			exists[strings.TrimSuffix(filepath.Base(file), ".txtar")] = true
		}
	}
	tests := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		for _, m := range tests.FindAllSubmatch(src, -1) {
			exists[string(m[1])] = true
		}
		return err
	}))
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	name := regexp.MustCompile("`([^`]+)`")
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		shown := false
		for line := range strings.Lines(string(text)) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			last := strings.TrimSpace(cells[len(cells)-1])
			switch {
			case !strings.HasPrefix(line, "|"):
				shown = false
			case last == "shown by":
				shown = true
			case shown:
				assert.True(t, strings.HasPrefix(last, "---") || name.MatchString(last), "%s: %s", page, line)
				for _, m := range name.FindAllStringSubmatch(last, -1) {
					assert.True(t, exists[m[1]], "%s names %s, which there is not", page, m[1])
				}
			}
		}
	}
}

func cutLast(folder string) (string, string, bool) {
	i := strings.LastIndexByte(folder, '/')
	if i < 0 {
		return "", folder, false
	}
	return folder[:i], folder[i+1:], true
}
