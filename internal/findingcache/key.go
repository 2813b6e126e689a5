package findingcache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A Key is all that every result of a command depends on beside the documents and the program file.
type Key struct {
	Version string
	Set     *rules.Set
	Config  string   // the file of the rules, "" for the shipped ones
	Rules   []string // the IDs of those that run
	Paths   []string // as they were typed
	Form    string   // what decides how results look
	// Evidence is the file of evidence that results depend on, "" for none.
	Evidence string
}

// File returns the file for the key in the user's cache, whose folder XDG_CACHE_HOME may name. It is "" where there
// is no such folder, or not all can be compared.
func (k Key) File(getenv func(string) string) string {
	set, err := json.Marshal(k.Set)
	if err != nil {
		return ""
	}
	var files [2][]byte
	for i, name := range []string{k.Config, k.Evidence} {
		if name == "" {
			continue
		}
		if files[i], err = os.ReadFile(name); err != nil {
			return ""
		}
	}
	return fileFor(getenv, k.Version,
		fmt.Sprintf("%q\n%s\n%q %q %q %x\n", k.Paths, set, files[0], k.Rules, k.Form, sha256.Sum256(files[1])))
}

// fileFor returns a file in the cache that belongs to this program, the working directory and a description.
func fileFor(getenv func(string) string, version, description string) string {
	dir := getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return ""
		}
	}
	here, errHere := os.Getwd()
	program, errProgram := os.Executable()
	info, errInfo := os.Stat(program)
	if errHere != nil || errProgram != nil || errInfo != nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %d %d\n%q %s", version, info.Size(), info.ModTime().UnixNano(), here, description)
	return filepath.Join(dir, "doc-iterate", hex.EncodeToString(h.Sum(nil)[:16]))
}
