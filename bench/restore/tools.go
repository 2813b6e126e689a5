package main

import (
	"math/rand/v2"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/bench/plant"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// vale writes what vale --output=JSON prints.
func vale(_ *rand.Rand, d damaged, all []plant.Error) []byte {
	var alerts []object
	for _, f := range all {
		p := d.shortest(f)
		from := d.Lines().Point(p.Start, source.CodePoint)
		action := object{"Name": "replace", "Params": []string{p.new}}
		if f.Class == "extra word" {
			p = d.trimmed(f)
			from = d.Lines().Point(p.Start, source.CodePoint)
			action = object{"Name": "remove", "Params": nil}
		}
		alerts = append(alerts, object{
			"Action": action, "Span": []int{from.Column, from.Column + utf8.RuneCountInString(p.old) - 1},
			"Check": "House.Words", "Description": "", "Link": "", "Message": description(f), "Severity": "warning",
			"Match": p.old, "Line": from.Line,
		})
	}
	return encode(object{"guide.md": alerts})
}

// markdownlint writes its results with the fixes of rules, own ones among them.
func markdownlint(_ *rand.Rand, d damaged, all []plant.Error) []byte {
	var out []object
	for _, f := range all {
		from, to := d.Lines().Point(f.Span.Start, source.UTF16), d.Lines().Point(f.Span.End, source.UTF16)
		out = append(out, object{
			"fileName": "guide.md", "lineNumber": from.Line, "ruleNames": []string{"HS001", "house-style"},
			"ruleDescription": description(f), "severity": "error",
			"fixInfo": object{"editColumn": from.Column, "deleteCount": to.Column - from.Column, "insertText": f.New},
		})
	}
	return encode(out)
}

// sarif writes results with fixes.
func sarif(_ *rand.Rand, d damaged, all []plant.Error) []byte {
	var results []object
	for _, f := range all {
		from, to := d.Lines().Point(f.Span.Start, source.CodePoint), d.Lines().Point(f.Span.End, source.CodePoint)
		region := object{
			"startLine": from.Line, "startColumn": from.Column, "endLine": to.Line, "endColumn": to.Column,
		}
		file := object{"uri": "guide.md"}
		results = append(results, object{
			"ruleId": "house-style", "level": "warning", "message": object{"text": description(f)},
			"locations": []object{{"physicalLocation": object{"artifactLocation": file, "region": region}}},
			"fixes": []object{{"artifactChanges": []object{{
				"artifactLocation": file,
				"replacements":     []object{{"deletedRegion": region, "insertedContent": object{"text": f.New}}},
			}}}},
		})
	}
	return encode(object{"version": "2.1.0", "runs": []object{{
		"tool":       object{"driver": object{"name": "house"}},
		"columnKind": "unicodeCodePoints", "results": results,
	}}})
}
