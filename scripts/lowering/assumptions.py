"""Names that the build or the host program defines.

A kernel file may be compiled with names that nothing in it defines: `clBuildProgram` gets
`-D TILE=16`, a makefile `-DFPTYPE=float`; an `#error` asks for one. What the project defines them as elsewhere is taken, or
else a number or a type with which the file compiles. A note says which: the verdict holds for that.
"""

import re

from kernel_files import is_opencl

from .project_files import find_definition
from .project_types import find_types

_UNDEFINED = re.compile(r"^(.+?):(\d+):(\d+): error: "
                        r"(use of undeclared identifier|unknown type name) '(\w+)'", re.MULTILINE)
_ERROR = re.compile(r"^.+?:\d+:\d+: (?:fatal )?error: ", re.MULTILINE)
_EXPANDED = re.compile(r"^(.+?):(\d+):(\d+): note: expanded from macro ", re.MULTILINE)
_DIRECTIVE = re.compile(r"^(.+?):(\d+):\d+: error: .*\n[ \t]*#[ \t]*error\b", re.MULTILINE)
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*$")
_ARM = re.compile(r"[ \t]*#[ \t]*(if|ifdef|elif)\b(.*)")
_DEFINED = re.compile(r"defined[ \t]*\(?[ \t]*(\w+)[ \t]*\)?")
_FOREIGN = re.compile(r"WIN|MSC|APPLE|SUN", re.IGNORECASE)  # of other systems
_NUMBERS = ("16", "1")
_SAYS = {"ZERO": "0", "ONE": "1", "TWO": "2"}
_IS = re.compile(r"(is|has|use|do)_", re.IGNORECASE)
_TRIES = 4
_MOST = 12  # names of one file
_TELLING = 3  # letters of a type's name that means the same elsewhere


def assumptions(diagnostics, source, project, known, lacks_headers):
  """Lists of (name, definition, file or None) to try for names that clang does not know. A type is
  that of the project; it is not guessed where a header is missing that may declare it."""
  for names in [*_switches(diagnostics), *_switches_of_types(diagnostics)]:
    if not known & set(names):
      yield [(name, "1", None) for name in names]
  values, types, declared = {}, {}, {}
  for name, kind, after in _lacking(diagnostics):
    if name in known or after.startswith("<"):
      continue
    if kind.startswith("unknown"):
      found = find_types(project, name, source) if len(name) >= _TELLING else {}
      declared.update((one, text) for one, text in found.items() if one not in known)
      if not found and not lacks_headers:
        types[name] = _likely(name)
    elif _is_constant(name, after) or is_opencl(source) and not after.startswith("("):
      values[name] = find_definition(project, name, source)
  values = {name: found for name, found in values.items() if name not in types
            and (_CONSTANT.match(name) or not types and not declared)}  # else it may be of such a type
  if not 0 < len(values) + len(types) + len(declared) <= _MOST - len(known):
    return
  for turn in range(_TRIES):
    yield [*((name, *found) for name, found in declared.items()),
           *((name, *(found or (_number(name, turn), None))) for name, found in values.items()),
           *((name, likely[min(turn, len(likely) - 1)], None) for name, likely in types.items())]


def _number(name, turn):
  says = _SAYS.get(name.upper()) or _IS.match(name) and "1"
  return says or _NUMBERS[min(turn, len(_NUMBERS) - 1)]


def definitions(diagnostics, source):
  """The same for the constants that a makefile beside the source defines."""
  names = {name for name, kind, after in _lacking(diagnostics)
           if kind.startswith("use") and _is_constant(name, after)}
  found = [(name, find_definition((), name, source)) for name in sorted(names)]
  return [(name, *definition) for name, definition in found if definition]


def _lacking(diagnostics):
  """(name, what clang calls it, the text after it) of the names that clang does not know."""
  for match in _UNDEFINED.finditer(diagnostics):
    path, line, column, kind, name = match.groups()
    following = _ERROR.search(diagnostics, match.end())
    for macro in _EXPANDED.finditer(diagnostics, match.end(), following.start() if following else len(diagnostics)):
      path, line, column = macro.groups()  # the last one is where the name is written
    after = _text_after(path, int(line), int(column) - 1, name)
    if not after.startswith("::"):
      yield name, kind, after


def _is_constant(name, after):
  return _CONSTANT.match(name) and not after.startswith(("(", "<"))


def _likely(name):
  """Types to try for a name, the likeliest first."""
  width = re.search(r"[234]$", name)
  if width:
    return [f"float{width.group()}", f"int{width.group()}"]
  if re.search(r"vec", name, re.IGNORECASE):
    return ["float4", "float3", "float2", "int4"]
  whole = re.search(r"int|index|idx|size", name, re.IGNORECASE)
  return ["int", "float"] if whole else ["float", "int"]


def _switches(diagnostics):
  """The names that an `#error` may want defined: those of each arm of its `#if` that asks for
  nothing else."""
  match = _DIRECTIVE.search(diagnostics)
  if not match:
    return []
  return _arms(_lines(match.group(1))[:int(match.group(2)) - 1])


def _switches_of_types(diagnostics):
  """The names that let a file define a type itself, `#ifdef SINGLE` before `#define REAL float`: those of the arm of
  its first definition."""
  for name, path in sorted({(match.group(5), match.group(1)) for match in _UNDEFINED.finditer(diagnostics)
                            if match.group(4).startswith("unknown")}):
    lines = _lines(path)
    places = [at for at, line in enumerate(lines)
              if re.match(rf"[ \t]*(#[ \t]*define[ \t]+{name}\b|typedef\b.*\b{name}[ \t]*;)", line)]
    if places:
      yield from _arms(lines[:places[0]])[-1:]


def _arms(lines):
  """The names that each arm of the `#if` around what follows some lines asks for, where it asks for nothing else."""
  depth, arms = 0, []
  for line in reversed(lines):
    arm = _ARM.match(line)
    if re.match(r"[ \t]*#[ \t]*endif", line):
      depth += 1
    elif depth and re.match(r"[ \t]*#[ \t]*if", line):
      depth -= 1
    elif arm and depth == 0:
      condition = arm.group(2).strip()
      names = [condition] if arm.group(1) == "ifdef" else _DEFINED.findall(condition)
      if names and not _FOREIGN.search(condition) \
          and (arm.group(1) == "ifdef" or not _DEFINED.sub("", condition).strip("& \t")):
        arms.append(names)
      if arm.group(1) != "elif":
        return arms[::-1]
  return []


def progress(before, after, assumed):
  """Whether a definition has helped: clang no longer asks for the name, nor finds more errors."""
  names = {name for name, _, _ in assumed}
  lacking = {match.group(5) for match in _UNDEFINED.finditer(after)}
  return not names & lacking and len(_ERROR.findall(after)) <= len(_ERROR.findall(before))


def _text_after(path, line, column, name):
  """What follows a name at a place; where it stands in a macro, what follows it first in the file."""
  lines = _lines(path)
  text = lines[line - 1][column:] if line <= len(lines) else ""
  if not text.startswith(name):
    first = re.search(rf"\b{name}\b.*", "\n".join(lines))
    text = first.group() if first else name
  return text[len(name):].lstrip()


def _lines(path):
  try:
    with open(path, encoding="utf-8", errors="replace") as file:
      return file.read().split("\n")
  except OSError:
    return []
