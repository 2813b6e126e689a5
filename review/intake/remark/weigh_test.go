package remark

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the weights anew from the sentences in ../testdata/sentences")

// A sample is a sentence that asks for a change, or chatter, which stands in a review.
type sample struct {
	text   string
	traits []string
	asks   bool
	review int
}

// samples returns the sentences of a file in testdata: one of several reviews, whose lines begin with @ where they are
// remarks and with ! where they ask for a change, or one a line, which all have a meaning or lack it. What stands in
// braces is one of several words.
func samples(t *testing.T, name string, has bool) []sample {
	t.Helper()
	data, err := os.ReadFile("../testdata/sentences/" + name)
	require.NoError(t, err)
	var out []sample
	r := rand.New(rand.NewPCG(3, 4))
	for n, one := range strings.Split(string(data), "=====\n") {
		for line := range strings.Lines(one) {
			line = strings.TrimSpace(line)
			asks := strings.HasPrefix(line, "!")
			all := []string{line}
			switch line = strings.TrimLeft(line, "!- *>"); {
			case line == "" || strings.ContainsAny(line[:1], "@#|`"):
				continue
			case !strings.Contains(string(data), "====="):
				all = chosen(line)
				r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				all, asks = all[:min(len(all), 40)], has
				n++
			case !asks:
				all = sentences(line)
			}
			for _, s := range all {
				if strings.ContainsFunc(s, isWordRune) {
					s = strings.TrimLeft(s, "!- *>")
					out = append(out, sample{s, traits(s), asks, n})
				}
			}
		}
	}
	return out
}

// chosen returns a text with each choice of its braces.
func chosen(s string) (out []string) {
	head, rest, braces := strings.Cut(s, "{")
	if !braces {
		return []string{s}
	}
	choices, tail, _ := strings.Cut(rest, "}")
	for c := range strings.SplitSeq(choices, "|") {
		for _, t := range chosen(tail) {
			out = append(out, head+c+t)
		}
	}
	return out
}

// learned returns the weights by which samples are told apart: logistic regression, step by step. A trait of one
// sample alone has none.
func learned(all []sample) map[string]int {
	const rounds, first, later, least, scale = 20, 0.3, 0.3, 0.01, 20
	weights, count := map[string]float64{}, map[string]int{}
	for _, s := range all {
		for _, t := range s.traits {
			count[t]++
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	all = slices.Clone(all)
	for round := range rounds {
		rate := first / (1 + later*float64(round))
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, s := range all {
			sum, asks := 0.0, 0.0
			for _, t := range s.traits {
				sum += weights[t]
			}
			if s.asks {
				asks = 1
			}
			step := rate * (asks - 1/(1+math.Exp(-sum)))
			for _, t := range s.traits {
				if w := weights[t] + step; count[t] > 1 { // and a little nearer to 0
					weights[t] = math.Copysign(max(0, math.Abs(w)-least*rate), w)
				}
			}
		}
	}
	out := map[string]int{}
	for t, w := range weights {
		if n := int(math.Round(scale * w)); n != 0 {
			out[t] = n
		}
	}
	return out
}

// TestWeights writes the weights, and tells whether they tell the sentences apart that they were learned from.
func TestWeights(t *testing.T) {
	for name, of := range map[string]struct {
		scale       scale
		about       string
		has, lacks  []string
		least, most int
	}{
		"weights.txt": {
			asking, "a demand, or, below 0, for chatter",
			[]string{"demands.txt", "faults.txt", "reviews.txt", "answers.txt"}, []string{"chatter.txt"},
			int(Between), int(Around),
		},
		"doubts.txt": {
			doubting, "a doubt beside an edit",
			[]string{"doubts.txt"}, []string{"reasons.txt", "demands.txt", "faults.txt"}, 0, 0,
		},
		"reasons.txt": {
			reasoning, "a reason beside an edit",
			[]string{"reasons.txt"}, []string{"doubts.txt", "demands.txt", "faults.txt"}, 0, 0,
		},
	} {
		var all []sample
		for _, file := range slices.Concat(of.has, of.lacks) {
			all = append(all, samples(t, file, slices.Contains(of.has, file))...)
		}
		if *update {
			byWeight := map[int][]string{}
			for trait, weight := range learned(all) {
				byWeight[weight] = append(byWeight[weight], trait)
			}
			out := "# What the traits of a sentence say for " + of.about + ": see traits in weigh.go. They are\n" +
				"# learned from ../testdata/sentences: go test ./review/intake/remark -run Weights -update\n"
			for _, weight := range slices.Backward(slices.Sorted(maps.Keys(byWeight))) {
				slices.Sort(byWeight[weight])
				out += fmt.Sprintf("%d: %s\n", weight, strings.Join(byWeight[weight], ", "))
			}
			require.NoError(t, os.WriteFile(name, []byte(out), 0o644))
			continue
		}
		wrong := 0
		for _, s := range all {
			weight := of.scale.weigh(s.text)
			if s.asks && weight <= of.least || !s.asks && weight > of.most {
				wrong++
				t.Logf("%d: %v: %s", weight, s.asks, s.text)
			}
		}
		assert.LessOrEqual(t, wrong, len(all)/100, name)
	}
}

// TestWeightsHoldForOthers learns from a part of the sentences and judges the rest, whose reviews it has not seen.
func TestWeightsHoldForOthers(t *testing.T) {
	const parts = 2
	asked, lost, said, feared := 0, 0, 0, 0
	var all []sample
	for _, name := range []string{"reviews.txt", "answers.txt", "demands.txt", "faults.txt"} {
		all = append(all, samples(t, name, true)...)
	}
	chatter := samples(t, "chatter.txt", false)
	for part := range parts {
		var seen, unseen []sample
		for _, s := range all {
			if s.review%parts == part {
				unseen = append(unseen, s)
			} else {
				seen = append(seen, s)
			}
		}
		weights := learned(slices.Concat(seen, chatter))
		for _, s := range unseen {
			sum := 0
			for _, t := range s.traits {
				sum += weights[t]
			}
			switch {
			case s.asks && sum <= int(Between):
				lost++
				fallthrough
			case s.asks:
				asked++
			case sum > int(Around):
				feared++
				fallthrough
			default:
				said++
			}
		}
	}
	t.Logf("%d of %d demands taken for chatter, %d of %d sentences of chatter for demands", lost, asked, feared, said)
	assert.LessOrEqual(t, lost, asked/12)
	assert.LessOrEqual(t, feared, said/12)
}
