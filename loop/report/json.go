package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Encode writes v, which encodes to JSON, as JSON over several lines, or as YAML where f is YAML.
func Encode(w io.Writer, f Format, v any) error {
	if f == YAML {
		return encodeYAML(w, v)
	}
	out := bufio.NewWriter(w)
	if err := encodeJSON(sink(func(b []byte) {
		indentJSON(out, sameReplacement(bytes.TrimSuffix(b, []byte{'\n'})))
		out.WriteByte('\n')
	}), v); err != nil {
		return err
	}
	return out.Flush()
}

// encodeJSON encodes v as the program writes JSON. It writes once: a large report is in memory as few times as can be.
func encodeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// sink is a writer that takes all that is written in one step.
type sink func(b []byte)

// Write implements io.Writer.
func (f sink) Write(b []byte) (int, error) {
	f(b)
	return len(b), nil
}

// encodeLine writes v as JSON on one line.
func encodeLine(w io.Writer, v any) error {
	b, err := CompactJSON(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(escapeHidden(b, escapeJSON), '\n'))
	return err
}

// CompactJSON returns v as JSON without a line ending. Hidden characters stay as they are.
func CompactJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := encodeJSON(&b, v); err != nil {
		return nil, err
	}
	return sameReplacement(bytes.TrimSuffix(b.Bytes(), []byte{'\n'})), nil
}

// sameReplacement writes every replacement character as itself. The encoder escapes those that it puts in place of
// bytes that are no UTF-8, and no others. So what is read and written again would change.
func sameReplacement(compact []byte) []byte {
	if !bytes.Contains(compact, []byte(`\ufffd`)) {
		return compact
	}
	// An escaped backslash is passed over: what follows it is no escape.
	return []byte(strings.NewReplacer(`\\`, `\\`, `\ufffd`, "\uFFFD").Replace(string(compact)))
}

// indentJSON writes compact JSON over several lines, with its hidden characters escaped, so that the output is safe to
// look at.
func indentJSON(out *bufio.Writer, compact []byte) {
	depth := 0
	newline := func() {
		out.WriteByte('\n')
		for range depth {
			out.WriteString("  ")
		}
	}
	for i := 0; i < len(compact); i++ {
		switch c := compact[i]; c {
		case '"':
			end := i + 1
			for compact[end] != '"' {
				if compact[end] == '\\' {
					end++
				}
				end++
			}
			out.Write(escapeHidden(compact[i:end+1], escapeJSON))
			i = end
		case '{', '[':
			out.WriteByte(c)
			if i+1 < len(compact) && compact[i+1] == c+2 { // {} or []
				out.WriteByte(c + 2)
				i++
				continue
			}
			depth++
			newline()
		case '}', ']':
			depth--
			newline()
			out.WriteByte(c)
		case ',':
			out.WriteByte(c)
			newline()
		case ':':
			out.WriteString(": ")
		default:
			out.WriteByte(c)
		}
	}
}

// escapeHidden escapes the hidden characters of a JSON value. They are always in strings,
// where an escape is allowed everywhere.
func escapeHidden(b []byte, escape func(rune) string) []byte {
	var out []byte
	last := 0
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf && b[i] != 0x7F {
			i++ // the encoder has escaped the other control characters
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if wording.Hidden(r) {
			out = append(append(out, b[last:i]...), escape(r)...)
			last = i + size
		}
		i += size
	}
	if out == nil {
		return b
	}
	return append(out, b[last:]...)
}

// escapeJSON returns r as JSON writes it, a surrogate pair where need be.
func escapeJSON(r rune) string {
	if a, b := utf16.EncodeRune(r); a != utf8.RuneError {
		return fmt.Sprintf(`\u%04x\u%04x`, a, b)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// quoteYAML returns s as a YAML scalar in double quotes. It differs from a string of JSON in
// how it escapes characters beyond the first plane.
func quoteYAML(s string) string {
	b, err := CompactJSON(s)
	if err != nil {
		return `""` // a string always encodes
	}
	return string(escapeHidden(b, escapeYAML))
}

// escapeYAML returns r as YAML writes it, which knows no surrogates.
func escapeYAML(r rune) string {
	if r > 0xFFFF {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
