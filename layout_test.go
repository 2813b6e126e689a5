package layout_test

import (
	"encoding/json"
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
	"rules":           {},
	"review":          {"review/source", "rules", "parallel"},
	"review/locate":   {"review/source", "rules", "review", "parallel"},
	"review/intake":   {"review/source", "rules", "review", "wording"},
	"review/external": {"review/source", "rules", "review", "review/intake"},
	"fixers":          {"review/source", "rules", "review", "parallel"},
	"loop":            {"review/source", "rules", "review", "review/locate", "review/intake", "review/external", "fixers", "parallel", "wording"},
	"loop/report":     {"review/source", "rules", "review", "fixers", "loop", "parallel", "wording"},
	"rollback":        {"review/source", "parallel", "wording"},
	"parallel":        {},
	"wording":         {},
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
			return within(imported, folder) || slices.ContainsFunc(allowed, func(a string) bool { return a == imported || a != "review" && within(imported, a) })
		}
	}
	return false
}

func within(pkg, folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }

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
