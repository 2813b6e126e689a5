package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// words returns a document with n misspelled words, some in each paragraph, and a review of all of them.
func words(n, perParagraph int) (doc, review []byte) {
	doc = []byte("# Guide\n\n")
	for i := range n {
		doc = fmt.Appendf(doc, "teh%d a", i)
		if i%perParagraph == perParagraph-1 {
			doc = append(doc, ".\n\n"...)
		} else {
			doc = append(doc, ' ')
		}
	}
	return doc, own(n, perParagraph, 0, n)
}

// own returns a review in doc-iterate's own form of the words from one to before another, of a document of known words.
func own(known, perParagraph, from, to int) []byte {
	out := []byte(`{"issues": [`)
	for i := from; i < to; i++ {
		if i > from {
			out = append(out, ',')
		}
		at := i % known
		out = fmt.Appendf(out, `{"id": "f%d", "severity": "warning", "category": "style", "description": "Typo.", `+
			`"location": {"line": %d, "quote": "teh%d"}, "old_value": "teh%d", "new_value": "the%d"}`, i, 3+2*(at/perParagraph), at, at, at)
	}
	return append(out, "]}"...)
}

type object = map[string]any

// result is a result of SARIF with its fix.
func result(uri string, line, start, end int, text string) object {
	region := object{"startLine": line, "startColumn": start, "endLine": line, "endColumn": end}
	file := object{"uri": uri}
	return object{
		"ruleId": "spelling", "level": "warning", "message": object{"text": "Typo."},
		"locations": []object{{"physicalLocation": object{"artifactLocation": file, "region": region}}},
		"fixes": []object{{"artifactChanges": []object{{
			"artifactLocation": file, "replacements": []object{{"deletedRegion": region, "insertedContent": object{"text": text}}},
		}}}},
	}
}

// report returns a SARIF with these results.
func report(results []json.RawMessage) []byte {
	data, err := json.Marshal(object{"version": "2.1.0", "runs": []object{{
		"tool": object{"driver": object{"name": "house"}}, "columnKind": "unicodeCodePoints", "results": results,
	}}})
	if err != nil {
		panic(err) // of nothing but maps and strings
	}
	return data
}

// sarif returns a SARIF of about so many bytes.
func sarif(size int) []byte {
	var results []json.RawMessage
	for i, n := 0, 0; n < size; i++ {
		data, _ := json.Marshal(result("memory.md", 3+2*(i%5000), 1, 3, "the"))
		results = append(results, data)
		n += len(data) + 1
	}
	return report(results)
}

// plainWord matches a word within a line of prose.
var plainWord = regexp.MustCompile(`[a-z] ([a-z]{5,}) [a-z]`)

// corpusReview returns a SARIF of at most n words of the documents below a folder, and how many it has.
func corpusReview(dir string, n int) ([]byte, int, error) {
	const perDocument = 90
	var results []json.RawMessage
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
			if m := plainWord.FindSubmatchIndex(line); m != nil && found < perDocument && len(results) < n {
				found++
				data, err := json.Marshal(result(filepath.ToSlash(rel), i+1, m[2]+1, m[3]+1, string(line[m[2]:m[3]])+"x"))
				if err != nil {
					return err
				}
				results = append(results, data)
			}
		}
		return nil
	})
	return report(results), len(results), err
}
