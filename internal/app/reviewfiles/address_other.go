//go:build !unix

package reviewfiles

func addressSpace() (bytes int64, limited bool) { return 0, false }
