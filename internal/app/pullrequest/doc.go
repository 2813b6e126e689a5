// Package pullrequest tells people in a pull request, or in a merge request, what a check found: fixes as suggestions
// inside the difference, everything else in one comment that is kept up to date.
//
//	job, err := pullrequest.GitHub(getenv, read)
//	note, err := job.Look(ctx, getenv, environ)
//	report := check with job.Arguments(getenv)
//	err = job.Publish(ctx, &report, read)
//
// What each file holds:
//
//	publish.go   the job, and what becomes of the comments that are there
//	inputs.go    the inputs of a job, and its name
//	checkout.go  whether what is checked out is the request
//	suggest.go   findings with fixes as suggestions of whole lines
//	hunks.go     which lines a difference shows
//	text.go      the comments' texts, which are no longer than the host takes
//	client.go    requests: retries, pages, errors
//	github.go    GitHub
//	gitlab.go    GitLab
//
// Invariants: the token goes into the header of requests to the host's API, and nowhere else. A suggestion replaces
// lines that the head of the request has byte for byte as they were reviewed. Text of documents and reviews is no
// markup in a comment, and mentions nobody. A second run over the same commit writes nothing. Comments of others, and
// of other jobs, are left alone. Nothing is written where the head of the request may not be what was checked.
package pullrequest
