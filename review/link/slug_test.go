package link

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// TestSlugs holds the generators to what they make of headings in which they
// differ.
func TestSlugs(t *testing.T) {
	const src = "# Install & run `x`\n\n## Install & run x\n\n## Install & run x\n\nÉtat: 2 × 3_4\n===\n\n# 42\n\n" +
		"# [A](b) ![c](d) {#own .wide}\n\n# ![c](d) e\n\n#\n\n#\n"
	for style, want := range map[rules.SlugStyle]string{
		rules.SlugGitHub:     "install--run-x install--run-x-1 install--run-x-2 état-2--3_4 42 a--own-wide -e  -1",
		rules.SlugGitLab:     "install-run-x install-run-x-1 install-run-x-2 état-2-3_4 anchor-42 a-own-wide e  -1",
		rules.SlugDocusaurus: "install--run-x install--run-x-1 install--run-x-2 état-2--3_4 42 own c-e  -1",
		rules.SlugMkDocs:     "install-run-x install-run-x_1 install-run-x_2 etat-2-3_4 42 own e _1 _2",
		rules.SlugHugo:       "install--run-x install--run-x-1 install--run-x-2 état-2--3_4 42 own cd-e heading heading-1",
	} {
		got := strings.Join(Slugs(zone.Parse("a.md", []byte(src), markdown.Dialect{}), style), " ")
		if style == rules.SlugGitHub || style == rules.SlugGitLab {
			want = strings.Replace(want, " -e", " e", 1) // GitHub takes white space off first
		}
		assert.Equal(t, want, got, style)
	}
}

// TestSlugsThatCollide: a heading whose own slug is another's number.
func TestSlugsThatCollide(t *testing.T) {
	const src = "# a\n\n# a\n\n# a-1\n\n# a\n\n# a_1\n\n# a_1\n"
	for style, want := range map[rules.SlugStyle]string{
		rules.SlugGitHub: "a a-1 a-1-1 a-2 a_1 a_1-1",
		rules.SlugGitLab: "a a-1 a-1 a-2 a_1 a_1-1",
		rules.SlugMkDocs: "a a_1 a-1 a_2 a_3 a_4",
		rules.SlugHugo:   "a a-1 a-1-1 a-2 a_1 a_1-1",
	} {
		assert.Equal(t, want, strings.Join(Slugs(zone.Parse("a.md", []byte(src), markdown.Dialect{}), style), " "), style)
	}
}

// tried is the fragments of headings that have a text, found by trying every number
// for each of them.
func tried(headings []string, style rules.SlugStyle) []string {
	given := map[string]bool{}
	out := make([]string, len(headings))
	for i, h := range headings {
		base := Slug(h, style)
		slug := base
		for n := 1; given[slug]; n++ {
			if style == rules.SlugMkDocs {
				slug = countUp(slug)
			} else {
				slug = base + "-" + strconv.Itoa(n)
			}
		}
		given[slug], out[i] = true, slug
	}
	return out
}

// TestSlugsAreThoseOfEveryTry: a slugger knows which numbers are given out, also where
// headings are called like others with a number.
func TestSlugsAreThoseOfEveryTry(t *testing.T) {
	texts := []string{"a", "a_1", "a-1", "a_2", "a-2", "a_01", "a_7", "a-1-1", "a_1_1", "a_", "b", "a_9223372036854775806"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		headings := make([]string, 1+random.IntN(60))
		few := 1 + random.IntN(len(texts))
		for i := range headings {
			headings[i] = texts[random.IntN(few)]
		}
		random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
		for _, style := range []rules.SlugStyle{rules.SlugGitHub, rules.SlugDocusaurus, rules.SlugMkDocs, rules.SlugHugo} {
			require.Equal(t, tried(headings, style), slugsOfTexts(headings, style), "%s %q", style, headings)
		}
	}
}

// TestSlugsAreLinear gives fragments to very many headings that are called alike. Were
// the count begun anew for each of them, it would take an hour.
func TestSlugsAreLinear(t *testing.T) {
	const n = 1 << 17
	for _, style := range rules.SlugStyles() {
		texts := slices.Repeat([]string{"a"}, n)
		for i := range n { // each of which begins within the numbers that are given out
			texts = append(texts, "a_"+strconv.Itoa(i))
		}
		slugs := slugsOfTexts(append(texts, "a"), style)
		last := map[rules.SlugStyle]string{
			rules.SlugMkDocs: "a_" + strconv.Itoa(2*n-1), rules.SlugDocutils: "id" + strconv.Itoa(n),
		}[style]
		if last == "" {
			last = "a-" + strconv.Itoa(n)
		}
		assert.Equal(t, last, slugs[2*n], style)
	}
}

// slugsOfTexts returns the fragments of the headings of one document with these texts.
func slugsOfTexts(texts []string, style rules.SlugStyle) []string {
	headings := make([]slugText, len(texts))
	for i, text := range texts {
		headings[i] = slugText{text: text, base: base(text, style)}
	}
	return slugsOf(headings, style)
}
