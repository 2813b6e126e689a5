//go:build !unix

package main

func addressSpace() (bytes int64, limited bool) { return 0, false }
