package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"text/tabwriter"
)

// A caseScore is what sentence_case.py prints.
type caseScore struct {
	Headings int
	Counts   map[string]int
	Wrong    []struct{ File, Want, Got string }
}

// headings prints how many headings are restored that were title-cased, and how
// many right ones are damaged.
func (b bench) headings(repositories []string) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "headings in sentence case\tn\trestored\tabstained\tmade wrong\tright ones damaged")
	var wrong []string
	for _, name := range repositories {
		source := filepath.Join(b.corpus, name)
		if _, err := os.Stat(source); errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(w, "%s\tnot in the corpus\t\t\t\t\n", name)
			continue
		}
		score, damage, err := b.restore(source, filepath.Join(b.scratch, "headings", name))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\n", name, score.Headings, share(score.Counts["restored"], score.Headings),
			share(score.Counts["abstained"], score.Headings), share(score.Counts["wrong"], score.Headings),
			share(damage.Counts["changed"], damage.Headings))
		for _, x := range score.Wrong {
			wrong = append(wrong, fmt.Sprintf("%s/%s\n  want %s\n  got  %s\n", name, x.File, x.Want, x.Got))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Println()
	for _, text := range wrong[:min(b.show, len(wrong))] {
		fmt.Println(text)
	}
	return nil
}

// sentences asks for sentence case whatever the documents do: the copy that is in title case is consistent, too.
const sentences = `{"version": 1, "style": {"heading-case": {"style": "sentence"}}}`

// restore lets the program fix a title-cased copy of a folder, and a plain one.
func (b bench) restore(source, scratch string) (score, damage caseScore, err error) {
	titled, plain, truth := filepath.Join(scratch, "titled"), filepath.Join(scratch, "plain"), filepath.Join(scratch, "truth.json")
	if err := os.MkdirAll(titled, 0o755); err != nil {
		return score, damage, err
	}
	if _, err := b.judge("sentence_case.py", "make", source, titled, truth); err != nil {
		return score, damage, err
	}
	if err := copyTo(plain, source); err != nil {
		return score, damage, err
	}
	config := filepath.Join(scratch, "rules.json")
	if err := os.WriteFile(config, []byte(sentences), 0o644); err != nil {
		return score, damage, err
	}
	for _, m := range []struct {
		mode, dir string
		into      *caseScore
	}{{"score", titled, &score}, {"damage", plain, &damage}} {
		if _, err := b.fix(m.dir, "--config="+config); err != nil {
			return score, damage, err
		}
		out, err := b.judge("sentence_case.py", m.mode, truth, m.dir, "--json")
		if err != nil {
			return score, damage, err
		}
		if err := json.Unmarshal(out, m.into); err != nil {
			return score, damage, err
		}
	}
	return score, damage, nil
}
