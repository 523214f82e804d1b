"""The patch of a repair as `fixes` of a SARIF 2.1.0 log (section 3.55 of the standard).

A fix is a list of changed files, each a list of replacements of whole lines. The one patch mends
all results, so each result carries it.
"""

import difflib
import json
import os
import re
import urllib.parse

LINES = re.compile(r"[^\n]*\n|[^\n]+")


def with_fixes(log, files, edits):
  """The log as bytes with a fix at each result. `files`: {real path: (old bytes, new bytes)}."""
  document = json.loads(log)
  known = _artifacts(document)
  changes = []
  for path, (old, new) in sorted(files.items()):
    replacements = _replacements(_text(old), _text(new))
    if replacements:
      changes.append({"artifactLocation": {"uri": known.get(path) or _uri(path)},
                      "replacements": replacements})
  if changes:
    told = "; ".join(edit.get("text") or "" for edit in edits)
    fix = {"description": {"text": told[:1].upper() + told[1:] + "."}, "artifactChanges": changes}
    for run in document.get("runs") or []:
      for result in run.get("results") or []:
        result["fixes"] = [fix]
  return (json.dumps(document, indent=2) + "\n").encode()


def _text(data):
  return data.decode("utf-8", "replace")


def _replacements(old, new):
  before, after = LINES.findall(old), LINES.findall(new)
  found = []
  for kind, i, j, k, l in difflib.SequenceMatcher(None, before, after, False).get_opcodes():
    if kind != "equal":
      region = {"startLine": i + 1, "startColumn": 1, **_end(before, j)}
      found.append({"deletedRegion": region, "insertedContent": {"text": "".join(after[k:l])}})
  return found


def _end(lines, count):
  """The end of a region that holds the first `count` lines: the start of the next one, if any."""
  if 0 < count == len(lines) and not lines[-1].endswith("\n"):
    return {"endLine": count, "endColumn": len(lines[-1].encode("utf-16-le")) // 2 + 1}
  return {"endLine": count + 1, "endColumn": 1}


def _artifacts(node):
  """{real path: URI} of all files that a log names, so that a fix names them alike."""
  found = {}
  if isinstance(node, dict):
    uri = node.get("uri")
    if isinstance(uri, str):
      path = urllib.parse.unquote(uri.removeprefix("file://"))
      found[os.path.realpath(path)] = uri
    node = list(node.values())
  if isinstance(node, list):
    for inner in node:
      found.update(_artifacts(inner))
  return found


def _uri(path):
  below = path.startswith(os.path.realpath(os.getcwd()).rstrip("/") + "/")
  name = os.path.relpath(path) if below else path
  return ("" if below else "file://") + urllib.parse.quote(name, safe="/-._~!$&'()*+,;=@")
