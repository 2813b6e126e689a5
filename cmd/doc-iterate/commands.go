package main

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// commands returns the commands in the order in which the help lists them.
func commands() []command {
	return []command{
		{"fix", "[flags] PATH…", "resolve findings, pass by pass, and commit each",
			`Resolve findings, pass by pass: what the rules and the configured reviewers find, or what reviews say.

A PATH is a document, a folder (its .md, .markdown and .mdx files that git does not ignore), a glob,
or - for standard input, whose fixed text goes to standard output. Every run takes a snapshot first,
and each accepted pass becomes one commit; "doc-iterate undo" takes a run back.

  doc-iterate fix --diff docs                                  what would change?
  doc-iterate fix --review review.json docs/guide.md
  doc-iterate fix --only terminology --squash .`, defineFix(fixPaths)},
		{checkName, "[flags] PATH…", "report findings; change nothing",
			`Review documents with the rules and the configured reviewers; change nothing.

A PATH is a document, a folder (its .md, .markdown and .mdx files that git does not ignore), a glob,
or - for standard input.

  doc-iterate check docs README.md
  doc-iterate check --since origin/main --format github .      what a branch changed, for GitHub
  doc-iterate check --review review.json docs/guide.md         what is left of a review
  doc-iterate check --format text --format sarif --output docs.sarif .`, defineCheck},
		{"review", "[flags] PATH…", "ask language models what is wrong; change nothing",
			`Ask the configured language models to review documents, and print what they find; change nothing.

A model is a reviewer of ` + rules.FileName + ` that has a "model", or the one of the variable DOC_ITERATE_MODEL. What it answered
about a section is kept: no section is asked about twice until it is edited.

  DOC_ITERATE_MODEL=ollama:qwen3:8b doc-iterate review docs/guide.md
  doc-iterate review --dry-run docs                            how many requests, tokens and dollars?
  doc-iterate review --since origin/main --budget 200000 --format github docs
  doc-iterate fix --review-with house docs                     review, fix, commit and review again`, defineReview},
		{"locate", "--review FILE [flags] PATH", "say where each finding of a review is",
			"Say where each finding of a review is in a document.", defineLocate},
		{"answer", "ID CHOICE [ID CHOICE]… | ID [CHOICE] --text TEXT", "answer questions of a run",
			`Answer questions of earlier runs here: write what is chosen to answers.json, which the next run obeys.
Answers that the file holds already stay in it, but for those to the same questions.

  doc-iterate answer q-30e85944 1
  doc-iterate answer q-30e85944 1 q-8c1296b4 2
  doc-iterate answer q-8c1296b4 --text "8080"`, defineAnswer},
		{"decide", "[flags] [FILE|-]", "decide about an iteration that a file describes",
			"Decide about the iteration that a file describes: whether to go on, and how.", defineDecide},
		{"status", "[flags] [PATH|RUN]", "show the state of the last run",
			"Show the state of the last run, of the last over PATH, or of RUN.", defineStatus},
		{"log", "[flags] [PATH|RUN]", "list the runs of this repository",
			"List the runs of this repository, those over PATH, or the passes of RUN.\n\n" +
				"With --format html, RUN becomes a page for people.", defineLog},
		{"undo", "[PATH|RUN]", "take a run's edits back by a new commit",
			"Take the last run back, the last over PATH, or RUN, by a new commit.", defineUndo},
		{"resume", "[PATH|RUN]", "finish or clear what a killed run left behind",
			"Go on with a run that was cut short.", defineResume},
		{"merge", "[flags] RESULT.json…", "join the results of shards",
			"Join the JSON results of checks.", defineMerge},
		{ciName, "[flags] github|gitlab", "check as a step of a workflow, which says how in its environment",
			`Check documents as a step of a workflow of GitHub, or as a job of GitLab, and tell the request that it is about.

The inputs are environment variables: INPUT_PATHS, INPUT_ARGS and INPUT_REVIEW (one a line), INPUT_FAIL_ON, INPUT_SINCE,
INPUT_SARIF and INPUT_HTML. Without INPUT_SINCE a request is checked for what it changed; "all" checks everything.
With INPUT_TOKEN (DOC_ITERATE_TOKEN on GitLab) fixes become suggestions in the changed lines, and one comment, which is
kept up to date, lists the rest; INPUT_COMMENT=false leaves that out. INPUT_RESULT is the JSON result of a check that was
made elsewhere, which is told instead.`, defineCI},
		{"lsp", "[flags]", "serve editors: findings and fixes in the buffer, by the language server protocol",
			`Serve an editor on standard input and standard output by the language server protocol: findings of the rules and
of reviews in the text as it is typed, with the edits that resolve them. An editor starts it; docs/editors.md says how.`,
			defineLsp},
		{"mcp", "[flags] ROOT", "serve agents over the Model Context Protocol",
			`Serve the Model Context Protocol over standard input and output: tools with which an agent checks and fixes the
documents below ROOT, and nothing outside of it. It writes nothing unless a call says dry_run: false,
	and commits nothing
unless it says commit: "branch".

The program doc-iterate-mcp does it, which lies beside this one or in PATH.`, defineMCP},
		{"prompt", "[flags] PATH…", "print the request for a language model's review",
			`Print what to send to a language model, so that it returns a review whose findings are located exactly: the task, the
rules of the configuration, the form of the answer, and the document with its hash. With --json-schema, the
schema of the answer alone, for programs that constrain what a model writes.`, definePrompt},
		{"schema", strings.Join(schemaNames(), "|"), "print the JSON Schema of a format",
			`Print the JSON Schema of a format: review and answers are read, rules is ` + rules.FileName + `, result is
what fix prints with --format json, and findings what check prints with it.`, noFlags((*session).schema)},
		{"trust", "[--list|--revoke] [FILE|FOLDER]", "allow the programs that a configuration names",
			`Show the reviewers and fixers that a ` + rules.FileName + ` names, and allow them from now on.

FILE is a configuration; of a FOLDER (here, where none is named) it is the one that holds there. What was allowed is kept in
your state folder, with a hash of all that the file says of programs: once that changes, it is asked about again.

  doc-iterate trust                  allow the programs of the configuration that holds here
  doc-iterate trust --list           whose programs are allowed?
  doc-iterate trust --revoke docs    allow them no longer`, defineTrust},
		{"init", "[flags] [DIR]", "write a first consistency-rules.json",
			"Write a " + rules.FileName + " that fits the documents of this repository.", defineInit},
		{"rules", "[flags] [ID | PATH | import FILE…]", "explain the built-in rules, or import another linter's",
			"Explain the built-in rules and what holds for a document, or import the rules of another linter.",
			defineRules},
		{"completion", strings.Join(shells(), "|"), "print a completion script", `Print a completion script.

To use it now:

    bash: source <(doc-iterate completion bash)
    zsh:  source <(doc-iterate completion zsh)
    fish: doc-iterate completion fish | source`, noFlags(runCompletion)},
		{"man", "", "print the manual page", "Print the manual page: doc-iterate man | man -l -", noFlags(runMan)},
	}
}

// importCommand returns the command `rules import`, which the help of rules describes.
func importCommand() command {
	return command{"rules import", "FILE|DIR…", "",
		"Turn the rules of Vale, markdownlint, rumdl and textlint into a " + rules.FileName + ".", noFlags(runImport)}
}
