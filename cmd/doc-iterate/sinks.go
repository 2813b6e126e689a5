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

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/terminal"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// A sink is one place where results go, in one format.
type sink struct {
	format report.Format
	named  bool   // whether a flag named the format
	path   string // "" is standard output
}

// toStdout reports whether the sink is standard output.
func (k sink) toStdout() bool { return k.path == "" || k.path == "-" }

// sinks are the values of --format and --output together. Both may repeat: a value goes with the last one of the other
// flag before it, if that has none yet.
type sinks []sink

// A funcFlag is a flag whose values go to a function.
type funcFlag struct {
	set  func(value string) error
	kind string // the name of its value in help
}

func (f funcFlag) Set(value string) error { return f.set(value) }
func (f funcFlag) String() string         { return "" }
func (f funcFlag) Type() string           { return f.kind }

func (s *sinks) add(flags *pflag.FlagSet, about string) {
	flags.Var(funcFlag{s.addFormat, "FORMAT"}, "format", about)
	flags.Var(funcFlag{s.addOutput, "FILE"}, "output", "write the results of the --format beside it to this `FILE`")
}

func (s *sinks) addFormat(name string) error {
	format, err := report.ParseFormat(name)
	if err != nil {
		return err
	}
	if n := len(*s); n == 0 || (*s)[n-1].named {
		*s = append(*s, sink{})
	}
	last := &(*s)[len(*s)-1]
	last.format, last.named = format, true
	return nil
}

func (s *sinks) addOutput(path string) error {
	if path == "" {
		return errors.New("names no file; - is standard output")
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no folder %s", path, filepath.Dir(path))
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder, not a file", path)
	}
	if n := len(*s); n == 0 || (*s)[n-1].path != "" {
		*s = append(*s, sink{})
	}
	(*s)[len(*s)-1].path = path
	return nil
}

// validate refuses two formats for standard output or for one file: nothing could read it.
func (s *sinks) validate() error {
	if len(*s) == 0 {
		*s = sinks{{format: report.Text}}
	}
	stdout := 0
	for i, k := range *s {
		if k.toStdout() {
			stdout++
			continue
		}
		for _, other := range (*s)[:i] {
			if other.path != "" && workspace.Absolute(k.path) == workspace.Absolute(other.path) {
				return fmt.Errorf("--output %s: two formats for one file", k.path)
			}
		}
	}
	if stdout > 1 {
		return errors.New("--format: two formats for standard output; give each but one its own --output")
	}
	return nil
}

// addDiff adds a difference on standard output.
func (s *sinks) addDiff() error {
	i := slices.IndexFunc(*s, sink.toStdout)
	if i < 0 {
		i = len(*s)
		*s = append(*s, sink{})
	}
	k := &(*s)[i]
	if k.named && k.format != report.Diff {
		return fmt.Errorf("--diff and --format %s: two formats for standard output", k.format)
	}
	k.format, k.named = report.Diff, true
	return nil
}

// has reports whether one of the sinks has a format.
func (s sinks) has(format report.Format) bool {
	return slices.ContainsFunc(s, func(k sink) bool { return k.format == format })
}

// protect refuses to write results over something that is read, by whatever name: a document, a review, answers, the
// baseline, the rules.
func (c *common) protect(inputs ...string) error {
	type output struct {
		flag, path string
		info       fs.FileInfo // nil where there is no such file yet
	}
	var outputs []output
	add := func(flag, path string) {
		info, err := os.Stat(path)
		if err != nil {
			info = nil
		}
		outputs = append(outputs, output{flag + " " + path, workspace.Absolute(path), info})
	}
	for _, k := range c.sinks {
		if k.path != "" {
			add("--output", k.path)
		}
	}
	if c.writeBaseline != "" {
		add("--write-baseline", c.writeBaseline)
	}
	if c.writeEvidence != "" {
		add("--write-evidence", c.writeEvidence)
	}
	for _, name := range inputs {
		if name == "" || c.writeBaseline != "" && name == c.Baseline || len(outputs) == 0 {
			continue // a baseline may be written anew
		}
		info, err := os.Stat(name)
		for _, o := range outputs {
			if o.path == workspace.Absolute(name) || err == nil && o.info != nil && os.SameFile(info, o.info) {
				return fmt.Errorf("%s would write over %s, which this run reads", o.flag, wording.Visible(name))
			}
		}
	}
	return nil
}

// emit calls write once for every sink.
func (c *common) emit(s *session, write func(w io.Writer, f report.Format, style report.Style) error) error {
	for _, k := range c.sinks {
		if k.toStdout() {
			if err := write(s.out, k.format, c.style(s, s.out)); err != nil && !outputFailed(s.out) {
				return err
			}
			continue
		}
		f, err := os.Create(k.path)
		if err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		style := report.Style{Rules: descriptions(), Verbose: c.verbose, Place: s.hostPaths()}
		if err := errors.Join(write(f, k.format, style), f.Close()); err != nil {
			return fmt.Errorf("%s: %w", k.path, err)
		}
	}
	return nil
}

// outputFailed reports whether standard output failed, which run reports.
func outputFailed(w io.Writer) bool {
	o, ok := w.(*terminal.Output)
	return ok && o.Failed()
}

// inHook reports whether a hook shows the text, or what runs hooks.
func (c *common) inHook(s *session) bool {
	return !c.verbose && (c.hook || s.getenv("PRE_COMMIT") != "" || s.getenv("GIT_INDEX_FILE") != "")
}

// style returns the style of standard output or standard error.
func (c *common) style(s *session, w io.Writer) report.Style {
	style := report.Style{Rules: descriptions(), Verbose: c.verbose, Terminal: terminal.Is(w), Place: s.hostPaths()}
	style.Hook, style.Fold = c.inHook(s), !c.verbose && len(c.only) == 0
	if style.Terminal {
		style.Width = terminal.Width(w)
	}
	style.Color = c.color == "always" || c.color != "never" && style.Terminal && s.getenv("NO_COLOR") == "" &&
		s.getenv("TERM") != "dumb"
	return style
}
