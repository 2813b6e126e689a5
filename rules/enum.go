package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// enumName returns names[v], or "none" for the zero value of an enum that
// starts at one.
func enumName[E ~uint8](names []string, v E) string {
	if int(v) >= len(names) || names[v] == "" {
		return "none"
	}
	return names[v]
}

// enumNames are the names in the order of their values.
func enumNames(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })
}

// lookUpEnum finds the value of a name.
func lookUpEnum[E ~uint8](names []string, name string) (E, bool) {
	v := slices.Index(names, name)
	if v < 0 || name == "" {
		return 0, false
	}
	return E(v), true
}

// parseEnum is lookUpEnum with an error. Kind is what the message calls the
// enumeration.
func parseEnum[E ~uint8](kind string, names []string, name string) (E, error) {
	v, ok := lookUpEnum[E](names, name)
	if !ok {
		return 0, errors.New(unknownName(kind, name, enumNames(names)))
	}
	return v, nil
}

// marshalEnum refuses a value without a name, because no file has a word for
// it.
func marshalEnum[E ~uint8](kind string, names []string, v E) ([]byte, error) {
	if int(v) >= len(names) || names[v] == "" {
		return nil, fmt.Errorf("%s %d has no name", kind, uint8(v))
	}
	return []byte(names[v]), nil
}

// orList joins words as a sentence does: "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
