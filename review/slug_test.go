package review

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

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
		got := strings.Join(Parse("a.md", []byte(src)).Slugs(style), " ")
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
		assert.Equal(t, want, strings.Join(Parse("a.md", []byte(src)).Slugs(style), " "), style)
	}
}
