"""Leaves out the host's side of a CUDA file where it does not compile here.

A file of a real program includes headers of libraries that this machine lacks, and has a `main` that
uses them. None of that is lowered, so it need not keep the kernels from being lowered: headers that
are not found count as empty, and host code with errors is replaced by spaces, statement by statement
and, where that does not help, declaration by declaration. Nothing that mentions `__global__`,
`__device__` or their like, or a macro that does, is ever left out, and whatever a kernel needs of what
is left out is an error at the kernel. Clang sees the changed text through a file-system overlay, so
that names and positions stay the user's.
"""

import bisect
import json
import os
import re

DEVICE = frozenset(("__global__", "__device__", "__constant__", "__shared__", "__managed__"))
_TYPES = frozenset(("struct", "class", "union", "enum", "typedef", "using"))
_STATEMENT_PASSES = 10
_PASSES = 40
_TOKEN = re.compile(rb"""
    (?P<skip> [ \t\r\n\f\v]+ | //(?:[^\n\\]|\\\r?\n|\\.)* | /\*.*?\*/ )
  | (?P<directive> \#(?:[^\n\\/]|\\\r?\n|\\.|//[^\n]*|/\*.*?\*/|/)* )
  | (?P<text> (?:u8|[uUL])?R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"
            | (?:u8|[uUL])?"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
  | (?P<word> [A-Za-z_]\w* | \.?\d(?:[eEpP][+-]|'\w|[\w.])* )
  | (?P<mark_> . )""", re.VERBOSE | re.DOTALL)
_DIAGNOSTIC = re.compile(r"^(.+?):(\d+):(\d+): (fatal error|error|note): (.*)$", re.MULTILINE)
_MISSING = re.compile(r"'([^']+)' file not found")


class Token:
  __slots__ = ("text", "begin", "end")

  def __init__(self, text, begin, end):
    self.text, self.begin, self.end = text, begin, end


def tokens(text, active=None):
  """The tokens of a file (bytes), without comments and directives. Of the arms of an `#if`, those
  count that have a line in `active`, or the first if none has."""
  skipped, found, line = _idleArms(text, active or ()), [], 1
  for match in _TOKEN.finditer(text):
    if match.lastgroup not in ("skip", "directive") and line not in skipped:
      found.append(Token(match.group().decode("latin-1"), match.start(), match.end()))
    line += match.group().count(b"\n")
  return found


def _idleArms(text, active):
  """The lines of arms of `#if` that do not count."""
  skipped, arms, line = set(), [], 1  # arms: for each open #if, the lines where its arms begin
  for match in _TOKEN.finditer(text):
    if match.lastgroup == "directive":
      name = re.match(rb"#[ \t]*(\w*)", match.group()).group(1)
      if name in (b"if", b"ifdef", b"ifndef"):
        arms.append([line])
      elif name in (b"else", b"elif") and arms:
        arms[-1].append(line)
      elif name == b"endif" and arms:
        begins = arms.pop()
        ranges = [range(a, b) for a, b in zip(begins, begins[1:] + [line])]
        chosen = next((r for r in ranges if any(n in active for n in r)), ranges[0])
        skipped.update(n for r in ranges if r is not chosen for n in r)
    line += match.group().count(b"\n")
  return skipped


def declarations(found):
  """The declarations of a file's tokens as (first, last) indexes; those of namespaces apart."""
  result, start, index = [], 0, 0
  while index < len(found):
    text = found[index].text
    if text in "([{" and not (text == "{" and _isTransparent(found, start, index)):
      index = _closing(found, index)
      if text == "{" and not (index + 1 < len(found) and found[index + 1].text == ";"):
        result.append((start, min(index, len(found) - 1)))
        start = index + 1
    elif text == ";":
      result.append((start, index))
      start = index + 1
    elif text in "{}":
      start = index + 1
    index += 1
  return result


def _isTransparent(found, start, index):
  head = [token.text for token in found[start:index]]
  return "namespace" in head[:2] or head[:1] == ["extern"] and len(head) == 2


def _closing(found, index):
  depth = 0
  while index < len(found):
    if found[index].text in "([{":
      depth += 1
    elif found[index].text in ")]}":
      depth -= 1
      if depth <= 0:
        return index
    index += 1
  return index


