package link_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestLinksInAdmonitions(t *testing.T) {
	for src, want := range map[string][]string{
		"!!! note\n\n    See [a](#one)\n    and [b](x.md#two).\n":                   {"#one", "x.md#two"},
		"??? tip \"Title\"\n\n    - [a](#one)\n\n    ```\n    [b](#two)\n    ```\n": {"#one"},
		"=== \"Linux\"\n\n    !!! note\n\n        [a](#one)\n\n    [b](#two)\n":     {"#two", "#one"},
		"> !!! note\n>\n>     [a](#one)\n":                                          {"#one"},
		"1. x\n\n    !!! note\n\n        [a](#one)\n":                               {"#one"},
		"!!! note\r\n\r\n    [a](#one)\r\n    [b]( #two \"t\" )\r\n":                {"#one", "#two"},
		"!!! note\n\n\t[a](#one)\n":                                                 {"#one"},
		"Text.\n\n    [a](#one)\n":                                                  nil,
		"!!! note\n\nText.\n\n    [a](#one)\n":                                      nil,
		"!!!\n\n    [a](#one)\n":                                                    nil,
	} {
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		var got []string
		for _, o := range link.OutboundOf(d) {
			require.True(t, o.ReadOnly, src)
			got = append(got, string(d.Bytes(o.Span)))
		}
		require.Equal(t, want, got, src)
	}
}
