package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

// terms are what the safety table has replaced.
var terms = []struct{ not, use string }{{"whitelist", "allowlist"}, {"blacklist", "denylist"}, {"nodejs", "Node.js"}}

const everything = `{
  "version": 1,
  "terminology": [{"use": "allowlist", "not": ["whitelist"]}, {"use": "denylist", "not": ["blacklist"]}, {"use": "Node.js", "not": ["nodejs"]}],
  "style": {"heading-case": {"style": "sentence"}, "fenced-code-language": {"infer": true}, "list-marker": {"marker": "-"}},
  "references": {}
}
`

// allowed is the replacements that the judge is told of. It compares words, so it
// must be told of plurals too, and of the article that a replacement changes: a
// whitelist, an allowlist.
func allowed() string {
	var out strings.Builder
	for _, t := range terms {
		for _, ending := range []string{"", "s"} {
			fmt.Fprintf(&out, "%s%s\t%s%s\n", t.not, ending, t.use, ending)
			if strings.ContainsAny(t.use[:1], "aeiou") && !strings.ContainsAny(t.not[:1], "aeiou") {
				fmt.Fprintf(&out, "a %s%s\tan %s%s\n", t.not, ending, t.use, ending)
			}
		}
	}
	return out.String()
}

// safety prints what all fixers together do to all documents.
func (b bench) safety() error {
	if _, err := exec.LookPath("cmark-gfm"); err != nil {
		return err // before the minutes that the rest takes
	}
	config, rows := filepath.Join(b.scratch, "rules.json"), filepath.Join(b.scratch, "terms.tsv")
	for path, text := range map[string]string{config: everything, rows: allowed()} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	fixed := filepath.Join(b.scratch, "fixed")
	if err := copyTo(fixed, b.corpus); err != nil {
		return err
	}
	first, err := b.fix(fixed, "--config="+config, "--format=json")
	if err != nil {
		return err
	}
	again := filepath.Join(b.scratch, "again")
	if err := copyTo(again, fixed); err != nil {
		return err
	}
	if _, err := b.fix(again, "--config="+config, "--format=json"); err != nil {
		return err
	}
	out, err := b.judge("safety.py", b.corpus, fixed, "--terms", rows, "--allow-anchors", "--json")
	if err != nil {
		return err
	}
	var verdict struct {
		Documents, Changed int
		Classes            map[string][]string
	}
	if err := json.Unmarshal(out, &verdict); err != nil {
		return err
	}
	before, err := b.count(b.corpus)
	if err != nil {
		return err
	}
	after, err := b.count(fixed)
	if err != nil {
		return err
	}
	moved, err := differing(fixed, again)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "safety\t%d documents, %d changed\n", verdict.Documents, verdict.Changed)
	for _, class := range slices.Sorted(maps.Keys(verdict.Classes)) {
		fmt.Fprintf(w, "documents with other %s\t%d\t%s\n", class, len(verdict.Classes[class]), strings.Join(verdict.Classes[class][:min(3, len(verdict.Classes[class]))], " "))
	}
	fmt.Fprintf(w, "documents that a second run changes\t%d\n", moved)
	fmt.Fprintf(w, "term hits in prose fixed\t%d of %d, %s\n", before.hits-after.hits, before.hits, share(before.hits-after.hits, before.hits))
	fmt.Fprintf(w, "items with * or + fixed\t%d of %d, %s\n", before.items-after.items, before.items, share(before.items-after.items, before.items))
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Println()
	return abstentions(first)
}

// abstentions prints why findings were not fixed, by rule and reason.
func abstentions(result []byte) error {
	var run struct {
		Result struct {
			Fixed []struct{ Rule string } `json:"fixes_applied"`
			Left  []struct {
				Rule, Reason string
				Code         string `json:"reason_code"`
			} `json:"remaining_issues"`
		} `json:"iteration_result"`
	}
	if err := json.Unmarshal(result, &run); err != nil {
		return fmt.Errorf("the result of doc-iterate: %w", err)
	}
	fixed, left := map[string]int{}, map[[3]string]int{}
	for _, f := range run.Result.Fixed {
		fixed[f.Rule]++
	}
	for _, f := range run.Result.Left {
		reason := regexp.MustCompile(`"[^"]*"|one of: .*|#\S+`).ReplaceAllString(f.Reason, "…")
		left[[3]string{f.Rule, f.Code, reason}]++
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "rule\tfindings\tbecause")
	for _, rule := range slices.Sorted(maps.Keys(fixed)) {
		fmt.Fprintf(w, "%s\t%d\tfixed\n", rule, fixed[rule])
	}
	keys := slices.SortedFunc(maps.Keys(left), func(a, b [3]string) int {
		return cmp.Or(strings.Compare(a[0], b[0]), left[b]-left[a], strings.Compare(a[2], b[2]))
	})
	for _, k := range keys {
		fmt.Fprintf(w, "%s\t%d\t%s: %s\n", k[0], left[k], k[1], k[2])
	}
	defer fmt.Println()
	return w.Flush()
}

