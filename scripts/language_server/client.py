"""A client of the language server, for tests: speaks the protocol's own messages."""

import json
import select
import subprocess

from commands.program import BUILT

SECONDS = 60  # for an answer, on a machine that is busy


class Client:
  def __init__(self):
    self.process = subprocess.Popen([BUILT, "lsp", "--stdio"], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE)
    self._number, self._kept = 0, []

  def __enter__(self):
    self.capabilities = self.request("initialize", {"capabilities": {}})["capabilities"]
    self.notify("initialized", {})
    return self

  def __exit__(self, *_):
    self.process.stdin.close()
    self.process.stdout.close()
    self.process.wait(SECONDS)

  def notify(self, method, params):
    self._send({"method": method, "params": params})

  def begin(self, method, params):
    """Sends a request; its number."""
    self._number += 1
    self._send({"id": self._number, "method": method, "params": params})
    return self._number

  def request(self, method, params):
    return self.answer(self.begin(method, params))["result"]

  def answer(self, number):
    return self._wait(lambda message: message.get("id") == number)

  def diagnostics(self, version):
    """Those of a version of the document, whichever document it is."""
    return self._wait(lambda message: message.get("method") == "textDocument/publishDiagnostics"
                      and message["params"]["version"] == version)["params"]["diagnostics"]

  def open(self, uri, text, version=1):
    self.notify("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": "cuda", "version": version, "text": text}})

  def change(self, uri, text, version):
    self.notify("textDocument/didChange", {
        "textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})

  def _send(self, message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    self.process.stdin.flush()

  def _wait(self, wanted):
    while True:
      for message in self._kept:
        if wanted(message):
          self._kept.remove(message)
          return message
      self._kept.append(self._read())

  def _read(self):
    if not self.process.stdout.peek(0) and not select.select([self.process.stdout], [], [],
                                                             SECONDS)[0]:
      raise TimeoutError("the server does not answer")
    length = None
    while (line := self.process.stdout.readline().strip()) or length is None:
      if not line and self.process.poll() is not None:
        raise EOFError("the server has ended")
      if line.lower().startswith(b"content-length:"):
        length = int(line.split(b":")[1])
    return json.loads(self.process.stdout.read(length))
