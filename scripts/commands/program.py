"""The program `barricade`: building it, knowing its options, running it.

`barricade document json` is the only list of its options. Asking takes as long as starting the
program, so that the answer is kept, for as long as the program's file stays the same.
"""

import hashlib
import json
import os
import subprocess
import tempfile

from .exit_codes import INTERNAL, USAGE, Stop

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILT = os.path.join(ROOT, "build", "release", "bin", "barricade")
# Set when the program itself has handed over to the scripts: it is the one to use, and the user has
# called `barricade verify`, not `scripts/verify`.
CALLER = os.environ.get("BARRICADE_PROGRAM")
CALLED = "barricade " if CALLER else "scripts/"


class Program:
  """A runnable program; without a path it is our own, which `build` brings up to date."""

  def __init__(self, path=None):
    self.path = path or CALLER or BUILT
    self.is_ours = path is None and CALLER is None
    if path is not None and not os.access(path, os.X_OK):
      raise Stop(USAGE, f"--program: '{path}' is not a program")
    self._table = None

  def exists(self):
    return os.access(self.path, os.X_OK)

  def build(self):
    if not self.is_ours:
      return
    done = subprocess.run([os.path.join(ROOT, "scripts", "build")], stdout=subprocess.DEVNULL,
                          check=False)
    if done.returncode != 0 or not self.exists():
      raise Stop(INTERNAL, "the program could not be built")

  def table(self):
    """What `barricade document json` says (docs/json.md)."""
    if self._table is None:
      self._table = _remembered(self.path) or self._ask()
    return self._table

  def _ask(self):
    done = subprocess.run([self.path, "document", "json"], stdout=subprocess.PIPE, check=False)
    if done.returncode < 0:
      raise Stop(INTERNAL, f"the program was ended by signal {-done.returncode}")
    try:
      table = json.loads(done.stdout)
    except ValueError as error:
      raise Stop(INTERNAL, f"'{self.path}' does not tell its options") from error
    _remember(self.path, table)
    return table

  def version(self):
    commit = self.table().get("commit")
    return "barricade " + self.table()["version"] + (f" (commit {commit})" if commit else "")

  def options(self, *commands):
    """The options of some commands, as the table has them, in its order."""
    return [option for option in self.table()["options"]
            if not set(commands).isdisjoint(option["commands"])]

  def arguments_for(self, command, arguments):
    """Those of the given options that the command knows."""
    known = {name for option in self.options(command)
             for name in (option["name"], option["alias"]) if name}
    return [a for a in arguments if a.lstrip("-").split("=", 1)[0] in known]

  def run(self, command, source, arguments):
    """The exit code; what it writes goes where ours does."""
    done = subprocess.run([self.path, command, source, *arguments], stdin=subprocess.DEVNULL,
                          check=False)
    return _checked(done.returncode)

  def document(self, command, source, arguments, path):
    """(exit code, JSON document or None); it is written to `path`, and nothing anywhere else."""
    done = subprocess.run([self.path, command, source, *arguments, "--json=" + path],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False)
    document = None
    try:
      with open(path, encoding="utf-8") as file:
        document = json.load(file)
    except (FileNotFoundError, ValueError):
      pass
    return _checked(done.returncode), document

  def repair(self, source, arguments, make_patch):
    """The exit code of a repair whose reports show a patch: `make_patch` gets the document of the
    repair, if there are edits, and returns the patch (docs/json.md)."""
    from_program, edits = os.pipe()
    answer, to_program = os.pipe()
    with open(from_program, encoding="utf-8") as reading, \
        open(to_program, "wb", buffering=0) as writing:
      try:
        child = subprocess.Popen([self.path, "repair", source, *arguments,
                                  f"--edits-to=/dev/fd/{edits}", f"--patch-from=/dev/fd/{answer}"],
                                 stdin=subprocess.DEVNULL, pass_fds=(edits, answer))
      finally:
        os.close(edits)
        os.close(answer)
      try:
        line = reading.readline()
        if line:
          patch = json.dumps(make_patch(json.loads(line))) + "\n"
          _write(writing, patch.encode("utf-8"))
        return _checked(child.wait())
      except BrokenPipeError:  # it has been stopped meanwhile, and says why itself
        return _checked(child.wait())
      finally:
        if child.poll() is None:
          child.terminate()
          child.wait()


def _write(file, text):
  """All of it, without a buffer: that would try once more when it is closed."""
  while text:
    text = text[file.write(text):]


def _checked(code):
  if code < 0:
    raise Stop(INTERNAL, f"the program was ended by signal {-code}")
  return code


# The table of a program that was asked before

def _cache_file(path):
  base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
  name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:16]
  return os.path.join(base, "barricade", f"options-{name}.json")


def _identity(path):
  status = os.stat(path)
  return [os.path.realpath(path), status.st_size, status.st_mtime_ns]


def _remembered(path):
  try:
    with open(_cache_file(path), encoding="utf-8") as file:
      known = json.load(file)
    return known["table"] if known["program"] == _identity(path) else None
  except (OSError, ValueError, KeyError, TypeError):
    return None


def _remember(path, table):
  """Where nothing can be written, it is asked again next time."""
  file = _cache_file(path)
  try:
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(file), delete=False) as new:
      json.dump({"program": _identity(path), "table": table}, new)
    os.replace(new.name, file)
  except OSError:
    pass
