package intake

import (
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// TestFormatsOfLines reads formats that have one finding a line where they have
// one, or none.
func TestFormatsOfLines(t *testing.T) {
	const diagnostic = `{"message": "m", "location": {"path": "a.md", "range": {"start": {"line": 1, "column": 2}}}}`
	const finding = `{"file": "a.md", "line": 1, "column": 2, "rule": "MD000", "message": "m", "severity": "warning", "fixable": false}`
	for _, tt := range []struct {
		name, in  string
		as, found format.Format
		issues    int
	}{
		{"a diagnostic", diagnostic + "\n", format.Auto, format.RDJSONL, 1},
		{"a diagnostic, named", diagnostic + "\n", format.RDJSONL, format.RDJSONL, 1},
		{"diagnostics", diagnostic + "\n" + diagnostic, format.Auto, format.RDJSONL, 2},
		{"no diagnostic", "", format.RDJSONL, format.RDJSONL, 0},
		{"a finding of rumdl", finding + "\n", format.Auto, format.Rumdl, 1},
		{"a finding of rumdl, named", finding + "\n", format.Rumdl, format.Rumdl, 1},
		{"findings of rumdl", finding + "\n" + finding, format.Rumdl, format.Rumdl, 2},
		{"no finding of rumdl", "\n", format.Rumdl, format.Rumdl, 0},
		{"proselint is silent", "", format.Proselint, format.Proselint, 0},
		{"codespell is silent", "", format.Codespell, format.Codespell, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Parse("r", []byte(tt.in), tt.as)
			require.NoError(t, err)
			assert.Equal(t, tt.found, r.Format)
			require.Len(t, r.Issues, tt.issues)
			for _, i := range r.Issues {
				assert.Equal(t, "a.md", i.Path)
				assert.Equal(t, 2, i.Place.From.Column)
			}
		})
	}
	for _, format := range []format.Format{format.Auto, format.Vale, format.Textlint, format.DocIterate, format.SARIF} {
		_, err := Parse("r", nil, format)
		assert.ErrorContains(t, err, "is empty", "%v says something where there is nothing to say", format)
	}
}

// TestLinesOfPersons: remarks with a number, or with a place as programs print it, are read as a person's.
func TestLinesOfPersons(t *testing.T) {
	for _, heads := range [][2]string{
		{"(1) Line 3: ", "(2) Line 5: "}, {"(a) Line 3: ", "(b) Line 5: "}, {"#1 Line 3: ", "#2 Line 5: "},
		{"guide.md:3: ", "guide.md:5: "}, {"guide.md:3:7: ", "guide.md:5:1: "},
	} {
		r := parseOrFail(t, heads[0]+"change \"teh\" to \"the\"\n"+heads[1]+"\"recieve\" should be \"receive\"\n", "")
		assert.Equal(t, format.Prose, r.Format)
		require.Len(t, r.Issues, 2)
		for n, want := range []string{"the", "receive"} {
			assert.Equal(t, want, r.Issues[n].Want)
			assert.Equal(t, 3+2*n, r.Issues[n].Place.From.Line)
		}
	}
}

func TestJSONAndProse(t *testing.T) {
	const one = `{"issues": [{"description": "d"}]}`
	for _, tt := range []struct{ name, in, want string }{
		{"prose behind", one + "\n\nHope this helps!", ""},
		{"prose with brackets behind", one + "\n\nHope [this] helps (see [1])!\n[1] is a note.\n[ ] to do", ""},
		{"a bracket in front, and a fence", "[Reviewer] here it is:\n```json\n" + one + "\n```\n", ""},
		{"a bracket in front", "[Reviewer] here it is:\n" + one + "\n", ""},
		{"a brace in front", "{reviewer} says:\n" + one + "\nDone {well}.\n", ""},
		{"a list", "[1] is a note.\n[{\"description\": \"d\"}]\nHope this helps!", ""},
		{"a second review behind", one + "\n\nOr rather:\n" + one, ""},
		{"a second review in a fence", one + "\n\nOr rather:\n```json\n" + one + "\n```", ""},
		{"a broken one behind", one + "\n\nOr rather:\n{\"issues\": [", "r:4:13: not a review in JSON: expected a value, found the end of the text"},
		{"the value goes on", one + "\n, \"verdict\": \"reject\"}", "r:2:1: not a review in JSON: unexpected ',' after the JSON value"},
		{"on the same line", one + " x", "unexpected 'x' after the JSON value"},
		{"cut short", "{\"issues\": [\n{\"issues\": []},\n", "expected a value, found the end of the text"},
		{"a review of a linter", `{"a.md": [{"Check": "c", "Match": "m"}]}` + "\n\nHope this helps!", "r:3:1: not a review in JSON: unexpected 'H' after the JSON value"},
		{"an empty one with findings behind", "{\"issues\": []}\n\nBlocker: the port is wrong.", "r:3:1: not a review in JSON: unexpected 'B' after the JSON value"},
		{"no JSON", "[Reviewer] has nothing to say", "r:1:1: not a review in a format that is known"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if r := parseOrFail(t, tt.in, tt.want); r != nil {
				assert.Equal(t, format.DocIterate, r.Format)
				assert.Len(t, r.Issues, 1, "a draft is no part")
				assert.Contains(t, r.Repaired, "read the JSON within the text")
			}
		})
	}
}

// parseOrFail is the review in a text, nil where it must be refused with what want says.
func parseOrFail(t *testing.T, in, want string) *format.Review {
	t.Helper()
	r, err := Parse("r", []byte(in), format.Auto)
	if want != "" {
		assert.ErrorContains(t, err, want)
		return nil
	}
	require.NoError(t, err)
	return r
}

func TestEmptyLists(t *testing.T) {
	for _, tt := range []struct {
		in     string
		format format.Format
		want   string // the format, or the error
	}{
		{`{}`, format.Auto, "vale"},
		{`{"docs/a.md": []}`, format.Auto, "vale"},
		{`{"README.md": []}`, format.Vale, "vale"},
		{`{"issues": []}`, format.Auto, "doc-iterate"},
		{`{"isues": []}`, format.Auto, `unknown field "isues"; did you mean "issues"?`},
		{`{"anything": []}`, format.Auto, "issues: is missing"},
		{`{"isues": []}`, format.Vale, "isues: is an empty list under what is no path of a document"},
	} {
		t.Run(tt.in, func(t *testing.T) {
			r, err := Parse("r", []byte(tt.in), tt.format)
			if err != nil {
				assert.ErrorContains(t, err, tt.want)
				return
			}
			assert.Equal(t, tt.want, r.Format.String())
			assert.Empty(t, r.Issues)
		})
	}
}

func TestUTF16IsRead(t *testing.T) {
	for _, order := range []string{"little", "big", "no mark"} {
		text := "\uFEFF" + `{"issues": []}`
		if order == "no mark" {
			text = text[3:]
		}
		var b []byte
		for _, u := range utf16.Encode([]rune(text)) {
			if order == "big" {
				b = append(b, byte(u>>8), byte(u))
			} else {
				b = append(b, byte(u), byte(u>>8))
			}
		}
		r, err := Parse("r.json", b, format.Auto)
		require.NoError(t, err, order)
		assert.Equal(t, format.DocIterate, r.Format, order)
	}
}
