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
	"go.yaml.in/yaml/v3"

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
			checkLines(t, files, archive, r)
		})
	}
}

// checkLines asserts that every rule and setting of what was imported has a line in the result: the keys of the files,
// the settings of .vale.ini, the files of styles, and each word of those that are taken.
func checkLines(t *testing.T, files []File, archive *txtar.Archive, r *Result) {
	said := func(file, key string) bool {
		return slices.ContainsFunc(r.Entries, func(e Entry) bool {
			return (e.Origin.File == file || file == "") && strings.Contains(e.Origin.Key, key)
		})
	}
	for _, f := range archive.Files {
		whole := func(e Entry) bool { return e.Origin.File == f.Name }
		base := path.Base(f.Name)
		root, err := parse(File{f.Name, f.Data}, base)
		imported := slices.ContainsFunc(files, func(i File) bool { return i.Name == f.Name })
		switch {
		case strings.HasSuffix(base, ".ini"):
			for _, section := range readIni(f.Data) {
				for _, s := range section.settings {
					style := "/" + strings.Replace(s.key, ".", "/", 1) + ".yml"
					byFile := func(e Entry) bool { return strings.HasSuffix(e.Origin.File, style) }
					structure := []string{"StylesPath", "MinAlertLevel", "BasedOnStyles", "Vocab"}
					if section.glob != "formats" && !slices.Contains(structure, s.key) {
						ok := said("", s.key) || slices.ContainsFunc(r.Entries, byFile)
						assert.True(t, ok, "%s: %s", f.Name, s.key)
					}
				}
			}
		case err != nil || root.Kind != yaml.MappingNode || !imported && !slices.ContainsFunc(r.Entries, whole):
		case lookUp(root, "extends") != nil && valeKinds[lookUp(root, "extends").Value] != nil:
			for _, words := range []string{"swap", "tokens"} {
				n := lookUp(root, words)
				pairs(n, func(key string, _ *yaml.Node) {
					assert.True(t, said(f.Name, key) || less(r, f.Name), key)
				})
				for _, token := range r.texts(f.Name, words, n) {
					assert.True(t, said(f.Name, token) || less(r, f.Name), "%s: %s", f.Name, token)
				}
			}
		default:
			for _, below := range []*yaml.Node{root, lookUp(root, "config"), lookUp(root, "rules")} {
				pairs(below, func(key string, value *yaml.Node) {
					structure := slices.Contains([]string{"$schema", "config", "rules", "default"}, key)
					// Each of what these hold has a line.
					many := isTerminology(key) || strings.Contains(tags, " "+key+" ")
					if !structure && !many {
						assert.True(t, said(f.Name, key), "%s: %s", f.Name, key)
					}
				})
			}
		}
	}
}

// less reports whether a line says of a whole file what became of it.
func less(r *Result, file string) bool {
	whole := []string{"extends", "level", "tokens", "swap", "raw", "scope", "pos", "match", ""}
	return slices.ContainsFunc(r.Entries, func(e Entry) bool {
		key, _, _ := strings.Cut(e.Origin.Key, ":")
		return e.Origin.File == file && slices.Contains(whole, key)
	})
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
