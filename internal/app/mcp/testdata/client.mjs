// A client of the TypeScript SDK: it connects to the server that its arguments start, lists the tools, makes the calls
// that standard input has as JSON, [{name, arguments}], and prints what it got.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import path from "node:path";

const from = createRequire(path.join(process.env.MCP_CLIENT, "package.json"));
const load = (name) => import(pathToFileURL(from.resolve(name)).href);
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
const { tools } = await client.listTools();
const results = [];
for (const call of JSON.parse(readFileSync(0, "utf8"))) {
  results.push(await client.callTool(call));
}
console.log(JSON.stringify({ tools: tools.map((tool) => tool.name), results }));
await client.close();
