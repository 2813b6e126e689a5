package review

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// opensTemplateAnew is opensTemplate with a search for the ends of each tag.
func opensTemplateAnew(text []byte) bool {
	for at := range text {
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		closer := []byte("}}")
		switch {
		case bytes.HasPrefix(line, []byte(`\begin{`)):
			return true
		case bytes.HasPrefix(line, []byte("{%")):
			closer = []byte("%}")
		case !bytes.HasPrefix(line, []byte("{{")):
			continue
		}
		if tag, _, found := bytes.Cut(line[2:], closer); !found || slices.Contains(verbatimTags, tagName(append(slices.Clone(tag), closer...))) {
			return true
		}
	}
	return false
}

// tabsAnew is what listText says of the tabs of a text, with a look at the whole line
// for each of them.
func tabsAnew(text []byte) bool {
	for at, c := range text {
		if c != '\t' {
			continue
		}
		line := bytes.LastIndexByte(text[:at], '\n') + 1
		rest, _, _ := bytes.Cut(text[at:], []byte("\n"))
		before := bytes.TrimRight(text[:at], " \t")
		n := len(before)
		bullet := n > 0 && strings.IndexByte("-*+.)>", before[n-1]) >= 0 && !(n > 1 && before[n-1] == '.' && isLetter(before[n-2]))
		if !slices.ContainsFunc(text[line:at], isLetter) && (len(bytes.TrimSpace(rest)) > 0 || bullet) {
			return false
		}
	}
	return true
}

func TestWhatIsRememberedOfLines(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	mix := func(parts ...string) []byte {
		var out []byte
		for range random.IntN(12) {
			out = append(out, parts[random.IntN(len(parts))]...)
		}
		return out
	}
	for range 20000 {
		text := mix("{", "{{", "{% ", "}", "}}", "%}", "%", "\n", " ", "a", "raw", "x }}", `\begin{`)
		require.Equal(t, opensTemplateAnew(text), opensTemplate(text), "%q", text)
		text = mix("\t", "\t", " ", "\n", "a", "1", "-", ".", "a.", "\"")
		require.Equal(t, tabsAnew(text), listText(text), "%q", text)
	}
}

// TestLinesAreReadOnce reads very long lines. Were they searched anew for each mark on
// them, it would take an hour.
func TestLinesAreReadOnce(t *testing.T) {
	const size = 16 << 20
	long := func(part string) []byte { return []byte(strings.Repeat(part, size/len(part))) }
	for _, part := range []string{"{{x}} ", "{% x %} ", "<!--", "<!--\n", "<a <!-- b -->", "<code>x</code> "} {
		assert.False(t, reaches(long(part), true, nil), part)
	}
	assert.True(t, opensTemplate(append(long("{{ "), "}}\n{{"...)))
	assert.False(t, opensTemplate(append(long("{{ "), "}}\n"...)))
	reaches(append([]byte("a "), long("<code>")...), true, nil)
	assert.True(t, listText(append([]byte("- a"), long(".\t")...)))
	assert.True(t, listText(append([]byte("- \""), long("\t")...)))
	line := long("```a ")
	for at := 3; at < len(line); at += len("```a ") {
		require.False(t, isInfo(line, at))
	}
}
