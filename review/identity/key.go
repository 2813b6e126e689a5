package identity

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode"
)

// A Key is the fingerprint of a finding: hashes of its rule and subject, of each of up to eight words before it and
// behind it in its block, and of the block. From the second on, those that are equal in all but the block have a
// number.
//
//	Qe0bZ5n1JkU.kd3-A_9x.Zk3dQ0aa.mZ4f~2
type Key string

// reach is how many words on each side of a finding are in its Key.
const reach = 8

// maxReach is how many bytes on each side are searched for them.
const maxReach = 400

// alphabet is that of the hashes: a word is one character of it.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Keys returns the Keys of the findings of one document, which are in document order.
func Keys(src []byte, subjects []Subject) []Key {
	out := make([]Key, len(subjects))
	counts := map[string]int{}
	var last block
	for n := range subjects {
		s := &subjects[n]
		sum := sha256.Sum256([]byte(s.Rule + "\x00" + Normalise(s.Text)))
		key := append(base64.RawURLEncoding.AppendEncode(nil, sum[:8]), '.')
		if s.Placed {
			if !last.holds(src, s.Span.Start) {
				last = blockAt(src, s.Span.Start)
			}
			start, end := min(s.Span.Start, len(src)), min(s.Span.End, len(src))
			key = appendWords(key, src[max(last.start, start-maxReach):start], true)
			key = append(key, '.')
			key = appendWords(key, src[end:min(max(last.end, end), end+maxReach)], false)
			key = append(append(key, '.'), last.hash...)
		} else {
			key = append(key, "..."...)
		}
		fingerprint := string(key[:bytes.LastIndexByte(key, '.')])
		if counts[fingerprint]++; counts[fingerprint] > 1 {
			key = strconv.AppendInt(append(key, '~'), int64(counts[fingerprint]), 10)
		}
		out[n] = Key(key)
	}
	return out
}

// A block is lines without an empty one among them.
type block struct {
	start, end int
	hash       string
	joins      bool // it was asked about a place in an empty line, so it is two blocks
}

func (b *block) holds(src []byte, at int) bool {
	return b.hash != "" && !b.joins && b.start <= at && (at < b.end || at == b.end && at == len(src))
}

// blockAt returns the block of an offset. A place in an empty line belongs to the blocks before and behind it.
func blockAt(src []byte, at int) block {
	b := block{start: bytes.LastIndexByte(src[:at], '\n') + 1, end: len(src)}
	if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
		b.end = at + n + 1
	}
	blank := func(start, end int) bool { return len(bytes.TrimSpace(src[start:end])) == 0 }
	b.joins = blank(b.start, b.end)
	for b.start > 0 {
		start := bytes.LastIndexByte(src[:b.start-1], '\n') + 1
		if blank(start, b.start) {
			break
		}
		b.start = start
	}
	for b.end < len(src) {
		end := len(src)
		if n := bytes.IndexByte(src[b.end:], '\n'); n >= 0 {
			end = b.end + n + 1
		}
		if blank(b.end, end) {
			break
		}
		b.end = end
	}
	sum := sha256.Sum256([]byte(Normalise(string(src[b.start:b.end]))))
	b.hash = base64.RawURLEncoding.EncodeToString(sum[:3])
	return b
}

// appendWords appends the hashes of the words of text that stand nearest: at its end if it lies before a finding. The
// nearest comes first.
func appendWords(key []byte, text []byte, before bool) []byte {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	between := func(r rune) bool { return !inWord(r) }
	for range reach {
		var word []byte
		if before {
			text = bytes.TrimRightFunc(text, between)
			rest := bytes.TrimRightFunc(text, inWord)
			word, text = text[len(rest):], rest
		} else {
			text = bytes.TrimLeftFunc(text, between)
			rest := bytes.TrimLeftFunc(text, inWord)
			word, text = text[:len(text)-len(rest)], rest
		}
		if len(word) == 0 {
			break
		}
		h := fnv.New32a()
		_, _ = h.Write(bytes.ToLower(word))
		sum := h.Sum32()
		key = append(key, alphabet[(sum^sum>>6^sum>>12^sum>>18^sum>>24)&63])
	}
	return key
}

// parts are what a Key is made of.
type parts struct{ subject, before, behind, block string }

func (k Key) parts() parts {
	text, _, _ := strings.Cut(string(k), "~")
	list := strings.Split(strings.TrimRight(text, "+"), ".")
	if len(list) != 4 {
		return parts{subject: text}
	}
	return parts{list[0], list[1], list[2], list[3]}
}

// Fingerprint returns a hash of the Key without its block, for a report of a document at a path. Edits of the block
// that leave the words around the finding alone don't change it.
func (k Key) Fingerprint(path string) string {
	text := string(k)
	if p := k.parts(); p.block != "" {
		text = strings.Replace(text, "."+p.block, "", 1)
	}
	sum := sha256.Sum256([]byte(path + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// IsFormer reports whether a Key is of the form that version 0.1 wrote: a hash of rule, subject, headings and number.
func (k Key) IsFormer() bool { return k != "" && !strings.Contains(string(k), ".") }
