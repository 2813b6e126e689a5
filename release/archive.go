package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The modes of the files in archives.
const (
	plainFile  fs.FileMode = 0o644
	executable fs.FileMode = 0o755
)

// An entry is a file of an archive.
type entry struct {
	name string // with slashes
	data []byte
	mode fs.FileMode
}

// sorted returns entries in the order of their names.
func sorted(entries []entry) []entry {
	return slices.SortedFunc(slices.Values(entries), func(a, b entry) int { return strings.Compare(a.name, b.name) })
}

// writeTar writes a compressed tar file with the time of the commit. Owners are numbers without names.
func (r *release) writeTar(name string, entries []entry) (err error) {
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	compressed, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	defer func() { err = errors.Join(err, archive.Close(), compressed.Close(), f.Close()) }()
	for _, e := range entries {
		header := tar.Header{
			Typeflag: tar.TypeReg, Name: e.name, Size: int64(len(e.data)), Mode: int64(e.mode), ModTime: r.time,
			Format: tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := archive.Write(e.data); err != nil {
			return err
		}
	}
	return nil
}

// writeZip writes a zip file with the time of the commit.
func (r *release) writeZip(name string, entries []entry) (err error) {
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	archive := zip.NewWriter(f)
	defer func() { err = errors.Join(err, archive.Close(), f.Close()) }()
	for _, e := range entries {
		header := zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: r.time}
		header.SetMode(e.mode)
		w, err := archive.CreateHeader(&header)
		if err != nil {
			return err
		}
		if _, err := w.Write(e.data); err != nil {
			return err
		}
	}
	return nil
}
