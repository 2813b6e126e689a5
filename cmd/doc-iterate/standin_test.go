package main

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/doc-iterate/doc-iterate/bench/model/standin"
)

// standIns has the stand-ins of scenarios, by their folders.
var standIns sync.Map

// startStandIn starts a stand-in for a server of language models, which answers from a script, or gives another script
// to the one that runs. It puts the address into the variables that name a server, and in the place of http://standin
// in further files.
func startStandIn(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: standin SCRIPT FILE…")
	}
	var cues []standin.Cue
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &cues))
	if running, ok := standIns.Load(ts.Getenv("WORK")); ok {
		running.(*standin.Server).Play(cues)
		return
	}
	s := standin.Start(cues)
	ts.Defer(s.Close)
	standIns.Store(ts.Getenv("WORK"), s)
	for _, name := range []string{"OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "OLLAMA_HOST"} {
		ts.Setenv(name, s.URL)
	}
	for _, file := range args[1:] {
		text := strings.ReplaceAll(ts.ReadFile(file), "http://standin", s.URL)
		ts.Check(os.WriteFile(ts.MkAbs(file), []byte(text), 0o600))
	}
}

// requests compares the number of requests since the last time, and writes their prompts to a file.
func requests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: requests N [FILE]")
	}
	s, _ := standIns.Load(ts.Getenv("WORK"))
	all := s.(*standin.Server).Take()
	var prompts strings.Builder
	for _, r := range all {
		prompts.WriteString("POST " + r.Path + " " + r.Model + " " + r.Key + "\n" + r.Prompt + "\n")
	}
	if len(args) > 1 {
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(prompts.String()), 0o600))
	}
	if strconv.Itoa(len(all)) != args[0] {
		ts.Fatalf("%d requests, want %s:\n%s", len(all), args[0], prompts.String())
	}
}
