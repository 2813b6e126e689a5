// Package rules says what "good" means: it reads consistency-rules.json into a [Set] and describes a rule ([Rule],
// [Severity], [Category]). Its package term compiles the terminology and searches text for it.
//
// A [Configuration] is a file with all that it extends and with its overrides. The files are checked one by one, put
// together into the text of one configuration, and read again: a stronger file takes precedence key by key, and for
// terms spelling by spelling.
//
// It touches no disk. [Load] gets the bytes of a file and its name for messages; the caller looks for the file in the
// folders from the document up to the root of its repository. An [Opener] reads what a file extends.
//
// Invariants: a Set that Load returned is complete (every default filled in, every pattern compiled) and is never
// modified; a file with anything wrong in it gives no Set at all, and all of its errors at once, each with its place.
package rules