def statements(found, first, last):
  """The pieces of a function's body as (first, last): statements, and headers of branches and
  loops without what they govern. None for a type: it counts as a whole."""
  index = _afterTemplate(found, first)
  if index > last or found[index].text in _TYPES:
    return []
  while index <= last and found[index].text != "{":
    index = _closing(found, index) + 1 if found[index].text in "([" else index + 1
  result, start, index = [], index + 1, index + 1
  while index <= last:
    text = found[index].text
    if text in "([" or text == "{" and not _isBlock(found, index):
      index = _closing(found, index)
    elif text in ";{}":
      end = index if text == ";" else index - 1
      if start <= end:
        result.append((start, end))
      start = index + 1
    index += 1
  return result


def _afterTemplate(found, index):
  """Skips `template <...>`."""
  while found[index].text == "template":
    depth, index = 0, index + 1
    while index < len(found):
      depth += {"<": 1, ">": -1}.get(found[index].text, 0)
      index = _closing(found, index) + 1 if found[index].text in "([{" else index + 1
      if depth <= 0:
        break
  return min(index, len(found) - 1)


def kernelTemplates(path):
  """The names of the kernels of a file that are templates."""
  with open(path, "rb") as stream:
    found = tokens(stream.read())
  names = []
  for first, last in declarations(found):
    head = [token.text for token in found[_afterTemplate(found, first):last + 1]]
    if found[first].text == "template" and "__global__" in head:
      names += [a for a, b in zip(head, head[1:]) if b == "(" and not a.startswith("__")][:1]
  return names


def _isBlock(found, index):
  return found[index - 1].text in (")", ";", "{", "}", ":", "else", "do", "try")


class _File:
  """One of the user's files, and what of it is blanked."""

  def __init__(self, name, device, active, kernel):
    self.name = name  # as clang prints it
    with open(name, "rb") as stream:
      self.text = stream.read()
    self.lines = [0] + [m.end() for m in re.finditer(rb"\n", self.text)]
    self.tokens = tokens(self.text, active)
    self.declarations = [d for d in declarations(self.tokens) if self._isHost(d, device, kernel)]
    self.blanked = []  # (begin, end)

  def _isHost(self, declaration, device, kernel):
    words = {token.text for token in self.tokens[declaration[0]:declaration[1] + 1]}
    if kernel is not None and "__global__" in words:  # another kernel than the one that is asked for
      return kernel not in words
    return not words & device

  def leaveOut(self, line, column, wholly):
    """Blanks the host code at a place; False if there is none that is not blank yet."""
    offset = self.lines[min(line, len(self.lines)) - 1] + column - 1
    declaration = self._at(self.declarations, offset)
    if declaration is None:
      return False
    piece = None if wholly else self._at(statements(self.tokens, *declaration), offset)
    first, last = piece or declaration
    extent = self.tokens[first].begin, self.tokens[last].end
    if any(b <= extent[0] and extent[1] <= e for b, e in self.blanked):
      return False
    self.blanked.append(extent)
    return True

  def _at(self, pieces, offset):
    index = bisect.bisect_right([self.tokens[first].begin for first, _ in pieces], offset) - 1
    if index >= 0 and offset < self.tokens[pieces[index][1]].end + 1:
      return pieces[index]
    return None

  def content(self):
    """The text with spaces for what is blanked. Directives stay: they may speak of what follows."""
    text = bytearray(self.text)
    for begin, end in self.blanked:
      for match in _TOKEN.finditer(self.text, begin, end):
        if match.lastgroup != "directive":
          text[match.start():match.end()] = re.sub(rb"[^\n]", b" ", match.group())
    return bytes(text)

  def lineOf(self, offset):
    return bisect.bisect_right(self.lines, offset)


