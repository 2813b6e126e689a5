package main

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/findingcache"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// cache returns what was found in these documents before, nil where the results depend on more than a cache can
// compare, or where a review takes no longer than the cache does.
func (k *checker) cache(c *checkOptions, scope workspace.Scope, group workspace.Group,
	texts []source.Stored) *findingcache.Cache {
	const worthIt = 256 << 10 // bytes; those of standard input, which is no file, don't count
	if size, _ := workspace.Sizes(group.Documents); c.noCache || c.writeBaseline != "" || size < worthIt ||
		!scope.Everything() || !c.asksReviewers() || len(k.externals) > 0 || len(k.gate.files) > 0 {
		return nil
	}
	key := findingcache.Key{
		Version: version(), Set: k.set, Evidence: c.Evidence, Config: group.Documents[0].Config, Paths: c.paths,
		Form: fmt.Sprint(k.textOnly, c.sinks.has(report.Diff), k.style.Color, k.style.Terminal, k.style.Verbose,
			c.Shard),
	}
	for i := range k.reviewers {
		key.Rules = append(key.Rules, k.reviewers[i].Rule.ID)
	}
	file := key.File(k.s.getenv)
	if file == "" {
		return nil
	}
	beside := group.Beside
	if c.Evidence != "" {
		beside = nil
	}
	return findingcache.Open(file, k.run, workspace.Texts(group.Documents), texts, beside, &k.counts.Hashes)
}

// found returns what the cache has of a document.
func (k *checker) found(doc *workspace.Document, at *scratch) (out checked, ok bool) {
	r, ok := k.kept.Find(doc.Path, func(rules []string) findingcache.Hash {
		src, err := doc.Read(&at.src)
		if err != nil {
			return findingcache.Hash{}
		}
		return at.JudgeAgain(doc.Path, src, rules)
	})
	if !ok {
		return checked{}, false
	}
	out = checked{path: doc.Path, Result: r, text: k.texts.Keep(r.Text)}
	out.Text = nil
	return out, true
}
