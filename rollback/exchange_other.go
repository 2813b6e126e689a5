//go:build !linux && !darwin

package rollback

import "os"

func exchange(a, b string) error { return errNoExchange }

func displaced(buffer []byte, path string, size int) (data []byte, open, sealed bool, err error) {
	data, err = readOver(buffer, path, int64(size))
	return data, false, false, err
}

func copyAttributes(string, *os.File) bool { return false }
