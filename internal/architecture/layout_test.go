package architecture_test

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

// rooms is the packages of this module but for commands, each with what it imports of it. Every package imports only
// such as stand above it: below is the way to the command line. The table has no import that there is not.
var rooms = []struct{ name, imports string }{
	{"internal/parallel", ""},
	{"internal/wording", ""},
	{"internal/manual", "internal/wording"},
	{"internal/files", ""},
	{"internal/app/mcp", "internal/files internal/wording"},
	{"internal/jsontree", ""},

	{"rules/term", ""},
	{"rules", "internal/jsontree rules/term"},
	{"rules/draft", "rules"},
	{"rules/imports", "rules rules/draft rules/term"},
	{"rules/starter", "internal/wording rules rules/draft rules/imports"},

	{"review/source", ""},
	{"internal/testdocs", ""},
	{"bench/model/standin", ""},
	{"rollback/internal/gittest", ""},
	{"review/identity", "review/source"},
	{"review/html", "review/source"},
	{"review/markdown/internal/tree", "review/source"},
	{"review/markdown", "review/markdown/internal/tree review/source"},
	{"review/zone", "review/html review/markdown review/source rules"},
	{"bench/plant", "review/markdown review/source review/zone"},
	{"review/link", "internal/parallel review/html review/markdown review/source review/zone rules"},
	{"review/terms", "review/html review/markdown review/source review/zone rules/term"},
	{"review/spelling", "internal/parallel review/source"},
	{"review/casing/usage", "internal/parallel internal/wording review/markdown review/source review/zone rules/term"},
	{"review/casing", "internal/wording review/casing/usage review/markdown review/source review/zone rules rules/term"},
	{"review/habit", "internal/parallel review/casing review/casing/usage review/markdown review/source rules"},
	{"review/layout", "review/markdown review/source review/zone rules"},
	{"review", "review/casing review/casing/usage review/identity review/link review/markdown review/source review/spelling " +
		"review/zone rules rules/term"},
	{"review/rule", "internal/wording review review/casing review/casing/usage review/identity review/layout review/link " +
		"review/markdown review/source review/spelling review/terms review/zone rules rules/term"},

	{"review/replacement", "review/casing/usage review/html review/markdown review/source review/zone rules"},
	{"review/reading", "review/html review/markdown review/source review/zone"},
	{"review/locate", "internal/parallel review review/markdown review/reading review/replacement review/source review/zone " +
		"rules"},
	{"review/settled", "review review/casing/usage review/identity review/reading review/source review/zone rules"},
	{"review/intake/edits", "review/source"},
	{"review/intake/remark", "review review/intake/edits review/source rules rules/term"},
	{"review/intake/format", "internal/jsontree review review/intake/remark review/source rules"},
	{"review/intake/envelope", "internal/jsontree"},
	{"review/intake/yamljson", "internal/jsontree"},
	{"review/intake", "internal/jsontree internal/wording review review/intake/edits review/intake/envelope " +
		"review/intake/format review/intake/remark review/intake/yamljson review/source rules"},
	{"review/external", "internal/files review review/intake review/intake/format review/intake/remark review/zone " +
		"rules"},
	{"review/model", "review review/intake review/intake/format review/intake/remark review/markdown review/source " +
		"review/zone rules"},
	{"review/model/server", "review/model rules"},

	{"fixers/language", "internal/wording"},
	{"fixers", "fixers/language internal/parallel review review/html review/layout review/link review/markdown " +
		"review/rule review/source review/zone rules"},

	{"loop/engine", "internal/wording review review/source review/zone rules"},
	{"loop/table", "internal/wording loop/engine review rules"},
	{"loop/track", "fixers loop/engine review review/identity review/markdown review/rule review/source review/zone rules"},
	{"loop/coverage", "loop/engine review/markdown review/source review/zone"},
	{"loop/culprit", "fixers"},
	{"loop/result", "fixers internal/wording loop/engine loop/table loop/track review review/source rules"},
	{"loop/question", "fixers internal/wording loop/coverage loop/engine loop/result loop/table loop/track review " +
		"review/source review/zone rules"},
	{"loop", "fixers internal/parallel internal/wording loop/coverage loop/culprit loop/engine loop/question loop/result " +
		"loop/table loop/track review review/identity review/link review/markdown review/replacement review/rule " +
		"review/source review/zone rules"},
	{"loop/decide", "internal/jsontree loop/engine rules"},
	{"loop/gate", "internal/files internal/parallel internal/wording review review/identity review/link " +
		"review/source review/zone rules"},
	{"loop/report/page", "internal/wording review/source"},
	{"loop/report", "fixers internal/jsontree internal/wording loop/gate loop/report/page loop/result review " +
		"review/markdown review/source review/zone rules"},
	{"loop/report/runs", "internal/parallel internal/wording loop/engine loop/report loop/report/page " +
		"loop/result loop/table review review/markdown review/source review/zone rules"},
	{"internal/app/interactive", "internal/files internal/wording loop loop/engine review review/source"},

	{"rollback/internal/refusal", ""},
	{"rollback/internal/disk", "internal/parallel"},
	{"rollback/internal/backup", "internal/parallel internal/wording rollback/internal/disk rollback/internal/refusal"},
	{"rollback/internal/gitdir", "internal/parallel rollback/internal/disk rollback/internal/refusal"},
	{"rollback/repo", "internal/parallel internal/wording rollback/internal/disk rollback/internal/gitdir " +
		"rollback/internal/refusal"},
	{"rollback/internal/state", "rollback/internal/disk rollback/internal/gitdir rollback/internal/refusal"},
	{"rollback", "internal/parallel internal/wording review/source rollback/internal/backup rollback/internal/disk " +
		"rollback/internal/gitdir rollback/internal/refusal rollback/internal/state"},

	{"rollback/answers", "rollback/internal/disk rollback/internal/gitdir"},
	{"rollback/userfile", "rollback/internal/disk rollback/internal/gitdir rollback/internal/state"},

	{"internal/app/pullrequest", "internal/wording loop/report review/source rollback/repo"},
	{"internal/terminal", "internal/wording loop"},
	{"internal/app/workspace", "internal/files internal/parallel internal/wording loop/gate loop/report review " +
		"review/casing review/habit review/link review/markdown review/rule review/source review/zone " +
		"rollback rollback/repo rules rules/imports rules/starter"},
	{"internal/app/reviewfiles", "internal/app/workspace internal/files internal/wording loop loop/engine review " +
		"review/intake review/intake/format review/intake/remark review/locate review/markdown review/settled " +
		"review/source review/zone rollback"},
	{"internal/app/programs", "fixers internal/app/reviewfiles internal/app/workspace internal/files internal/parallel internal/wording loop " +
		"loop/coverage loop/engine review review/external review/intake/format review/intake/remark review/locate " +
		"review/markdown review/model review/model/server review/rule review/source review/zone rollback/answers " +
		"rollback/repo rollback/userfile rules"},
	{"internal/app/history", "internal/app/interactive internal/app/reviewfiles internal/app/workspace internal/parallel internal/wording " +
		"loop/decide loop/engine loop/report/runs loop/result loop/table review review/settled review/source rollback rollback/answers"},
	{"internal/app/checking", "fixers internal/app/programs internal/app/reviewfiles internal/app/workspace internal/parallel " +
		"internal/terminal internal/wording loop loop/report review review/link review/markdown review/zone rules"},
	{"internal/app/fixing", "fixers internal/app/history internal/app/interactive internal/app/programs " +
		"internal/app/reviewfiles internal/app/workspace internal/files internal/parallel internal/terminal " +
		"internal/wording loop loop/engine loop/gate loop/report loop/result loop/table review review/link " +
		"review/settled review/source review/zone rollback rules"},
	{"internal/app/lsp", "fixers internal/app/history internal/app/programs internal/app/reviewfiles " +
		"internal/app/workspace internal/files internal/parallel internal/wording loop loop/engine loop/gate " +
		"loop/report loop/result loop/table loop/track review review/link review/markdown review/rule " +
		"review/settled review/source review/zone rules"},
}

