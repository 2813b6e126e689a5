#!/usr/bin/env node
// Starts the program of the package for this platform, and ends as it does.
const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const name = `@doc-iterate/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "doc-iterate.exe" : "doc-iterate";
let program;
try {
  program = require.resolve(`${name}/bin/${file}`);
} catch {
  console.error(`doc-iterate: the package ${name} is missing. Install without --omit=optional; or there is none for this platform.`);
  process.exit(2);
}
process.on("SIGINT", () => {}); // the program gets it too, and says how it ends
const { status, signal, error } = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (error) console.error(`doc-iterate: ${error.message}`);
process.exit(error ? 2 : status ?? 128 + constants.signals[signal]);
