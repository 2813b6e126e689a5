// The extension starts `doc-iterate lsp` and hands it the Markdown documents that are open. All that is known of findings and
// fixes is in the program.
import { statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import { commands, ExtensionContext, Uri, window, workspace } from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

const section = "doc-iterate";
let client: LanguageClient | undefined;

// program returns the absolute path of what to start: what the settings of the machine name, else what is on the PATH. What
// lies in the workspace is never taken, nor a name without a folder: Windows would look for it in the working directory.
function program(): string | undefined {
  const named = workspace.getConfiguration(section).get<string>("path", "");
  if (named !== "") return isAbsolute(named) ? named : undefined;
  const names = process.platform === "win32" ? ["doc-iterate.exe", "doc-iterate.cmd"] : ["doc-iterate"];
  const within = (path: string) => (workspace.workspaceFolders ?? []).some((f) => {
    const rel = relative(f.uri.fsPath, path);
    return rel === "" || (!rel.startsWith("..") && !isAbsolute(rel));
  });
  const folders = (process.env.PATH ?? "").split(delimiter).filter((dir) => isAbsolute(dir) && !within(dir));
  return folders.flatMap((dir) => names.map((name) => join(dir, name))).find((path) =>
    statSync(path, { throwIfNoEntry: false })?.isFile());
}

// settings returns what the server is told of the settings.
function settings() {
  const all = workspace.getConfiguration(section);
  return {
    reviews: all.get<string[]>("reviews", []),
    config: all.get<string>("config", ""),
    external: workspace.isTrusted && all.get<boolean>("external", false),
  };
}

async function start(): Promise<void> {
  const folder = workspace.workspaceFolders?.find((f) => f.uri.scheme === "file")?.uri.fsPath;
  const path = program();
  if (path === undefined) {
    const choice = await window.showErrorMessage(
      "doc-iterate: the program is not on the PATH outside of the workspace; the setting doc-iterate.path takes its absolute path",
      "Settings",
    );
    if (choice) await commands.executeCommand("workbench.action.openSettings", "doc-iterate.path");
    return;
  }
  const script = path.endsWith(".cmd"); // Windows starts a .cmd by a shell alone
  const command = script ? `"${path}"` : path;
  const server: ServerOptions = {
    command,
    args: ["lsp"],
    options: { cwd: folder, shell: script },
  };
  const options: LanguageClientOptions = {
    documentSelector: ["markdown", "mdx"].flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
    initializationOptions: settings(),
  };
  client = new LanguageClient(section, "doc-iterate", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await window.showErrorMessage(
      `doc-iterate: ${command} could not be started: ${error instanceof Error ? error.message : error}`,
      "Settings",
    );
    if (choice) await commands.executeCommand("workbench.action.openSettings", "doc-iterate.path");
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

// chooseReview shows what a review says, of the document that is open.
async function chooseReview(): Promise<void> {
  const document = window.activeTextEditor?.document;
  const files = await window.showOpenDialog({ canSelectMany: false, title: "Open a review", openLabel: "Open review" });
  if (!client || !files || files.length === 0) return;
  const about = document?.uri.scheme === "file" && document.languageId === "markdown" ? document.uri.fsPath : undefined;
  await commands.executeCommand("doc-iterate.openReview", { review: (files[0] as Uri).fsPath, document: about });
}

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("doc-iterate.chooseReview", chooseReview),
    commands.registerCommand("doc-iterate.restart", async () => {
      await stop();
      await start();
    }),
    workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration(section)) return;
      if (change.affectsConfiguration("doc-iterate.path")) {
        await stop();
        await start();
      } else {
        await client?.sendNotification("workspace/didChangeConfiguration", { settings: { [section]: settings() } });
      }
    }),
    workspace.onDidGrantWorkspaceTrust(async () => {
      await stop();
      await start();
    }),
  );
  await start();
}

export const deactivate = stop;
