package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// enumName returns names[v], or "none" for the zero value of an enum that starts at one.
func enumName[E ~uint8](names []string, v E) string {
	if int(v) >= len(names) || names[v] == "" {
		return "none"
	}
	return names[v]
}

// parseEnum returns the value of a name. Kind is what the error calls the enumeration.
func parseEnum[E ~uint8](kind string, names []string, name string) (E, error) {
	v := slices.Index(names, name)
	if v < 0 || name == "" {
		known := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })
		return 0, errors.New(unknownName(kind, name, known))
	}
	return E(v), nil
}

func unknownName(kind, name string, known []string) string {
	return fmt.Sprintf("unknown %s %q%s", kind, name, DidYouMean(name, known))
}

// marshalEnum refuses a value without a name, because no file has a word for it.
func marshalEnum[E ~uint8](kind string, names []string, v E) ([]byte, error) {
	if int(v) >= len(names) || names[v] == "" {
		return nil, fmt.Errorf("%s %d has no name", kind, uint8(v))
	}
	return []byte(names[v]), nil
}

// unmarshalEnum reads what marshalEnum writes.
func unmarshalEnum[E ~uint8](v *E, kind string, names []string, text []byte) error {
	read, err := parseEnum[E](kind, names, string(text))
	if err == nil {
		*v = read
	}
	return err
}

// orList joins words as a sentence does: "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
