package rules

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// A Configuration is one consistency-rules.json with all that it extends. It has rules for every document, and others
// for the documents that its overrides name. Only one goroutine at a time may use it.
type Configuration struct {
	base      *Set
	layers    []layer // the files, the weakest first
	overrides []override
	sets      map[string]variant // by which overrides hold
}

// An override is rules for some documents.
type override struct {
	files []string // globs, as in ignore
	layer layer
}

// A variant is the rules of documents for which the same overrides hold.
type variant struct {
	set    *Set
	merged *merger
	err    error
}

// An Opener reads the file that an entry of extends names in the file called from. It returns what messages call the
// file, which is the same each time.
type Opener func(from, entry string) (name string, data []byte, err error)

// noFiles is the Opener of a configuration that may extend presets alone.
func noFiles(_, entry string) (string, []byte, error) {
	return "", nil, fmt.Errorf("%s can't be read here; only presets can be extended", entry)
}

// ReadConfiguration reads a configuration and what it extends. Name is what errors call the file. The error, if any,
// is a [*LoadError] with every problem of the first file that has one.
func ReadConfiguration(name string, data []byte, open Opener) (*Configuration, error) {
	c := &Configuration{sets: map[string]variant{}}
	r := configReader{open: open, done: map[string]bool{}}
	d, set, err := r.read(name, data, whole)
	if err != nil {
		return nil, err
	}
	c.base, c.layers, c.overrides = set, r.layers, d.overrides
	if len(c.layers) == 1 && len(c.overrides) == 0 {
		c.sets[c.key(nil)] = variant{set: set}
		return c, nil
	}
	if v := c.variant(nil); v.err != nil {
		return nil, v.err
	}
	c.base = c.variant(nil).set
	for i := range c.overrides { // so that a mistake in one shows before a document has it
		if v := c.variant([]int{i}); v.err != nil {
			return nil, v.err
		}
	}
	return c, nil
}

// Base returns the rules of documents that no override names.
func (c *Configuration) Base() *Set { return c.base }

// For returns the rules of the document at name, its path from the folder of the configuration with slashes. Documents
// for which the same overrides hold have the same Set.
func (c *Configuration) For(name string) (*Set, error) {
	v := c.variant(c.holding(name))
	return v.set, v.err
}

// HasOverrides reports whether documents may have other rules than Base.
func (c *Configuration) HasOverrides() bool { return len(c.overrides) > 0 }

// holding returns which overrides name a document.
func (c *Configuration) holding(name string) (which []int) {
	for i, o := range c.overrides {
		if matchesAny(o.files, name) {
			which = append(which, i)
		}
	}
	return which
}

func (c *Configuration) key(which []int) string { return fmt.Sprint(which) }

func (c *Configuration) variant(which []int) variant {
	v, ok := c.sets[c.key(which)]
	if !ok {
		layers := slices.Clone(c.layers)
		for _, i := range which {
			layers = append(layers, c.overrides[i].layer)
		}
		v.merged = merge(layers)
		v.set, v.err = v.merged.load()
		c.sets[c.key(which)] = v
	}
	return v
}

// load reads the merged text. Problems are told of the files that it is from.
func (m *merger) load() (*Set, error) {
	d := &decoder{src: m.text.Bytes(), merged: m}
	set := d.set(d.parse())
	if len(d.problems) == 0 {
		return set, nil
	}
	from, _ := m.origin(d.problems[0].Offset)
	var problems []Problem
	for _, p := range d.problems {
		in, at := m.origin(p.Offset)
		if in == from { // a person mends one file at a time
			p.Offset = at + in.skip
			problems = append(problems, p)
		}
	}
	return nil, newLoadError(from.name, append([]byte("\ufeff")[:from.skip:from.skip], from.data...), problems)
}

// A fileRole says what a file may say.
type fileRole uint8

const (
	whole    fileRole = iota // everything
	extended                 // all but what only the file that extends it may say
)

// configReader reads a file and what it extends.
type configReader struct {
	open    Opener
	layers  []layer
	reading []string // the files that are being read, each extended by the one before it
	done    map[string]bool
}

// read reads what a file extends, and then the file. It reads a file that two others extend only once: otherwise the
// work could double with each file.
func (r *configReader) read(name string, data []byte, role fileRole) (*decoder, *Set, error) {
	r.done[name] = true
	body := bytes.TrimPrefix(data, []byte("\ufeff")) // editors on Windows write it, and JSON does not allow it
	f := &file{name, body, len(data) - len(body)}
	d := &decoder{src: body, role: role, file: f}
	var set *Set
	root := d.parse()
	if root.Exists() {
		set = d.set(root)
	}
	if len(d.problems) == 0 {
		r.reading = append(r.reading, name)
		for _, entry := range root.Get("extends").Items() {
			if err := r.extend(d, entry); err != nil {
				return nil, nil, err
			}
		}
		r.reading = r.reading[:len(r.reading)-1]
	}
	if len(d.problems) > 0 {
		for i := range d.problems {
			d.problems[i].Offset += f.skip
		}
		return nil, nil, newLoadError(name, data, d.problems)
	}
	r.layers = append(r.layers, layer{f, root})
	return d, set, nil
}

// extend reads what an entry of extends names. It returns the error of that file. If the entry itself is wrong, d gets
// a problem.
func (r *configReader) extend(d *decoder, entry jsontree.Node) error {
	name := entry.Text()
	if data, ok := readPreset(name); ok {
		if name = "the preset " + name; r.done[name] {
			return nil
		}
		_, _, err := r.read(name, data, extended)
		return err
	}
	file, data, err := r.open(d.file.name, name)
	switch {
	case err != nil:
		d.fail(entry, "extends", "%v", err)
		return nil
	case slices.Contains(r.reading, file):
		d.fail(entry, "extends", "forms a cycle: %s", strings.Join(append(r.reading, file), " extends "))
		return nil
	case r.done[file]:
		return nil
	}
	_, _, err = r.read(file, data, extended)
	return err
}

// checkExtended says what is wrong with an entry of extends, as far as its text shows.
func checkExtended(entry string) error {
	for _, here := range []string{"./", "../"} {
		if rest, ok := strings.CutPrefix(entry, here); ok && rest != "" {
			return nil
		}
	}
	if slices.Contains(presetNames, entry) {
		return nil
	}
	if strings.ContainsAny(entry, `/\.`) {
		return fmt.Errorf(`%q: a file is named from here, as in "./house.json"`, entry)
	}
	return fmt.Errorf("%s", unknownName("preset", entry, presetNames))
}

// notExtended reports the keys that a file which others extend must not have.
func (d *decoder) notExtended(o *object) {
	for _, key := range []string{"reviewers", "fixers"} {
		if o.has(key) {
			o.failKey(key, "a configuration that others extend starts no programs; they stand in the configuration itself")
		}
	}
	if o.has("overrides") {
		o.failKey("overrides", "a configuration that others extend has none; they stand in the configuration itself")
	}
}

// readOverrides reads rules for some documents.
func (d *decoder) readOverrides(o *object) {
	o.list("overrides", func(n jsontree.Node, path string) {
		s := d.object(n, path)
		files := s.texts("files", checkGlob)
		if s.isObject() && len(files) == 0 && s.get("files").Len() == 0 {
			d.fail(n, path, `the key "files" is missing: globs of the documents that this holds for, as in ["docs/api/**"]`)
		}
		d.rulesOf(s)
		s.done()
		d.overrides = append(d.overrides, override{files, layer{d.file, n}})
	})
}
