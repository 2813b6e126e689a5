package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/findingcache"
	"github.com/doc-iterate/doc-iterate/internal/workspace"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// cache returns what was found in these documents before, nil where the results depend on more than a cache can compare,
// or where a review takes no longer than the cache does.
func (k *checker) cache(c *checkOptions, scope workspace.Scope, group workspace.Group, texts []source.Stored) *findingcache.Cache {
	const worthIt = 256 << 10 // bytes
	size := int64(0)
	for i := range group.Documents {
		if group.Documents[i].LinksOnly {
			return nil
		}
		size += group.Documents[i].Size
	}
	if c.noCache || c.writeBaseline != "" || size < worthIt || !scope.Everything() || !c.asksReviewers() ||
		len(k.externals) > 0 || len(k.gate.files) > 0 {
		return nil
	}
	dir, key := cacheFolder(k.s), k.cacheKey(c, group.Documents[0].Config)
	if dir == "" || key == "" {
		return nil
	}
	return findingcache.Open(filepath.Join(dir, key), k.run, texts, group.Beside, c.Jobs)
}

// cacheFolder returns the folder of the cache in that of the user, "" where there is none.
func cacheFolder(s *session) string {
	dir := s.getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return ""
		}
	}
	return filepath.Join(dir, "doc-iterate")
}

// cacheKey returns a name for all that every result depends on: this program, the rules, the form of the results, and
// which documents were named from where. It is "" where that isn't known.
func (k *checker) cacheKey(c *checkOptions, config string) string {
	set, err := json.Marshal(k.set)
	here, errHere := os.Getwd()
	program, errProgram := os.Executable()
	info, errInfo := os.Stat(program)
	if err != nil || errHere != nil || errProgram != nil || errInfo != nil {
		return ""
	}
	var file []byte
	if config != "" {
		if file, err = os.ReadFile(config); err != nil {
			return ""
		}
	}
	var ids []string
	for i := range k.reviewers {
		ids = append(ids, k.reviewers[i].Rule.ID)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %d %d\n%q %q\n%s\n%q %q\n", version(), info.Size(), info.ModTime().UnixNano(), here, c.paths, set, file, ids)
	fmt.Fprintln(h, c.textOnly(k.s), c.sinks.has(report.Diff), k.style.Color, k.style.Terminal, k.style.Verbose)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// A keptResult is what the cache has of a checked.
type keptResult struct {
	Worst     int // a rules.Severity
	Silenced  int
	Tail      report.Tail
	Documents []report.Document
	Findings  []report.Finding
}

// result returns what the cache keeps of a document that was reviewed. The text is what is printed of it.
func (c *checked) result(text []byte) []byte {
	var out bytes.Buffer
	k := keptResult{int(c.worst), c.silenced, c.tail, c.documents, c.findings}
	var err error
	if len(c.documents)+len(c.findings) > 0 {
		out.WriteByte('g')
		err = gob.NewEncoder(&out).Encode(k)
	} else { // the usual case, in less time
		out.WriteByte('j')
		err = json.NewEncoder(&out).Encode(k)
	}
	if err != nil {
		return nil
	}
	out.Write(text)
	return out.Bytes()
}

// found returns what the cache has of a document, and its text.
func (k *checker) found(doc *workspace.Document, at *scratch) (out checked, text []byte, ok bool) {
	kept, leftAlone, ok := k.kept.Find(doc.Path, func(rules []string) findingcache.Hash {
		src, err := doc.Read(&at.src)
		if err != nil {
			return findingcache.Hash{}
		}
		return at.JudgeAgain(doc.Path, src, rules)
	})
	if !ok || len(kept) == 0 {
		return out, nil, false
	}
	var r keptResult
	if rest := kept[1:]; kept[0] == 'g' {
		if err := gob.NewDecoder(bytes.NewReader(rest)).Decode(&r); err != nil {
			return out, nil, false
		}
	} else {
		var head []byte
		head, text, _ = bytes.Cut(rest, []byte("\n"))
		if err := json.Unmarshal(head, &r); err != nil {
			return out, nil, false
		}
	}
	if leftAlone {
		k.run.LeaveAlone()
	}
	out.path, out.worst, out.silenced, out.tail = doc.Path, rules.Severity(r.Worst), r.Silenced, r.Tail
	out.documents, out.findings = r.Documents, r.Findings
	return out, text, true
}
