package plant

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// pattern compiles an expression when it is first used.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

var (
	anyWord  = pattern(`[A-Za-z]{3,}`)
	longWord = pattern(`[A-Za-z][a-z]{4,}`)
	digits   = pattern(`[0-9]{1,5}`)
	dated    = pattern(`v?[0-9]+\.[0-9]+(?:\.[0-9]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}`)
	sentence = pattern(`[A-Z][^.!?\n\r]{15,}[.!?]`)
	setting  = pattern(`(?m)^([A-Za-z_.-]+): +([^\s"'>|&*\[{][^\r\n#]{2,})$`)
)

// wrongTerms has the wrong spelling of right ones, with spaces between the pairs.
func wrongTerms() map[string]string {
	list := strings.Fields(`use:utilize email:e-mail website:web-site JavaScript:javascript GitHub:Github
		repository:repo application:app file:datafile directory:folder command:cmd configuration:config Linux:linux
		documentation:docs API:Api URL:url Windows:windows you:one example:sample server:box Kubernetes:kubernetes
		version:release function:routine method:procedure error:failure Python:python Rust:rust TypeScript:Typescript
		following:below create:make support:handle project:effort package:bundle test:trial change:tweak build:compile`)
	out := map[string]string{}
	for _, pair := range list {
		right, wrong, _ := strings.Cut(pair, ":")
		out[right] = wrong
	}
	return out
}

func one(s source.Span, text string) []source.Edit { return []source.Edit{{Span: s, New: text}} }

func plantTerm(d original) []source.Edit {
	terms := wrongTerms()
	for range 12 {
		if s, ok := d.pick(d.prose(d.paragraph), anyWord()); ok {
			if wrong := terms[string(d.Bytes(s))]; wrong != "" {
				return one(s, wrong)
			}
		}
	}
	return nil
}

func plantTypo(d original) []source.Edit {
	return d.typo(d.prose(d.paragraph))
}

func (d original) typo(areas []source.Span) []source.Edit {
	s, ok := d.pick(areas, longWord())
	if !ok {
		return nil
	}
	return one(s, d.misspell(string(d.Bytes(s))))
}

// misspell swaps, drops or doubles a letter.
func (d original) misspell(word string) string {
	i := 1 + d.rng.IntN(len(word)-2)
	switch d.rng.IntN(3) {
	case 0:
		if word[i] != word[i+1] {
			return word[:i] + word[i+1:i+2] + word[i:i+1] + word[i+2:]
		}
	case 1:
		return word[:i] + word[i+1:]
	}
	return word[:i] + word[i:i+1] + word[i:]
}

func plantNumber(d original) []source.Edit {
	s, ok := d.pick(d.prose(d.paragraph), digits())
	if !ok {
		return nil
	}
	n, _ := strconv.Atoi(string(d.Bytes(s)))
	return one(s, strconv.Itoa(n+1+d.rng.IntN(40)))
}

func plantVersion(d original) []source.Edit {
	s, ok := d.pick(d.prose(d.paragraph), dated())
	if !ok {
		return nil
	}
	text := []byte(d.Bytes(s))
	out := bytes.Clone(text)
	last := len(out) - 1
	out[last] = '0' + (out[last]-'0'+1+byte(d.rng.IntN(8)))%10
	return one(s, string(out))
}

// heading returns the text of a heading.
func (d original) heading() (source.Span, bool) {
	var all []source.Span
	for _, n := range d.Nodes() {
		if n.Kind == markdown.ATXHeading && n.Content.Len() > 6 && !bytes.ContainsAny(d.Bytes(n.Content), "`[<{\\&*_") {
			all = append(all, n.Content)
		}
	}
	if len(all) == 0 {
		return source.Span{}, false
	}
	return all[d.rng.IntN(len(all))], true
}

// plantHeadingCase changes the case of the first letter of one word of a heading.
func plantHeadingCase(d original) []source.Edit {
	content, ok := d.heading()
	if !ok {
		return nil
	}
	words := longWord().FindAllIndex(d.Bytes(content), -1)
	if len(words) < 2 {
		return nil
	}
	m := words[1+d.rng.IntN(len(words)-1)]
	s := source.Span{Start: content.Start + m[0], End: content.Start + m[1]}
	if !apart(d.Source(), s) {
		return nil
	}
	word := bytes.Clone(d.Bytes(s))
	word[0] ^= 0x20
	return one(s, string(word))
}

func plantHeadingWords(d original) []source.Edit {
	content, ok := d.heading()
	if !ok {
		return nil
	}
	return d.typo([]source.Span{content})
}

