package reviewfiles

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

func TestNameMatcher(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(top, "docs"), 0o755))
	require.NoError(t, os.Mkdir(filepath.Join(top, ".git"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(top, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644))
	for _, dir := range []string{"objects", "refs"} {
		require.NoError(t, os.Mkdir(filepath.Join(top, ".git", dir), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(top, "docs", "README.md"), nil, 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(top, "linked"), 0o755))
	require.NoError(t, os.Symlink("../docs/README.md", filepath.Join(top, "linked", "README.md")))
	for _, tt := range []struct {
		name, from string
		docs       string // of the run
		names      string // that the review gives
		want       string // the documents that they are of, - for none, or the error
	}{
		{"the only name", ".", "docs/README.md", "README.md", "docs/README.md"},
		{"a name and the document's own", ".", "docs/README.md", "README.md docs/README.md", "- docs/README.md"},
		{"whatever comes first", ".", "docs/README.md", "./docs/README.md README.md", "docs/README.md -"},
		{"of two documents", ".", "README.md docs/README.md", "README.md docs/README.md", "README.md docs/README.md"},
		{"absolute", ".", "README.md docs/README.md", "/TOP/README.md /TOP/docs/README.md", "README.md docs/README.md"},
		{"absolute, of another document", ".", "README.md", "/TOP/docs/README.md", "-"},
		{"absolute, from below", "docs", "README.md", "/TOP/README.md /TOP/docs/README.md", "- README.md"},
		{"absolute, elsewhere", ".", "docs/README.md", "/ci/docs/README.md", "docs/README.md"},
		{"absolute, of two documents elsewhere", ".", "README.md", "/ci/README.md /ci/docs/README.md", `"/ci/README.md" and "/ci/docs/README.md" could both be the document README.md`},
		{"absolute and not", ".", "docs/README.md", "docs/README.md /TOP/docs/README.md", "docs/README.md docs/README.md"},
		{"from the top", "docs", "README.md", "docs/README.md", "README.md"},
		{"from here or from the top", "docs", "README.md", "README.md docs/README.md", `"README.md" and "docs/README.md" are both the document README.md`},
		{"by another way from here", "docs", "README.md", "README.md ../docs/README.md", "README.md README.md"},
		{"a link and what it leads to", ".", "linked/README.md", "linked/README.md docs/README.md", "linked/README.md linked/README.md"},
		{"a link and what it leads to, both in the run", ".", "linked/README.md docs/README.md", "linked/README.md docs/README.md ./docs/../docs/README.md", "linked/README.md docs/README.md docs/README.md"},
		{"of none in the run", ".", "a/x.md b/x.md", "x.md a/x.md b/x.md", "- a/x.md b/x.md"},
		{"of one of two", ".", "a/x.md b/x.md", "x.md a/x.md", `"x.md" could be a/x.md or b/x.md`},
		{"of either of two", ".", "a/x.md b/x.md", "x.md", `"x.md" could be a/x.md or b/x.md`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(filepath.Join(top, tt.from))
			var docs []workspace.Document
			for _, path := range strings.Fields(tt.docs) {
				docs = append(docs, workspace.Document{Path: path})
			}
			names := strings.Fields(strings.ReplaceAll(tt.names, "/TOP", filepath.ToSlash(top)))
			m := newNameIndex(docs).matcher(names)
			var got []string
			for _, name := range names {
				path, err := m.document(name)
				switch {
				case err != nil:
					got = append(got, err.Error())
				case path == "":
					got = append(got, "-")
				default:
					got = append(got, path)
				}
			}
			assert.Contains(t, strings.Join(got, " "), tt.want)
		})
	}
}

// TestReviewsOfManyDocuments has a review of each of very many documents. Were it looked
// at where they all lie for each, it would take minutes.
func TestReviewsOfManyDocuments(t *testing.T) {
	const n = 3000
	docs, files := make([]workspace.Document, n), make([]File, n)
	for i := range docs {
		name := "docs/" + strconv.Itoa(i) + "/README.md"
		docs[i].Path = name
		files[i].review = &format.Review{Document: name, Issues: []review.Issue{{ID: "a"}, {ID: "b", Path: name}}}
	}
	require.NoError(t, Pair(files, docs, false, t.Logf))
	for i := range files {
		require.Len(t, *files[i].issues[docs[i].Path], 2)
	}
}
