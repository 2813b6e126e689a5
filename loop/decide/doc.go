// Package decide lets other programs use the engine alone: it reads one of three
// inputs, as YAML or JSON, and answers each in the form that belongs to it.
//
//	iteration_check        -> decision           proceed, retry or escalate
//	quality signals        -> iterationDecision  triggers, strategy, budget, assessment
//	iteration and history  -> canContinue, blockedBy, message
//
// It also reads the answers that people give to the questions of an escalation.
//
// Every input has a JSON Schema in schemas and is checked against it: anything else is an error that names the line.
// The package is pure; the caller gives it the time. It may import package engine, rules and a reader of JSON.
//
// What each file holds:
//
//	decide.go      which input it is, and the answer
//	check.go       iteration_check
//	signals.go     quality signals
//	guards.go      iteration and history
//	answers.go     answers to questions
//	read.go        an input and its check against a schema
//	schema.go      the part of JSON Schema that the schemas use
//	parts.go       YAML and JSON as values that know their places
package decide
