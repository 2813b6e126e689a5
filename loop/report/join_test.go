package report

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rules"
)

// shards cuts a report by document.
func shards(r Report, total int) []Part {
	var parts []Part
	for i := range total {
		p := r
		p.Shard = gate.Shard{Index: i + 1, Total: total}
		p.Documents, p.Findings, p.Failures = []Document{}, []Finding{}, []Failure{}
		mine := map[string]bool{}
		for j, path := range reviewed(&r) {
			mine[path] = j%total == i
		}
		for _, d := range r.Documents {
			if mine[d.Path] {
				p.Documents = append(p.Documents, d)
			}
		}
		for _, f := range r.Findings {
			if mine[f.Path] {
				p.Findings = append(p.Findings, f)
			}
		}
		if i == 0 {
			p.Failures = r.Failures
		}
		parts = append(parts, Part{string(rune('a'+i)) + ".json", p})
	}
	return parts
}

// Shards that were written, read and joined in any order are the report of the
// whole.
func TestJoinIsTheWhole(t *testing.T) {
	whole := Findings(validSample(t))
	for total := 1; total <= 5; total++ {
		parts := shards(whole, total)
		for i := range parts {
			var out bytes.Buffer
			require.NoError(t, JSON.Write(&out, &parts[i].Report, Style{}))
			var err error
			parts[i].Report, err = Read(parts[i].Name, out.Bytes())
			require.NoError(t, err)
		}
		parts[0], parts[total-1] = parts[total-1], parts[0]
		joined, err := Join(parts)
		require.NoError(t, err)
		var got, want bytes.Buffer
		require.NoError(t, JSON.Write(&got, &joined, Style{}))
		require.NoError(t, JSON.Write(&want, &whole, Style{}))
		assert.Equal(t, want.String(), got.String())
	}
}

func TestJoinRefuses(t *testing.T) {
	whole := Findings(sample(t))
	three := shards(whole, 3)
	other := three[1]
	other.Report.Tool.Version = "9"
	plain := Part{"plain.json", whole}
	for _, tt := range []struct {
		name  string
		parts []Part
		want  string
	}{
		{"nothing", nil, "there is no result to join"},
		{"a missing shard", []Part{three[0], three[2]}, "shard 2 of 3 is missing"},
		{"a shard twice", []Part{three[0], three[0]}, "a.json and a.json are both shard 1 of 3"},
		{"shards of different checks", []Part{three[0], shards(whole, 2)[1]}, "a.json is of 3 shards and b.json of 2"},
		{"a shard and a whole", []Part{three[0], plain}, "one is a shard and the other is not"},
		{"versions", []Part{three[0], other}, "use the same version for all shards"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Join(tt.parts)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

// Checks that are no shards may share documents; a finding that both have counts
// once, and the stricter gate holds.
func TestJoinUnitesFindings(t *testing.T) {
	whole := Findings(sample(t))
	loose := whole
	loose.FailOn = 0
	joined, err := Join([]Part{{"a", loose}, {"b", whole}})
	require.NoError(t, err)
	assert.Equal(t, whole.Summary, joined.Summary)
	assert.Equal(t, rules.Warning, joined.FailOn)
}

func TestReadErrors(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"", "x.json:1: unexpected end of JSON input"},
		{"{\n\"version\": 1,\n!", "x.json:3: "},
		{"[]", "x.json:1: is an array; want what"},
		{"{}", "x.json: is no result of a check"},
		{`{"iteration_result": {}}`, "x.json: is the result of a fix"},
		{`{"version": 2, "documents": []}`, "has version 2, and this program reads version 1"},
		{`{"version": 1, "documents": {}}`, "x.json:1: documents is an object, which it can't be; want what"},
		{`{"version": 1.5, "documents": []}`, "x.json:1: version is a number, which it can't be; want what"},
		{`{"version": 1, "documents": [], "findings": [{"severity": "grave"}]}`, `unknown severity "grave"`},
		{`{"version": 1, "documents": [], "findings": [{"path": "a"}]}`, "finding 1 has no severity"},
		{`{"version": 1, "documents": [], "findings": [{"severity": "warning", "start": {}}]}`, "finding 1 has a start or an end"},
	} {
		_, err := Read("x.json", []byte(tt.data))
		assert.ErrorContains(t, err, tt.want, tt.data)
	}
}

// Whatever is read can be joined and written.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version":1,"documents":[{"path":"a"}],"findings":[{"path":"a","severity":"warning","start":{"line":1,"column":1,"column_utf16":1,"column_byte":1},"end":{"line":1,"column":1,"column_utf16":1,"column_byte":1},"snippet":{"text":"x","column":1}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read("x", data)
		if err != nil {
			return
		}
		joined, err := Join([]Part{{"x", r}})
		if err != nil {
			return
		}
		for format := range formats {
			var out bytes.Buffer
			require.NoError(t, Format(format).Write(&out, &joined, Style{Terminal: true}))
			assertVisible(t, Format(format).String(), out.String())
			if Format(format) == JSON {
				require.True(t, json.Valid(out.Bytes()))
			}
		}
	})
}

// What is written, read and written again is the same, whatever it holds.
func TestReplacementCharacters(t *testing.T) {
	for _, text := range []string{"\xff", "\uFFFD", `\ufffd`, `\\ufffd`, "a\xffb\uFFFDc\\ufffd\\", "\xf0\x9f"} {
		once, err := CompactJSON(text)
		require.NoError(t, err)
		var read string
		require.NoError(t, json.Unmarshal(once, &read))
		twice, err := CompactJSON(read)
		require.NoError(t, err)
		assert.Equal(t, string(once), string(twice), "%q", text)
		assert.Equal(t, string([]rune(text)), read)
	}
}
