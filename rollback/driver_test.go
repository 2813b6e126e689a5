package rollback

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// A driverPlan tells a copy of the test program to be a run of its own: what the command does with a loop whose
// passes are known beforehand. It is killed from outside, or kills itself at the n-th point it passes.
type driverPlan struct {
	Dir        string
	Paths      []string
	Passes     []string // the text of all documents after each pass
	Mode       Mode
	Squash     bool
	AllowDirty bool
	Resume     bool
	DieAt      int    // kill the process at this point, counted from 1; 0 is never
	DieOn      string // only points with this prefix count
	Group      bool   // kill the whole process group
	Count      string // write the number of points to this file at the end
	Marks      bool   // tell a tracer where the publications begin and end
}

// The marks are questions about processes that can't be, which only a tracer takes notice of.
const (
	markBegin = 0x7ffffff0
	markEnd   = 0x7ffffff1
)

const driverVariable = "DOC_ITERATE_TEST_DRIVER"

func TestMain(m *testing.M) {
	if plan := os.Getenv(driverVariable); plan != "" {
		var p driverPlan
		if err := json.Unmarshal([]byte(plan), &p); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		if err := p.drive(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Exit(0)
	}
	if os.Getenv("GORACE") == "" { // programs with the race detector wait for a second when they end
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	os.Exit(m.Run())
}

// driverCommand is a shell command that runs the plan.
func driverCommand(t testing.TB, p driverPlan) string {
	plan, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return driverVariable + "=" + wording.ShellWord(string(plan)) + " " + wording.ShellWord(os.Args[0])
}

// drive opens or resumes a run and takes its documents through the passes that are still to be done.
func (p driverPlan) drive() error {
	environ := os.Environ()
	opt := Options{
		Paths: p.Paths, Dir: p.Dir, Mode: p.Mode, Squash: p.Squash, AllowDirty: p.AllowDirty, Environ: environ,
		answers: 15 * time.Second,
	}
	points := 0
	opt.step = func(point string) {
		switch {
		case p.Marks && point == "journal:"+eventPublishing:
			mark(markBegin)
		case p.Marks && point == "journal:"+eventPublished:
			mark(markEnd)
		}
		if !strings.HasPrefix(point, p.DieOn) {
			return
		}
		if points++; points == p.DieAt {
			die(p.Group)
		}
	}
	var run *Run
	var done int
	var err error
	if p.Resume {
		var rec Record
		run, rec, err = Resume(ctx, Place{Dir: p.Dir, Path: p.Paths[0], Environ: environ}, "", opt)
		done = len(rec.Passes)
	} else {
		run, err = Open(ctx, opt)
	}
	if err != nil {
		return err
	}
	defer run.Close()
	for n := done; n < len(p.Passes); n++ {
		next := map[string]string{}
		for _, path := range p.Paths {
			next[path] = p.Passes[n]
		}
		if _, err := tryPass(run, n+1, next); err != nil {
			return err
		}
	}
	if _, err := run.Finish(ctx, ""); err != nil {
		return err
	}
	if p.Count != "" {
		if err := os.WriteFile(p.Count, fmt.Append(nil, points), 0o644); err != nil {
			return err
		}
	}
	return run.Close()
}
