package casing

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// InName returns why a word of prose may be part of a name, as a code and a sentence, or "" twice. The name may be that
// of a repository, as in nodejs/node, or of a package, as in eslint-plugin-javascript. Only the author knows what is a
// name.
func InName(d *zone.Document, hit term.Hit, set *rules.Set) (code, text string) {
	word := source.Span{Start: hit.Start, End: hit.WordEnd}
	name, old := compound(d, word), d.Bytes(word)
	switch {
	case besideSlash(d, name, hit, set):
		return "path", fmt.Sprintf("%q may be part of a name with a slash.", old)
	case hyphenated(d, name, word) && (HasCapitals(hit.Use) || leadsTo(d, name)):
		return "name", fmt.Sprintf("%q may be part of the name %q.", old, d.Bytes(name))
	}
	return "", ""
}

// joinedName returns the name that the words of a term in a heading may be part of.
func joinedName(d *zone.Document, words source.Span, set *rules.Set) (name source.Span, ok bool) {
	name = compound(d, words)
	other, slashed := slashed(d, name)
	if hits := set.Terms().AppendHits(nil, d.Text(), words.Start, words.End); len(hits) > 0 {
		code, _ := InName(d, hits[0], set)
		ok = code != ""
	} else {
		ok = hyphenated(d, name, words) || slashed && isLower(d.Bytes(words))
	}
	if slashed {
		name = source.Span{Start: min(name.Start, other.Start), End: max(name.End, other.End)}
	}
	return name, ok
}

// compound returns a word with the parts that hyphens join to it.
func compound(d *zone.Document, word source.Span) source.Span {
	const longest = 64
	for first := max(0, word.Start-longest); word.Start > first && compoundByte(d.Text()[word.Start-1]); {
		word.Start--
	}
	for last := min(len(d.Text()), word.End+longest); word.End < last && compoundByte(d.Text()[word.End]); {
		word.End++
	}
	return word
}

func compoundByte(c byte) bool { return source.IsLetter(c) || source.IsDigit(c) || c == '-' }

// besideSlash reports whether a slash joins the name to text that is not another term. nodejs/node and nodejs/nodejs
// are repositories; whitelist/blacklist are two words.
func besideSlash(d *zone.Document, name source.Span, hit term.Hit, set *rules.Set) bool {
	other, ok := slashed(d, name)
	if !ok {
		return false
	}
	other = core(d, other)
	hits := set.Terms().AppendHits(nil, d.Text(), other.Start, other.End)
	if slices.ContainsFunc(hits, func(h term.Hit) bool {
		return h.Term != hit.Term && h.Start == other.Start && h.WordEnd == other.End
	}) {
		return false
	}
	terms := set.Terminology
	for i := range terms {
		if use := terms[i].Use; i != hit.Term && use != "" && use == string(d.Bytes(other)) {
			return false // written as it should be
		}
	}
	return true
}

// slashed returns the text that a slash joins to a name.
func slashed(d *zone.Document, name source.Span) (other source.Span, ok bool) {
	slash := func(at int) bool { return 0 <= at && at < len(d.Text()) && d.Text()[at] == '/' }
	switch {
	case slash(name.Start - 1):
		return compound(d, source.Span{Start: name.Start - 1, End: name.Start - 1}), true
	case slash(name.End):
		return compound(d, source.Span{Start: name.End + 1, End: name.End + 1}), true
	}
	return source.Span{}, false
}

// leadsTo reports whether a name is in the text of a link and may be part of its destination. A destination in another
// place of the document may always have it.
func leadsTo(d *zone.Document, name source.Span) bool {
	for i := d.InnermostAt(name.Start); d.Nodes()[i].Kind.Inline(); i = d.Nodes()[i].Parent {
		if link := &d.Nodes()[i]; link.Kind == markdown.Link {
			return !link.Reference.Empty() || bytes.Contains(d.Bytes(link.Destination), d.Bytes(name))
		}
	}
	return false
}

// hyphenated reports whether hyphens join a word to a part of a name, not to a common part such as in json-based,
// non-json or github-hosted. A word with capitals is prose, unless the whole compound is in capitals.
func hyphenated(d *zone.Document, name, word source.Span) bool {
	if text := d.Bytes(name); !isLower(d.Bytes(word)) && !bytes.Equal(text, bytes.ToUpper(text)) {
		return false
	}
	for part := range bytes.SplitSeq(d.Text()[name.Start:word.Start], []byte("-")) {
		if len(part) > 0 && !usualBefore(part) {
			return true
		}
	}
	for part := range bytes.SplitSeq(d.Text()[word.End:name.End], []byte("-")) {
		if len(part) > 0 && !usualBehind(part) {
			return true
		}
	}
	return false
}

// core returns a compound without the common parts that hyphens join to words.
func core(d *zone.Document, name source.Span) source.Span {
	for {
		n := bytes.IndexByte(d.Bytes(name), '-')
		if n < 0 || n > 0 && !usualBefore(d.Text()[name.Start:name.Start+n]) {
			break
		}
		name.Start += n + 1
	}
	for {
		n := bytes.LastIndexByte(d.Bytes(name), '-')
		if n < 0 || name.Start+n+1 < name.End && !usualBehind(d.Text()[name.Start+n+1:name.End]) {
			break
		}
		name.End = name.Start + n
	}
	return name
}

// usualBefore and usualBehind report whether sentences often join this part to a word with a hyphen. Words that end in
// -ed or -ing often are, but some of them are parts of names as well: kubernetes-retired, json-feed.
func usualBefore(part []byte) bool {
	return slices.Contains(joinedBefore, string(bytes.ToLower(part)))
}

func usualBehind(part []byte) bool {
	p := string(bytes.ToLower(part))
	return slices.Contains(joinedBehind, p) || HasAnySuffix(p, "able", "ible")
}

var (
	joinedBefore = []string{
		"all", "anti", "cross", "ex", "half", "in", "inter", "intra", "like", "mini", "multi", "no", "non", "off", "on",
		"over", "per", "plain", "post",
		"pre", "pro", "pseudo", "pure", "quasi", "semi", "sub", "super", "to", "un", "vanilla",
	}
	joinedBehind = []string{
		"adjacent", "agnostic", "aligned", "assisted", "associated", "authored", "aware", "backed", "based", "bound",
		"built", "centric", "compatible",
		"compiled", "compliant", "configured", "conformant", "consuming", "controlled", "defined", "dependent", "deployed",
		"derived", "driven",
		"embedded", "emitting", "enabled", "encoded", "equivalent", "escaped", "exclusive", "facing", "first", "flavored",
		"flavoured", "focused",
		"formatted", "free", "friendly", "generated", "generating", "heavy", "hosted", "independent", "inspired",
		"integrated", "internal", "ish",
		"level", "like", "limited", "maintained", "managed", "native", "only", "oriented", "owned", "parsing", "powered",
		"processing", "producing",
		"proof", "provided", "ready", "related", "rendered", "running", "safe", "savvy", "serialized", "side", "specific",
		"specified", "stored",
		"structured", "style", "styled", "supplied", "supported", "type", "typed", "using", "wide", "wrapped", "written",
	}
)

func isLower(word []byte) bool { return bytes.Equal(word, bytes.ToLower(word)) }
