package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// topOfTrees is the attribute T of chattr, FS_TOPDIR_FL of the kernel's linux/fs.h.
const topOfTrees = 0x20000

// SpreadFolders asks the file system to spread the folders in dir over the disk, as it does for home folders. Otherwise
// ext4 puts the files of a new folder near its parent. Without a journal, it then checks every inode that was freed in
// the last minutes for each new file, and there may be thousands. On other file systems SpreadFolders does nothing.
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