// plantFence takes the language of a fenced block away.
func plantFence(d original) []source.Edit {
	var all []source.Span
	for _, n := range d.Nodes() {
		if n.Kind == markdown.FencedCode && n.Content.Len() > 0 && !bytes.ContainsAny(d.Bytes(n.Content), " {,") {
			all = append(all, n.Content)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return one(all[d.rng.IntN(len(all))], "")
}

// plantMarkers changes the bullets of a list.
func plantMarkers(d original) []source.Edit {
	var lists [][]source.Edit
	for i, n := range d.Nodes() {
		if n.Kind != markdown.BulletList || n.Marker == '+' || d.within(i, markdown.ListItem, markdown.Blockquote) {
			continue
		}
		other := map[byte]string{'-': "*", '*': "-"}[n.Marker]
		var list []source.Edit
		for j := i + 1; j < n.End; j++ {
			if item := d.Nodes()[j]; item.Kind == markdown.ListItem && item.Parent == i && other != "" {
				list = append(list, source.Edit{Span: item.Content, New: other})
			}
		}
		if len(list) > 0 && len(list) <= 3 {
			lists = append(lists, list)
		}
	}
	if len(lists) == 0 {
		return nil
	}
	return lists[d.rng.IntN(len(lists))]
}

// plantDestination swaps two letters of a destination.
func plantDestination(d original) []source.Edit {
	var all []source.Span
	for _, n := range d.Nodes() {
		if n.Kind == markdown.Link && n.Destination.Len() > 8 {
			all = append(all, n.Destination)
		}
	}
	for range 8 {
		if len(all) == 0 {
			break
		}
		s := all[d.rng.IntN(len(all))]
		text := bytes.Clone(d.Bytes(s))
		i := 6 + d.rng.IntN(len(text)-7)
		if source.IsLetter(text[i]) && source.IsLetter(text[i-1]) && text[i] != text[i-1] {
			text[i], text[i-1] = text[i-1], text[i]
			return one(s, string(text))
		}
	}
	return nil
}

// insert puts text behind s.
func insert(s source.Span, text string) []source.Edit {
	return one(source.Span{Start: s.End, End: s.End}, text)
}

func plantDoubled(d original) []source.Edit {
	if s, ok := d.pick(d.prose(d.paragraph), anyWord()); ok {
		return insert(s, " "+string(d.Bytes(s)))
	}
	return nil
}

func plantExtraWord(d original) []source.Edit {
	s, ok := d.pick(d.prose(d.paragraph), anyWord())
	if !ok {
		return nil
	}
	return insert(s, " "+[]string{"basically", "really", "simply", "very", "actually"}[d.rng.IntN(5)])
}

func plantExtraSentence(d original) []source.Edit {
	s, ok := d.pick(d.prose(d.paragraph), sentence())
	if !ok {
		return nil
	}
	return insert(s, []string{
		" This is of course very easy to do.", " As everybody knows, there are many ways.",
		" We will come back to that later on.", " It goes without saying that this matters.",
	}[d.rng.IntN(4)])
}

// plantMissingWord takes a word out of the middle of a sentence.
func plantMissingWord(d original) []source.Edit {
	s, ok := d.pick(d.prose(d.paragraph), anyWord())
	if !ok || s.Start == 0 || d.Source()[s.Start-1] != ' ' {
		return nil
	}
	if next := d.Source()[s.End:]; len(next) < 2 || next[0] != ' ' || !source.IsLetter(next[1]) {
		return nil
	}
	return one(source.Span{Start: s.Start - 1, End: s.End}, "")
}

// plantMissingSentence takes a sentence out that follows another one in its line.
func plantMissingSentence(d original) []source.Edit {
	s, ok := d.pick(d.prose(d.paragraph), sentence())
	if !ok || s.Start < 2 || d.Source()[s.Start-1] != ' ' || d.Source()[s.Start-2] != '.' {
		return nil
	}
	if i := d.leaf(s); i < 0 || d.Nodes()[i].Span.Start == s.Start {
		return nil // it begins an item, and the stop is that of the number
	}
	return one(source.Span{Start: s.Start - 1, End: s.End}, "")
}

func plantFrontMatter(d original) []source.Edit {
	front := d.FrontMatter()
	all := setting().FindAllSubmatchIndex(d.Bytes(front), -1)
	if len(all) == 0 {
		return nil
	}
	m := all[d.rng.IntN(len(all))]
	value := source.Span{Start: front.Start + m[4], End: front.Start + m[5]}
	if words := longWord().FindAllIndex(d.Bytes(value), -1); len(words) > 0 {
		w := words[d.rng.IntN(len(words))]
		s := source.Span{Start: value.Start + w[0], End: value.Start + w[1]}
		return one(s, d.misspell(string(d.Bytes(s))))
	}
	if n := digits().FindIndex(d.Bytes(value)); n != nil {
		s := source.Span{Start: value.Start + n[0], End: value.Start + n[1]}
		return one(s, string(d.Bytes(s))+strconv.Itoa(1+d.rng.IntN(9)))
	}
	return nil
}

func plantCell(d original) []source.Edit {
	return d.typo(d.prose(func(i int) bool { return d.Nodes()[i].Kind == markdown.TableRow }))
}

// plantLine changes two words of a line.
func plantLine(d original) []source.Edit {
	areas := d.prose(d.paragraph)
	first, ok := d.pick(areas, longWord())
	if !ok {
		return nil
	}
	line := Line(d.Source(), first)
	var words []source.Span
	for _, z := range d.Zones() {
		if z.Zone != zone.Prose || !line.Contains(z.Span) {
			continue
		}
		for _, m := range longWord().FindAllIndex(d.Bytes(z.Span), -1) {
			if s := (source.Span{Start: z.Start + m[0], End: z.Start + m[1]}); apart(d.Source(), s) {
				words = append(words, s)
			}
		}
	}
	if len(words) < 4 {
		return nil
	}
	a, b := words[d.rng.IntN(len(words)/2)], words[len(words)/2+d.rng.IntN(len(words)-len(words)/2)]
	s := source.Span{Start: a.Start, End: b.End}
	text := d.misspell(string(d.Bytes(a))) + string(d.Source()[a.End:b.Start]) + d.misspell(string(d.Bytes(b)))
	return one(s, text)
}

func plantNested(d original) []source.Edit {
	return d.typo(d.prose(func(i int) bool {
		return d.paragraph(i) && d.within(i, markdown.Blockquote, markdown.ListItem)
	}))
}
