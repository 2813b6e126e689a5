package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// AtLine is ":line" of an error of encoding/json about data, to stand behind the
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
