package usage

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// paragraphs are what the documents of the test are made of.
var paragraphs = []string{
	"---\ntitle: \"The Access Token\"\n---\n", "# The Access Token\n", "## Use Code Spans in Go\n", "### Deploy the Client-Side App\n",
	"An access token is a token. The Access Token of Go is not.\n", "- item: use the `code` span\n", "* Use the `git` command\n  and go on\n",
	"> quoted text of the Client\n> that goes on, `with\n> code`\n", "```\ngit commit\n```\n", "```bash\n$ git commit\nsudo go test\n```\n",
	"See [The Access Token](#the-access-token) and [access token](other.md#x).\n", "An open ` mark in Code\n", "a <b that nothing closes\n",
	"a [bracket that nothing closes\n", "Use: Code spans. use: code spans of the client-side app\n", "<div>\nText of the App\n</div>\n", "\n", "\n\n",
	"Title line of the App\n===\n", "1. Deploy it\r\n2. Go on\r\n", "    indented Code\n", "The text of an App; a Code of Conduct, e.g. Go\nin Go {x} :smile:\n",
}

func written(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(14) {
		b.WriteString(paragraphs[r.IntN(len(paragraphs))])
		if r.IntN(3) > 0 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// edited changes a few places of a document as fixers do, or in any other way.
func edited(r *rand.Rand, text string) string {
	for range r.IntN(4) {
		from := [][2]string{
			{"- ", "* "}, {"```\n", "```bash\n"}, {"Access", "access"}, {"code", "Code"}, {"git", "go"}, {"App", "app"}, {"`", ""}, {"the", "a Token of the"},
			{"\n", "\n\n"}, {"# The Access", "# The access"}, {"text", "`text"}, {"Code Spans", "code spans"},
		}[r.IntN(12)]
		if n := strings.Count(text, from[0]); n > 0 {
			parts := strings.SplitN(text, from[0], 1+r.IntN(n)+1)
			last := len(parts) - 1
			text = strings.Join(parts[:last], from[0]) + from[1] + parts[last]
		}
	}
	return text
}

func stored(texts []string) []source.Stored {
	out := make([]source.Stored, len(texts))
	for i, text := range texts {
		src := []byte(text)
		out[i] = source.Stored{Path: fmt.Sprint(i, ".md"), Read: func(*[]byte) ([]byte, error) { return src, nil }}
	}
	return out
}

// named returns all counts of e by the names of the words, since the numbers depend on the order of reading.
func named(e *Evidence) map[string]any {
	out := map[string]any{"clauses": e.Corpus.Clauses, "mentions": e.Corpus.mentions, "titles": e.Vocabulary.titles}
	words := e.Vocabulary.Words.List
	pair := func(id int32) string {
		p := e.Vocabulary.Pairs.list[id]
		return fmt.Sprint(words[int32(p>>32)&^hyphenBit], int32(p>>32)&hyphenBit != 0, words[int32(p)])
	}
	c := e.Corpus
	for id, word := range words {
		out["word "+word] = []any{c.Words[id], c.Begins[id], c.Code[id], c.Commands[id]}
	}
	for id := range c.pairs {
		out["pair "+pair(int32(id))] = c.pairs[id]
	}
	for path, own := range e.ByPath {
		for i, id := range own.wordIDs {
			out[path+" word "+words[id]] = own.words[i]
		}
		for i, id := range own.pairIDs {
			out[path+" pair "+pair(id)] = own.pairs[i]
		}
	}
	return out
}

func TestReviseIsGather(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		texts := make([]string, 1+r.IntN(4))
		for i := range texts {
			texts[i] = written(r)
		}
		e := Gather(stored(texts), 2, nil)
		for range 2 {
			before := strings.Join(texts, "\n=====\n")
			for i := range texts {
				texts[i] = edited(r, texts[i])
			}
			e = e.Revise(stored(texts), 2, nil)
			if !assert.Equal(t, named(Gather(stored(texts), 1, nil)), named(e), "seed %d\n%s\n#### became\n%s", seed, before, strings.Join(texts, "\n=====\n")) {
				return
			}
		}
	}
}

// A text that can't be read is no evidence, and nothing to revise.
func TestReviseWithoutAText(t *testing.T) {
	gone := source.Stored{Path: "gone.md", Read: func(*[]byte) ([]byte, error) { return nil, errors.New("gone") }}
	texts := func(a string) []source.Stored { return append(stored([]string{a}), gone) }
	e := Gather(texts("# The Kubelet\n\nThe kubelet.\n"), 2, nil)
	e = e.Revise(texts("# The Kubelet\n\nThe Kubelet.\n"), 2, nil)
	assert.Equal(t, named(Gather(texts("# The Kubelet\n\nThe Kubelet.\n"), 1, nil)), named(e))
}