// differing is how many documents of two folders are not the same.
func differing(one, other string) (n int, err error) {
	err = documents(one, func(name string, src []byte) error {
		also, err := os.ReadFile(filepath.Join(other, name))
		if !bytes.Equal(src, also) {
			n++
		}
		return err
	})
	return n, err
}

// A prose is what cmark-gfm finds that the fixers are to change.
type prose struct {
	hits  int // terms in text, code, HTML, addresses, flags and issues left out
	items int // list items with * or +
}

// address is a run of text that is no prose: https://…, owner/name#12, --flag=,
// host.org/page.
var address = regexp.MustCompile(`\S*(?:://|#\d|=|\w\.\w+/)\S*|--\w\S*`)

var (
	termHit = regexp.MustCompile(`(?i)\b(?:whitelist|blacklist|nodejs)s?\b`)
	bullet  = regexp.MustCompile(`(?m)^[ \t>]*(?:[-*+0-9.)]+[ \t]+)*[*+](?:[ \t]|$)`)
)

// count asks cmark-gfm of every document in which there may be something.
func (b bench) count(dir string) (sum prose, err error) {
	err = documents(dir, func(name string, src []byte) error {
		if !termHit.Match(src) && !bullet.Match(src) {
			return nil
		}
		cmd := exec.Command("cmark-gfm", "--unsafe", "--sourcepos", "-t", "xml", "-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tasklist", "-e", "footnotes")
		body := src[len(frontMatter.Find(src)):]
		cmd.Stdin = bytes.NewReader(body)
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("cmark-gfm: %s: %w", name, err)
		}
		one, err := read(out, body)
		if err != nil {
			return fmt.Errorf("cmark-gfm: %s: %w", name, err)
		}
		sum.hits, sum.items = sum.hits+one.hits, sum.items+one.items
		return nil
	})
	return sum, err
}

var frontMatter = regexp.MustCompile(`(?s)\A(?:\x{FEFF})?(?:---[ \t]*\r?\n(?:.*?\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|\z)|\+\+\+[ \t]*\r?\n(?:.*?\r?\n)??\+\+\+[ \t]*(?:\r?\n|\z))`)

// read counts in cmark-gfm's XML of a document.
func read(out, body []byte) (prose, error) {
	var sum prose
	out = bytes.ReplaceAll(bytes.ReplaceAll(out, []byte("<<unknown>"), []byte("<footnote")), []byte("</<unknown>>"), []byte("</footnote>"))
	out = bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, bytes.ToValidUTF8(out, []byte(" ")))
	lines := bytes.Split(body, []byte("\n"))
	text := false
	for decoder := xml.NewDecoder(bytes.NewReader(out)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return sum, nil
		} else if err != nil {
			return sum, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			text = t.Name.Local == "text"
			if t.Name.Local == "item" || t.Name.Local == "taskitem" || t.Name.Local == "tasklist" {
				sum.items += starred(t, lines)
			}
		case xml.EndElement:
			text = false
		case xml.CharData:
			if text {
				sum.hits += len(termHit.FindAll(address.ReplaceAll(t, []byte(" ")), -1))
			}
		}
	}
}

// starred is 1 for an item whose marker is a * or a +.
func starred(item xml.StartElement, lines [][]byte) int {
	for _, a := range item.Attr {
		var line, column int
		if a.Name.Local != "sourcepos" {
			continue
		}
		if _, err := fmt.Sscanf(a.Value, "%d:%d", &line, &column); err != nil || line < 1 || line > len(lines) {
			return 0
		}
		if text := lines[line-1]; column >= 1 && column <= len(text) && (text[column-1] == '*' || text[column-1] == '+') {
			return 1
		}
	}
	return 0
}
