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

// A sample is a sentence, what it means, from 0, and the review that it stands in.
type sample struct {
	text            string
	traits          []string
	meaning, review int
	weight          float64
}

// samples returns the sentences of a file in testdata: one of several reviews, whose lines begin with @ where they are
// remarks and with ! where they ask for a change and so mean 1; or one a line, which have one meaning, or which name
// theirs. What stands in braces is one of several words.
func samples(t *testing.T, name string, means int) []sample {
	t.Helper()
	data, err := os.ReadFile("../testdata/sentences/" + name)
	require.NoError(t, err)
	var out []sample
	r := rand.New(rand.NewPCG(3, 4))
	reviews := strings.Contains(string(data), "=====")
	for n, one := range strings.Split(string(data), "=====\n") {
		for line := range strings.Lines(one) {
			line = strings.TrimSpace(line)
			if named, said, ok := strings.Cut(line, ": "); ok && name == "beside.txt" {
				means = slices.Index([]string{"reasons", "doubts", "further", "closed"}, named)
				require.GreaterOrEqual(t, means, 0, line)
				line = said
			}
			asks := strings.HasPrefix(line, "!")
			all, meaning := []string{line}, means
			switch line = strings.TrimLeft(line, "!- *>"); {
			case line == "" || reviews && strings.ContainsAny(line[:1], "@#|`"):
				continue
			case !reviews:
				all = chosen(line)
				r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				all = all[:min(len(all), 40)]
				n++
			case asks:
				meaning = 1
			default:
				all, meaning = sentences(line), 0
			}
			for _, s := range all {
				if strings.ContainsFunc(s, isWordRune) {
					s = strings.TrimLeft(s, "!- *>")
					out = append(out, sample{s, traits(s), meaning, n, 1})
				}
			}
		}
	}
	return out
}

