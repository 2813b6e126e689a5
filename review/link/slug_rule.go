package link

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A slugRule is how one generator makes fragments.
type slugRule struct {
	from    slugSource
	ids     idSupport
	slug    func(text string) string
	numbers numbering
	empty   string // what it writes for a heading without any letter
}

// A slugSource is the part of a heading from which a generator makes the fragment.
type slugSource uint8

const (
	visibleText        slugSource = iota
	textAndImages                 // with the descriptions of images
	typesetText                   // hyphens in a row are a dash, and code keeps its spaces
	textAndTrimmedCode            // code has no spaces at its ends
	rawLine                       // the Markdown of the last line
)

// An idSupport says whether a generator reads {#identifiers} behind headings.
type idSupport uint8

const (
	noIDs idSupport = iota
	ownIDs
	countedIDs // equal headings behind them get a number
	colonIDs   // written :id=name
)

// A numbering is how a generator tells equal headings apart.
type numbering uint8

const (
	nextFree        numbering = iota // -1, -2 and so on, the first that is free
	withoutLooking                   // the same, even if that fragment is taken
	afterUnderscore                  // _1, _2 and so on: see countUp
	newName                          // a name without any text of the heading
)

// slugRules is by style: html-pipeline (GitHub), Gitlab::Utils::Markdown, github-slugger (Docusaurus, Astro), the toc
// extension of Python-Markdown (MkDocs), Hugo's three types of automatic identifiers, @mdit-vue/shared (VitePress),
// kramdown with and without its parser of GFM (Jekyll), MyST and docutils (Sphinx), mdBook, Markdig (Docfx), Pandoc
// (Quarto), markdown-it-anchor, the crate slug (Zola), Obsidian, Goldmark alone, and Docsify.
var slugRules = [...]slugRule{
	rules.SlugGitHub:          {visibleText, noIDs, slugGitHub, nextFree, ""},
	rules.SlugGitLab:          {visibleText, noIDs, slugGitLab, withoutLooking, ""},
	rules.SlugDocusaurus:      {textAndImages, ownIDs, slugGitHub, nextFree, ""},
	rules.SlugMkDocs:          {textAndTrimmedCode, ownIDs, slugMkDocs, afterUnderscore, ""},
	rules.SlugHugo:            {rawLine, ownIDs, slugHugo, nextFree, "heading"},
	rules.SlugHugoASCII:       {rawLine, ownIDs, slugHugoASCII, nextFree, "heading"},
	rules.SlugHugoBlackfriday: {rawLine, ownIDs, slugBlackfriday, nextFree, "heading"},
	rules.SlugVitePress:       {textAndImages, countedIDs, slugVitePress, nextFree, ""},
	rules.SlugJekyll:          {typesetText, ownIDs, slugAstro, withoutLooking, ""},
	rules.SlugKramdown:        {rawLine, ownIDs, slugKramdown, withoutLooking, "section"},
	rules.SlugSphinx:          {visibleText, noIDs, slugMyST, nextFree, ""},
	rules.SlugDocutils:        {textAndImages, noIDs, slugDocutils, newName, ""},
	rules.SlugMdBook:          {visibleText, countedIDs, slugMdBook, nextFree, ""},
	rules.SlugMdBook04:        {visibleText, ownIDs, slugMdBook04, withoutLooking, ""},
	rules.SlugAstro:           {visibleText, noIDs, slugAstro, nextFree, ""},
	rules.SlugDocfx:           {textAndImages, noIDs, slugDocfx, nextFree, "section"},
	rules.SlugPandoc:          {textAndImages, ownIDs, slugPandoc, nextFree, "section"},

	rules.SlugMarkdownItAnchor: {visibleText, noIDs, slugMarkdownItAnchor, nextFree, ""},
	rules.SlugZola:             {visibleText, ownIDs, slugZola, nextFree, ""},
	rules.SlugObsidian:         {visibleText, noIDs, slugObsidian, withoutLooking, ""},
	rules.SlugGoldmark:         {rawLine, ownIDs, slugGoldmark, nextFree, "heading"},
	rules.SlugDocsify:          {visibleText, colonIDs, slugDocsify, withoutLooking, ""},
}

