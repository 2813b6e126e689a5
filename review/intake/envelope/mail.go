package envelope

import (
	"bytes"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"
	"sync"
)

// mailHead matches the headers that a mail begins with.
var mailHead = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:From [^\n]*\n)?(?:(?:From|To|Cc|Subject|Date|Message-ID|Return-Path|Received|MIME-Version): [^\n]*\r?\n)`)
})

// Mail returns the words of a mail, and whether the text is one. Lines of a patch that it quotes lose their marks.
func Mail(src []byte) ([]byte, bool) {
	if !mailHead().Match(src) {
		return nil, false
	}
	m, err := mail.ReadMessage(bytes.NewReader(src))
	if err != nil || m.Header.Get("From") == "" && m.Header.Get("Subject") == "" {
		return nil, false
	}
	body := m.Body
	if strings.EqualFold(m.Header.Get("Content-Transfer-Encoding"), "quoted-printable") {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, false
	}
	quoted, marked := 0, 0
	lines := strings.Split(string(text), "\n")
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "> "); ok {
			quoted++
			if strings.HasPrefix(rest, "+") {
				marked++
			}
		}
	}
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, "> +"); ok && 2*marked > quoted {
			lines[i] = strings.TrimRight("> "+rest, " ")
		}
	}
	return []byte(strings.Join(lines, "\n")), true
}
