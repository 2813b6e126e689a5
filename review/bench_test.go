package review

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark/text"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// benchDocument is a document of about n bytes with everything that the parser
// has to do in practice.
func benchDocument(n int) []byte {
	const part = "## Section of the Guide\n\nSome *plain* text with `code`, a [link](other.md#part) and https://example.com in it.\n" +
		"It goes on for a second line, as text does.\n\n- an item\n- another item with **weight**\n\n" +
		"```sh\nrun --this now\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
	return []byte(strings.Repeat(part, max(1, n/len(part))))
}

func BenchmarkGoldmark(b *testing.B) {
	src := benchDocument(100 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		newParser().Parse(text.NewReader(src))
	}
}

func BenchmarkParse(b *testing.B) {
	src := benchDocument(100 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse("a.md", src)
	}
}

func BenchmarkZones(b *testing.B) {
	src := benchDocument(100 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		d := Parse("a.md", src)
		b.StartTimer()
		d.Zones()
	}
}

// BenchmarkReviewer is each reviewer on a document whose tree and zones are there.
func BenchmarkReviewer(b *testing.B) {
	src := benchDocument(100 << 10)
	set := sketchRules(b)[0]
	d := Parse("a.md", src)
	corpus := NewCorpus([]*Document{d}, nil)
	corpus.Review(d, set, Reviewers())
	for _, r := range Reviewers() {
		b.Run(r.Rule.ID, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				r.Find(&Pass{Doc: d, Corpus: corpus, Set: set, Report: func(Finding) {}, judge: new(caseJudge)})
			}
		})
	}
}

// benchRun is a run of one document that is not kept.
func benchRun(src []byte) *Corpus {
	read := func(*[]byte) ([]byte, error) { return src, nil }
	return NewStream([]source.Stored{{Path: "a.md", Read: read}}, func() *Files { return nil }, 1)
}

func BenchmarkSplit(b *testing.B) {
	src := benchDocument(100 << 10)
	var s splitter
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		s.split(src, 0)
	}
}

func BenchmarkEvidence(b *testing.B) {
	src := benchDocument(100 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		benchRun(src).evidence(nil)
	}
}

// reviewCurve reviews documents of growing size: MB/s is to stay what it is.
func reviewCurve(b *testing.B, name string, src []byte) {
	set := sketchRules(b)[0]
	b.Run(name, func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			if Bound(src) == nil {
				benchRun(src).NewScratch(set, Reviewers()).Review("a.md", src)
			}
		}
	})
}

func BenchmarkSize(b *testing.B) {
	for _, size := range []int{1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20, 100 << 20} {
		if testing.Short() && size > 1<<20 {
			break
		}
		reviewCurve(b, fmt.Sprintf("%dKB", size>>10), benchDocument(size))
	}
}

func BenchmarkNesting(b *testing.B) {
	for _, depth := range []int{1, 10, 100, 1000, 10000} {
		reviewCurve(b, fmt.Sprintf("quotes-%d", depth), []byte(strings.Repeat(">", depth)+" a whitelist\n"))
		reviewCurve(b, fmt.Sprintf("lists-%d", depth), []byte(strings.Repeat("- ", depth)+"a whitelist\n"))
	}
}

// BenchmarkStrange is Markdown that nobody writes; see also the inputs that Bound
// refuses.
func BenchmarkStrange(b *testing.B) {
	for _, size := range []int{10 << 10, 100 << 10, 1 << 20} {
		for name, unit := range map[string]string{
			"brackets": "[", "stars": "*", "angles": "<", "table": "| a | whitelist |\n", "line": "a word ", "tags": "<a ", "ticks": "`` ` ",
			"braces": "{ ", "templates": "{{x}} ", "comments": "<!--", "code": "<code>", "elements": "<code>x</code> ", "headings": "# A Word\n",
		} {
			head := "a whitelist "
			switch name {
			case "table":
				head = "| a | b |\n|---|---|\n"
			case "braces":
				head = "# A Title\n\na title { " // evidence is asked for
			}
			reviewCurve(b, fmt.Sprintf("%s-%dKB", name, size>>10), []byte(head+strings.Repeat(unit, size/len(unit))))
		}
		for _, style := range []rules.SlugStyle{rules.SlugGitHub, rules.SlugMkDocs, rules.SlugHugo} {
			b.Run(fmt.Sprintf("slugs-%s-%dKB", style, size>>10), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					for slugger, n := NewSlugger(style), 0; n < size; n += len("# a\n") {
						slugger.Next("a")
					}
				}
			})
		}
	}
	if !testing.Short() {
		reviewCurve(b, "line-50MB", []byte(strings.Repeat("a word ", 50<<20/7)))
	}
}

func BenchmarkTerms(b *testing.B) {
	src := benchDocument(100 << 10)
	for _, n := range []int{1, 10, 100, 1000, 5000} {
		var terms strings.Builder
		for i := range n {
			fmt.Fprintf(&terms, `,{"use": "right%d", "not": ["wrong%d", "text%d"]}`, i, i, i)
		}
		set, err := rules.Load("terms", []byte(`{"terminology": [`+terms.String()[1:]+`]}`))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				benchRun(src).NewScratch(set, Reviewers()).Review("a.md", src)
			}
		})
	}
}

func BenchmarkCompare(b *testing.B) {
	src := benchDocument(100 << 10)
	base, same := Parse("a.md", src), Parse("a.md", bytes.Clone(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Compare(base.MdDocument, same.MdDocument, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReaches is against a search for all bytes at a time.
func BenchmarkReaches(b *testing.B) {
	src := benchDocument(100 << 10)
	for name, f := range map[string]func(){
		"each": func() { reaches(src, true, func(int) {}) },
		"any": func() {
			for at := 0; at < len(src); at++ {
				n := bytes.IndexAny(src[at:], "{\\<")
				if n < 0 {
					break
				}
				at += n
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				f()
			}
		})
	}
}

// BenchmarkClassify is runs of prose with punctuation, and of names.
func BenchmarkClassify(b *testing.B) {
	runs := strings.Fields("well-known (or don't either/or it's) `x` read/write src/main.go --flag a.b.c user@host.org key:value word(s)")
	var src []byte
	var spans []source.Span
	for _, run := range runs {
		spans = append(spans, source.Span{Start: len(src), End: len(src) + len(run)})
		src = append(src, run...)
	}
	for b.Loop() {
		for _, s := range spans {
			classify(src, s)
		}
	}
}
