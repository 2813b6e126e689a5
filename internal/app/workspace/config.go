package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Configs finds and loads the rules that hold for documents. It loads each file once.
type Configs struct {
	flag   string                          // the file that is named; "" looks in the document's folder and above
	loaded map[string]*rules.Configuration // by the path of the file; "" is the shipped rules
	failed map[string]error                // of files that can't be loaded
	dirs   map[string]string               // the file that holds for a folder, as paths name it
	found  map[lookup]string               // the file in or above a folder
	where  Locations
	note   func(format string, args ...any)
	ctx    context.Context // ends the reading of a file that is named
	passed map[string]bool // files that were passed over, which a note told

	on      []string                  // the rules that are on, whatever a file says
	unsafe  bool                      // fixes that a person has to ask for are safe
	enabled map[*rules.Set]*rules.Set // the rules of files, with those
}

// A lookup is for a file with rules in or above a folder, for documents of a working tree.
type lookup struct{ dir, top string }

// NewConfigs returns the configurations of a run. A file that is named holds for all documents. The notes say which
// files are passed over.
func NewConfigs(ctx context.Context, named string, note func(format string, args ...any)) *Configs {
	return &Configs{
		flag: named, loaded: map[string]*rules.Configuration{}, failed: map[string]error{}, dirs: map[string]string{},
		found: map[lookup]string{}, where: NewLocations(), note: note, ctx: ctx, passed: map[string]bool{},
	}
}

// Named returns the file that was named to hold for all documents, "" for none.
func (c *Configs) Named() string { return c.flag }

// For returns the rules that hold for the document at path, and the file that they come from.
func (c *Configs) For(path string) (file string, set *rules.Set, err error) {
	if file, err = c.Find(path); err != nil {
		return file, nil, err
	}
	config, err := c.configuration(file)
	if err != nil {
		return file, nil, err
	}
	name := path
	if config.HasOverrides() { // to name the document from there asks for the working directory
		name = fromConfig(file, path)
	}
	if set, err = config.For(name); err != nil {
		c.failed[file] = err
		return file, nil, err
	}
	if len(c.on) > 0 || c.unsafe {
		if c.enabled[set] == nil {
			if c.enabled[set] = set.Enabled(c.on); c.unsafe {
				c.enabled[set] = c.enabled[set].Unsafe()
			}
		}
		set = c.enabled[set]
	}
	return file, set, nil
}

// With returns configurations in which rules are on that are named, and fixes are safe as the options say.
func (c *Configs) With(o *Options) *Configs {
	c.on, c.unsafe, c.enabled = o.On, o.Unsafe, map[*rules.Set]*rules.Set{}
	return c
}

