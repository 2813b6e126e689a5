package page

import (
	"fmt"
	"math"
	"strings"
)

// The size of a chart, and the room around its line.
const (
	chartWidth, chartHeight = 320, 120
	chartMargin             = 24
)

// A chart is one line of values over the passes.
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
	Under string // what the value is of
}

// trends returns the charts of the open findings and of the score over the passes of all documents. They are nil where
// no pass is known. A document that is done keeps its values.
func trends(docs []Document) (open, score *chart) {
	passes := 0
	for i := range docs {
		passes = max(passes, len(docs[i].Passes))
	}
	if passes == 0 {
		return nil, nil
	}
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
	}
	return newChart("Open findings", opens, 0, 0), newChart("Quality score", scores, 1, 100)
}

// newChart draws values, of which the first is that of the pass with the number first. The scale ends at top, or at the
// greatest value where top is 0.
func newChart(title string, values []float64, first int, top float64) *chart {
	c := &chart{Width: chartWidth, Height: chartHeight}
	for _, v := range values {
		top = max(top, v)
	}
	top = max(top, 1)
	step := float64(chartWidth-2*chartMargin) / float64(max(len(values)-1, 1))
	var line, text []string
	for i, v := range values {
		under := fmt.Sprintf("pass %d", first+i)
		if first+i == 0 {
			under = "start"
		}
		p := point{
			X:     math.Round(chartMargin + float64(i)*step),
			Y:     math.Round(chartHeight - chartMargin - v/top*(chartHeight-2*chartMargin)),
			Label: fmt.Sprintf("%.0f", v), Under: under,
		}
		c.Points = append(c.Points, p)
		line = append(line, fmt.Sprintf("%g,%g", p.X, p.Y))
		text = append(text, p.Label+" ("+under+")")
	}
	c.Line = strings.Join(line, " ")
	c.Title = title + ": " + strings.Join(text, ", ")
	return c
}
