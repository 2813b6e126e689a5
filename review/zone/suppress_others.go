package zone

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// These stand for many programs whose comments mean the same.
const (
	generated = "generated" // what a program writes between two comments: nobody is to change it
	released  = "released"  // what a program says of releases: no rule is to change it
	formatter = "formatter"
	speller   = "speller"
)

// A reach says what a comment of another program concerns.
type commentReach uint8

const (
	fromHere commentReach = iota
	untilHere
	ownLine
	nextLine
	nextBlock
)

// otherComments is how comments of other programs begin, in lower case, longer beginnings before shorter ones.
var otherComments = []struct {
	begins, program string
	reach           commentReach
}{
	{"dprint-ignore-start", formatter, fromHere}, {"dprint-ignore-end", formatter, untilHere},
	{"dprint-ignore-file", formatter, fromHere}, {"dprint-ignore", formatter, nextBlock},
	{"mdformat off", formatter, fromHere}, {"mdformat on", formatter, untilHere},
	{"fmt: off", formatter, fromHere}, {"fmt: on", formatter, untilHere},
	{"ltex: enabled=false", speller, fromHere}, {"ltex: enabled=true", speller, untilHere},
	{"codespell:ignore", speller, ownLine},
	{"cspell:disable-line", speller, ownLine}, {"cspell:disable-next-line", speller, nextLine},
	{"cspell:disable", speller, fromHere}, {"cspell:enable", speller, untilHere},
	{"spell-checker:disable", speller, fromHere}, {"spell-checker:enable", speller, untilHere},
	{"spellchecker:disable-line", speller, ownLine}, {"spellchecker:ignore-next-line", speller, nextLine},
	{"spellchecker:off", speller, fromHere}, {"spellchecker:on", speller, untilHere},
	{"typos:ignore-next-line", speller, nextLine},
	{"harper:ignore", speller, nextBlock}, {"harper: ignore", speller, nextBlock},
}

// regions are how the comments begin, in lower case, between which a program writes. Where the second one is missing,
// the first one says nothing.
var regions = []struct{ begins, ends string }{
	{"begin_tf_docs", "end_tf_docs"}, {"start doctoc", "end doctoc"}, {"toc", "tocstop"}, {"toc", "/toc"},
	{"commands", "commandsstop"}, {"usage", "usagestop"}, {"snippet:", "endsnippet"}, {"[[[cog", "[[[end]]]"},
	{"start_section:", "end_section:"}, {"begin auto-generated", "end auto-generated"},
	{"begin generated", "end generated"}, {"all-contributors-list:start", "all-contributors-list:end"},
	{"all-contributors-badge:start", "all-contributors-badge:end"},
	{"auto-generated-content:start", "auto-generated-content:end"}, {"blog-post-list:start", "blog-post-list:end"},
	{"markdown-auto-docs:start", "markdown-auto-docs:end"},
}

// region reads the comment at c as the first one of a region.
func (r *suppressionReader) region(c source.Span, body string) {
	for _, region := range regions {
		rest, ok := strings.CutPrefix(body, region.begins)
		if !ok || rest != "" && source.IsLetter(rest[0]) && !strings.HasSuffix(region.begins, ":") {
			continue
		}
		for at := c.End; ; {
			n := bytes.Index(r.d.Text()[at:], []byte("<!--"))
			if n < 0 {
				break
			}
			at += n + len("<!--")
			line, _, _ := bytes.Cut(r.d.Text()[at:], []byte("\n"))
			if bytes.HasPrefix(bytes.ToLower(bytes.TrimSpace(line)), []byte(region.ends)) {
				r.span(generated, source.Span{Start: c.Start, End: at}, c, nil)
				return
			}
		}
	}
}

// release is how release-please, conventional-changelog and changesets write a heading of a release.
var release = regexp.MustCompile(`(?m)^\x{feff}?#{1,4} \[[^\]\n]+\]\([^)\s]*/compare/[^)\s]*\) \(\d{4}-\d\d-\d\d\)|` +
	`^\x{feff}?### (?:Major|Minor|Patch) Changes\r?$`)

// releases takes what such programs wrote for what it is, from the first release on.
func (r *suppressionReader) releases() {
	name := strings.ToLower(r.d.Path[strings.LastIndexByte(r.d.Path, '/')+1:])
	if !strings.HasPrefix(name, "changelog") {
		return
	}
	if s := release.FindIndex(r.d.Text()); s != nil {
		r.toggle(released, toggle{at: s[0], Off: true, Comment: source.Span{Start: s[0], End: s[1]}}, nil)
	}
}

// other reads the comment at c, in node i, if it is one of another program. body is its text in one line.
func (r *suppressionReader) other(i int, c source.Span, body string) {
	body = strings.ToLower(body)
	r.region(c, body)
	for _, o := range otherComments {
		if !strings.HasPrefix(strings.Replace(body, "cspell: ", "cspell:", 1), o.begins) {
			continue
		}
		switch o.reach {
		case fromHere, untilHere:
			r.toggle(o.program, toggle{at: c.Start, Off: o.reach == fromHere, Comment: c}, nil)
		case ownLine:
			r.span(o.program, r.d.lineAt(c.Start, 0), c, nil)
		case nextLine:
			r.span(o.program, r.d.lineAt(c.End, 1), c, nil)
		case nextBlock:
			r.nextBlock(o.program, i, c, nil)
		}
		return
	}
}
