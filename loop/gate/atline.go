package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// AtLine returns ":line" for an error of encoding/json about data, to stand behind the
// name of the file; "" where the error knows no place.
func AtLine(data []byte, err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	if offset < 0 || offset > int64(len(data)) {
		return ""
	}
	return fmt.Sprintf(":%d", 1+bytes.Count(data[:offset], []byte{'\n'}))
}

// Worded rewords an error of encoding/json without the names of Go types.
func Worded(err error) error {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err
	}
	is, _, _ := strings.Cut(kind.Value, " ") // a number comes with its digits
	if is == "array" || is == "object" {
		is = "an " + is
	} else {
		is = "a " + is
	}
	if kind.Field == "" {
		return fmt.Errorf("is %s", is)
	}
	return fmt.Errorf("%s is %s, which it can't be", kind.Field, is)
}
