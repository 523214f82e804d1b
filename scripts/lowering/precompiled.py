"""Our headers in the form that clang reads fastest, kept in the user's cache folder.

    command = with_precompiled(command)

Clang needs 0.05 to 0.1 s for them and 0.01 s for their precompiled form. Its name is a hash of what it is
made of: clang itself, the options, and the contents of the headers; so it is never out of date, and
several commands may share the folder, as a file appears there whole or not at all. Where a macro of
the command line stands in the headers, or nothing can be written, the headers are read as they are.
"""

import contextlib
import functools
import hashlib
import os
import re
import subprocess
import tempfile

_INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "include")
HEADER = os.path.join(_INCLUDE, "cuda_runtime.h")
_LARGEST = 12  # files; the oldest go when there are more
_OWN = ("__GPU_VERIFICATION__", "__NVCC__", "__HIPCC__", "__HIP_PLATFORM_AMD__")
_FAILED = re.compile(r"precompiled header|PCH file|AST file|\.pch'", re.IGNORECASE)


def folder():
  """Where they are kept, for each user."""
  base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
  return os.path.join(base, "barricade", "headers")


def with_precompiled(command, seconds=60):
  """A command of clang's front end, with the precompiled form of our headers in place of them."""
  if HEADER not in command:
    return command
  at = command.index(HEADER)
  options, names = _split(command[:at - 1] + command[at + 1:])
  contents, words = _contents()
  if names & words:
    return command
  path = os.path.join(folder(), _key(options, contents) + ".pch")
  if not os.path.exists(path) and not _make(options, path, seconds):
    return command
  return [*command[:at - 1], "-include-pch", path, *command[at + 1:]]


def failed(command, diagnostics):
  """Whether clang complains of the precompiled form, which goes then, and not of the source."""
  if "-include-pch" not in command or not _FAILED.search(diagnostics):
    return False
  try:
    os.unlink(command[command.index("-include-pch") + 1])
  except OSError:
    pass  # another command has done it
  return True


def header_words():
  """The words of our headers: whatever they declare is among them."""
  return _contents()[1]


@functools.lru_cache(maxsize=None)
def asked_for():
  """The names that have to be known before our headers, which ask for them in an `#if`."""
  names = set(_OWN)
  for path in _paths():
    with open(path, encoding="latin-1") as file:
      names.update(name for line in file if re.match(r"\s*#\s*if", line) for name in re.findall(r"\w+", line))
  return names


def _split(command):
  """(what the headers are compiled with, the names of macros that the user defines or undefines)."""
  options, names, words = [], set(), iter(command)
  for word in words:
    if word in ("-D", "-U"):
      names.add(re.match(r"\w*", next(words)).group())
    elif word in ("-I", "-include", "-idirafter", "-ivfsoverlay", "-ferror-limit"):
      next(words)
    elif word.startswith("-D") and word[2:].partition("=")[0] not in _OWN:
      names.add(re.match(r"\w*", word[2:]).group())
    else:
      options.append(word)
  return options, names


@functools.lru_cache(maxsize=None)
def _contents():
  """(a hash of the headers, the words in them)."""
  digest, words = hashlib.sha256(), set()
  for path in _paths():
    with open(path, "rb") as file:
      text = file.read()
    digest.update(os.path.basename(path).encode() + b"\0" + text)
    words.update(re.findall(r"\b[A-Za-z_]\w*", text.decode("latin-1")))
  return digest.digest(), words


def _paths():
  """The headers themselves, without those in folders."""
  paths = (os.path.join(_INCLUDE, name) for name in sorted(os.listdir(_INCLUDE)))
  return [path for path in paths if os.path.isfile(path)]


def _key(options, contents):
  status = os.stat(options[0])
  digest = hashlib.sha256(contents)
  digest.update(repr((options, status.st_size, status.st_mtime_ns)).encode())
  return digest.hexdigest()[:32]


def _make(options, path, seconds):
  """Makes it; whether it could be made."""
  temporary = None
  try:
    os.makedirs(folder(), exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder(), prefix=".")
    os.close(handle)
    done = subprocess.run([*options, "-w", "-emit-pch", "-fno-pch-timestamp", HEADER, "-o",
                           temporary], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=seconds, check=False)
    if done.returncode != 0:
      return False
    os.replace(temporary, path)
    temporary = None
    _prune()
    return True
  except (OSError, subprocess.TimeoutExpired):
    return False
  finally:
    if temporary:
      with contextlib.suppress(OSError):  # clang removes what it does not complete
        os.unlink(temporary)


def _prune():
  try:
    entries = sorted(os.scandir(folder()), key=lambda entry: entry.stat().st_mtime)
    for entry in entries[:-_LARGEST]:
      os.unlink(entry.path)
  except OSError:
    pass  # another command may be at it
