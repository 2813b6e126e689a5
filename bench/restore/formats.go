package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/doc-iterate/doc-iterate/bench/plant"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A form is one way in which reviews are written.
type form struct {
	name string
	// current is set where the program is told that the review is of this revision.
	current bool
	// words is set where the format is about words of a line alone.
	words bool
	write func(rng *rand.Rand, d damaged, all []plant.Error) []byte
}

func formats() []form {
	return []form{
		{name: "own, columns", write: own},
		{name: "person, JSON", write: person},
		{name: "person, prose", write: prose},
		{name: "model, rendered sentence", write: model},
		{name: "model, fenced in prose", write: fenced},
		{name: "whole lines", write: wholeLines},
		{name: "Vale", words: true, write: vale},
		{name: "markdownlint", current: true, words: true, write: markdownlint},
		{name: "SARIF", current: true, write: sarif},
	}
}

// takes reports whether somebody would write a finding in this format.
func (f form) takes(x plant.Error) bool {
	if !f.words {
		return true
	}
	switch x.Class {
	case "fence language", "front matter", "extra sentence", "missing sentence":
		return false
	case "list marker", "link destination":
		return f.name == "markdownlint"
	}
	return true
}

type object map[string]any

func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(v)
	return out.Bytes()
}

// severity, category and description are what a reviewer says of a class.
func category(f plant.Error) string {
	switch f.Class {
	case "term":
		return "terminology"
	case "link destination":
		return "reference"
	case "missing sentence", "extra sentence", "number", "date or version":
		return "content"
	}
	return "style"
}

func description(f plant.Error) string {
	return map[string]string{
		"term": "Another term is used elsewhere.", "typo": "This word is misspelled.", "number": "This number is wrong.",
		"date or version": "This version is wrong.", "heading case": "The case of this heading is wrong.",
		"heading words": "There is a typo in this heading.", "fence language": "No language on this block.",
		"list marker": "Other lists have another marker.", "link destination": "This link leads nowhere.",
		"doubled word": "This word stands twice.", "extra word": "This word says nothing.",
		"extra sentence": "This sentence says nothing.", "missing word": "A word is missing here.",
		"missing sentence": "A sentence is missing here.", "front matter": "This value is misspelled.",
		"table cell": "This word is misspelled.", "whole line": "There are typos in this line.",
		"quote or nested list": "This word is misspelled.",
	}[f.Class]
}

// wrongLine is a line near the right one.
func wrongLine(rng *rand.Rand, d damaged, at, by int) int {
	return max(1, d.Lines().Number(at)+rng.IntN(2*by+1)-by)
}

// own writes doc-iterate's own format as its schema wants it.
func own(_ *rand.Rand, d damaged, all []plant.Error) []byte {
	var issues []object
	for i, f := range all {
		p := d.shortest(f)
		issue := object{"id": id(i), "severity": "warning", "category": category(f), "description": description(f)}
		switch f.Class {
		case "extra word", "extra sentence":
			p = d.trimmed(f)
			issue["action"] = "delete"
		case "missing sentence":
			p = d.before(f)
			issue["action"], issue["new_value"] = "insert_after", strings.TrimSpace(f.New)
		default:
			issue["new_value"] = p.new
		}
		from, to := d.Lines().Point(p.Start, source.CodePoint), d.Lines().Point(p.End, source.CodePoint)
		issue["location"] = object{
			"line": from.Line, "column": from.Column, "end_line": to.Line, "end_column": to.Column, "quote": p.old,
		}
		issues = append(issues, issue)
	}
	return encode(object{"document": "guide.md", "reviewer": object{"name": "bench"}, "issues": issues})
}

func id(i int) string { return fmt.Sprintf("f%d", i) }

// trimmed is what a finding has too much, without the space before it.
func (d damaged) trimmed(f plant.Error) phrase {
	s := f.Span
	for s.Start < s.End && d.Source()[s.Start] == ' ' {
		s.Start++
	}
	return phrase{Span: s, old: string(d.Source()[s.Start:s.End])}
}

// before is the text of the line in front of a finding, at most eight words.
func (d damaged) before(f plant.Error) phrase {
	area := d.text(f.Span)
	src := d.Source()
	s := source.Span{Start: f.Span.Start, End: f.Span.Start}
	for n := 0; s.Start > area.Start; s.Start-- {
		if src[s.Start-1] == ' ' {
			if n++; n == 8 {
				break
			}
		}
	}
	return phrase{Span: s, old: string(src[s.Start:s.End])}
}

