package loop_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// What is said twice is as grave as the graver of the two, and is left to a person
// where one of them asks for that, whoever says it and in whatever order.
func TestTheGraverOfTwoCounts(t *testing.T) {
	source := "# A\n\nThe port is 80 here.\n"
	say := func(id string, change func(*review.Finding)) remark {
		return remark{id: id, rule: "port", quote: "80", want: "8080", change: change}
	}
	lenient := say("lenient", func(f *review.Finding) { f.Severity = rules.Suggestion })
	for name, strict := range map[string]remark{
		"a person": say("strict", func(f *review.Finding) { f.Severity, f.RequiresHuman = rules.Blocker, true }),
		"no fix":   say("strict", func(f *review.Finding) { f.Severity, f.AutoFix = rules.Blocker, review.AutoFixNo }),
	} {
		for _, order := range [][]remark{{lenient, strict}, {strict, lenient}} {
			for _, reviewers := range []int{1, 2} {
				reviews := incoming(source, order...)
				if reviewers == 2 {
					reviews = slices.Concat(incoming(source, order[0]), incoming(source, order[1]))
					reviews[1].Reviewer = "other"
				}
				var l ledger
				j := job(t, &l, source)
				j.Targets[0].Reviews = reviews
				_, d := run(t, &l, j)
				assert.Equal(t, source, string(d.After.Bytes()), "%s, %s first, %d reviewers", name, order[0].id, reviewers)
				require.NotEmpty(t, d.Findings)
				for _, f := range d.Findings {
					assert.Equal(t, rules.Blocker, f.Finding.Severity, "%s, %s first, %d reviewers: %s", name,
						order[0].id, reviewers, f.Finding.ID)
				}
			}
		}
	}
}

// What the rules say of a place in the original is no other side of a review's finding.
func TestTheBaselineContradictsNobody(t *testing.T) {
	source := "# A\n\nThe whitelist is here.\n"
	var l ledger
	j := job(t, &l, source)
	j.Targets[0].Reviews = incoming(source, remark{id: "w", rule: "terminology", quote: "whitelist", want: "passlist"})
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe passlist is here.\n", string(d.After.Bytes()))
	assert.Equal(t, table.ReasonClean, d.Decision.Reason)
}

// A conflict of which a reviewer no longer holds its side is none: the other side is
// fixed then.
func TestConflictEndsWithOneSide(t *testing.T) {
	source := "# A\n\nThe servr has port 80 here.\n"
	typo := remark{id: "typo", rule: "spelling", quote: "servr", want: "server"}
	port := func(want string) remark { return remark{id: "port", rule: "port", quote: "80", want: want} }
	var l ledger
	j := job(t, &l, source)
	j.Externals = []loop.External{
		script("one", func(_ int, text string) []remark {
			switch {
			case strings.Contains(text, "servr"):
				return []remark{typo, port("8080")}
			case strings.Contains(text, " 80 "):
				return []remark{port("8080")}
			}
			return nil
		}),
		script("two", func(_ int, text string) []remark {
			if strings.Contains(text, "servr") {
				return []remark{port("443")}
			}
			return nil
		}),
	}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe server has port 8080 here.\n", string(d.After.Bytes()))
	assert.Equal(t, table.ReasonClean, d.Decision.Reason)
}
