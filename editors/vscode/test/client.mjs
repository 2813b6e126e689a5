// A session with `doc-iterate lsp` as VS Code has it, by the packages that its extensions speak the protocol with:
//   node client.mjs PROGRAM FOLDER
// It opens guide.md of the folder, types, fixes, undoes and fixes all, and prints the text that is left.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const p = require("vscode-languageserver-protocol/node");

const [program, folder] = process.argv.slice(2);
const server = spawn(program, ["lsp", "--stdio"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
const connection = p.createProtocolConnection(server.stdout, server.stdin);
const watched = new Promise((resolve) => connection.onRequest(p.RegistrationRequest.type, (asked) => resolve(asked)));
const published = [];
connection.onNotification(p.PublishDiagnosticsNotification.type, (d) => published.push(d));
connection.listen();

const uri = pathToFileURL(join(folder, "guide.md")).href;
let text = readFileSync(join(folder, "guide.md"), "utf8");
let version = 1;

const started = await connection.sendRequest(p.InitializeRequest.type, {
  processId: process.pid, rootUri: pathToFileURL(folder).href, workspaceFolders: null,
  capabilities: {
    general: { positionEncodings: ["utf-16"] },
    workspace: { workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
    textDocument: {
      diagnostic: { dynamicRegistration: true },
      codeAction: { resolveSupport: { properties: ["edit"] }, isPreferredSupport: true, dataSupport: true },
    },
  },
});
assert.equal(started.capabilities.positionEncoding, "utf-16");
assert.equal(started.capabilities.diagnosticProvider.identifier, "doc-iterate");
await connection.sendNotification(p.InitializedNotification.type, {});
assert.equal((await watched).registrations[0].method, "workspace/didChangeWatchedFiles");
await connection.sendNotification(p.DidOpenTextDocumentNotification.type, {
  textDocument: { uri, languageId: "markdown", version, text },
});

// offset counts as JavaScript does, in UTF-16 units.
const offset = ({ line, character }) => {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  return lines.slice(0, line).join("").length + character;
};
const replace = (edits) => {
  for (const e of [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start))) {
    text = text.slice(0, offset(e.range.start)) + e.newText + text.slice(offset(e.range.end));
  }
};
const tell = (contentChanges) =>
  connection.sendNotification(p.DidChangeTextDocumentNotification.type, { textDocument: { uri, version: ++version }, contentChanges });
const take = async (action) => {
  action = action.edit ? action : await connection.sendRequest(p.CodeActionResolveRequest.type, action);
  const [change] = action.edit.documentChanges;
  assert.deepEqual(change.textDocument, { uri, version });
  const backward = [...change.edits].sort((a, b) => offset(b.range.start) - offset(a.range.start));
  replace(change.edits);
  await tell(backward.map((e) => ({ range: e.range, text: e.newText })));
};
const pull = async () => {
  const report = await connection.sendRequest(p.DocumentDiagnosticRequest.type, { textDocument: { uri } });
  assert.equal(report.kind, "full");
  return report.items.map((d) => ({ ...d, about: text.slice(offset(d.range.start), offset(d.range.end)) }));
};
const actions = (range, only) =>
  connection.sendRequest(p.CodeActionRequest.type, { textDocument: { uri }, range, context: { diagnostics: [], only } });

const first = await pull();
assert.ok(first.length > 2, JSON.stringify(first));
assert.ok(first.every((d) => d.source === "doc-iterate" && d.data && d.codeDescription?.href.endsWith("#" + d.code)));

// Typing keeps the findings where they are.
const start = { line: 0, character: 0 };
const intro = "😀 Intro.\n\n";
text = intro + text;
await tell([{ range: { start, end: start }, text: intro }]);
assert.deepEqual((await pull()).map((d) => d.about), first.map((d) => d.about));
text = text.slice(intro.length);
await tell([{ range: { start, end: { line: 2, character: 0 } }, text: "" }]);

// A fix, and undoing it.
const term = (await pull()).find((d) => d.code === "terminology");
const fix = (await actions(term.range, ["quickfix"])).find((a) => a.isPreferred);
assert.equal(fix.title, 'Replace with "allowlist"');
const before = text;
await take(fix);
assert.equal((await pull()).length, first.length - 1);
text = before;
await tell([{ text }]);
assert.deepEqual((await pull()).map((d) => d.about), first.map((d) => d.about));

const hover = await connection.sendRequest(p.HoverRequest.type, { textDocument: { uri }, position: term.range.start });
assert.match(hover.contents.value, /### terminology/);

const all = await actions({ start, end: start }, ["source.fixAll"]);
assert.deepEqual(all.map((a) => a.title), ["Fix all (doc-iterate)"]);
await take(all[0]);
assert.equal(published.length, 0, "a client that pulls is sent nothing");

await connection.sendRequest(p.ShutdownRequest.type);
await connection.sendNotification(p.ExitNotification.type);
const [code] = await once(server, "exit");
assert.equal(code, 0);
process.stdout.write(text);
