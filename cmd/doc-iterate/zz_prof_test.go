package main

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
)

func BenchmarkZZ(b *testing.B) {
	args := strings.Split(os.Getenv("ZZ"), " ")
	for i := 0; i < b.N; i++ {
		s := session{ctx: context.Background(), args: args, environ: os.Environ(), in: os.Stdin, out: io.Discard, err: io.Discard}
		s.run()
	}
}
