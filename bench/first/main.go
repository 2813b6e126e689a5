// Command first draws 60 of the findings that a first check of six sites shows one by one, for a person who looks each
// up in its page.
//
//	go run ./bench/first [-seed N] BINARY CLONES
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// wanted is how many findings are drawn.
const wanted = 60

// sites are repositories as OWNER+NAME, each with what makes its pages. Nothing was made for the first six: they are
// drawn from unless the command line names others.
func sites() []string {
	return []string{
		"facebook+react-native-website", // Docusaurus
		"squidfunk+mkdocs-material",     // MkDocs
		"fluxcd+website",                // Hugo with Docsy
		"meilisearch+documentation",     // Mintlify
		"denoland+docs",                 // Lume
		"mermaid-js+mermaid",            // VitePress
	}
}

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "draw by this number")
	flag.Parse()
	if flag.NArg() < 2 {
		log.Fatal("usage: first [-seed N] BINARY CLONES [OWNER+NAME...]")
	}
	binary, err := filepath.Abs(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	names := flag.Args()[2:]
	if len(names) == 0 {
		names = sites()
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	var drawn, rest []string
	for _, name := range names {
		found, err := shown(binary, filepath.Join(flag.Arg(1), name))
		if err != nil {
			log.Fatal(err)
		}
		log.Printf("%s shows %d", name, len(found))
		random.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
		n := min(len(found), wanted/len(names))
		drawn, rest = append(drawn, found[:n]...), append(rest, found[n:]...)
	}
	random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	drawn = append(drawn, rest[:min(len(rest), max(0, wanted-len(drawn)))]...)
	fmt.Println(strings.Join(drawn, "\n"))
}

// ofFinding matches the first line of a finding: its place, severity, message and rule.
var ofFinding = regexp.MustCompile(`^ +(\d+:\d+)  \w+ +(.*)  ([a-z-]+)$`)

// shown returns the findings that a first check of the documents in dir shows one by one.
func shown(binary, dir string) (out []string, err error) {
	cmd := exec.Command(binary, "check", ".")
	cmd.Dir = dir
	text, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	var path string
	for line := range bytes.Lines(text) {
		m := ofFinding.FindSubmatch(bytes.TrimRight(line, "\n"))
		switch {
		case m != nil:
			out = append(out, fmt.Sprintf("%s/%s:%s: %s: %s", filepath.Base(dir), path, m[1], m[3], m[2]))
		case !bytes.HasPrefix(line, []byte(" ")) && len(line) > 1:
			path = strings.TrimSpace(string(line))
		}
	}
	return out, nil
}
