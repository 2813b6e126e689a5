// Package lsp is the language server: it shows findings in the buffers of an editor and offers the edits that resolve
// them. One goroutine reads messages and keeps the texts; requests work on a revision, which never changes:
//
//	message → buffer → revision → issues → diagnostics, code actions, hover
//
// The findings, the plan of the edits and their proof are those of the command line. Nothing here decides what is
// wrong or what is written.
//
// Invariants:
//   - It writes only the file of dismissed findings. An edit goes to the client, with the version that it is for.
//   - A message that makes no sense is answered or ignored. It does not end the server.
//   - No program is started unless it is trusted, and then only when a document is saved.
//   - What is not open is listed and read once, when a document that is open asks for it.
package lsp
