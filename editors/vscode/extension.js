// Starts `barricade lsp` for CUDA, HIP and OpenCL files; the server does the rest.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function start() {
  const command = vscode.workspace.getConfiguration("barricade").get("program");
  const documents = ["cu", "hip", "cl"].map((ending) => ({
    scheme: "file",
    pattern: `**/*.${ending}`,
  }));
  client = new LanguageClient(
    "barricade",
    "Barricade",
    { command, args: ["lsp"] },
    { documentSelector: documents },
  );
  return client.start();
}

async function restart() {
  if (client) await client.stop();
  await start();
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("barricade.restart", restart));
  return start();
};

exports.deactivate = () => client && client.stop();
