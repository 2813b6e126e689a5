package lsp

import (
	"context"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// typist is a client that counts positions by itself.
type typist struct {
	text []rune
	unit source.Unit
}

// position counts the lines and the units before an index.
func (c *typist) position(at int) protocol.Position {
	var p protocol.Position
	for i := 0; i < at; i++ {
		r := c.text[i]
		switch {
		case r == '\n', r == '\r' && (i+1 == len(c.text) || c.text[i+1] != '\n'):
			p = protocol.Position{Line: p.Line + 1}
		case c.unit == source.Byte:
			p.Character += uint32(len(string(r)))
		default:
			p.Character += uint32(len(utf16.Encode([]rune{r})))
		}
	}
	return p
}

// place returns an index that a position can name: none within a line ending.
func (c *typist) place(random *rand.Rand) int {
	at := random.IntN(len(c.text) + 1)
	if at > 0 && at < len(c.text) && c.text[at-1] == '\r' && c.text[at] == '\n' {
		at--
	}
	return at
}

// change edits the text and says so as the protocol does.
func (c *typist) change(random *rand.Rand, from, to int) *protocol.TextDocumentContentChangePartial {
	words := []string{"", "a", "漢字", "😀", "é", "\r\n", "\n", "\r", "👩‍👩‍👧", "# A Heading\n", "whitelist ", "```\n", "\n\n", "- x\n"}
	var text string
	for range random.IntN(3) {
		text += words[random.IntN(len(words))]
	}
	out := &protocol.TextDocumentContentChangePartial{
		Range: protocol.Range{Start: c.position(from), End: c.position(to)}, Text: text,
	}
	c.text = slices.Concat(c.text[:from], []rune(text), c.text[to:])
	return out
}

// TestTextsStayEqual makes ten thousand random edits, some of them several in one message.
func TestTextsStayEqual(t *testing.T) {
	const edits = 10_000
	for _, unit := range []source.Unit{source.UTF16, source.Byte} {
		here, there := net.Pipe()
		defer here.Close()
		s := newServer(t.Context(), Options{}, jsonrpc2.NewConn(jsonrpc2.NewStream(newQueue(there))))
		s.set(settings{})
		s.unit, s.pulls = unit, true
		random := rand.New(rand.NewPCG(7, uint64(unit)))
		c := &typist{unit: unit}
		u := uri.URI("untitled:a.md")
		require.NoError(t, s.DidOpen(context.Background(), &protocol.DidOpenTextDocumentParams{
			TextDocument: protocol.TextDocumentItem{URI: u, Version: 1},
		}))
		for made, version := 0, int32(2); made < edits; version++ {
			p := &protocol.DidChangeTextDocumentParams{}
			p.TextDocument.URI, p.TextDocument.Version = u, version
			for range 1 + random.IntN(3) {
				from, to := c.place(random), c.place(random)
				if from > to {
					from, to = to, from
				}
				to = min(to, from+20)
				if to > 0 && to < len(c.text) && c.text[to-1] == '\r' && c.text[to] == '\n' {
					to++
				}
				if len(c.text) > 300 {
					from, to = 0, len(c.text)/2
					if c.text[to-1] == '\r' {
						to--
					}
				}
				p.ContentChanges = append(p.ContentChanges, c.change(random, from, to))
				made++
			}
			require.NoError(t, s.DidChange(context.Background(), p))
			now := s.revision(u)
			require.Equal(t, string(c.text), string(now.text()), "%v, version %d: %s", unit, version, changes(p))
			require.Equal(t, version, now.version)
		}
	}
}

func changes(p *protocol.DidChangeTextDocumentParams) string {
	var out []string
	for _, c := range p.ContentChanges {
		data, _ := protocol.Marshal(c)
		out = append(out, string(data))
	}
	return strings.Join(out, "\n")
}

// Positions outside are at the nearest end.
func TestPositionsOutside(t *testing.T) {
	text := []byte("a😀b\r\nß\rend")
	lines := source.NewLines(text)
	for _, c := range []struct {
		line, character uint32
		utf16, utf8     int
	}{
		{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 2, 1, 1}, {0, 3, 5, 1}, {0, 5, 6, 5}, {0, 99, 6, 6}, {1, 1, 10, 8}, {1, 2, 10, 10}, {2, 3, 14, 14},
		{3, 0, 14, 14}, {1<<32 - 1, 1<<32 - 1, 14, 14}, {0, 1<<32 - 1, 6, 6},
	} {
		p := protocol.Position{Line: c.line, Character: c.character}
		require.Equal(t, c.utf16, offset(text, lines, p, source.UTF16), "%v", p)
		require.Equal(t, c.utf8, offset(text, lines, p, source.Byte), "%v", p)
	}
}
