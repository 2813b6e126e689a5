package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A usage is what one run took: seconds of CPU time, and MB.
type usage struct{ seconds, memory float64 }

// A line is one run in the table.
type line struct {
	what   string
	copies int
	size   float64 // MB of documents
	usage
	share   float64 // of the time that our program takes for the same, where a limit is on that
	atLeast float64 // of share; 0 is no limit
}

func (u usage) line(what string, copies int, size float64) line {
	return line{what: what, copies: copies, size: size, usage: u}
}

type table struct{ lines []line }

// add adds a line, and tells of it: the table is printed when all is done.
func (t *table) add(l line) {
	t.lines = append(t.lines, l)
	fmt.Fprintf(os.Stderr, "%s, %d copies: %.2f s, %.0f MB\n", l.what, l.copies, l.seconds, l.memory)
}

// mostMemory is how many MB a command may take, by the number of copies; others are free.
var mostMemory = map[string]map[int]float64{"check": {1: 256, 16: 400}, "fix": {1: 256, 16: 400}}

// steeper is how much more time each MB of several copies may take than that of the first.
const steeper = 1.15

// missed returns what is wrong with a line, "" where nothing is.
func (t *table) missed(l line) string {
	var wrong []string
	if most := mostMemory[l.what][l.copies]; most > 0 && l.memory > most {
		wrong = append(wrong, fmt.Sprintf("more than %.0f MB", most))
	}
	if l.atLeast > 0 && l.share < l.atLeast {
		wrong = append(wrong, fmt.Sprintf("less than %.1f times ours", l.atLeast))
	}
	if growth := t.growth(l); l.what == "check" && growth > steeper {
		wrong = append(wrong, fmt.Sprintf("more than %.2f of the time for each MB of one copy", steeper))
	}
	return strings.Join(wrong, ", ")
}

// growth returns the time for each MB, divided by that of the first line of the same kind.
func (t *table) growth(l line) float64 {
	first := t.lines[slices.IndexFunc(t.lines, func(other line) bool { return other.what == l.what })]
	return l.seconds / l.size / (first.seconds / first.size)
}

// print writes the table, and reports whether no line is missed.
func (t *table) print(out io.Writer) (met bool) {
	met = true
	fmt.Fprintln(out, "| run | copies | MB | CPU s | per MB, beside one copy | beside ours | RSS MB | |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|")
	for _, l := range t.lines {
		share, verdict := "", t.missed(l)
		if l.share > 0 {
			share = fmt.Sprintf("%.2f", l.share)
		}
		if verdict != "" {
			met, verdict = false, "missed: "+verdict
		}
		fmt.Fprintf(out, "| %s | %d | %.0f | %.2f | %.2f | %s | %.0f | %s |\n",
			l.what, l.copies, l.size, l.seconds, t.growth(l), share, l.memory, verdict)
	}
	return met
}

// plot writes time and memory against size.
func (t *table) plot(folder string) error {
	for name, axis := range map[string]struct {
		title string
		of    func(line) float64
	}{
		"time.svg":   {"CPU time in seconds, by MB of documents", func(l line) float64 { return l.seconds }},
		"memory.svg": {"Peak memory in MB, by MB of documents", func(l line) float64 { return l.memory }},
	} {
		picture := t.picture(axis.title, []string{"check", "rumdl check"}, axis.of)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(picture), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// picture draws a line for each kind of run.
func (t *table) picture(title string, kinds []string, of func(line) float64) string {
	const width, height, left, bottom, top = 640, 320, 56, 280, 44
	colours := []string{"#1f5fbf", "#2f8f4e", "#b0562a"}
	widest, highest := 0.0, 0.0
	for _, l := range t.lines {
		if slices.Contains(kinds, l.what) {
			widest, highest = max(widest, l.size), max(highest, of(l))
		}
	}
	x := func(size float64) float64 { return left + size/widest*(width-left-24) }
	y := func(value float64) float64 { return bottom - value/highest*(bottom-top) }
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s" font-family="sans-serif" font-size="12">`+"\n",
		width, height, title)
	fmt.Fprintf(&out, `<rect width="%d" height="%d" fill="white"/><text x="%d" y="18" font-weight="bold">%s</text>`+"\n", width, height, left, title)
	fmt.Fprintf(&out, `<path d="M%d %dV%dH%d" fill="none" stroke="#666"/>`+"\n", left, top, bottom, width-24)
	for i := range 5 {
		part := float64(i) / 4
		fmt.Fprintf(&out, `<text x="%d" y="%.0f" text-anchor="end">%.0f</text>`, left-6, y(part*highest)+4, part*highest)
		fmt.Fprintf(&out, `<text x="%.0f" y="%d" text-anchor="middle">%.0f</text>`+"\n", x(part*widest), bottom+18, part*widest)
	}
	for i, kind := range kinds {
		var points []string
		for _, l := range t.lines {
			if l.what == kind {
				points = append(points, fmt.Sprintf("%.1f,%.1f", x(l.size), y(of(l))))
				fmt.Fprintf(&out, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, x(l.size), y(of(l)), colours[i])
			}
		}
		fmt.Fprintf(&out, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`, strings.Join(points, " "), colours[i])
		fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", left+12, top+8+16*i, colours[i], kind)
	}
	out.WriteString("</svg>\n")
	return out.String()
}
