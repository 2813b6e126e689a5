//go:build !linux && !darwin

package disk

func exchange(a, b string) error { return errNoExchange }
