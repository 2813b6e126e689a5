package rules

import "maps"

// FixMode says when the fix of a rule is made.
type FixMode uint8

const (
	// FixSafe fixes are made by a plain fix.
	FixSafe FixMode = iota
	// FixAsk fixes change words by a guess: a person asks for them.
	FixAsk
	// FixNever fixes are left to people.
	FixNever
)

var fixModeNames = []string{FixSafe: "safe", FixAsk: "ask", FixNever: "never"}

// String returns the name used in the file.
func (m FixMode) String() string { return enumName(fixModeNames, m) }

// Unsafe returns the rules with the fixes that a person has to ask for.
func (s *Set) Unsafe() *Set {
	out := *s
	out.Fix = maps.Clone(s.Fix)
	maps.DeleteFunc(out.Fix, func(_ string, mode FixMode) bool { return mode == FixAsk })
	return &out
}

// fixMode reads when the fix of a rule is made.
func (d *decoder) fixMode(key string, r *object) {
	if key == "placeholders" || key == "why" {
		return
	}
	otherwise := FixSafe
	for _, k := range styleKeys() {
		if k.name == key {
			otherwise = k.fix
		}
	}
	if d.fixes == nil {
		d.fixes = map[string]FixMode{}
	}
	if key == "references" {
		key = "reference"
	}
	d.fixes[key] = enum(r, "fix", otherwise, "way to fix", fixModeNames)
}
