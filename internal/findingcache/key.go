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
}

// File returns the file for the key in the user's cache, whose folder XDG_CACHE_HOME may name. It is "" where there
// is no such folder, or not all can be compared.
func (k Key) File(getenv func(string) string) string {
	dir := getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return ""
		}
	}
	set, err := json.Marshal(k.Set)
	here, errHere := os.Getwd()
	program, errProgram := os.Executable()
	info, errInfo := os.Stat(program)
	if err != nil || errHere != nil || errProgram != nil || errInfo != nil {
		return ""
	}
	var config []byte
	if k.Config != "" {
		if config, err = os.ReadFile(k.Config); err != nil {
			return ""
		}
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %d %d\n%q %q\n%s\n%q %q %q\n", k.Version, info.Size(), info.ModTime().UnixNano(), here, k.Paths, set,
		config, k.Rules, k.Form)
	return filepath.Join(dir, "doc-iterate", hex.EncodeToString(h.Sum(nil)[:16]))
}
