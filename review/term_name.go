package review

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// inName says why a word of prose may be a part of a name that is written so and not
// otherwise, "" where it isn't: of a repository, as in nodejs/node, or of a package, as
// in eslint-plugin-javascript. What is a name and what is prose only the author knows.
func (d *Document) inName(hit rules.Hit, set *rules.Set) string {
	word := source.Span{Start: hit.Start, End: hit.WordEnd}
	name, old := d.compound(word), d.Bytes(word)
	switch {
	case d.besideSlash(name, hit, set):
		return fmt.Sprintf("path: %q may be part of a name with a slash", old)
	case d.leadsTo(name, word) || named(hit.Use) && d.hyphenated(name, word):
		return fmt.Sprintf("name: %q may be part of the name %q", old, d.Bytes(name))
	}
	return ""
}

// joinedName reports whether a word may be a part of a name, whatever it is joined to.
func (d *Document) joinedName(word source.Span) bool {
	name := d.compound(word)
	_, slashed := d.slashed(name)
	return d.hyphenated(name, word) || slashed && isLower(d.Bytes(name))
}

// compound is a word with what hyphens and low lines join to it.
func (d *Document) compound(word source.Span) source.Span {
	for word.Start > 0 && compoundByte(d.src[word.Start-1]) {
		word.Start--
	}
	for word.End < len(d.src) && compoundByte(d.src[word.End]) {
		word.End++
	}
	return word
}

func compoundByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '-' || c == '_'
}

// besideSlash reports whether a slash joins the name to what is no other term: nodejs/node
// and nodejs/nodejs are names of repositories, whitelist/blacklist are two words.
func (d *Document) besideSlash(name source.Span, hit rules.Hit, set *rules.Set) bool {
	other, ok := d.slashed(name)
	if !ok {
		return false
	}
	hits := set.Terms().AppendHits(nil, d.src, other.Start, other.End)
	return !slices.ContainsFunc(hits, func(h rules.Hit) bool {
		return h.Term != hit.Term && h.Start == other.Start && h.WordEnd == other.End
	})
}

// slashed is what a slash joins to a name.
func (d *Document) slashed(name source.Span) (other source.Span, ok bool) {
	slash := func(at int) bool { return 0 <= at && at < len(d.src) && d.src[at] == '/' }
	switch {
	case slash(name.Start - 1):
		return d.compound(source.Span{Start: name.Start - 1, End: name.Start - 1}), true
	case slash(name.End):
		return d.compound(source.Span{Start: name.End + 1, End: name.End + 1}), true
	}
	return source.Span{}, false
}

// leadsTo reports whether the name that a word is a part of stands in the text of a link
// and in its destination.
func (d *Document) leadsTo(name, word source.Span) bool {
	if name == word {
		return false
	}
	for i := d.nodeAt(name.Start); i > 0; i = d.nodes[i].Parent {
		if d.nodes[i].Kind == Link {
			return bytes.Contains(d.Bytes(d.nodes[i].Destination), d.Bytes(name))
		}
	}
	return false
}

// hyphenated reports whether hyphens join a word in small letters to anything but what
// sentences join to the names of things: json-based, non-json, github-hosted.
func (d *Document) hyphenated(name, word source.Span) bool {
	if !isLower(d.Bytes(word)) {
		return false
	}
	for part := range bytes.SplitSeq(d.src[name.Start:word.Start], []byte("-")) {
		if len(part) > 0 && !slices.Contains(joinedBefore, string(bytes.ToLower(part))) {
			return true
		}
	}
	for part := range bytes.SplitSeq(d.src[word.End:name.End], []byte("-")) {
		if p := string(bytes.ToLower(part)); p != "" && !hasAnySuffix(p, "ed", "ing") && !slices.Contains(joinedBehind, p) {
			return true
		}
	}
	return false
}

// joinedBefore and joinedBehind are the usual ones, but for participles.
var (
	joinedBefore = []string{"all", "anti", "cross", "in", "inter", "like", "multi", "no", "non", "on", "over", "per", "post", "pre", "pro", "pseudo", "semi", "sub", "to", "un"}
	joinedBehind = []string{
		"agnostic", "adjacent", "aware", "built", "capable", "centric", "compatible", "compliant", "conformant", "dependent", "driven", "equivalent",
		"first", "free", "friendly", "heavy", "independent", "internal", "level", "like", "native", "only", "oriented", "proof", "ready", "safe",
		"side", "specific", "style", "type", "wide", "written",
	}
)

func isLower(word []byte) bool { return bytes.Equal(word, bytes.ToLower(word)) }