class HostCode:
  """What has to be left out of `source` for clang to accept it.

  `run(extra)` runs clang's front end with further arguments: (whether it accepts the source, its
  diagnostics or, with -dM, the macros). `folder` is for intermediate files; `foreign` are folders
  whose files are not the user's; `kernel` is the only kernel of interest, if there is one.
  """

  def __init__(self, source, run, folder, foreign, kernel=None):
    self.source, self.run, self.folder = source, run, folder
    self.foreign = [os.path.realpath(f) + os.sep for f in foreign]
    self.kernel = kernel
    self.headers = os.path.join(folder, *"headers", "missing")  # deep, for names with `..`
    self.missing = []  # names of headers, in order
    self.files = {}
    self.device = None  # words, once they are known
    self.active = {}  # path -> lines that the preprocessor lets through
    os.makedirs(self.headers)

  @property
  def arguments(self):
    """What clang needs to see the changed files."""
    changed = [path for path, file in self.files.items() if file and file.blanked]
    overlay = os.path.join(self.folder, "overlay.yaml")
    roots = []
    for index, path in enumerate(changed):
      copy = os.path.join(self.folder, f"{index}.txt")
      with open(copy, "wb") as stream:
        stream.write(self.files[path].content())
      roots.append({"type": "file", "name": path, "external-contents": copy})
    with open(overlay, "w", encoding="utf-8") as stream:
      json.dump({"version": 0, "use-external-names": False, "roots": roots}, stream)
    return ["-idirafter", self.headers, "-ivfsoverlay", overlay]

  def settle(self):
    """Leaves out code until clang accepts the rest: True, or False when the kernels themselves, or
    what they need, have errors. The last diagnostics are in `diagnostics`."""
    for attempt in range(_PASSES):
      accepted, self.diagnostics = self.run([*self.arguments, "-ferror-limit", "0"])
      if accepted:
        return True
      if not self._leaveOut(attempt >= _STATEMENT_PASSES):
        return False
    return False

  def _leaveOut(self, wholly):
    changed = False
    errors = []
    for match in _DIAGNOSTIC.finditer(self.diagnostics):
      path, line, column, kind, message = match.groups()
      place = path, int(line), int(column)
      if kind != "note":
        errors.append([place])
        missing = _MISSING.match(message)
        if missing:
          return self._addHeader(missing.group(1))
      elif errors and message.endswith("requested here"):
        errors[-1].append(place)
    if self.device is None:
      self._preprocess()
    for places in errors:
      changed |= any(self._fileAt(path) and self._fileAt(path).leaveOut(line, column, wholly)
                     for path, line, column in places)
    return changed

  def _addHeader(self, name):
    path = os.path.normpath(os.path.join(self.headers, name))
    if name in self.missing or not path.startswith(self.folder + os.sep):
      return False
    self.missing.append(name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8"):
      return True

  def _fileAt(self, name):
    path = os.path.abspath(name)
    if path not in self.files:
      foreign = any(os.path.realpath(path).startswith(f) for f in self.foreign)
      self.files[path] = None if foreign else _File(name, self.device, self.active.get(path),
                                                    self.kernel)
    return self.files[path]

  def _preprocess(self):
    """Finds the words that make a declaration one for the device, macros that stand for them
    included, and the lines that are compiled at all."""
    bodies, lines, number = {}, set(), 0
    for line in self.run([*self.arguments, "-E", "-dD"])[1].split("\n"):
      number += 1
      define = re.match(r"#define (\w+)(?:\([^)]*\))?(.*)", line)
      marker = re.match(r'# (\d+) "((?:[^"\\]|\\.)*)"', line)
      if marker:
        number = int(marker.group(1)) - 1
        lines = self.active.setdefault(os.path.abspath(marker.group(2)), set())
      elif define:
        bodies.setdefault(define.group(1), set()).update(re.findall(r"\w+", define.group(2)))
      elif line and not line.startswith("#"):
        lines.add(number)
    self.device, before = set(DEVICE), None
    while self.device != before:
      before = set(self.device)
      self.device |= {name for name, body in bodies.items() if body & before}

  def remarks(self):
    """What was left out, as notes for the user."""
    said = []
    if self.missing:
      said.append(f"{self.source}: note: headers that were not found count as empty: "
                  + ", ".join(self.missing))
    for file in self.files.values():
      if file and file.blanked:
        lines = sorted({file.lineOf(begin) for begin, _ in file.blanked})
        said.append(f"{file.name}:{lines[0]}: note: host code that does not compile here is left "
                    f"out: line{'s' if len(lines) > 1 else ''} {_ranges(lines)}")
    return said


def _ranges(numbers):
  """At most ten of the lines, those that follow each other as a range."""
  groups = []
  for number in numbers:
    if groups and number == groups[-1][1] + 1:
      groups[-1][1] = number
    else:
      groups.append([number, number])
  told = [str(a) if a == b else f"{a}-{b}" for a, b in groups[:10]]
  return ", ".join(told) + (", .." if len(groups) > 10 else "")
