// Package gate is what `check` does around a review: which documents it is about (Collect, Admit, Part), which findings
// count (Changes, Baseline), and what the exit code says (ExitCode).
//
// The package is pure, except for Collect, which asks the Disk that it is given; git
// and the files themselves are the caller's. The steps of a check, in their order:
//
//	found := gate.Collect(disk, args, ignored)  // ordered paths, failures, notices
//	paths := gate.Part(found.Files, shard)      // one shard of them
//	gate.Admit(bytes)                           // for each: is this text at all?
//	changes.Filter(doc, findings)               // --since, --staged
//	baseline.Filter(path, findings)             // --baseline
//	gate.ExitCode(policy, outcome)
package gate
