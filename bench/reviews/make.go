package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// words writes a document with n misspelled words, some in each paragraph.
func words(w io.Writer, n, perParagraph int) {
	fmt.Fprint(w, "# Guide\n\n")
	for i := range n {
		end := " "
		if i%perParagraph == perParagraph-1 {
			end = ".\n\n"
		}
		fmt.Fprintf(w, "teh%d a%s", i, end)
	}
}

// own writes a review in doc-iterate's own form of the words from one to before another, of a document of known words.
func own(w io.Writer, known, perParagraph, from, to int) {
	fmt.Fprint(w, `{"issues": [`)
	for i := from; i < to; i++ {
		if i > from {
			fmt.Fprint(w, ",")
		}
		at := i % known
		fmt.Fprintf(w, `{"id": "f%d", "severity": "warning", "category": "style", "description": "Typo.", `+
			`"location": {"line": %d, "quote": "teh%d"}, "old_value": "teh%d", "new_value": "the%d"}`, i, 3+2*(at/perParagraph), at, at, at)
	}
	fmt.Fprint(w, "]}")
}

type object = map[string]any

// A sarif is a SARIF that is being written, result by result.
type sarif struct {
	w io.Writer
	n int // results so far
}

func (s *sarif) add(uri string, line, start, end int, text string) error {
	region := object{"startLine": line, "startColumn": start, "endLine": line, "endColumn": end}
	file := object{"uri": uri}
	data, err := json.Marshal(object{
		"ruleId": "spelling", "level": "warning", "message": object{"text": "Typo."},
		"locations": []object{{"physicalLocation": object{"artifactLocation": file, "region": region}}},
		"fixes": []object{{"artifactChanges": []object{{
			"artifactLocation": file, "replacements": []object{{"deletedRegion": region, "insertedContent": object{"text": text}}},
		}}}},
	})
	before := ","
	if s.n == 0 {
		before = `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "house"}}, "columnKind": "unicodeCodePoints", "results": [`
	}
	s.n++
	fmt.Fprintf(s.w, "%s%s", before, data)
	return err
}

func (s *sarif) end() { fmt.Fprint(s.w, "]}]}") }

// plainWord matches a word within a line of prose.
var plainWord = regexp.MustCompile(`[a-z] ([a-z]{5,}) [a-z]`)

// corpusReview writes a SARIF of at most n words of the documents below a folder, and returns how many it has.
func corpusReview(w io.Writer, dir string, n int) (int, error) {
	const perDocument = 90
	review := sarif{w: w}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) != ".md" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		found := 0
		for i, line := range bytes.Split(src, []byte("\n")) {
			if len(line) == 0 || strings.IndexByte(" \t#|`-<>", line[0]) >= 0 || bytes.ContainsFunc(line, func(r rune) bool { return r > '~' }) {
				continue
			}
			m := plainWord.FindSubmatchIndex(line)
			if m == nil || found == perDocument || review.n == n {
				continue
			}
			found++
			if err := review.add(filepath.ToSlash(rel), i+1, m[2]+1, m[3]+1, string(line[m[2]:m[3]])+"x"); err != nil {
				return err
			}
		}
		return nil
	})
	review.end()
	return review.n, err
}
