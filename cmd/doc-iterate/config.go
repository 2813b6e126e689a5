package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A configs finds and loads the rules that hold for documents, each file once.
type configs struct {
	flag   string                // --config; "" looks beside and above the document
	loaded map[string]*rules.Set // by the path of the file; "" is the shipped one
	failed map[string]error      // of files that can't be loaded
	dirs   map[string]string     // the file that holds for a folder
}

func newConfigs(flag string) *configs {
	return &configs{flag: flag, loaded: map[string]*rules.Set{}, failed: map[string]error{}, dirs: map[string]string{}}
}

// find is the file that holds for the document at path, "" for the shipped one.
// It is looked for from the document's folder upward to the root of the
// repository, or to the root of the file system outside of one.
func (c *configs) find(path string) (string, error) {
	if c.flag != "" {
		return c.flag, nil
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	start := filepath.Dir(abs)
	if file, ok := c.dirs[start]; ok {
		return file, nil
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, rules.FileName)
		if _, err := os.Lstat(file); err == nil { // a link that leads nowhere is no reason to take other rules
			c.dirs[start] = file
			return file, nil
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil || dir == filepath.Dir(dir) {
			c.dirs[start] = ""
			return "", nil
		}
	}
}

// load is the rules in the file, validated.
func (c *configs) load(file string) (*rules.Set, error) {
	if set, ok := c.loaded[file]; ok {
		return set, nil
	}
	if err := c.failed[file]; err != nil {
		return nil, err
	}
	set, err := c.read(file)
	if err != nil {
		c.failed[file] = err
		return nil, err
	}
	c.loaded[file] = set
	return set, nil
}

func (c *configs) read(file string) (*rules.Set, error) {
	if file == "" {
		return rules.Default(), nil
	}
	if c.flag == "" { // what is named may be a pipe
		switch info, err := os.Stat(file); {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%s: is a link that leads nowhere; mend it, or remove it", file)
		case err == nil && !info.IsDir() && !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s: is no regular file", file)
		}
	}
	data, err := readFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file; --config names the rules to use", file)
	}
	if err != nil {
		return nil, err
	}
	return rules.Load(file, data)
}
