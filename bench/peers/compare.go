package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// A tally is what came of one peer's fixes.
type tally struct {
	peer string
	// The documents, by how the two results compare.
	equal, completed, unreported, differ int
	applied                              int
	refused                              []refusal
	// damaging is which of refused the judge finds to damage the document; nil
	// without one.
	damaging map[int]bool
}

func compare(p peer, dir string, docs map[string][]byte, keep string) (tally, error) {
	t := tally{peer: p.name}
	for _, name := range slices.Sorted(maps.Keys(docs)) {
		if err := t.document(p, dir, name, docs[name], keep); err != nil {
			return t, fmt.Errorf("%s: %s: %w", p.name, name, err)
		}
	}
	return t, nil
}

func (t *tally) document(p peer, dir, name string, src []byte, keep string) error {
	want, err := own(p, dir, src)
	if err != nil {
		return err
	}
	got, err := through(p, dir, src)
	if err != nil {
		return err
	}
	t.applied += got.applied
	t.refused = append(t.refused, got.refused...)
	if bytes.HasPrefix(src, []byte(mark)) && !bytes.HasPrefix(got.doc, []byte(mark)) {
		return errors.New("the byte order mark is lost")
	}
	if alike(got.doc, want) {
		t.equal++
		return nil
	}
	completed := []byte(nil)
	if len(got.refused) > 0 {
		if completed, err = own(p, dir, got.doc); err != nil {
			return err
		}
	}
	report, err := asReported(p, dir, src)
	if err != nil {
		return err
	}
	verdict := ""
	switch {
	case completed != nil && alike(completed, want):
		t.completed++
		return nil
	case !alike(report, want):
		t.unreported++
		verdict = "the linter's fixing is not what it reports"
	default:
		t.differ++
		verdict = "differs"
	}
	fmt.Printf("%s: %s: %s\n", p.name, name, verdict)
	if keep == "" {
		return nil
	}
	base := filepath.Join(keep, p.name+strings.ReplaceAll(name, "/", "+"))
	return errors.Join(
		os.WriteFile(base+".was", src, 0o600), os.WriteFile(base+".theirs", want, 0o600), os.WriteFile(base+".ours", got.doc, 0o600))
}

// mark is the byte order mark.
const mark = "\uFEFF"

// alike reports whether a and b are equal except for a byte order mark, which textlint
// takes away when it fixes.
func alike(a, b []byte) bool {
	return bytes.Equal(bytes.TrimPrefix(a, []byte(mark)), bytes.TrimPrefix(b, []byte(mark)))
}

// judge has the program judge each refused edit, made alone.
func (t *tally) judge(program string) error {
	t.damaging = map[int]bool{}
	if len(t.refused) == 0 {
		return nil
	}
	work, err := os.MkdirTemp("", "peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, folder := range []string{"base", "new"} {
		if err := os.Mkdir(filepath.Join(work, folder), 0o700); err != nil {
			return err
		}
	}
	for i, r := range t.refused {
		name := fmt.Sprintf("%04d.md", i)
		err := errors.Join(os.WriteFile(filepath.Join(work, "base", name), r.before, 0o600), os.WriteFile(filepath.Join(work, "new", name), r.after, 0o600))
		if err != nil {
			return err
		}
	}
	out, err := exec.Command(program, filepath.Join(work, "base"), filepath.Join(work, "new"), "--json").Output()
	var verdict struct{ Classes map[string][]string }
	if jsonErr := json.Unmarshal(out, &verdict); jsonErr != nil {
		return errors.Join(err, jsonErr)
	}
	for _, names := range verdict.Classes {
		for _, name := range names {
			var i int
			if _, err := fmt.Sscanf(name, "%04d.md", &i); err != nil {
				return err
			}
			t.damaging[i] = true
		}
	}
	return nil
}

func print(all []tally) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "linter\tdocuments\tequal\tequal but for refused\tlinter fixes unreported\tdiffer\tedits\tapplied\trefused as damage\trefused otherwise\t")
	for _, t := range all {
		edits := t.applied + len(t.refused)
		other := len(t.refused) - len(t.damaging)
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d (%.1f%%)\t\n", t.peer, t.equal+t.completed+t.unreported+t.differ,
			t.equal, t.completed, t.unreported, t.differ, edits, t.applied, len(t.damaging), other, 100*float64(other)/float64(max(1, edits)))
	}
	w.Flush()
	for _, t := range all {
		counts := map[string]int{}
		for i, r := range t.refused {
			judged := ""
			if t.damaging[i] {
				judged = ", and would damage the document"
			}
			counts[fmt.Sprintf("%s: %s%s", r.rule, r.reason, judged)]++
		}
		keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b)) })
		for _, k := range keys {
			fmt.Printf("%s refused %d × %s\n", t.peer, counts[k], k)
		}
	}
}
