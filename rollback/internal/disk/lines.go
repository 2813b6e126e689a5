package disk

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// Lines is a file that grows by lines. A process that is killed leaves at most the last line incomplete.
type Lines struct {
	f    *os.File
	size int64 // of the complete lines, in bytes
}

// OpenLines opens or creates the file at path. It cuts off an incomplete last line, so that the next line does not
// continue it.
func OpenLines(path string) (*Lines, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(f)
	size := int64(bytes.LastIndexByte(data, '\n') + 1)
	if err == nil && size < int64(len(data)) {
		err = f.Truncate(size)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Lines{f, size}, nil
}

// Add adds a line, which ends with a line feed. With sync all lines are on the disk when it returns. A failure leaves
// the file as it was.
func (l *Lines) Add(line []byte, sync bool) error {
	_, err := l.f.WriteAt(line, l.size)
	if err == nil && sync {
		err = l.f.Sync()
	}
	if err != nil {
		_ = l.f.Truncate(l.size)
		return err
	}
	l.size += int64(len(line))
	return nil
}

// Close closes the file.
func (l *Lines) Close() error { return l.f.Close() }

// AppendLines adds the lines that write writes to the file at path and does not wait for the disk. A process that is
// killed meanwhile leaves at most one incomplete line, and the next call begins a new line after it.
func AppendLines(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	size, err := f.Seek(0, io.SeekEnd)
	last := []byte{'\n'}
	if err == nil && size > 0 {
		_, err = f.ReadAt(last, size-1)
	}
	if err == nil && last[0] != '\n' {
		_, err = f.Write([]byte{'\n'})
	}
	if err == nil {
		err = write(f)
	}
	return errors.Join(err, f.Close())
}

// LastLine returns the last line of the file at path without its line feed. It returns nil for no line, a long one or
// one that is cut off.
func LastLine(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	tail := make([]byte, min(size, 4<<10))
	if err == nil {
		_, err = f.ReadAt(tail, size-int64(len(tail)))
	}
	line, ended := bytes.CutSuffix(tail, []byte("\n"))
	at := bytes.LastIndexByte(line, '\n')
	if err != nil || !ended || at < 0 && size > int64(len(tail)) {
		return nil
	}
	return line[at+1:]
}
