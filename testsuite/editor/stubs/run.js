// Runs the extension with the stubs: node run.js FILE; prints what is published, as JSON.
"use strict";

const Module = require("module");
const path = require("path");

const stubs = { vscode: "vscode.js", "vscode-languageclient/node": "vscode-languageclient.js" };
const load = Module._load;
Module._load = function (name, ...rest) {
  return load.call(this, stubs[name] ? path.join(__dirname, stubs[name]) : name, ...rest);
};

async function main(file) {
  const { main: entry } = require(process.env.EXTENSION + "/package.json");
  const extension = require(path.join(process.env.EXTENSION, entry));
  const { LanguageClient } = require("vscode-languageclient/node");
  const context = { subscriptions: [] };
  await extension.activate(context);
  const first = await LanguageClient.started[0].open(file);
  await require("vscode").commands.registered["barricade.restart"]();
  const second = await LanguageClient.started[1].open(file);
  const codes = [await LanguageClient.started[0].ended, await extension.deactivate()];
  console.log(JSON.stringify({ first, second, codes, registered: context.subscriptions.length }));
}

main(process.argv[2]);
