// Command imports compares what is imported of real configurations with what their own linters find. Each site is a
// clone in a folder, as OWNER+NAME. Its configuration is imported, and what check finds in its documents is compared
// with the findings of the linter, by line: for Vale each rule alone, for the others by the rules that they have in
// common.
//
//	go run ./bench/imports [-most N] [-v] PROGRAM PEERS CLONES [NAME…]
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A row is what came of one rule, or of all rules of a site.
type row struct {
	rule                string
	theirs, ours, agree int
	taken               bool
	odd                 []string // where they differ
}

func (r *row) add(o row) {
	r.theirs, r.ours, r.agree = r.theirs+o.theirs, r.ours+o.ours, r.agree+o.agree
}

// share is a part of a whole in percent.
func share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100*float64(part)/float64(whole))
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	most := flag.Int("most", 60, "documents of a site")
	verbose := flag.Bool("v", false, "show where findings differ")
	flag.Parse()
	if flag.NArg() < 3 {
		return errors.New("usage: imports PROGRAM PEERS CLONES [NAME…]")
	}
	program, _ := filepath.Abs(flag.Arg(0))
	peers, _ := filepath.Abs(flag.Arg(1))
	fmt.Println("| site | linter | documents | findings | of rules taken | precision | recall | " +
		"rules taken | refused |")
	fmt.Println("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	var seen, unseen row
	var of [2]int
	for _, s := range sites() {
		if flag.NArg() > 3 && !slices.Contains(flag.Args()[3:], s.name) {
			continue
		}
		documents, rows, err := compare(s, program, peers, flag.Arg(2), *most)
		if err != nil {
			fmt.Printf("| %s | %s | not compared: %.200s |\n", s.name, s.linter,
				strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		var sum row
		all, taken := 0, 0
		for _, r := range rows {
			all += r.theirs
			if r.taken {
				taken++
				sum.add(r)
			}
		}
		into, name := &seen, s.name
		if s.unseen {
			into, name = &unseen, s.name+" (unseen)"
		}
		into.add(sum)
		of[map[bool]int{true: 1}[s.unseen]] += all
		fmt.Printf("| %s | %s | %d | %d | %s %% | %s %% | %s %% | %d | %d |\n", name, s.linter, documents, all,
			share(sum.theirs, all), share(sum.agree, sum.ours), share(sum.agree, sum.theirs), taken, len(rows)-taken)
		for _, r := range rows {
			if *verbose && (r.theirs != r.agree || r.ours != r.agree) {
				fmt.Printf("    %s: taken %v, theirs %d, ours %d, agree %d\n",
					r.rule, r.taken, r.theirs, r.ours, r.agree)
				for _, line := range r.odd[:min(len(r.odd), 6)] {
					fmt.Println("       ", line)
				}
			}
		}
	}
	for n, r := range []row{seen, unseen} {
		fmt.Printf("| %s | | | %d | %s %% | %s %% | %s %% | | |\n", []string{"all seen", "all unseen"}[n], of[n],
			share(r.theirs, of[n]), share(r.agree, r.ours), share(r.agree, r.theirs))
	}
	return nil
}

// compare returns the rows of a site.
func compare(s site, program, peers, clones string, most int) (documents int, rows []row, err error) {
	dir, err := os.MkdirTemp("", "bench-imports-")
	if err != nil {
		return 0, nil, err
	}
	defer os.RemoveAll(dir)
	clone := filepath.Join(clones, strings.ReplaceAll(s.name, "/", "+"))
	if _, err := os.Stat(filepath.Join(clone, "repo")); err == nil {
		clone = filepath.Join(clone, "repo")
	}
	const copied = `export GIT_INDEX_FILE="$2/.bench-index"; g="git --git-dir=$1 --work-tree=$2"; ` +
		`$g read-tree HEAD && cd "$2" &&
		$g ls-files -z -- "$3" '*.ini' '*.yml' '*.yaml' '*.json' '*.jsonc' '*.toml' '*.txt' '*.tengo' '*.dic' '*.aff' \
			'.*' |
		$g checkout-index -f -z --stdin 2>/dev/null; rm "$2/.bench-index"
		case "$4" in *markdownlint.*) rm -f "$2"/.markdownlint-cli2.*; esac
		find . -path '*/Vocab/*' -name '*.txt' | while read -r list; do
			to=${list%%/Vocab/*}/config/vocabularies/$(echo "${list#*/Vocab/}" | cut -d/ -f1)
			mkdir -p "$to" && cat "$list" >>"$to/${list##*/}"
		done
		case "$4" in *textlintrc*)
			sed -i -e '/^ *"filters"/,/}/d' -e '/^plugins:/,/^rules:/{/^rules:/!d}' \
				-e '/^  prh:/,/^  term/{/^  term/!d}' "$2/$4"
			grep -rlZ '{{' --include='*.md' . | xargs -0r sed -i 's/{{[^}]*}}//g'
			to=node_modules/textlint-rule-terminology; mkdir -p "$2/$to" && cp "$5/$to/terms.jsonc" "$2/$to"
		esac
		off='prettier-ignore\|textlint-disable'
		grep -rlZ "$off" --include='*.md' . | xargs -0r sed -i "s/$off/-/"`
	tree := exec.Command("sh", "-c", copied, "sh", clone, dir, s.docs, s.config, peers)
	if out, err := tree.CombinedOutput(); err != nil {
		return 0, nil, fmt.Errorf("%w: %s", err, out)
	}
	var names []string
	err = filepath.WalkDir(filepath.Join(dir, s.docs), func(path string, e os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") && e.Type().IsRegular() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, rel)
		}
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	some := make([]string, 0, most)
	for n := range min(most, len(names)) {
		some = append(some, names[n*len(names)/min(most, len(names))])
	}
	theirs, err := lint(s.linter, peers, dir, s.config, some)
	if err != nil {
		return 0, nil, err
	}
	if s.linter != vale {
		name := func(f finding) string { return counterpart(s.linter, f.Rule) }
		ours, _, err := check(program, dir, s.config, some, name)
		all := maps.Clone(theirs)
		maps.Copy(all, ours)
		inPairs(dir, theirs)
		inRuns(dir, theirs)
		inRuns(dir, ours)
		for _, rule := range slices.Sorted(maps.Keys(all)) {
			r := agree(rule, theirs[rule], ours[rule])
			r.taken = s.linter == textlint || slices.Contains(importedRules(dir), rule)
			rows = append(rows, r)
		}
		return len(some), rows, err
	}
	config := filepath.Join(dir, s.config)
	whole, err := os.ReadFile(config)
	if err != nil {
		return 0, nil, err
	}
	for _, rule := range valeRules(dir, s, theirs) {
		if err := os.WriteFile(config, only(whole, rule), 0o600); err != nil {
			return 0, nil, err
		}
		ours, taken, err := check(program, dir, s.config, some, func(finding) string { return rule })
		if err != nil {
			return 0, nil, err
		}
		r := agree(rule, theirs[rule], ours[rule])
		r.taken = taken
		rows = append(rows, r)
	}
	return len(some), rows, nil
}

// inRuns makes one finding of those about the same blank lines, which is what there is here: of a run within a document
// one by MD012, of that at its end one by MD047.
func inRuns(dir string, all map[string]found) {
	blank, last := found{}, all["MD047"]
	if all["MD012"] == nil {
		return
	}
	for p := range all["MD012"] {
		data, _ := os.ReadFile(filepath.Join(dir, p.path))
		lines := strings.Split(string(data), "\n")
		for p.line = min(p.line, len(lines)); p.line > 1 && strings.TrimSpace(lines[p.line-2]) == ""; p.line-- {
		}
		if strings.TrimSpace(strings.Join(lines[p.line-1:], "")) == "" {
			if last == nil {
				last = found{}
				all["MD047"] = last
			}
			last[place{p.path, p.line - 1}] = 1
		} else {
			blank[p] = 1
		}
	}
	all["MD012"] = blank
}

// inPairs makes one finding of those about both delimiters of an emphasised text, and about the markers of one list.
func inPairs(dir string, all map[string]found) {
	for _, rule := range []string{"MD049", "MD050"} {
		for p, n := range all[rule] {
			all[rule][p] = (n + 1) / 2
		}
	}
	for p := range maps.Clone(all["MD004"]) {
		data, _ := os.ReadFile(filepath.Join(dir, p.path))
		lines := strings.Split(string(data), "\n")
		indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " \t>")) }
		own, apart := indent(lines[p.line-1]), false
		for n := p.line - 2; n >= 0; n-- {
			line := lines[n]
			d := indent(line)
			switch blank := strings.TrimSpace(line) == ""; {
			case blank:
				apart = true
				continue
			case d == own && line[d] == lines[p.line-1][d]:
				delete(all["MD004"], p) // it belongs to the item above
			case d > own || !apart && line[d] != '#': // it belongs to that item, too
				continue
			}
			break
		}
	}
}

