package imports

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
)

var update = flag.Bool("update", false, "write what the import gives into the archives under testdata")

// TestImport imports the files of each archive under testdata and compares the
// table and the configuration with want.txt and want.json. A base.json is the
// configuration that is there already.
func TestImport(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, archives)
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			var files []File
			reader, roots := archived(archive)
			var base []rules.Term
			var wantText, wantJSON *txtar.File
			for i := range archive.Files {
				switch f := &archive.Files[i]; f.Name {
				case "want.txt":
					wantText = f
				case "want.json":
					wantJSON = f
				case "base.json":
					set, err := rules.Load(f.Name, f.Data)
					require.NoError(t, err)
					base = set.Terminology
				default:
					if len(roots) == 0 || slices.Contains(roots, f.Name) {
						files = append(files, File{f.Name, f.Data})
					}
				}
			}
			r, err := reader.Import(files, base)
			require.NoError(t, err)
			_, err = rules.Load("imported", r.Draft.Bytes())
			require.NoError(t, err)
			if *update {
				wantText.Data, wantJSON.Data = []byte(r.Text()), r.Draft.Bytes()
				require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o666))
			}
			assert.Equal(t, string(wantText.Data), r.Text())
			assert.Equal(t, string(wantJSON.Data), string(r.Draft.Bytes()))
			checkSums(t, r)
		})
	}
}

// archived returns what reads the files of an archive that has a file "import" with the names of those to begin with. An
// archive without one has its files imported on their own.
func archived(archive *txtar.Archive) (Reader, []string) {
	texts := map[string][]byte{}
	var roots []string
	for _, f := range archive.Files {
		if f.Name == "import" {
			roots = strings.Fields(string(f.Data))
		}
		texts[f.Name] = f.Data
	}
	if roots == nil {
		return Reader{}, nil
	}
	return Reader{
		Read: func(name string) ([]byte, error) {
			if data, ok := texts[name]; ok {
				return data, nil
			}
			return nil, os.ErrNotExist
		},
		List: func(folder string) (names []string, err error) {
			for name := range texts {
				if path.Dir(name) == folder {
					names = append(names, name)
				}
			}
			return names, nil
		},
	}, roots
}

// checkSums asserts that every entry is counted once and that what was refused
// says why.
func checkSums(t *testing.T, r *Result) {
	total := 0
	for _, c := range r.Counts() {
		total += c.Taken + c.Expanded + c.Refused
	}
	assert.Len(t, r.Entries, total)
	for _, e := range r.Entries {
		if e.Outcome == Refused {
			assert.NotEmpty(t, e.Note, "%v", e)
		}
	}
}

func TestImportRefusesWhatItDoesNotKnow(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"x.json":         {`{"hello": 1}`, "x.json: none of: a Vale rule"},
		"y.yml":          {"a: [", "y.yml: cannot be read: "},
		"z.yaml":         {"", "z.yaml: is empty"},
		"s.yaml":         {"text", "neither a mapping nor a list"},
		".vale.ini":      {"StylesPath = s", "import the .yml files"},
		".textlintrc":    {`{"rules": {"alex": true}}`, "does not configure the rule terminology"},
		"rumdl.toml":     {"a = ", "rumdl.toml: cannot be read: "},
		"pyproject.toml": {"[project]\nname = 'x'", "no table tool.rumdl"},
	} {
		_, err := Reader{}.Import([]File{{name, []byte(c.data)}}, nil)
		require.Error(t, err, name)
		assert.Contains(t, err.Error(), c.want)
	}
}

// FuzzImport holds the import to two promises: it never panics, and what it
// gives loads.
func FuzzImport(f *testing.F) {
	archives, err := filepath.Glob("testdata/*.txtar")
	require.NoError(f, err)
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		require.NoError(f, err)
		for _, file := range archive.Files {
			f.Add(filepath.Base(file.Name), file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		r, err := Reader{}.Import([]File{{name, data}}, nil)
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), name+": "), "%v", err)
			return
		}
		_, err = rules.Load("imported", r.Draft.Bytes())
		require.NoError(t, err)
		checkSums(t, r)
	})
}
