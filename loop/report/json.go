package report

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// writeJSON writes the Report as it is.
func writeJSON(w io.Writer, r *Report, _ Style) error { return Encode(w, JSON, r.form()) }

// Encode writes v, which encodes to JSON, as JSON over several lines, or as YAML where f is YAML.
func Encode(w io.Writer, f Format, v any) error {
	if f == YAML {
		return encodeYAML(w, v)
	}
	b, err := compactJSON(v)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	indentJSON(out, b, 0)
	out.WriteByte('\n')
	return out.Flush()
}

// EncodeEach writes the values of the lists as Encode writes one list of them all, some at a time: there may be very
// many. Of a value nothing may change any more.
func EncodeEach[T any](w io.Writer, f Format, lists ...iter.Seq[T]) error {
	const portion, portions = 128, 16
	out, some, first := bufio.NewWriter(w), make([]T, 0, portion*portions), true
	var encoded [portions]bytes.Buffer
	flush := func() error {
		n := (len(some) + portion - 1) / portion
		err := parallel.Try(context.Background(), n, runtime.GOMAXPROCS(0), func(i int) error {
			return encodeItems(&encoded[i], f, some[i*portion:min((i+1)*portion, len(some))], first && i == 0)
		})
		for i := range n {
			out.Write(encoded[i].Bytes())
			encoded[i].Reset()
		}
		some, first = some[:0], first && len(some) == 0
		return err
	}
	for _, list := range lists {
		for v := range list {
			if some = append(some, v); len(some) < cap(some) {
				continue
			}
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	switch {
	case first:
		return Encode(w, f, []T{})
	case f != YAML:
		out.WriteString("\n]\n")
	}
	return out.Flush()
}

// encodeItems writes values as elements of a list. first says that no other is before them.
func encodeItems[T any](w io.Writer, f Format, values []T, first bool) error {
	out, before := bufio.NewWriter(w), ",\n  "
	if first {
		before = "[\n  "
	}
	var compact bytes.Buffer
	for _, v := range values {
		compact.Reset()
		b, err := compactIn(&compact, v)
		switch {
		case err != nil:
			return err
		case f == YAML:
			if err := writeYAMLItem(out, b); err != nil {
				return err
			}
		default:
			out.WriteString(before)
			indentJSON(out, b, 1)
			before = ",\n  "
		}
	}
	return out.Flush()
}

// encodeList writes a list as Encode does, and none as an empty list.
func encodeList[T any](w io.Writer, f Format, list []T) error {
	return Encode(w, f, append([]T{}, list...))
}

// encodeLine writes v as JSON on one line.
func encodeLine(w io.Writer, v any) error {
	b, err := compactJSON(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(escapeHidden(b, escapeJSON), '\n'))
	return err
}

// compactJSON returns v as JSON without a line ending. Hidden characters stay as they are.
func compactJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	return compactIn(&b, v)
}

// compactIn is compactJSON in the memory of b, which is empty.
func compactIn(b *bytes.Buffer, v any) ([]byte, error) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return sameReplacement(bytes.TrimSuffix(b.Bytes(), []byte{'\n'})), nil
}

// sameReplacement writes every replacement character as itself. The encoder escapes
// those that it puts in place of bytes that are no UTF-8, and no others. So what is read
// and written again would change.
func sameReplacement(compact []byte) []byte {
	if !bytes.Contains(compact, []byte(`\ufffd`)) {
		return compact
	}
	// An escaped backslash is passed over: what follows it is no escape.
	return []byte(strings.NewReplacer(`\\`, `\\`, `\ufffd`, "\uFFFD").Replace(string(compact)))
}

// indentJSON writes compact JSON over several lines, within so many brackets, with its hidden characters
// escaped, so that the output is safe to look at. json.Indent would make a copy of
// everything: a hundred thousand findings are two hundred megabytes. It returns within how many brackets a piece of
// JSON ends. A piece that ends with a bracket goes on within it.
func indentJSON(out *bufio.Writer, compact []byte, depth int) int {
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
	return depth
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
	b, err := compactJSON(s)
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