// chosen returns a text with each choice of its braces.
func chosen(s string) (out []string) {
	head, rest, braces := strings.Cut(s, "{")
	if !braces || !strings.Contains(rest, "|") {
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

// learned returns the weights by which samples are told apart, for each meaning against the first one: logistic
// regression, step by step, of which the later half is averaged. The firmer it is, the nearer to 0 weights stay. A
// trait of one sample alone has none.
func learned(all []sample, meanings int, firm float64) []map[string]int {
	const rounds, first, later, scale, light = 12, 0.1, 0.3, 20, 2
	ids, count := map[string]int{}, []int{}
	known := make([][]int, len(all))
	for i, s := range all {
		for _, t := range s.traits {
			id, ok := ids[t]
			if !ok {
				id = len(count)
				ids[t], count = id, append(count, 0)
			}
			count[id]++
			known[i] = append(known[i], id)
		}
	}
	for i := range known {
		known[i] = slices.DeleteFunc(known[i], func(id int) bool { return count[id] < 2 })
	}
	weights := make([]float64, meanings*len(count))
	r := rand.New(rand.NewPCG(1, 2))
	order := r.Perm(len(all))
	likely := make([]float64, meanings)
	average := make([]float64, len(weights))
	for round := range rounds {
		rate := first / (1 + later*float64(round))
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			total := 0.0
			for m := range meanings {
				sum := 0.0
				for _, id := range known[i] {
					sum += weights[m*len(count)+id]
				}
				likely[m] = math.Exp(min(sum, 30))
				total += likely[m]
			}
			for m := range meanings {
				step := -rate * likely[m] / total
				if m == all[i].meaning {
					step += rate
				}
				step *= all[i].weight
				for _, id := range known[i] {
					w := &weights[m*len(count)+id] // and a little nearer to 0
					*w += step - rate*firm**w/float64(count[id])
				}
			}
		}
		if round >= rounds/2 {
			for i, w := range weights {
				average[i] += w / (rounds - rounds/2)
			}
		}
	}
	out := make([]map[string]int, meanings)
	for m := range meanings {
		out[m] = map[string]int{}
		for t, id := range ids {
			n := int(math.Round(scale * (average[m*len(count)+id] - average[id])))
			if n > light || n < -light {
				out[m][t] = n
			}
		}
	}
	return out[1:]
}

// A lesson is what scales are learned from: files of sentences, and which meaning each has that is not said in it.
type lesson struct {
	names    []string // of the scales, without that of the first meaning
	firm     float64
	about    []string
	scale    scale
	files    map[string]int
	tellings []string // the files, in order
}

func lessons() []lesson {
	return []lesson{
		{
			[]string{"weights.txt"}, 4, []string{"a demand, or, below 0, for chatter"}, anywhere,
			map[string]int{"demands.txt": 1, "faults.txt": 1, "reviews.txt": 1, "answers.txt": 1, "practice.txt": 1},
			[]string{"demands.txt", "faults.txt", "reviews.txt", "answers.txt", "practice.txt", "chatter.txt"},
		},
		{
			[]string{"doubts.txt", "further.txt", "closed.txt"}, 1.2,
			[]string{"a doubt beside an edit", "a further demand beside an edit", "an end of an edit"},
			beside,
			map[string]int{"doubts.txt": 1},
			[]string{"reasons.txt", "doubts.txt", "beside.txt"},
		},
	}
}

// sentencesOf returns the samples of a lesson.
func (l *lesson) sentencesOf(t *testing.T) (all []sample) {
	for _, file := range l.tellings {
		all = append(all, samples(t, file, l.files[file])...)
	}
	if len(l.names) > 1 {
		ls := lessons()
		for _, s := range ls[0].sentencesOf(t) {
			s.meaning *= 2
			if s.weight = 0.03; len(Terms(s.text)) < 5 {
				s.weight = 0.1
			}
			all = append(all, s)
		}
	}
	return all
}

// TestWeights writes the weights, and tells whether they tell the sentences apart that they were learned from.
func TestWeights(t *testing.T) {
	for _, l := range lessons() {
		all := l.sentencesOf(t)
		if *update {
			for i, weights := range learned(all, 1+len(l.names), l.firm) {
				byWeight := map[int][]string{}
				for trait, weight := range weights {
					byWeight[weight] = append(byWeight[weight], trait)
				}
				out := "# What the traits of a sentence say for " + l.about[i] + ": see traits in weigh.go. They are\n" +
					"# learned from ../testdata/sentences: go test ./review/intake/remark -run Weights -update\n"
				for _, weight := range slices.Backward(slices.Sorted(maps.Keys(byWeight))) {
					slices.Sort(byWeight[weight])
					out += fmt.Sprintf("%d: %s\n", weight, strings.Join(byWeight[weight], ", "))
				}
				require.NoError(t, os.WriteFile(l.names[i], []byte(out), 0o644))
			}
			continue
		}
		total, wrong := judged(all, l.scale.weigh)
		t.Logf("%d of %d wrong", wrong, total)
		assert.LessOrEqual(t, wrong, total/20, l.names)
	}
}

// judged returns how many samples there are that are not borrowed from another lesson, and of how many the weights say
// something else than they mean.
func judged(all []sample, weigh func(string) [meanings]int) (total, wrong int) {
	for _, s := range all {
		best, most := 0, 0
		if s.weight < 1 {
			continue
		}
		for m, n := range weigh(s.text) {
			if n > most {
				best, most = m, n
			}
		}
		if total++; best != s.meaning {
			wrong++
		}
	}
	return total, wrong
}

// TestWeightsHoldForOthers learns from a part of the sentences and judges another, whose reviews it has not seen.
func TestWeightsHoldForOthers(t *testing.T) {
	const parts = 4
	for _, l := range lessons() {
		var seen, unseen []sample
		for _, s := range l.sentencesOf(t) {
			switch s.review % parts {
			case 0:
				unseen = append(unseen, s)
			case 1, 2:
				seen = append(seen, s)
			}
		}
		weights := learned(seen, 1+len(l.names), l.firm)
		total, wrong := judged(unseen, func(sentence string) (sums [meanings]int) {
			for _, trait := range traits(sentence) {
				for i := range weights {
					sums[i+1] += weights[i][trait]
				}
			}
			return sums
		})
		t.Logf("%v: %d of %d wrong", l.names, wrong, total)
		assert.LessOrEqual(t, wrong, total/4, l.names)
	}
}
