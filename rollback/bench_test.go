package rollback

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkPass compares a whole run with one accepted pass with `git commit -- path` of the same change: one after the
// other, so that other load on the machine disturbs both. x-git is the ratio of their median times.
//
//	go test ./rollback -run '^$' -bench Pass -benchtime 20x
func BenchmarkPass(b *testing.B) {
	inEach(b, func(b *testing.B, r *testRepo) {
		var ours, theirs []time.Duration
		for i := 0; b.Loop(); i++ {
			r.Write("docs/guide.md", fmt.Sprint(original, b.N, i))
			theirs = append(theirs, took(func() { r.Git("commit", "-q", "-m", "x", "--", "docs/guide.md") }))
			ours = append(ours, took(func() {
				run, err := Open(ctx, r.options())
				require.NoError(b, err)
				pass(b, run, 1, map[string]string{"docs/guide.md": fmt.Sprint(fixed, b.N, i)})
				require.NoError(b, run.Close())
			}))
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(median(ours).Microseconds())/1000, "ms/pass")
		b.ReportMetric(float64(median(theirs).Microseconds())/1000, "ms/commit")
		b.ReportMetric(float64(median(ours))/float64(median(theirs)), "x-git")
	})
}

func took(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// BenchmarkManyDocuments is a run whose one pass changes 1,000 documents.
func BenchmarkManyDocuments(b *testing.B) {
	r := newRepo(b)
	var paths []string
	for i := range 1000 {
		paths = append(paths, fmt.Sprintf("docs/%d/%d.md", i%20, i))
		r.quick(paths[i], fmt.Sprint(original, i))
	}
	r.CommitAll("Many")
	for i := 0; b.Loop(); i++ {
		run, err := Open(ctx, r.options(paths...))
		require.NoError(b, err)
		next := map[string]string{}
		for _, p := range paths {
			next[p] = fmt.Sprint(fixed, p, b.N, i)
		}
		pass(b, run, 1, next)
		require.NoError(b, run.Close())
	}
}

func inEach(b *testing.B, f func(*testing.B, *testRepo)) {
	b.Run("small", func(b *testing.B) { f(b, newRepo(b)) })
	b.Run("100000 files", func(b *testing.B) { f(b, large(b, 100_000)) })
	b.Run("small with 20000 ignored files", func(b *testing.B) {
		r := newRepo(b)
		r.Write(".gitignore", "ignored/\n")
		r.CommitAll("x")
		for i := range 20_000 {
			r.quick(fmt.Sprintf("ignored/%d/%d.txt", i%100, i), "x")
		}
		f(b, r)
	})
}

// large makes a repository of n files in n/100 directories.
func large(b testing.TB, n int) *testRepo {
	r := newRepo(b)
	for i := range n {
		r.quick(fmt.Sprintf("tree/%d/%d/%d.txt", i%10, i/100%100, i), strings.Repeat("x", i%50))
	}
	r.CommitAll("Many")
	return r
}

func (r *testRepo) quick(rel, text string) {
	path := r.Path(rel)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		require.NoError(r.T, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(r.T, os.WriteFile(path, []byte(text), 0o644))
	}
}
