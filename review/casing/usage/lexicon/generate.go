//go:build ignore

// Generate makes words.txt and phrases.txt from two data packages:
//
//	go run generate.go WORDS ICONS
//
// WORDS is the file american-english of the Debian package wamerican (made from SCOWL; see LICENSE), ICONS the unpacked
// npm package simple-icons, which has the titles of brands (CC0). The versions that the lists were made from
// are in README.md.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

func main() {
	if err := generate(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(dictionary, icons string) error {
	data, err := os.ReadFile(dictionary)
	if err != nil {
		return err
	}
	all := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if word := strings.TrimSpace(line); plain(word) {
			all[word] = true
		}
	}
	var words, phrases []string
	for word := range all {
		if !regular(word, all) {
			words = append(words, word)
		}
	}
	data, err = os.ReadFile(filepath.Join(icons, "data", "simple-icons.json"))
	if err != nil {
		return err
	}
	var brands []struct{ Title string }
	if err := json.Unmarshal(data, &brands); err != nil {
		return err
	}
	for _, b := range brands {
		switch fields := strings.Fields(b.Title); {
		case len(fields) > 1 && !slices.ContainsFunc(fields, func(w string) bool { return !plain(w) }):
			phrases = append(phrases, b.Title)
		case plain(b.Title) && !all[strings.ToLower(b.Title)]:
			words = append(words, b.Title)
		}
	}
	if err := write("words.txt", words); err != nil {
		return err
	}
	return write("phrases.txt", phrases)
}

// regular reports whether a word is a form of a shorter one in the list that
// needs no entry: the reader of the list knows these endings.
func regular(word string, all map[string]bool) bool {
	for _, e := range [][2]string{
		{"s", ""}, {"es", ""}, {"ies", "y"}, {"ed", ""}, {"ed", "e"}, {"ied", "y"}, {"ing", ""}, {"ing", "e"},
		{"ly", ""}, {"er", ""}, {"er", "e"}, {"ness", ""}, {"able", ""}, {"less", ""},
	} {
		if stem, ok := strings.CutSuffix(word, e[0]); ok && len(stem) > 2 && all[stem+e[1]] {
			return unicode.IsLower([]rune(word)[0])
		}
	}
	return false
}

// plain takes words of letters alone that are no acronyms: a heading's words with
// other signs or capitals are never changed.
func plain(word string) bool {
	for i, r := range word {
		if !unicode.IsLetter(r) || i > 0 && !unicode.IsLower(r) {
			return false
		}
	}
	return len(word) > 1
}

// write sorts lines without regard to case, so that they can be searched.
func write(name string, lines []string) error {
	slices.SortFunc(lines, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
	})
	return os.WriteFile(name, []byte(strings.Join(slices.Compact(lines), "\n")+"\n"), 0o644)
}
