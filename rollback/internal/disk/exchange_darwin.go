package disk

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exchange swaps two files in one step: at no instant is either name absent.
func exchange(a, b string) error {
	err := unix.RenamexNp(a, b, unix.RENAME_SWAP)
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EINVAL) {
		return errNoExchange
	}
	return err
}
