package casing

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/rules"
)

func TestCapitalisationOf(t *testing.T) {
	for heading, want := range map[string]Capitalisation{
		"":                                   CapitalsUnknown,
		"Installation":                       CapitalsUnknown,
		"GitHub":                             CapitalsUnknown,
		"Install on Linux":                   CapitalsUnknown,
		"What is it?":                        CapitalsUnknown,
		"Install the `Server Node`":          CapitalsUnknown,
		"The [API](docs/Getting-Started.md)": CapitalsUnknown,
		"Step: Restart":                      CapitalsUnknown,
		"Install. Restart":                   CapitalsUnknown,
		"Install the server":                 CapitalsSentence,
		"Use Visual Studio with the server":  CapitalsSentence,
		"Install the Server":                 CapitalsTitle,
		"Getting Started With GitHub":        CapitalsTitle,
		"Install Every Small Remote Standard server": CapitalsMixed,
	} {
		assert.Equal(t, want, CapitalisationOf([]byte(heading)), heading)
	}
}

func TestTitledBy(t *testing.T) {
	for _, c := range []struct {
		heading          string
		ap, apa, chicago bool
	}{
		{"Install the Server", true, true, true},
		{"Install The Server", false, false, false},
		{"Install a Server From the Image", true, true, false},
		{"Install a Server from the Image", false, false, true},
		{"What is a Server", false, false, false},
		{"Which Image Is This For", true, false, true},
		{"Setting Up the Server", true, true, true}, // as a particle it has a capital
	} {
		for style, want := range map[rules.HeadingStyle]bool{
			rules.TitleCaseAP: c.ap, rules.TitleCaseAPA: c.apa, rules.TitleCaseChicago: c.chicago,
		} {
			assert.Equal(t, want, TitledBy([]byte(c.heading), style), "%s, %s", c.heading, style)
		}
	}
}
