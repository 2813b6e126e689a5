package disk

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// EscapePath makes a path valid JSON text: a path may have any bytes, JSON has Unicode only. It writes bytes that are
// not UTF-8, and the percent sign, as %XX.
func EscapePath(path string) string {
	if strings.IndexByte(path, '%') < 0 && utf8.ValidString(path) {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); {
		c, size := utf8.DecodeRuneInString(path[i:])
		if c == utf8.RuneError && size == 1 || c == '%' {
			fmt.Fprintf(&b, "%%%02X", path[i])
		} else {
			b.WriteString(path[i : i+size])
		}
		i += size
	}
	return b.String()
}

// UnescapePath takes back what EscapePath did.
func UnescapePath(path string) string {
	if plain, err := url.PathUnescape(path); err == nil {
		return plain
	}
	return path
}
