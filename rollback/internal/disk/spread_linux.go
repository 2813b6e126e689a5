package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// topOfTrees is the attribute T of chattr, FS_TOPDIR_FL of the kernel's linux/fs.h.
const topOfTrees = 0x20000

// SpreadFolders asks that each folder that is made in dir gets a part of the disk of its own, as the folders of users
// do. ext4 puts a folder, and with it the files in it, near its parent otherwise; without a journal it looks there, for
// each new file, at every inode that was given free in the last minutes, and thousands may have been. Where nobody
// understands that it does nothing.
func SpreadFolders(dir string) {
	f, err := os.Open(dir)
	if err != nil {
		return
	}
	defer f.Close()
	fd := int(f.Fd())
	if flags, err := unix.IoctlGetUint32(fd, unix.FS_IOC_GETFLAGS); err == nil && flags&topOfTrees == 0 {
		_ = unix.IoctlSetPointerInt(fd, unix.FS_IOC_SETFLAGS, int(flags|topOfTrees))
	}
}
