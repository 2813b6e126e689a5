//go:build race

package main

// raceDetector says that the tests are built with the race detector.
const raceDetector = true
