// The extension starts `doc-iterate lsp` and hands it the Markdown documents that are open. All that is known of findings and
// fixes is in the program.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { commands, ExtensionContext, Uri, window, workspace } from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

const section = "doc-iterate";
let client: LanguageClient | undefined;

// program returns what to start: what the settings name, else what the workspace has installed, else what is on the PATH.
// The workspace itself is asked only where the person trusts it.
function program(folder: string | undefined): string {
  const named = workspace.getConfiguration(section).get<string>("path", "");
  if (named !== "") return named;
  const name = process.platform === "win32" ? "doc-iterate.cmd" : "doc-iterate";
  const installed = folder && join(folder, "node_modules", ".bin", name);
  return installed && workspace.isTrusted && existsSync(installed) ? installed : "doc-iterate";
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
  const command = program(folder);
  const server: ServerOptions = {
    command,
    args: ["lsp"],
    options: { cwd: folder, shell: command.endsWith(".cmd") }, // Windows starts a .cmd by a shell alone
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