// owners says which packages alone may import what the design confines, and all that is not of the standard library.
// A folder stands for the packages below it too. Commands for measuring and releasing and tests are free.
var owners = []struct{ imported, by string }{
	{"github.com/yuin/goldmark", "review/markdown"},
	{"github.com/go-git/go-git/v5", "rollback"},
	{"github.com/gofrs/flock", "rollback"},
	{"golang.org/x/sys", "rollback"},
	{"github.com/modelcontextprotocol/go-sdk", "internal/app/mcp"},
	{module + "internal/app/mcp", "cmd/doc-iterate-mcp"}, // it would make every command start later
	{"github.com/spf13/pflag", "cmd/doc-iterate internal/manual"},
	{"github.com/sergi/go-diff", "review/source"},
	{"golang.org/x/text", "review/link"},
	{"github.com/BurntSushi/toml", "rules/imports review/markdown"},
	{"github.com/tidwall/jsonc", "rules/imports"},
	{"go.yaml.in/yaml/v3", "rules/imports review/intake review/markdown loop/decide fixers/language"},
	{"github.com/bmatcuk/doublestar/v4", "rules loop/gate review/external"},
	{"github.com/rivo/uniseg", "internal/app/interactive internal/terminal loop/report"},
	{"golang.org/x/term", "internal/terminal internal/app/interactive"},
	{"go.lsp.dev", "internal/app/lsp"},
	{"os", "cmd/doc-iterate cmd/doc-iterate-mcp internal/app/mcp rollback review/external internal/files internal/app/history internal/app/interactive internal/terminal internal/app/reviewfiles internal/app/workspace"},
	{"os/exec", "cmd/doc-iterate cmd/doc-iterate-mcp internal/app/mcp rollback review/external internal/app/interactive internal/app/programs"},
	{"net", "internal/app/pullrequest review/model/server"},
	{"net/http", "internal/app/pullrequest review/model/server"},
}

