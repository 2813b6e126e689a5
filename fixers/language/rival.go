package language

import (
	"bytes"
	"slices"
)

// A Rival is a language that writes some code as another one does.
type Rival string

const (
	typeScript Rival = "TypeScript"
	modules    Rival = "modules"  // of TypeScript: its code imports and exports as that of JavaScript does
	commonJS   Rival = "CommonJS" // which TypeScript compiles to
	powerShell Rival = "PowerShell"
	templates  Rival = "template" // of Vue, Blade, Django and others
	// habit is no language: documents call such code by one name or by another, and only what this document calls such
	// code tells.
	habit Rival = "habit"
)

// rivals are the languages that other languages are written like, and the words by which a document speaks of the
// rival.
var rivals = []struct {
	rival     Rival
	languages []string
	signs     []string
}{
	{typeScript, nil, scriptSigns},
	{modules, nil, scriptSigns},
	{commonJS, nil, scriptSigns},
	{powerShell, nil, []string{"PowerShell"}},
	{templates, []string{"html"}, []string{"Vue", "Blade", "Svelte", "svelte", "Django", "Jinja", "Razor", "React", "JSX", "jsx", "tsx", "Hugo", "Astro", "HEEx", "Angular"}},
	{"HEEx", []string{"erb"}, []string{"HEEx", "Phoenix"}},
	{"Crystal", []string{"ruby", "kotlin"}, []string{"Crystal", "crystal", "Elixir", "Phoenix"}},
	{"Dart", []string{"java", "csharp"}, []string{"Dart", "Flutter"}},
	{"Objective-C", []string{"cpp"}, []string{"Objective-C"}},
	{"C++", []string{"c"}, []string{"C++", "Swift", "Dart"}},
	{habit, []string{"ini"}, nil},
}

// scriptSigns are the words by which a document speaks of TypeScript.
var scriptSigns = []string{"TypeScript", ".ts", "tsconfig", "Deno"}

// rivalOf returns the rival of a language, "" where it has none.
func rivalOf(language string) Rival {
	for _, r := range rivals {
		if slices.Contains(r.languages, language) {
			return r.rival
		}
	}
	return ""
}

// In reports whether a document leaves the rival open: it speaks of the rival, or nothing in it speaks of the language.
func (r Rival) In(document []byte) bool {
	switch r {
	case habit, modules:
		return true
	case typeScript:
		return !bytes.Contains(document, []byte("JavaScript")) || r.Spoken(document)
	}
	return r.Spoken(document)
}

// Spoken reports whether a document speaks of the rival.
func (r Rival) Spoken(document []byte) bool {
	for _, known := range rivals {
		if known.rival == r {
			return slices.ContainsFunc(known.signs, func(sign string) bool { return bytes.Contains(document, []byte(sign)) })
		}
	}
	return false
}

// Habit reports that only other code of the same kind tells the name.
func (a Answer) Habit() bool { return a.Rival == habit }

// Script reports code of JavaScript or TypeScript, and whether it shows which of the two it is.
func (a Answer) Script() (script, sure bool) {
	return a.Name == "js" || a.Name == "ts", a.Rival == "" || a.Rival == commonJS
}