// person writes JSON by hand: a line, a few words, and what they should be.
func person(rng *rand.Rand, d damaged, all []plant.Error) []byte {
	var issues []object
	for i, f := range all {
		p := d.around(f, 2+rng.IntN(3))
		at := object{"line": wrongLine(rng, d, p.Start, 2*rng.IntN(2)), "quote": p.old}
		issue := object{"id": id(i), "severity": "minor", "description": description(f), "location": at}
		switch short := d.shortest(f); f.Class {
		case "extra word", "extra sentence":
			issue["old_value"], issue["action"] = d.trimmed(f).old, "delete"
		case "missing sentence":
			at["quote"], issue["action"], issue["new_value"] = d.before(f).old, "insert_after", strings.TrimSpace(f.New)
		case "term", "typo", "number", "date or version", "table cell", "quote or nested list":
			issue["old_value"], issue["new_value"] = short.old, short.new
		default:
			issue[[]string{"new_value", "suggestion"}[rng.IntN(2)]] = p.new
		}
		issues = append(issues, issue)
	}
	return encode(object{"issues": issues})
}

// prose writes a list of remarks.
func prose(rng *rand.Rand, d damaged, all []plant.Error) []byte {
	var out strings.Builder
	out.WriteString("# Remarks on guide.md\n\n")
	for i, f := range all {
		line := d.Lines().Number(f.Span.Start)
		p := d.around(f, 2)
		switch f.Class {
		case "extra word", "extra sentence":
			fmt.Fprintf(&out, "%d. Line %d: delete \"%s\". %s\n", i+1, line, d.trimmed(f).old, description(f))
		case "missing sentence":
			fmt.Fprintf(&out, "%d. Line %d: after \"%s\" insert \"%s\"\n", i+1, line, d.before(f).old, strings.TrimSpace(f.New))
		case "fence language", "list marker", "link destination", "front matter":
			fmt.Fprintf(&out, "%d. Line %d: `%s` should be `%s`\n", i+1, line, p.old, p.new)
		default:
			form := []string{
				"%d. Line %d: \"%s\" should be \"%s\".\n", "%d. L%d: “%s” → “%s”\n", "%d. (line %d) Replace \"%s\" with \"%s\".\n",
			}[rng.IntN(3)]
			fmt.Fprintf(&out, form, i+1, line, p.old, p.new)
		}
	}
	return []byte(out.String())
}

// model writes what a language model makes of the rendered page: whole sentences, smart quotes, wrong lines.
func model(rng *rand.Rand, d damaged, all []plant.Error) []byte {
	var issues []object
	for i, f := range all {
		p := d.sentence(f)
		if textual(f) {
			p = d.rendered(p)
		}
		if rng.IntN(2) == 0 {
			p.old, p.new = smart(p.old), smart(p.new)
		}
		at := object{"line": wrongLine(rng, d, p.Start, 10), "quote": p.old}
		issue := object{
			"id": id(i), "severity": "minor", "category": category(f), "description": description(f), "location": at,
		}
		switch f.Class {
		case "extra sentence":
			at["quote"], issue["action"] = d.trimmed(f).old, "delete"
		case "missing sentence":
			at["quote"] = d.rendered(d.phraseOf(f, d.before(f).Span)).old
			issue["action"], issue["new_value"] = "insert_after", strings.TrimSpace(f.New)
		default:
			issue["new_value"] = p.new
		}
		issues = append(issues, issue)
	}
	return encode(object{"document": "guide.md", "quality_score": 71, "verdict": "needs_work", "issues": issues})
}

func smart(s string) string {
	return strings.NewReplacer("'", "’", " \"", " “", "\"", "”", "...", "…", " - ", " – ").Replace(s)
}

// fenced writes the looser fields of a model that was given no schema, in a fence within prose.
func fenced(rng *rand.Rand, d damaged, all []plant.Error) []byte {
	var issues []object
	for _, f := range all {
		p := d.sentence(f)
		if rng.IntN(2) == 0 {
			p = d.around(f, 3)
		}
		issue := object{
			"line_number": fmt.Sprint(wrongLine(rng, d, p.Start, 6)), "type": "grammar", "level": "minor",
			"problem": description(f), "text": p.old, "suggested": p.new,
		}
		if f.Class == "extra sentence" {
			issue["text"], issue["suggested"], issue["action"] = d.trimmed(f).old, "", "delete"
		}
		issues = append(issues, issue)
	}
	return []byte("I read the page once. Overall it is helpful. Here is my review:\n\n```json\n" +
		string(encode(object{"file": "guide.md", "overall_score": "7/10", "summary": "Good.", "issues": issues})) +
		"```\n\nLet me know if you want more.\n")
}

// wholeLines writes the lines as they are and as they should be.
func wholeLines(rng *rand.Rand, d damaged, all []plant.Error) []byte {
	var issues []object
	for i, f := range all {
		p := d.line(f)
		issues = append(issues, object{
			"id": id(i), "severity": "minor", "description": description(f),
			"location": object{"line": wrongLine(rng, d, p.Start, 3), "quote": p.old}, "new_value": p.new,
		})
	}
	return encode(object{"document": "guide.md", "issues": issues})
}
