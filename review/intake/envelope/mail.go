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
	words, _, _ := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n-- \n") // a signature
	quoted, marked := 0, 0
	lines := strings.Split(words, "\n")
	if strings.Contains(m.Header.Get("From"), "@github.com") {
		lines = notified(lines)
	}
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "> "); ok {
			quoted++
			if strings.HasPrefix(rest, "+") {
				marked++
			}
		}
	}
	for i, line := range lines {
		if attribution().MatchString(line) && i+1 < len(lines) && strings.HasPrefix(lines[i+1], ">") {
			lines[i] = ""
		}
		if rest, ok := strings.CutPrefix(line, "> +"); ok && 2*marked > quoted {
			lines[i] = strings.TrimRight("> "+rest, " ")
		}
	}
	return []byte(strings.Join(lines, "\n")), true
}

// attribution matches the line above what is quoted that says who wrote it.
var attribution = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\S.*(?:wrote|writes|schrieb.*|a écrit|escribió|escreveu|ha scritto)\s*:\s*$`)
})

// notice matches the sentence that a notification of GitHub begins with.
var notice = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^@?[\w-]+(?:\[bot\])? ` +
		`(?:requested changes|commented|approved)(?: on)? this pull request\.$`)
})

// notified returns the lines of a notification of GitHub with the last line of each hunk, which a comment is about, as
// its quote. Of a hunk the first line alone has the mark of a quote.
func notified(lines []string) (out []string) {
	for i := 0; i < len(lines); i++ {
		if notice().MatchString(lines[i]) {
			continue
		}
		if !strings.HasPrefix(lines[i], "> ") {
			out = append(out, lines[i])
			continue
		}
		last := strings.TrimPrefix(lines[i], "> ")
		for ; i+1 < len(lines) && lines[i+1] != "" && strings.Contains("+- >", lines[i+1][:1]); i++ {
			last = strings.TrimPrefix(lines[i+1], "> ")
		}
		out = append(out, "> "+strings.TrimLeft(last, "+ "))
	}
	return out
}
