package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/loop/report"
)

// A sink is one place where results go, in one format.
type sink struct {
	format report.Format
	named  bool   // whether a flag named the format
	path   string // "" is standard output
}

// plain reports whether the sink is standard output.
func (k sink) plain() bool { return k.path == "" || k.path == "-" }

// sinks is the value of --format and --output together: both may repeat, and
// one goes with the other that stands before it and has none yet.
type sinks struct{ list []sink }

// formatFlag and outputFlag are the two sides of sinks for the flag parser.
type (
	formatFlag struct{ *sinks }
	outputFlag struct{ *sinks }
)

func addSinks(flags *pflag.FlagSet, s *sinks, about string) {
	flags.Var(formatFlag{s}, "format", about)
	flags.Var(outputFlag{s}, "output", "write the results of the --format beside it to this `FILE`")
}

func (f formatFlag) Set(name string) error {
	format, err := report.ParseFormat(name)
	if err != nil {
		return err
	}
	if n := len(f.list); n > 0 && !f.list[n-1].named {
		f.list[n-1].format, f.list[n-1].named = format, true
		return nil
	}
	f.list = append(f.list, sink{format: format, named: true})
	return nil
}

func (f formatFlag) String() string { return "" }
func (f formatFlag) Type() string   { return "FORMAT" }

func (o outputFlag) Set(path string) error {
	if path == "" {
		return errors.New("names no file; - is standard output")
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no folder %s", path, filepath.Dir(path))
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder, not a file", path)
	}
	if n := len(o.list); n > 0 && o.list[n-1].path == "" {
		o.list[n-1].path = path
		return nil
	}
	o.list = append(o.list, sink{path: path})
	return nil
}

func (o outputFlag) String() string { return "" }
func (o outputFlag) Type() string   { return "FILE" }

// withDiff is the sinks with a difference on standard output.
func (c common) withDiff() ([]sink, error) {
	for i, k := range c.sinks {
		switch {
		case k.plain() && k.named && k.format != report.Diff:
			return nil, fmt.Errorf("--diff and --format %s: two formats for standard output", k.format)
		case k.plain():
			out := slices.Clone(c.sinks)
			out[i].format, out[i].named = report.Diff, true
			return out, nil
		}
	}
	return append(slices.Clone(c.sinks), sink{format: report.Diff, named: true}), nil
}

// keep refuses to write results over something that is read, by whatever name: a
// document, a review, answers, the baseline, the rules.
func (c common) keep(inputs ...string) error {
	flags := map[string]string{} // by what they write to
	for _, k := range c.sinks {
		if k.path != "" {
			flags[absolute(k.path)] = "--output " + k.path
		}
	}
	if c.writeBaseline != "" {
		flags[absolute(c.writeBaseline)] = "--write-baseline " + c.writeBaseline
		inputs = slices.DeleteFunc(inputs, func(name string) bool { return name == c.baseline }) // it may be written anew
	}
	there := map[string]fs.FileInfo{}
	for path := range flags {
		if info, err := os.Stat(path); err == nil {
			there[path] = info
		}
	}
	for _, name := range inputs {
		if name == "" {
			continue
		}
		flag, over := flags[absolute(name)]
		if !over && len(there) > 0 {
			flag, over = sameAs(name, there, flags)
		}
		if over {
			return fmt.Errorf("%s would write over %s, which this run reads", flag, report.Visible(name))
		}
	}
	return nil
}

// sameAs is the flag that writes to the file called name, by another name.
func sameAs(name string, there map[string]fs.FileInfo, flags map[string]string) (flag string, over bool) {
	info, err := os.Stat(name)
	if err != nil {
		return "", false
	}
	for path, other := range there {
		if os.SameFile(info, other) {
			return flags[path], true
		}
	}
	return "", false
}

// validate refuses two formats for standard output: nothing could read it.
func (s sinks) validate() ([]sink, error) {
	if len(s.list) == 0 {
		return []sink{{format: report.Text}}, nil
	}
	plain := 0
	for i, k := range s.list {
		if k.plain() {
			plain++
			continue
		}
		for _, other := range s.list[:i] {
			if other.path != "" && absolute(k.path) == absolute(other.path) {
				return nil, fmt.Errorf("--output %s: two formats for one file", k.path)
			}
		}
	}
	if plain > 1 {
		return nil, errors.New("--format: two formats for standard output; give each but one its own --output")
	}
	return s.list, nil
}

// emit has write called once for every sink.
func (s *session) emit(c common, write func(w io.Writer, f report.Format, style report.Style) error) error {
	for _, k := range c.sinks {
		style := report.Style{Rules: descriptions(), Verbose: c.verbose}
		if k.plain() {
			style = s.style(c)
			if err := write(s.out, k.format, style); err != nil && !s.outputFailed() {
				return err
			}
			continue
		}
		f, err := os.Create(k.path)
		if err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		if err := errors.Join(write(f, k.format, style), f.Close()); err != nil {
			return fmt.Errorf("%s: %w", k.path, err)
		}
	}
	return nil
}

// style is the style of standard output.
func (s *session) style(c common) report.Style {
	terminal := isTerminal(s.out)
	return report.Style{Rules: descriptions(), Verbose: c.verbose, Terminal: terminal, Color: c.colored(s, terminal)}
}
