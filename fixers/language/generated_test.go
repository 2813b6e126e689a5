package language

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.yaml.in/yaml/v3"
)

// TestGenerated draws a hundred blocks of each kind that was once taken for code of
// another language, and holds the answers to the kind. No answer is always right.
func TestGenerated(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	lines := func(least int, line func() string) string {
		var all []string
		for range least + random.IntN(8) {
			all = append(all, line())
		}
		return strings.Join(all, "\n")
	}
	name := func() string {
		return one("Pump", "Valve", "tank", "Level", "north", "Inlet", "Gauge") + one("", "", "Name", "Size", "_id")
	}
	sentence := func() string {
		return one("I think", "We know", "Can you see that", "It is not true that", "A new one says that") + " " +
			one("the pump", "a string", "no object", "this class", "the public") + " " + one("runs", "is on", "was new") + one(".", "?", "!")
	}
	stamp := func() string {
		return fmt.Sprintf("20%02d-%02d-%02d%s%02d:%02d:%02d", random.IntN(40), 1+random.IntN(12), 1+random.IntN(28), one(" ", "T"), random.IntN(24), random.IntN(60), random.IntN(60))
	}
	gocode := func() string {
		return one("\treturn nil", "\tif err != nil {", "\tx := f(ctx)", "func f() error {", "\tfmt.Println(x)", "\tdefer c.Close()")
	}
	for _, kind := range []struct {
		name, want string
		block      func() string
	}{
		{"metadata", "yaml", func() string {
			number := 0
			return lines(3, func() string {
				number++
				return fmt.Sprintf("%s %d: %s", one("Required", "Default value", "Position", "Aliases", "Accept input", "Type"), number,
					one("True", "False", "None", "Named", "System.String", "String[]", "(All)", "0", "import"))
			})
		}},
		{"logs", "text", func() string {
			return lines(2, func() string {
				return stamp() + one("", ".123", "Z") + " " + one("INFO", "WARN", "[error]", "DEBUG main:") + " " +
					one(`{"level":"info","msg":"x"}`, "started", "fmt.Println failed", "GET /a HTTP/1.1", "class not found: a::b")
			})
		}},
		{"levels", "text", func() string {
			return lines(2, func() string { return one("INFO: ", "WARNING: ", "[DEBUG] ", "ERROR: ") + sentence() })
		}},
		{"dialogues", "text", func() string {
			return lines(2, func() string { return one("Ann", "Ben", "Dr. Coe", "User", "Assistant") + ": " + sentence() })
		}},
		{"diffs of Go", "diff", func() string {
			return lines(1, func() string { return one("", "-", "+") + gocode() }) + "\n-" + gocode() + "\n+" + gocode()
		}},
		{"manifests", "", func() string {
			return "@{\n" + lines(2, func() string { return name() + " = " + one("'1.0'", "@('Get-Pump', 'Set-Pump')", "$true") }) + "\n}"
		}},
		{"errors of PowerShell", "text", func() string {
			return one("Get", "Set", "Invoke") + "-Pump : " + sentence() + "\nAt line:" + one("1", "27") + " char:3\n+ " + name() +
				"\n+ ~~~~\n    + CategoryInfo          : " + name() + "\n    + FullyQualifiedErrorId : " + name()
		}},
		{"traces", "text", func() string {
			return one("Error", "java.lang.Error", "System.Exception") + ": " + sentence() + "\n" + lines(2, func() string {
				return "    at " + name() + one(".run(Pump.java:3)", " (/a/b.js:3:4)", " in /a/b.cs:line 7", " (<anonymous>)")
			})
		}},
		{"columns", "text", func() string {
			return name() + "   " + name() + "\n----   -----\n" + lines(1, func() string { return name() + "   " + one("string", "Get-Pump", "{a, b}") })
		}},
		{"TypeScript", "ts", func() string {
			return "interface " + name() + " {\n" + lines(1, func() string {
				return "  " + name() + one("", "?") + ": " + one("string", "number", "boolean", "unknown") + ";"
			}) + "\n}\nconst " + name() + ": string = " + one("'a'", "b.c", "await d()") + ";"
		}},
	} {
		answered := 0
		for range 100 {
			code := kind.block()
			got, ok := Infer([]byte(code))
			if ok {
				answered++
				assert.Equal(t, kind.want, got.Name, "%s:\n%s", kind.name, code)
			}
		}
		if kind.want != "" {
			assert.Greater(t, answered, 60, kind.name)
		}
	}
}

// FuzzInfer: whatever stands in a fence, there is an answer or none, what YAML reads as a
// mapping is never Python, and answers have info strings.
func FuzzInfer(f *testing.F) {
	for _, seed := range []string{"a: &a\n  b: *a", "class A:\n    b: int", "? a\n: b", "- a: 1\n- b", "{a: 1}", "+a\n-b", "$ a", "a\n--", "│", "<<EOF", "\x00", "\f", "#!", "@{", "\t\xff:"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		got, ok := Infer(code)
		if !ok {
			return
		}
		assert.NotEmpty(t, got.Name)
		assert.NotEmpty(t, got.Spellings()[0])
		var doc map[string]any
		if got.Name == "python" && code[0] != '{' && yaml.Unmarshal(code, &doc) == nil && len(doc) > 0 {
			assert.True(t, strings.HasPrefix(string(code), "#!") || strings.HasPrefix(strings.TrimSpace(string(code)), ">>> "), "%q", code)
		}
	})
}
