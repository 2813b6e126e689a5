package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func TestQuotedWithout(t *testing.T) {
	for _, tt := range []struct {
		lines, quote, prefix string
		ok                   bool
	}{
		{"a b", "a b", "", true},
		{"a\nb", "a\nb", "", true},
		{"a\r\nb", "a\nb", "", true},
		{"a\n> b\n>\n> c", "a\nb\n\nc", "> ", true},
		{"a\n  b\n\n    c", "a\nb\n\n  c", "  ", true},
		{"a\n> > b", "a\nb", "> > ", true},
		{"a\n> > b", "a\n> b", "> ", true},
		{"> a\n> b", "a\nb", "", false},
		{"a\n> b\nc", "a\nb\nc", "", false},
		{"a\n- b", "a\nb", "", false},
		{"a\n> b", "a b", "", false},
		{"a\n> b", "a\nc", "", false},
	} {
		prefix, ok := QuotedWithout([]byte(tt.lines), tt.quote)
		assert.Equal(t, tt.ok, ok, "%q", tt.lines)
		assert.Equal(t, tt.prefix, prefix, "%q", tt.lines)
		if ok {
			text := strings.ReplaceAll(tt.lines, "\r\n", "\n")
			assert.Equal(t, text, Prefixed(tt.quote, prefix))
		}
	}
}

func TestAddedLine(t *testing.T) {
	d := Parse("a.md", []byte("Text one.\n\n> ```sh\n>   npm ci\n> ```\n\n    pump on\n    pump off\n"), Dialect{})
	at := func(text string) source.Span {
		i := bytes.Index(d.Source(), []byte(text))
		return source.Span{Start: i, End: i + len(text)}
	}
	for _, tt := range []struct{ text, want, line string }{
		{"npm ci", "npm ci npm test", "npm ci\nnpm test"},
		{"npm ci", "npm test npm ci", "npm test\nnpm ci"},
		{"pump on", "pump on -v", "pump on\n-v"},
		{"    pump on\n    pump off", "    pump on\n    pump off wait", "pump on\n    pump off\nwait"},
		{"on\n    pump off", "on\n    pump off wait", ""},
		{"npm", "npm i npm", ""},
		{"npm ci", "npm install", ""},
		{"Text one.", "Text one. Two.", ""},
	} {
		line, ok := d.AddedLine(at(tt.text), tt.want)
		assert.Equal(t, tt.line != "", ok, tt.want)
		if ok {
			assert.Equal(t, tt.line, line)
		}
	}
}
