package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// documentsOfEach is how many documents are made of an example.
const documentsOfEach = 3

// heading is a term whose text makes a heading where a line begins with it: no fixer sees it, and the proof does.
const heading = `{"use": "# sign", "not": ["hash"]}, `

// fragile are blocks near which an edit easily changes what others are.
var fragile = []string{
	"[a]: /url\n```\n#!/bin/sh\n```", "term\n: * one\n  * two", "$$\na", "+ b\n$$", "_a __b_ c__ and *d_e*f_",
	"* a\n+ b\n- c", "1. a\n1. b\n\n   ```\n   ls -la\n   ```", "Text\n---\n# A Title Of It\n* a", "- hash",
	"~~~\n```\n$ ls\n~~~", "> * a\n+ b\n    https://e.org/a_", "hash and a hash\nhash",
}

// TestOffersAreFixes makes documents of the blocks that stand in the examples of all dialects, in any order and with
// either line ending. All edits that check offers of a document, made at once, give the bytes that one pass of fix
// writes: each is an edit that fix makes, and none is missing. JSON, rdjson and the difference offer the same.
func TestOffersAreFixes(t *testing.T) {
	examples, err := filepath.Glob(filepath.Join("..", "..", "testdata", "dialects", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, examples)
	every, err := os.ReadFile(filepath.Join("..", "..", "bench", "equal", "rules", "every.json"))
	require.NoError(t, err)
	terms := []byte(`"terminology": [`)
	every = bytes.Replace(every, terms, append(terms, heading...), 1)
	for n, example := range examples {
		t.Run(strings.TrimSuffix(filepath.Base(example), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(example)
			require.NoError(t, err)
			random := rand.New(rand.NewPCG(51, uint64(n)))
			made := &txtar.Archive{Files: []txtar.File{{Name: "every.json", Data: every}}}
			for _, f := range archive.Files {
				extension := filepath.Ext(f.Name)
				if !strings.HasPrefix(extension, ".md") {
					made.Files = append(made.Files, f)
					continue
				}
				for i := range documentsOfEach {
					name := strings.TrimSuffix(f.Name, extension) + strconv.Itoa(i) + extension
					text := shuffled(random, string(f.Data))
					made.Files = append(made.Files, txtar.File{Name: name, Data: text})
				}
			}
			dir := t.TempDir()
			require.NoError(t, txtar.Write(made, dir))
			asOffered(t, dir)
		})
	}
}

// shuffled returns blocks of a document in any order, some twice and some not at all, among fragile ones. Its first
// block stays first: it may be front matter.
func shuffled(random *rand.Rand, text string) []byte {
	blocks := strings.Split(text, "\n\n")
	kept := blocks[:1:1]
	for range len(blocks) {
		kept = append(kept, blocks[random.IntN(len(blocks))])
		if random.IntN(2) == 0 {
			kept = append(kept, fragile[random.IntN(len(fragile))])
		}
	}
	out := strings.Join(kept, "\n\n")
	if random.IntN(3) == 0 {
		out = strings.ReplaceAll(out, "\n", "\r\n")
	}
	return []byte(out)
}

// offers is what JSON says of the edits that check offers, suggestions what rdjson says.
type (
	offers struct {
		Summary  struct{ Fixable int }
		Findings []struct{ Fix struct{ Edits []offer } }
	}
	offer struct {
		Path       string
		Start, End struct{ Offset int }
		New        string
	}
	suggestions struct {
		Diagnostics []struct {
			Suggestions []struct {
				Range struct{ Start, End source.Point }
				Text  string
			}
		}
	}
)

// asOffered compares what check offers of the documents in a folder with what a pass of fix writes.
func asOffered(t *testing.T, dir string) {
	t.Helper()
	run := func(args ...string) string {
		var out, errs bytes.Buffer
		s := session{
			ctx: context.Background(), args: append(args, "--no-progress", dir),
			in: strings.NewReader(""), out: &out, err: &errs,
			environ: append(os.Environ(),
				"GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "XDG_STATE_HOME="+t.TempDir()),
		}
		require.LessOrEqual(t, s.run(), 1, "%s", errs.String())
		return out.String()
	}
	read := func(path string) []byte {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return text
	}
	reports := t.TempDir()
	asJSON, asRDJSON := filepath.Join(reports, "a"), filepath.Join(reports, "b")
	difference := run("check", "--format", "json", "--output", asJSON, "--format", "rdjson", "--output", asRDJSON,
		"--format", "diff")
	var found offers
	var shown suggestions
	require.NoError(t, json.Unmarshal(read(asJSON), &found))
	require.NoError(t, json.Unmarshal(read(asRDJSON), &shown))
	require.Len(t, shown.Diagnostics, len(found.Findings))
	texts, edits, fixable := map[string][]byte{}, map[string][][]source.Edit{}, 0
	for n, f := range found.Findings {
		suggested := shown.Diagnostics[n].Suggestions
		if len(f.Fix.Edits) == 0 {
			assert.Empty(t, suggested)
			continue
		}
		fixable++
		path := f.Fix.Edits[0].Path
		if texts[path] == nil {
			texts[path] = read(path)
		}
		var mine, same []source.Edit
		for _, e := range f.Fix.Edits {
			require.Equal(t, path, e.Path)
			span := source.Span{Start: e.Start.Offset, End: e.End.Offset}
			mine = append(mine, source.Edit{Span: span, New: e.New})
		}
		edits[path] = append(edits[path], mine)
		lines := source.NewLines(texts[path])
		for _, s := range suggested {
			start, _ := lines.Offset(s.Range.Start, source.Byte)
			end, _ := lines.Offset(s.Range.End, source.Byte)
			same = append(same, source.Edit{Span: source.Span{Start: start, End: end}, New: s.Text})
		}
		assert.Equal(t, edited(t, texts[path], mine), edited(t, texts[path], same), "%s: %v", path, mine)
	}
	assert.Greater(t, fixable, documentsOfEach)
	assert.Equal(t, fixable, found.Summary.Fixable)
	assert.Equal(t, difference, run("fix", "--commit=none", "--max-iterations", "1", "--format", "diff"))
	for path, text := range texts {
		merged, err := source.Merge(edits[path]...)
		require.NoError(t, err)
		assert.Equal(t, edited(t, text, merged), string(read(path)), path)
	}
}

// edited returns what edits make of a text.
func edited(t *testing.T, text []byte, edits []source.Edit) string {
	t.Helper()
	out, err := source.Apply(text, edits)
	require.NoError(t, err)
	return string(out)
}
