"""Remembers finished kernels, so that an interrupted run can be resumed.

One JSON line for each; a line counts only for the same kernel text, stages and program. A line cut
off by a crash is ignored.
"""

import fcntl
import hashlib
import json
import os

from commands.exit_codes import USAGE, Stop


def fingerprint(path, settings):
  """Identifies a run of one kernel: its text, that of its neighbours, and the settings."""
  digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
  folder = os.path.dirname(os.path.abspath(path))
  for name in sorted(os.listdir(folder)):
    file = os.path.join(folder, name)
    if os.path.abspath(path) == file or name.endswith((".h", ".cuh", ".clh", ".bpl", ".loc")):
      with open(file, "rb") as source:
        digest.update(name.encode() + b"\0" + source.read())
  return digest.hexdigest()


def settings_of(program, stages, timeout, extra):
  """What a result depends on besides the kernel; a program is known by its size and time."""
  status = os.stat(program)
  return {"program": [os.path.abspath(program), status.st_size, status.st_mtime_ns],
          "stages": list(stages), "timeout": timeout, "extra": list(extra)}


class State:
  def __init__(self, path, settings):
    self.path, self.settings = path, settings
    self.file = None

  def load(self):
    """{kernel: result} of an earlier run that was interrupted."""
    results = {}
    try:
      with open(self.path, encoding="utf-8") as file:
        for line in file:
          try:
            entry = json.loads(line)
          except ValueError:
            continue
          path = entry["result"]["kernel"]
          if os.path.isfile(path) and entry["key"] == fingerprint(path, self.settings):
            results[path] = entry["result"]
    except FileNotFoundError:
      pass
    return results

  def start(self, results):
    """Begins a new file with what is already known; a file has one run at a time."""
    self.file = open(self.path, "a", encoding="utf-8")
    try:
      fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
      raise Stop(USAGE, f"{self.path}: another run remembers its kernels there; "
                        "--state names another file") from None
    self.file.truncate(0)
    for result in results:
      self.add(result)

  def add(self, result):
    key = fingerprint(result["kernel"], self.settings)
    self.file.write(json.dumps({"key": key, "result": result}) + "\n")
    self.file.flush()

  def finish(self):
    self.file.close()
    os.unlink(self.path)