// valeRules returns the rules that a configuration of Vale has files for, and those that found something.
func valeRules(dir string, s site, theirs map[string]found) []string {
	all := maps.Clone(theirs)
	data, _ := os.ReadFile(filepath.Join(dir, s.config))
	if own := regexp.MustCompile(`(?m)^BasedOnStyles\s*=.*\bVale\b`); own.Match(data) &&
		!regexp.MustCompile(`(?m)^Vale\.Terms\s*=\s*NO`).Match(data) && all["Vale.Terms"] == nil {
		all["Vale.Terms"] = found{}
	}
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(line, "=")
		if strings.TrimSpace(name) == "StylesPath" {
			styles := filepath.Join(dir, filepath.Dir(s.config), strings.Trim(strings.TrimSpace(value), `"`))
			files, _ := filepath.Glob(filepath.Join(styles, "*", "*.yml"))
			for _, f := range files {
				style := filepath.Base(filepath.Dir(f))
				rule := style + "." + strings.TrimSuffix(filepath.Base(f), ".yml")
				off := bytes.Contains(data, []byte(rule+" = NO"))
				if _, known := all[rule]; !known && !off && bytes.Contains(data, []byte(style)) {
					all[rule] = found{}
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// A finding is one of check.
type finding struct {
	Path       string
	Rule       string
	ReasonCode string `json:"reason_code"` // "unjudged" where the rule did not look
	Start      *struct{ Line int }
}

// check imports a configuration and returns what check finds with it, by the names that name gives, and whether any
// rule was imported.
func check(
	program, dir, config string, documents []string, name func(finding) string,
) (map[string]found, bool, error) {
	imported := exec.Command(program, "rules", "import", config)
	imported.Dir = dir
	ours, err := imported.Output()
	if err != nil {
		return nil, false, nil // it is refused as a whole
	}
	var keys map[string]json.RawMessage
	_ = json.Unmarshal(ours, &keys)
	taken := keys["style"] != nil || bytes.Contains(ours, []byte(`"rule": `))
	if !taken && name(finding{}) != "" {
		return nil, false, nil // a rule of Vale, for which nothing is found
	}
	file := filepath.Join(dir, "bench.rules.json")
	if err := os.WriteFile(file, ours, 0o600); err != nil {
		return nil, false, err
	}
	cmd := exec.Command(program, append([]string{"check", "--config", file, "--fail-on", "never", "--format", "json"},
		documents...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var in struct{ Findings []finding }
	if unread := json.Unmarshal(out, &in); unread != nil {
		return nil, false, errors.Join(err, unread)
	}
	all := map[string]found{}
	for _, f := range in.Findings {
		if rule := name(f); rule != "" && f.Start != nil && f.ReasonCode != "unjudged" {
			if all[rule] == nil {
				all[rule] = found{}
			}
			all[rule][place{filepath.ToSlash(filepath.Clean(f.Path)), f.Start.Line}]++
		}
	}
	return all, taken, nil
}

// importedRules returns the rules of a linter that the configuration that was imported last has.
func importedRules(dir string) (out []string) {
	data, _ := os.ReadFile(filepath.Join(dir, "bench.rules.json"))
	for _, m := range regexp.MustCompile(`"why": "(\w+) of `).FindAllSubmatch(data, -1) {
		out = append(out, string(m[1]))
	}
	return out
}

// agree compares the findings of one rule.
func agree(rule string, theirs, ours found) row {
	r := row{rule: rule}
	for p, n := range theirs {
		r.theirs += n
		r.agree += min(n, ours[p])
		if n > ours[p] {
			r.odd = append(r.odd, fmt.Sprintf("missed %s:%d", p.path, p.line))
		}
	}
	for p, n := range ours {
		r.ours += n
		if n > theirs[p] {
			r.odd = append(r.odd, fmt.Sprintf("too much %s:%d", p.path, p.line))
		}
	}
	slices.Sort(r.odd)
	return r
}
