package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/gofrs/flock"
)

// A cue is one thing that an actor does, and when: the first cue of its script
// that fits the request is played.
type cue struct {
	When   string   // the text must hold this
	Unless string   // and must not hold this
	Call   int      // only on this call, from 1; 0 is any
	Scope  []string // only for these sections
	Asked  string   // the guidance, findings or questions must hold this

	Review json.RawMessage // printed as it is
	Print  string          // printed instead
	Exit   int
	Hang   bool // until it is killed
	Flood  bool // a gigabyte
	Kill   bool // kills the program that asked
	Stop   bool // tells the program that asked to stop, as Ctrl-C does, and hangs
}

// actor is a program that plays the part of a reviewer or fixer. It keeps count
// of its calls in a file next to its script, and every request in another one.
func actor() {
	if err := play(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "actor:", err)
		os.Exit(4)
	}
}

func play(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var cues []cue
	if err := json.Unmarshal(data, &cues); err != nil {
		return err
	}
	var request struct {
		Text, Guidance, Feedback string
		Scope                    []string
		Findings, Questions      json.RawMessage
	}
	if err := json.NewDecoder(os.Stdin).Decode(&request); err != nil {
		return err
	}
	calls, err := tally(path+".calls", request.Scope)
	if err != nil {
		return err
	}
	for _, c := range cues {
		asked := request.Guidance + request.Feedback + string(request.Findings) + string(request.Questions)
		if strings.Contains(request.Text, c.When) && (c.Unless == "" || !strings.Contains(request.Text, c.Unless)) &&
			(c.Call == 0 || c.Call == calls) && (c.Scope == nil || slices.Equal(c.Scope, request.Scope)) && strings.Contains(asked, c.Asked) {
			return c.play()
		}
	}
	fmt.Println(`{"issues": []}`)
	return nil
}

// tally adds a line to a file and returns the number of its lines. Actors run at
// the same time, so each has the file to itself for that.
func tally(path string, scope []string) (int, error) {
	lock := flock.New(path + ".lock")
	if err := lock.Lock(); err != nil {
		return 0, err
	}
	defer func() { _ = lock.Close() }()
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return 0, err
	}
	data = append(data, "asked about "+strings.Join(scope, ", ")+"\n"...)
	return strings.Count(string(data), "\n"), os.WriteFile(path, data, 0o644)
}

func (c *cue) play() error {
	asker, err := os.FindProcess(os.Getppid())
	if err != nil {
		return err
	}
	switch {
	case c.Stop:
		c.Stop, c.Hang = false, true
		return errors.Join(asker.Signal(os.Interrupt), c.play())
	case c.Hang:
		for { // the caller kills it; reading from a pipe that nobody writes to needs no time
			r, _, err := os.Pipe()
			if err != nil {
				return err
			}
			_, _ = r.Read(make([]byte, 1))
		}
	case c.Kill:
		return asker.Kill()
	case c.Flood:
		block := []byte(strings.Repeat("x", 1<<20))
		for range 1 << 10 {
			if _, err := os.Stdout.Write(block); err != nil {
				return err
			}
		}
	case c.Review != nil:
		fmt.Println(string(c.Review))
	default:
		fmt.Print(c.Print)
	}
	os.Exit(c.Exit)
	return nil
}
