"""Unified diffs that `git apply` takes."""

import difflib
import os
import subprocess


def unified(path, old, new, relative):
  """The diff of one file as bytes, under the name a/`relative` and b/`relative`."""
  if old == new:
    return b""
  before = [line + b"\n" for line in old.split(b"\n")]
  after = [line + b"\n" for line in new.split(b"\n")]
  for lines, text in ((before, old), (after, new)):
    if text.endswith(b"\n") or not text:
      lines.pop()
    else:
      lines[-1] = lines[-1] + b"\\ No newline at end of file\n"
  name = relative.encode()
  out = list(difflib.diff_bytes(difflib.unified_diff, before, after, b"a/" + name, b"b/" + name))
  return b"diff --git a/%s b/%s\n" % (name, name) + b"".join(out)


def changed_lines(diff):
  """How many lines a unified diff touches: of a run of lines that others replace, the longer."""
  count = removed = added = 0
  for line in diff.split(b"\n") + [b" "]:
    if line.startswith((b"---", b"+++")):
      continue
    if line.startswith(b"-"):
      removed += 1
    elif line.startswith(b"+"):
      added += 1
    else:
      count += max(removed, added)
      removed = added = 0
  return count


def relative_name(path):
  """(name, folder): the path as `git apply` will see it, and the folder to apply it in: the current
  one if the file lies below it, otherwise the top of the file's repository, or its own folder."""
  real, here = os.path.realpath(path), os.path.realpath(os.getcwd())
  if real.startswith(here.rstrip("/") + "/"):
    return os.path.relpath(real, here), here
  folder = os.path.dirname(real)
  top = subprocess.run(["git", "-C", folder, "rev-parse", "--show-toplevel"],
                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
  root = os.fsdecode(top.stdout).strip() if top.returncode == 0 else folder
  return os.path.relpath(real, root), root
