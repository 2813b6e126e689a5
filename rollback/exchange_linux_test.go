package rollback

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A folder may give new files an access list. A document keeps its own, or none.
func TestAccessListsAreTheDocuments(t *testing.T) {
	const list = "system.posix_acl_access"
	type entry struct {
		tag, perm uint16
		id        uint32
	}
	encode := func(other uint32) []byte {
		data := binary.LittleEndian.AppendUint32(nil, 2)
		for _, e := range []entry{{1, 7, 1<<32 - 1}, {2, 7, other}, {4, 5, 1<<32 - 1}, {16, 7, 1<<32 - 1}, {32, 0, 1<<32 - 1}} {
			data = binary.LittleEndian.AppendUint16(data, e.tag)
			data = binary.LittleEndian.AppendUint16(data, e.perm)
			data = binary.LittleEndian.AppendUint32(data, e.id)
		}
		return data
	}
	r := newRepo(t)
	r.Write("docs/listed.md", original)
	r.CommitAll("x")
	require.NoError(t, os.Chmod(r.Path("docs/guide.md"), 0o640))
	if err := unix.Setxattr(r.Path("docs"), "system.posix_acl_default", encode(65534), 0); err != nil {
		t.Skip("no access lists here: ", err)
	}
	require.NoError(t, unix.Setxattr(r.Path("docs/listed.md"), list, encode(65533), 0))
	require.NoError(t, os.Chmod(r.Path("docs/listed.md"), 0o640))
	opt := r.options("docs/guide.md", "docs/listed.md")
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed, "docs/listed.md": fixed})
	require.NoError(t, run.Close())

	_, err = unix.Getxattr(r.Path("docs/guide.md"), list, nil)
	require.ErrorIs(t, err, unix.ENODATA)
	value := make([]byte, 100)
	n, err := unix.Getxattr(r.Path("docs/listed.md"), list, value)
	require.NoError(t, err)
	require.EqualValues(t, 65533, binary.LittleEndian.Uint32(value[:n][4+8+4:]))
	for _, name := range []string{"guide.md", "listed.md"} {
		info, err := os.Stat(r.Path(filepath.Join("docs", name)))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o640), info.Mode().Perm(), name)
	}
}
