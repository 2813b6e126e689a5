// Package architecture has no code: its tests hold the packages of the module to the table of their imports, and the
// documents to the code that they name. It imports nothing of the module.
package architecture_test

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs the tests in the root of the module, whose paths they name.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}
