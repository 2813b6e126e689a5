//go:build !linux

package rollback

func scatter(string) {}
