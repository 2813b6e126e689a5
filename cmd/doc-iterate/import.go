package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/imports"
)

// runImport prints the rules of other linters as a configuration, and what became of each of them on standard error.
func runImport(s *session, args []string) (int, error) {
	if len(args) == 0 {
		return gate.ExitTrouble,
			errors.New("rules import needs a file, such as styles/Google/WordList.yml or .markdownlint.json")
	}
	var files []imports.File
	for _, arg := range args {
		names, err := importable(arg)
		if err != nil {
			return gate.ExitTrouble, err
		}
		for _, name := range names {
			read := workspace.ReadUnasked
			if name == arg {
				read = s.read
			}
			data, err := read(name)
			if err != nil {
				return gate.ExitTrouble, err
			}
			files = append(files, imports.File{Name: filepath.ToSlash(name), Data: data})
		}
	}
	base, err := s.termsHere()
	if err != nil {
		return gate.ExitTrouble, err
	}
	result, err := workspace.ImportReader().Import(files, base)
	if err != nil {
		return gate.ExitTrouble, err
	}
	fmt.Fprint(s.err, result.Text())
	_, err = s.out.Write(result.Draft.Bytes())
	return gate.ExitClean, err
}

// importable returns the file that is named, or the files of a Vale style in a folder.
func importable(name string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(name, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := filepath.Base(path)
		switch ext := filepath.Ext(base); {
		case path == name && !e.IsDir():
			names = append(names, path)
		case !e.IsDir() && (ext == ".yml" || ext == ".yaml" || base == "accept.txt" || base == "reject.txt"):
			names = append(names, path)
		}
		return nil
	})
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s holds no rules of Vale (.yml); name the files themselves", name)
	}
	return names, err
}

// termsHere returns the terminology that holds in the working directory already. An import must not contradict it.
func (s *session) termsHere() ([]rules.Term, error) {
	configs := workspace.NewConfigs(s.ctx, "", s.note)
	file, err := configs.Find(rules.FileName)
	if err != nil || file == "" {
		return nil, err
	}
	if info, err := os.Stat(file); err == nil && info.Size() == 0 {
		return nil, nil // the shell has just made it, for the output of this command
	}
	set, err := configs.Load(file)
	if err != nil {
		return nil, err
	}
	return set.Terminology, nil
}
