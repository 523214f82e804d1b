"""`barricade lsp`: a language server over standard input and output (LSP 3.17).

A kernel is verified when it is opened and when typing pauses; another edit stops that run. What
refutes it appears as diagnostics with both threads, and a repair is looked for then, which is
offered as a code action. One thread serves all; runs are processes (runs.py).
"""

import argparse
import os
import select
import time

import commands.repair  # noqa: F401 (loaded for the runs)
import commands.verify  # noqa: F401
from commands.exit_codes import FINE, INTERNAL
from commands.program import Program
from kernel_files import is_source

from . import translation
from .connection import Connection
from .runs import Run

PAUSE = 0.15  # seconds without an edit before a buffer is verified
_CANCELLED, _NO_METHOD = -32800, -32601


class Buffer:
  def __init__(self, uri, text, version):
    self.uri, self.path = uri, translation.path_of(uri)
    self.text, self.version = text, version
    self.due = time.monotonic()  # when to verify it; None: it is
    self.run = None
    self.document, self.edits = None, None
    self.waiting = []  # ids of requests for code actions

  @property
  def settled(self):
    return self.due is None and self.run is None


class Server:
  def __init__(self, connection):
    self.connection = connection
    self.buffers = {}
    self.code = INTERNAL  # without a request to shut down
    self.done = False

  def serve(self):
    while not self.done:
      runs = {b.run.done: b for b in self.buffers.values() if b.run}
      due = [b.due for b in self.buffers.values() if b.due is not None]
      wait = max(min(due) - time.monotonic(), 0) if due else None
      ready, _, _ = select.select([self.connection.reading, *runs], [], [], wait)
      for descriptor in ready:
        if descriptor in runs and runs[descriptor].run:
          self._take(runs[descriptor])
      if self.connection.reading in ready:
        for message in self.connection.receive():
          self._handle(message)
        self.done |= self.connection.closed
      self._start()
    for buffer in self.buffers.values():
      self._stop(buffer)
    return self.code

  # What the client says

  def _handle(self, message):
    method, number = message.get("method"), message.get("id")
    if method is None:
      return
    handler = _HANDLERS.get(method)
    if handler:
      handler(self, message.get("params") or {}, number)
    elif number is not None:
      self._fail(number, _NO_METHOD, f"unknown method {method}")

  def _answer(self, number, result):
    self.connection.send({"id": number, "result": result})

  def _fail(self, number, code, text):
    self.connection.send({"id": number, "error": {"code": code, "message": text}})

  def _initialize(self, _, number):
    self._answer(number, {
        "capabilities": {"textDocumentSync": {"openClose": True, "change": 1, "save": True},
                         "codeActionProvider": {"codeActionKinds": ["quickfix"]},
                         "hoverProvider": True},
        "serverInfo": {"name": "barricade", "version": Program().version()}})

  def _shutdown(self, _, number):
    self.code = FINE
    self._answer(number, None)

  def _exit(self, _params, _number):
    self.done = True

  def _open(self, params, _):
    document = params["textDocument"]
    if is_source(translation.path_of(document["uri"])):
      self.buffers[document["uri"]] = Buffer(document["uri"], document["text"],
                                             document.get("version"))

  def _change(self, params, _):
    buffer = self.buffers.get(params["textDocument"]["uri"])
    if buffer:
      self._stop(buffer)
      buffer.text = params["contentChanges"][-1]["text"]
      buffer.version = params["textDocument"].get("version")
      buffer.due = time.monotonic() + PAUSE

  def _save(self, params, _):
    """A header may have changed: all that is open is verified again."""
    for buffer in self.buffers.values():
      if buffer.uri != params["textDocument"]["uri"] and buffer.due is None:
        self._stop(buffer)
        buffer.due = time.monotonic() + PAUSE

  def _close(self, params, _):
    buffer = self.buffers.pop(params["textDocument"]["uri"], None)
    if buffer:
      self._stop(buffer)
      self._publish(buffer, [])

  def _cancel(self, params, _):
    for buffer in self.buffers.values():
      if params["id"] in buffer.waiting:
        buffer.waiting.remove(params["id"])
        self._fail(params["id"], _CANCELLED, "cancelled")

  def _hover(self, params, number):
    buffer = self.buffers.get(params["textDocument"]["uri"])
    text = buffer and buffer.document and translation.hover(
        buffer.document, buffer.path, params["position"]["line"])
    self._answer(number, {"contents": {"kind": "markdown", "value": text}} if text else None)

  def _actions(self, params, number):
    """Answered when the repair is known."""
    buffer = self.buffers.get(params["textDocument"]["uri"])
    if buffer is None:
      self._answer(number, [])
    else:
      buffer.waiting.append(number)
      self._offer(buffer)

  # Runs

  def _start(self):
    for buffer in self.buffers.values():
      if buffer.due is not None and buffer.due <= time.monotonic():
        buffer.due = None
        buffer.document, buffer.edits = None, None
        buffer.run = Run("verify", buffer.path, buffer.text)

  def _stop(self, buffer):
    if buffer.run:
      buffer.run.stop()
      buffer.run = None

  def _take(self, buffer):
    run, buffer.run = buffer.run, None
    document, patch = run.finish()
    document = document or {}
    if run.name == "verify":
      buffer.document = document
      self._publish(buffer, translation.diagnostics(document, buffer.path, buffer.text))
      if document.get("verdict") == "refuted":
        buffer.run = Run("repair", buffer.path, buffer.text)
    elif patch:
      buffer.edits = translation.edits(patch, buffer.path)
    self._offer(buffer)

  def _publish(self, buffer, diagnostics):
    self.connection.send({"method": "textDocument/publishDiagnostics",
                          "params": {"uri": buffer.uri, "version": buffer.version,
                                     "diagnostics": diagnostics}})

  def _offer(self, buffer):
    if not buffer.settled:
      return
    actions = [{"title": "Repair with the cheapest barriers (verified)", "kind": "quickfix",
                "isPreferred": True, "edit": {"changes": {buffer.uri: buffer.edits}}}] \
        if buffer.edits else []
    for number in buffer.waiting:
      self._answer(number, actions)
    buffer.waiting.clear()


_HANDLERS = {
    "initialize": Server._initialize,
    "shutdown": Server._shutdown,
    "exit": Server._exit,
    "textDocument/didOpen": Server._open,
    "textDocument/didChange": Server._change,
    "textDocument/didSave": Server._save,
    "textDocument/didClose": Server._close,
    "textDocument/hover": Server._hover,
    "textDocument/codeAction": Server._actions,
    "$/cancelRequest": Server._cancel,
}


def main(arguments):
  parser = argparse.ArgumentParser(prog="barricade lsp", description=__doc__.split("\n")[0])
  parser.add_argument("--stdio", action="store_true", help="as editors ask for; there is no other")
  parser.parse_args(arguments)
  # What is printed by accident is no message of the protocol.
  writing = os.dup(1)
  os.dup2(2, 1)
  return Server(Connection(0, writing)).serve()
