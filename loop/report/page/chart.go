package page

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// The size of a chart, and the room around its line.
const (
	chartWidth, chartHeight = 320, 120
	chartMargin             = 24
)

// leastPoints is how many passes or runs make a trend.
const leastPoints = 3

// A chart is one line of values over passes or runs.
type chart struct {
	Title  string
	Width  int
	Height int
	Line   string // the points of the polyline
	Points []point
}

// A point is one value of a chart.
type point struct {
	X, Y  float64
	Label string // the value
	Under string // the pass or the run
}

// trends returns the charts of the open findings and of the score over the passes of all documents, those with three
// points or more. A document that is done keeps its values.
func trends(docs []Document) []*chart {
	passes := 0
	for i := range docs {
		passes = max(passes, len(docs[i].Passes))
	}
	if passes == 0 {
		return nil
	}
	names := []string{"start"}
	opens, scores := make([]float64, passes+1), make([]float64, 0, passes)
	for n := range passes {
		sum, with := 0.0, 0
		for i := range docs {
			all := docs[i].Passes
			if len(all) == 0 {
				continue
			}
			p := all[min(n, len(all)-1)]
			if n == 0 {
				opens[0] += float64(p.In)
			}
			opens[n+1] += float64(p.Out)
			sum, with = sum+p.Score, with+1
		}
		scores = append(scores, sum/float64(max(with, 1)))
		names = append(names, fmt.Sprintf("pass %d", n+1))
	}
	return slices.DeleteFunc([]*chart{
		newChart("Open findings", opens, names, 0), newChart("Quality score", scores, names[1:], 100),
	}, func(c *chart) bool { return len(c.Points) < leastPoints })
}

// runTrends returns the charts of the open findings and of the score at the ends of runs, or none for fewer than three.
func runTrends(runs []Run) []*chart {
	if len(runs) < leastPoints {
		return nil
	}
	var names []string
	var opens, scores []float64
	for _, r := range runs {
		names = append(names, r.Label)
		opens, scores = append(opens, float64(r.Open)), append(scores, min(max(r.Score, 0), 100))
	}
	return []*chart{
		newChart("Open findings after each run", opens, names, 0),
		newChart("Quality score after each run", scores, names, 100),
	}
}

// newChart draws values with their names. The scale ends at top, or at the greatest value if top is 0.
func newChart(title string, values []float64, names []string, top float64) *chart {
	c := &chart{Width: chartWidth, Height: chartHeight}
	for _, v := range values {
		top = max(top, v)
	}
	top = max(top, 1)
	step := float64(chartWidth-2*chartMargin) / float64(max(len(values)-1, 1))
	var line, text []string
	for i, v := range values {
		p := point{
			X:     math.Round(chartMargin + float64(i)*step),
			Y:     math.Round(chartHeight - chartMargin - v/top*(chartHeight-2*chartMargin)),
			Label: fmt.Sprintf("%.0f", v), Under: names[i],
		}
		c.Points = append(c.Points, p)
		line = append(line, fmt.Sprintf("%g,%g", p.X, p.Y))
		text = append(text, p.Label+" ("+names[i]+")")
	}
	c.Line = strings.Join(line, " ")
	c.Title = title + ": " + strings.Join(text, ", ")
	return c
}
