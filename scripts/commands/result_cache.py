"""Results of earlier runs, for kernels that have not changed since.

A result is kept under the hash of all that it depends on: the program, its options, the IR, and the
source files that the IR names, as findings quote them. Entries are written whole or not at all, so
that several commands may share the folder. Only what is decided is kept.
"""

import base64
import hashlib
import json
import os
import re
import tempfile

_LARGEST = 4096  # entries; the older half goes when there are more
_FILE = re.compile(rb'\{:fname "([^"]*)"\} \{:dir "([^"]*)"\}')


def folder():
  """Where results are kept, for each user."""
  base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
  return os.path.join(base, "barricade", "results")


def key(program, arguments, ir_path):
  """The name of a result: a hash of what it depends on."""
  with open(ir_path, "rb") as file:
    text = file.read()
  digest = hashlib.sha256()
  status = os.stat(program)
  digest.update(repr((1, os.path.realpath(program), status.st_mtime_ns, status.st_size,
                      list(arguments))).encode())
  digest.update(text)
  for name, directory in sorted(set(_FILE.findall(text))):
    digest.update(name + b"\0" + directory + b"\0")
    try:
      with open(os.path.join(directory, name), "rb") as file:
        digest.update(file.read())
    except OSError:
      digest.update(b"absent")
  return digest.hexdigest()


def load(name):
  """{"code", "text", "document", "reports"} of a result, or None."""
  try:
    with open(os.path.join(folder(), name), encoding="utf-8") as file:
      found = json.load(file)
    return {"code": found["code"], "text": base64.b64decode(found["text"]),
            "document": found["document"],
            "reports": {k: base64.b64decode(v) for k, v in found["reports"].items()}}
  except (OSError, ValueError, KeyError, TypeError):
    return None


def store(name, code, text, document, reports):
  """Keeps a result; a cache that cannot be written is none."""
  content = {"code": code, "text": base64.b64encode(text).decode(), "document": document,
             "reports": {k: base64.b64encode(v).decode() for k, v in reports.items()}}
  temporary = None
  try:
    os.makedirs(folder(), exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder(), prefix=".")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
      json.dump(content, file)
    os.replace(temporary, os.path.join(folder(), name))
  except OSError:
    if temporary and os.path.exists(temporary):
      os.unlink(temporary)


def prune():
  """Removes the older half of the entries when there are too many."""
  try:
    entries = sorted(os.scandir(folder()), key=lambda entry: entry.stat().st_mtime)
    for entry in entries[:len(entries) // 2] if len(entries) > _LARGEST else ():
      os.unlink(entry.path)
  except OSError:
    pass  # another command may be at it