// Slug returns the fragment of a heading with this text by the rules of one generator, without the suffix that tells
// equal headings of a page apart.
func Slug(text string, style rules.SlugStyle) string { return slugRules[style].slug(text) }

func slugGitHub(text string) string { return slugAstro(strings.TrimSpace(text)) }

// slugAstro keeps the spaces before and behind an image.
func slugAstro(text string) string {
	text = dottedI(text)
	return keep(text, unicode.ToLower, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic)
	})
}

// dottedI lowers a letter whose small one has two characters in most languages.
func dottedI(text string) string { return strings.ReplaceAll(text, "İ", "i\u0307") }

func slugGitLab(text string) string {
	slug := squeeze(slugGitHub(text))
	if slug != "" && strings.Trim(slug, "0123456789") == "" {
		return "anchor-" + slug
	}
	return slug
}

func slugHugo(text string) string {
	return keep(strings.TrimSpace(text), unicode.ToLower, wordRune)
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func slugHugoASCII(text string) string { return asciiOnly(slugHugo(withoutAccents(text))) }

// slugBlackfriday makes one hyphen of whatever stands between letters and digits.
func slugBlackfriday(text string) string {
	letters := func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return ' '
	}
	return strings.Join(strings.Fields(strings.Map(letters, text)), "-")
}

// withoutAccents keeps the letters below accents.
func withoutAccents(text string) string {
	var out strings.Builder
	for _, r := range norm.NFD.String(text) {
		if !unicode.Is(unicode.Mn, r) {
			out.WriteRune(r)
		}
	}
	return norm.NFC.String(out.String())
}

func asciiOnly(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, text)
}

var emoji = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`:[a-z0-9_+-]*[a-z][a-z0-9_+-]*:`)
})

// slugVitePress leaves out the names of emoji.
func slugVitePress(text string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(emoji().ReplaceAllString(text, "")) {
		switch {
		case 0x300 <= r && r <= 0x36F, r < ' ' && r != '\n' && r != '\t':
		case r < utf8.RuneSelf && !source.IsLetter(byte(r)) && !source.IsDigit(byte(r)), unicode.IsSpace(r),
			strings.ContainsRune("\u201c\u201d\u2018\u2019\ufeff", r):
			out.WriteByte('-')
		default:
			out.WriteRune(r)
		}
	}
	slug := strings.Trim(squeeze(out.String()), "-")
	if slug != "" && source.IsDigit(slug[0]) {
		slug = "_" + slug
	}
	return strings.ToLower(slug)
}

func slugKramdown(text string) string {
	text = strings.TrimLeftFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || !source.IsLetter(byte(r)) })
	return keep(text, unicode.ToLower, func(r rune) bool {
		return r < utf8.RuneSelf && (source.IsLetter(byte(r)) || source.IsDigit(byte(r)))
	})
}

func slugMyST(text string) string {
	return keep(strings.TrimSpace(text), unicode.ToLower, func(r rune) bool {
		return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
	})
}

// docutilsLetters replaces letters from which no accent can be removed, as docutils does.
var docutilsLetters = strings.NewReplacer("ø", "o", "đ", "d", "ħ", "h", "ı", "i", "ł", "l", "ŧ", "t", "ß", "sz", "æ",
	"ae", "œ", "oe")

func slugDocutils(text string) string {
	letters := func(r rune) rune {
		if source.IsLetter(byte(r)) || source.IsDigit(byte(r)) {
			return r
		}
		return ' '
	}
	slug := asciiOnly(norm.NFKD.String(docutilsLetters.Replace(strings.ToLower(text))))
	slug = strings.Join(strings.Fields(strings.Map(letters, slug)), "-")
	return strings.TrimLeft(slug, "0123456789-")
}

func slugMdBook(text string) string {
	return bookSlug(strings.ToLower(text), func(r rune) rune { return r })
}

func slugMdBook04(text string) string {
	return bookSlug(strings.TrimLeft(strings.TrimSpace(text), "#"), func(r rune) rune {
		if r < utf8.RuneSelf {
			return unicode.ToLower(r)
		}
		return r
	})
}

