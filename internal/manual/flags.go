package manual

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"
)

// ValueError rewrites an error about the value of a flag in the words of the command line. It returns other errors as
// they are.
func ValueError(err error) error {
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &missing):
		return fmt.Errorf("--%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &value):
		name, cause := "--"+value.GetFlag().Name, value.Unwrap()
		var number *strconv.NumError
		switch {
		case errors.As(cause, &number) && value.GetFlag().Value.Type() == "bool":
			return fmt.Errorf("%s=%s: want true or false, or nothing", name, value.GetValue())
		case errors.As(cause, &number):
			return fmt.Errorf("%s %s: want a number", name, value.GetValue())
		case value.GetFlag().Value.Type() == "duration":
			return fmt.Errorf("%s %s: want a time such as 36h or 90m", name, value.GetValue())
		}
		return fmt.Errorf("%s: %w", name, cause)
	}
	return err
}