// fromConfig returns the path of a document from the folder of its configuration, with slashes; as it is for the
// shipped rules.
func fromConfig(file, path string) string {
	if file != "" {
		if rel, err := filepath.Rel(Absolute(filepath.Dir(file)), Absolute(path)); err == nil {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// Find returns the file that holds for the document at path, "" for the shipped rules. It looks from the folder of
// the document upward to the root of the repository, or to the root of the file system outside of one. It passes over
// a file above the repository that the folder really lies in, and, outside of one, a file of another user.
func (c *Configs) Find(path string) (string, error) {
	if c.flag != "" {
		return c.flag, nil
	}
	dir := filepath.Dir(path)
	if file, ok := c.dirs[dir]; ok {
		return file, nil
	}
	start := c.where.names.absolute(dir)
	if !filepath.IsAbs(start) {
		return "", fmt.Errorf("%s: it is not known in which folder that is; name it from the root", path)
	}
	c.dirs[dir] = c.above(lookup{start, c.where.folder(start).Top})
	return c.dirs[dir], nil
}

// above returns the file that l is for, "" for none. It looks at each folder once.
func (c *Configs) above(l lookup) string {
	if known, ok := c.found[l]; ok {
		return known
	}
	found, file, up := "", filepath.Join(l.dir, rules.FileName), filepath.Dir(l.dir)
	switch {
	case stands(file) && c.takes(file, l.top): // a link that leads nowhere is an error
		found = file
	case up != l.dir && !stands(filepath.Join(l.dir, ".git")):
		found = c.above(lookup{up, l.top})
	}
	c.found[l] = found
	return found
}

// stands reports whether there is anything at a path.
func stands(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// takes reports whether a file may hold for a document of the working tree top, and tells the user where it may not.
func (c *Configs) takes(file, top string) bool {
	why := ""
	switch {
	case top != "" && c.where.folder(filepath.Dir(file)).Top != top:
		why = "lies outside of the repository"
	case top == "" && repo.OwnedByOther(file):
		why = "belongs to another user"
	default:
		return true
	}
	if !c.passed[file] {
		c.passed[file] = true
		c.note("%s is passed over: it %s; --config takes it all the same", wording.Visible(file), why)
	}
	return false
}

// Load returns the rules in a file for documents that none of its overrides names.
func (c *Configs) Load(file string) (*rules.Set, error) {
	config, err := c.configuration(file)
	if err != nil {
		return nil, err
	}
	return config.Base(), nil
}

// configuration returns the configuration in a file, validated.
func (c *Configs) configuration(file string) (*rules.Configuration, error) {
	if config, ok := c.loaded[file]; ok {
		return config, nil
	}
	if err := c.failed[file]; err != nil {
		return nil, err
	}
	config, err := c.read(file)
	if err != nil {
		c.failed[file] = err
	} else {
		c.loaded[file] = config
	}
	return config, err
}

func (c *Configs) read(file string) (*rules.Configuration, error) {
	if file == "" {
		return rules.ReadConfiguration(rules.DefaultName, rules.DefaultFile(), nil)
	}
	data, err := []byte(nil), error(nil)
	if c.flag == "" {
		data, err = ReadUnasked(file)
	} else {
		data, err = ReadFile(c.ctx, file)
	}
	switch missing := errors.Is(err, fs.ErrNotExist); {
	case missing && c.flag == "":
		return nil, fmt.Errorf("%s: is a link that leads nowhere; mend it, or remove it", file)
	case missing:
		return nil, fmt.Errorf("%s: no such file; --config names the rules to use", file)
	case files.Refused(err) && c.flag == "":
		return nil, fmt.Errorf("%w; --config names the rules to use", err)
	}
	if err != nil {
		return nil, err
	}
	read, err := rules.ReadConfiguration(file, data, extendedFile)
	if err == nil {
		c.noteUnknownRules(file, read.Base())
	}
	return read, err
}

// noteUnknownRules tells of rules that fixers name and that are nearly ours. They may be those of another reviewer.
func (c *Configs) noteUnknownRules(file string, set *rules.Set) {
	for _, f := range set.Fixers {
		for _, name := range f.Rules {
			if near := rule.NearestRule(name); near != "" {
				c.note("%s: the fixer %q is for the rule %q, which is not built in; did you mean %q?",
					wording.Visible(file), wording.Visible(f.Name), wording.Visible(name), near)
			}
		}
	}
}

// extendedFile reads the file that an entry of extends names in the configuration at from. The file must lie in the
// repository of that configuration or, outside of one, in its folder.
func extendedFile(from, entry string) (name string, data []byte, err error) {
	dir := filepath.Dir(from)
	name = filepath.Join(dir, filepath.FromSlash(entry))
	within := RealPath(dir)
	if top := NewLocations().folder(dir).Top; top != "" {
		within = RealPath(top)
	}
	data, err = new(files.Door).ReadIn(within, name, files.MaxSmall)
	switch {
	case !files.Inside(within, RealPath(name)):
		return "", nil, fmt.Errorf("%s lies outside of %s; only files in there can be "+
			"extended", entry, filepath.ToSlash(within))
	case errors.Is(err, fs.ErrNotExist):
		return "", nil, fmt.Errorf("%s: no such file", filepath.ToSlash(name))
	case err != nil:
		return "", nil, fmt.Errorf("%s: %w", filepath.ToSlash(name), wording.WithoutPath(err))
	}
	return name, data, nil
}

// Ignores reports whether the rules leave out the document at path. Globs are relative to the folder of the file.
func Ignores(file string, set *rules.Set, path string) bool {
	if set == nil || len(set.Ignore) == 0 {
		return false
	}
	return set.Ignored(fromConfig(file, path))
}
