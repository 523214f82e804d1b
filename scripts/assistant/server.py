"""`barricade mcp`: a server of the Model Context Protocol over standard input and output.

Messages are JSON-RPC, one a line. The tools `verify` and `repair` take a file or the text of a
kernel; each call is a run of the command, whose JSON document is a part of the answer.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from commands.exit_codes import FINE, INTERNAL, REJECTED, USAGE
from commands.program import ROOT, Program
from tools.explain import kinds, page

PROTOCOLS = ("2025-06-18", "2025-03-26", "2024-11-05")  # the newest first
_ENDINGS = {"cuda": ".cu", "hip": ".hip", "opencl": ".cl"}
_NO_METHOD, _WRONG_PARAMETERS, _NO_JSON = -32601, -32602, -32700
_HELPER = os.path.join(ROOT, "scripts", "helper")

_KERNEL = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "description": "a kernel file (.cu, .hip, .cl) or a folder"},
        "source": {"type": "string", "description": "the text of a kernel, instead of a path"},
        "language": {"enum": sorted(_ENDINGS), "description": "of the text (default: cuda)"},
        "block": {"type": "string", "description": "threads of a block: 128, [16,16]; * is any"},
        "grid": {"type": "string", "description": "blocks of the grid"},
        "options": {"type": "array", "items": {"type": "string"},
                    "description": "further options of the command, as --check=all"},
    },
}
TOOLS = [
    {"name": "verify", "inputSchema": _KERNEL,
     "description": "Proves that a GPU kernel is free of data races and barrier divergence for all "
                    "inputs and schedules, or reports each finding with both threads and lines."},
    {"name": "repair", "inputSchema": _KERNEL,
     "description": "Finds the cheapest barriers that make a GPU kernel right, as a patch that was "
                    "verified."},
    {"name": "explain",
     "description": "What a kind of finding means and how it is mended.",
     "inputSchema": {"type": "object", "required": ["kind"],
                     "properties": {"kind": {"enum": kinds()}}}},
]


class Mistake(Exception):
  """Parameters that are wrong; the client is told."""


def main(arguments):
  parser = argparse.ArgumentParser(prog="barricade mcp", description=__doc__.split("\n")[0])
  parser.parse_args(arguments)
  for line in sys.stdin:
    answer = answer_to(line)
    if answer is not None:
      print(json.dumps({"jsonrpc": "2.0", **answer}), flush=True)
  return FINE


def answer_to(line):
  """The answer to a message, or None where it wants none."""
  try:
    message = json.loads(line)
  except ValueError as error:
    return {"id": None, "error": {"code": _NO_JSON, "message": str(error)}}
  method, number = message.get("method"), message.get("id")
  if number is None or method is None:
    return None
  handler = {"initialize": _initialize, "ping": lambda _: {},
             "tools/list": lambda _: {"tools": TOOLS}, "tools/call": _call}.get(method)
  if handler is None:
    return {"id": number, "error": {"code": _NO_METHOD, "message": f"unknown method {method}"}}
  try:
    return {"id": number, "result": handler(message.get("params") or {})}
  except Mistake as mistake:
    return {"id": number, "error": {"code": _WRONG_PARAMETERS, "message": str(mistake)}}


def _initialize(parameters):
  asked = parameters.get("protocolVersion")
  return {"protocolVersion": asked if asked in PROTOCOLS else PROTOCOLS[0],
          "capabilities": {"tools": {}},
          "serverInfo": {"name": "barricade", "version": Program().version()}}


def _call(parameters):
  name, given = parameters.get("name"), parameters.get("arguments") or {}
  if name == "explain":
    text = page(given.get("kind"))
    if text is None:
      raise Mistake(f"the kinds are {', '.join(kinds())}")
    return {"content": [{"type": "text", "text": text}]}
  if name not in ("verify", "repair"):
    raise Mistake(f"unknown tool '{name}'")
  if bool(given.get("path")) == bool(given.get("source")):
    raise Mistake("either path or source is needed")
  with tempfile.TemporaryDirectory(prefix="barricade-mcp-") as folder:
    return _run(name, given, folder)


def _run(name, given, folder):
  path = given.get("path")
  if not path:
    path = os.path.join(folder, "kernel" + _ENDINGS.get(given.get("language") or "cuda", ".cu"))
    with open(path, "w", encoding="utf-8") as file:
      file.write(given["source"])
  document = os.path.join(folder, "document.json")
  words = [f"--json={document}", *given.get("options", ())]
  if given.get("block"):
    words.append("--blockDim=" + given["block"])
  if given.get("grid"):
    words.append("--gridDim=" + given["grid"])
  environment = {**os.environ, "BARRICADE_PROGRAM": Program().path}
  # Paths are told as the client knows them: relative to where the server was started.
  done = subprocess.run([sys.executable, _HELPER, name, path, *words], text=True,
                        cwd=None if given.get("path") else folder,
                        stdin=subprocess.DEVNULL, capture_output=True, env=environment, check=False)
  text = (done.stdout + done.stderr).replace(folder + os.sep, "")
  result = {"content": [{"type": "text", "text": text}], "isError": done.returncode in (USAGE, REJECTED, INTERNAL)}
  try:
    with open(document, encoding="utf-8") as file:
      result["structuredContent"] = {"exit_code": done.returncode, **json.load(file)}
  except (OSError, ValueError):
    pass
  return result
