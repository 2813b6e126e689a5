package review

import (
	"errors"
	"path/filepath"
	"reflect"
	"runtime"

	"github.com/yuin/goldmark"
)

// goldmarkDir finds goldmark's source by way of the compiled program, so that
// the specification's examples need not be copied.
func goldmarkDir() (string, error) {
	f := runtime.FuncForPC(reflect.ValueOf(goldmark.New).Pointer())
	if f == nil {
		return "", errors.New("no debug information for goldmark")
	}
	file, _ := f.FileLine(f.Entry())
	return filepath.Dir(file), nil
}
