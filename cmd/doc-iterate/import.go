package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/gate"
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
		names, err := workspace.Importable(arg)
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
	base, err := workspace.TermsHere(s.ctx, s.note)
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