// bookSlug keeps what Rust calls alphanumeric.
func bookSlug(text string, lower func(rune) rune) string {
	return keep(strings.TrimSpace(text), lower, func(r rune) bool {
		return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Other_Alphabetic, r)
	})
}

func slugDocfx(text string) string {
	return keep(text, unicode.ToLower, wordRune)
}

// slugPandoc keeps dots, and nothing before the first letter.
func slugPandoc(text string) string {
	var out strings.Builder
	for _, r := range strings.ReplaceAll(strings.ReplaceAll(text, "---", ""), "--", "") {
		switch {
		case unicode.IsSpace(r):
			out.WriteByte(' ')
		case r == '-' || r == '.' || wordRune(r) || unicode.Is(unicode.N, r):
			out.WriteRune(unicode.ToLower(r))
		}
	}
	slug := strings.Join(strings.Fields(strings.ReplaceAll(out.String(), "...", "")), "-")
	return strings.TrimLeftFunc(slug, func(r rune) bool { return !unicode.IsLetter(r) })
}

// slugMarkdownItAnchor keeps all but white space.
func slugMarkdownItAnchor(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(dottedI(text))), "-")
}

// slugZola makes one hyphen of whatever stands between letters and digits, and writes them in ASCII.
func slugZola(text string) string { return slugBlackfriday(asciiOnly(withoutAccents(text))) }

// slugObsidian is the text itself, without the signs that have a meaning in a link.
func slugObsidian(text string) string {
	signs := func(r rune) rune {
		if strings.ContainsRune(`#|^:%[]\`, r) {
			return ' '
		}
		return r
	}
	return strings.Join(strings.Fields(strings.Map(signs, text)), " ")
}

// slugGoldmark keeps ASCII alone.
func slugGoldmark(text string) string {
	spaces := func(r rune) rune {
		if r == '_' || r < utf8.RuneSelf && source.IsSpace(byte(r)) {
			return ' '
		}
		return r
	}
	return keep(asciiOnly(strings.Map(spaces, strings.TrimSpace(text))), unicode.ToLower, wordRune)
}

// escapedHTML is what Docsify takes the signs out of.
var escapedHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// slugDocsify lowers the letters of ASCII alone, and names no heading by a digit first.
func slugDocsify(text string) string {
	letters := func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return '-'
		case r == '-' || r < utf8.RuneSelf && wordRune(r):
			return unicode.ToLower(r)
		case r < utf8.RuneSelf && r > ' ', 0x2000 <= r && r <= 0x206F, 0x2E00 <= r && r <= 0x2E7F:
			return -1
		}
		return r
	}
	slug := squeeze(strings.Map(letters, escapedHTML.Replace(text)))
	if slug != "" && source.IsDigit(slug[0]) {
		slug = "_" + slug
	}
	return slug
}

// keep lowers the letters that pass, turns spaces into hyphens, keeps hyphens and drops the rest.
func keep(text string, lower func(rune) rune, pass func(rune) bool) string {
	var out strings.Builder
	out.Grow(len(text))
	for _, r := range text {
		switch {
		case r == ' ' || r == '-':
			out.WriteByte('-')
		case pass(r):
			out.WriteRune(lower(r))
		}
	}
	return out.String()
}

// squeeze makes one hyphen of several in a row.
func squeeze(s string) string {
	if !strings.Contains(s, "--") {
		return s
	}
	var out strings.Builder
	for i := range len(s) {
		if s[i] != '-' || i == 0 || s[i-1] != '-' {
			out.WriteByte(s[i])
		}
	}
	return out.String()
}

func slugMkDocs(text string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(text) {
		switch {
		case r >= utf8.RuneSelf:
		case source.IsLetter(byte(r)) || source.IsDigit(byte(r)) || r == '_' || r == '-' || source.IsSpace(byte(r)):
			out.WriteRune(unicode.ToLower(r))
		}
	}
	slug := strings.Map(func(r rune) rune {
		if source.IsSpace(byte(r)) {
			return '-'
		}
		return r
	}, strings.TrimSpace(out.String()))
	return squeeze(slug)
}
