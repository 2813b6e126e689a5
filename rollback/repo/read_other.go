//go:build !unix

package repo

import "os"

func openFile(path string) (*os.File, error) { return os.Open(path) }