func TestImportsFollowTheDesign(t *testing.T) {
	packages := map[string]packageSource{}
	for _, p := range packageSources(t) {
		packages[p.name] = p
	}
	above := map[string]bool{}
	for _, room := range rooms {
		p, exists := packages[room.name]
		if !assert.True(t, exists, "the table has %s, which there is not", room.name) {
			continue
		}
		assert.ElementsMatch(t, strings.Fields(room.imports), p.imports, "what %s imports is not what the table says", room.name)
		for _, imported := range p.imports {
			assert.True(t, above[imported], "%s imports %s, which does not stand above it", room.name, imported)
		}
		above[room.name] = true
	}
	for name := range packages {
		assert.True(t, above[name], "the table does not have %s", name)
	}
}

func TestOtherModulesHaveOwners(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	require.NoError(t, err)
	needed := map[string]bool{} // the owners that import what they own
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], module)
		if within(pkg, "bench") || within(pkg, "release") || within(pkg, "testdata") ||
			pkg == "internal/testdocs" || pkg == "rollback/internal/gittest" {
			continue
		}
		for _, imported := range fields[1:] {
			host, _, _ := strings.Cut(imported, "/")
			owned := strings.Contains(host, ".") && !strings.HasPrefix(imported, module)
			for _, o := range owners {
				standard := !strings.Contains(o.imported, ".") // of which each package stands for itself
				if imported != o.imported && (standard || !within(imported, o.imported)) {
					continue
				}
				by := slices.IndexFunc(strings.Fields(o.by), func(owner string) bool { return within(pkg, owner) })
				if assert.GreaterOrEqual(t, by, 0, "%s imports %s, which belongs to %s", pkg, imported, o.by) {
					needed[o.imported+" "+strings.Fields(o.by)[by]] = true
				}
				owned = false
			}
			assert.False(t, owned, "%s imports %s, which has no owner", pkg, imported)
		}
	}
	for _, o := range owners {
		for owner := range strings.FieldsSeq(o.by) {
			assert.True(t, needed[o.imported+" "+owner], "%s does not import %s, which it may", owner, o.imported)
		}
	}
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
		if !ok || fields[0] == "main" || name == "internal/architecture" {
			continue
		}
		p := packageSource{name: name, imports: []string{}}
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
