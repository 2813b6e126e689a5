package external

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Digest is a hash of all that decides what a program answers, without the document.
type Digest string

// DigestOf reads the file of a program that runs in dir, the files that its command names, and its inputs. The reader
// of the answer decides too: it is by.
func DigestOf(program rules.Program, dir, by string) (Digest, error) {
	command, err := exec.LookPath(filepath.Join(dir, program.Command[0]))
	if !strings.ContainsAny(program.Command[0], `/\`) || filepath.IsAbs(program.Command[0]) {
		command, err = exec.LookPath(program.Command[0])
	}
	if err != nil {
		return "", err
	}
	paths := []string{command}
	for _, word := range program.Command[1:] {
		if info, err := os.Stat(filepath.Join(dir, word)); err == nil && info.Mode().IsRegular() && filepath.IsLocal(word) {
			paths = append(paths, filepath.Join(dir, word))
		}
	}
	below := os.DirFS(dir)
	for _, glob := range program.Inputs {
		glob = strings.TrimSuffix(glob, "/")
		for _, pattern := range []string{glob, glob + "/**"} {
			found, err := doublestar.Glob(below, pattern, doublestar.WithFilesOnly())
			if err != nil {
				return "", err
			}
			slices.Sort(found)
			for _, name := range found {
				paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
			}
		}
	}
	parts := []string{by, dir, fmt.Sprintf("%#v", program)}
	for _, variable := range environment(program.Env) {
		if !strings.HasPrefix(variable, "XDG_SESSION") && !strings.HasPrefix(variable, "TMP") { // another each time
			parts = append(parts, variable)
		}
	}
	for _, path := range paths {
		data, err := files.Read(path, 0, files.MaxNamed)
		if err != nil {
			return "", err
		}
		parts = append(parts, path, fmt.Sprintf("%x", sha256.Sum256(data)))
	}
	return Digest(hashOf(parts...)), nil
}

// Key returns the name of the answer to a request, in hexadecimal.
func (d Digest) Key(program rules.Program, request Request) string {
	all := ""
	if !program.TakesMany() && program.Stdin == rules.StdinRequest { // the program sees all of it
		all = fmt.Sprintf("%#v", request)
	}
	return hashOf(string(d), request.Document, request.Text, all)
}

func hashOf(parts ...string) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%q", parts)))
}
