// Stands for the package vscode-languageclient: starts the server as that does, opens the files that
// the selector matches, and keeps what is published.
"use strict";

const { spawn } = require("child_process");
const fs = require("fs");
const path = require("path");

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options });
    this.number = 0;
    this.answers = new Map();
    this.buffer = Buffer.alloc(0);
    LanguageClient.started.push(this);
  }

  async start() {
    this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((resolve) => this.process.on("exit", resolve));
    this.process.stdout.on("data", (data) => this.read(data));
    await this.request("initialize", { capabilities: {} });
    this.send({ method: "initialized", params: {} });
  }

  // The diagnostics of a file.
  open(file) {
    const matches = this.options.documentSelector.some(
      ({ scheme, pattern }) => scheme === "file" && pattern === `**/*${path.extname(file)}`);
    if (!matches) throw new Error(`the selector does not match ${file}`);
    const published = new Promise((resolve) => { this.published = resolve; });
    this.send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri: "file://" + file, languageId: "cuda-cpp", version: 1,
        text: fs.readFileSync(file, "utf8") } },
    });
    return published;
  }

  async stop() {
    await this.request("shutdown", null);
    this.send({ method: "exit", params: null });
    return this.ended;
  }

  request(method, params) {
    const id = ++this.number;
    this.send({ id, method, params });
    return new Promise((resolve) => this.answers.set(id, resolve));
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const head = this.buffer.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.buffer.toString("utf8", 0, head))[1]);
      if (this.buffer.length < head + 4 + length) return;
      const message = JSON.parse(this.buffer.toString("utf8", head + 4, head + 4 + length));
      this.buffer = this.buffer.subarray(head + 4 + length);
      if (message.method === "textDocument/publishDiagnostics") this.published(message.params);
      else if (this.answers.has(message.id)) this.answers.get(message.id)(message.result);
    }
  }
}
LanguageClient.started = [];

exports.LanguageClient = LanguageClient;
