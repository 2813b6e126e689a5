package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

// writeYAML writes the JSON form as YAML.
func writeYAML(w io.Writer, r *Report, _ Style) error { return encodeYAML(w, r) }

// encodeYAML writes v, which encodes to JSON, as YAML with the same keys in the
// same order. It is written here because the encoders at hand put control and
// direction characters into block scalars as they are, which YAML forbids and
// terminals obey.
func encodeYAML(w io.Writer, v any) error {
	b, err := compactJSON(v)
	if err != nil {
		return err
	}
	y := yamlWriter{dec: json.NewDecoder(bytes.NewReader(b)), out: bufio.NewWriter(w)}
	y.dec.UseNumber()
	token, err := y.dec.Token()
	if err != nil {
		return err
	}
	if err := y.value(token, 0, false); err != nil {
		return err
	}
	return y.out.Flush()
}

// yamlWriter turns JSON tokens into YAML lines. Scalars are JSON's, which YAML
// reads alike, but for strings that can do without quotes.
type yamlWriter struct {
	dec *json.Decoder
	out *bufio.Writer
}

// value writes what starts with token. It follows a key or the document's start,
// or, inItem, the dash of a list, on whose line it may go on; depth is the
// indentation of what it holds.
func (y *yamlWriter) value(token json.Token, depth int, inItem bool) error {
	switch t := token.(type) {
	case json.Delim:
		if !y.dec.More() {
			fmt.Fprintf(y.out, " %c%c\n", t, t+2) // {} or []
			_, err := y.dec.Token()
			return err
		}
		if t == '{' {
			return y.object(depth, inItem)
		}
		return y.array(depth)
	case string:
		y.out.WriteString(" " + yamlString(t) + "\n")
	case nil:
		y.out.WriteString(" null\n")
	default:
		fmt.Fprintf(y.out, " %v\n", t)
	}
	return nil
}

func (y *yamlWriter) object(depth int, inItem bool) error {
	for first := true; y.dec.More(); first = false {
		key, err := y.dec.Token()
		if err != nil {
			return err
		}
		switch {
		case first && inItem:
			y.out.WriteByte(' ')
		case first && depth > 0:
			y.out.WriteByte('\n')
			fallthrough
		default:
			y.out.WriteString(strings.Repeat("  ", depth))
		}
		y.out.WriteString(yamlString(key.(string)) + ":")
		token, err := y.dec.Token()
		if err != nil {
			return err
		}
		if err := y.value(token, depth+1, false); err != nil {
			return err
		}
	}
	_, err := y.dec.Token()
	return err
}

func (y *yamlWriter) array(depth int) error {
	if depth > 0 {
		y.out.WriteByte('\n')
	}
	for y.dec.More() {
		y.out.WriteString(strings.Repeat("  ", depth) + "-")
		token, err := y.dec.Token()
		if err != nil {
			return err
		}
		if err := y.value(token, depth+1, true); err != nil {
			return err
		}
	}
	_, err := y.dec.Token()
	return err
}

// plainYAML is what surely is a string without quotes, unless it is a word of
// yamlWords.
var plainYAML = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*$`) })

// yamlString is s as a scalar.
func yamlString(s string) string {
	if plainYAML().MatchString(s) && !yamlWord(s) {
		return s
	}
	return quoteYAML(s)
}

// yamlWord reports whether some version of YAML takes s for something else than
// a string.
func yamlWord(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null":
		return true
	}
	return false
}
