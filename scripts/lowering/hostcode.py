"""What clang sees of a CUDA file: without the host's side where that does not compile here, with an
instance of each kernel template.

A file of a real program includes headers of libraries that this machine lacks, and has a `main`
that uses them. None of that is lowered, so it need not keep the kernels from being lowered: headers
that are not found count as empty, and host code with errors is replaced by spaces, statement by
statement and, where that does not help, declaration by declaration. Nothing that mentions
`__global__`, `__device__` or their like, or a macro that does, is ever left out, and whatever a
kernel needs of what is left out is an error at the kernel. Clang sees the changed text through a
file-system overlay, so that names and positions stay the user's. What of our own headers clashes
with the file is left out in the same way (own_headers.py), and instances of templates stand at the
end of the file (instances.py).
"""

import json
import os
import re

from . import instances
from .assumptions import assumptions, definitions, progress
from .host_file import HostFile
from .own_headers import OwnHeader, clashes
from .project_files import find_header
from .wrappers import resolved

DEVICE = frozenset(("__global__", "__device__", "__constant__", "__shared__", "__managed__"))
_STATEMENT_PASSES = 10
_PASSES = 40
_DIAGNOSTIC = re.compile(r"^(.+?):(\d+):(\d+): (fatal error|error|note): (.*)$", re.MULTILINE)
_MISSING = "file not found"
_NO_FUNCTION = "address of overloaded function"  # substitution fails; clang does not say where
_UNDECLARED = "use of undeclared identifier"
# A path as Windows writes it, or <angled> that of a file beside the one that includes it.
_BESIDE = re.compile(r"'([^']*\\[^']*)' file not found$|'([^']*)' file not found with <angled> include")
_TOO_DEEP = "variables in the local address space can only be declared in the outermost scope"
_DEVICE_LAUNCH = "reference to __global__ function"
_HOST_FUNCTION = re.compile(r"reference to __host__ function '(\w+)")
_FOR_BOTH = "__attribute__((host)) __attribute__((device))"
_INSTANCES_AT_LAUNCHES = 8
_INSTANCE_PASSES = 4


class HostCode:
  """What has to be left out of `source`, and added to it, for clang to accept it.

  `run(extra)` runs clang's front end with further arguments: (whether it accepts the source, its
  diagnostics or, with -E, its output). `folder` is for intermediate files; `foreign` are folders
  whose files are not the user's, the first of them that of our own headers; `kernel` is the only
  kernel of interest, if there is one; `project` are the Folders of the user's project.
  """

  def __init__(self, source, run, folder, foreign, kernel=None, project=()):
    self.source, self.run, self.folder, self.project = source, run, folder, project
    self.toolkit = os.path.join(os.path.dirname(folder), "toolkit", "")  # as toolkit.view makes it
    self.found = []  # (name of a header, where it lies in the project)
    self.assumed = []  # (name, its definition, where that is from or None): for nothing defines it
    self.own = os.path.realpath(foreign[0]) + os.sep
    self.foreign = [os.path.realpath(f) + os.sep for f in foreign]
    self.kernel = kernel
    self.headers = os.path.join(folder, *"headers", "missing")  # deep, for names with `..`
    self.missing = []  # names of headers, in order
    self.files = {}
    self.seen_shared = 0  # declarations that the device has as well when clang ran last
    self.given_way = {}  # path -> OwnHeader
    self.device = None  # words of device code and of kernels, once they are known
    self.refused = []  # (kernel, message, path, line, column): kernels that have errors
    self.active = {}  # path -> lines that the preprocessor lets through
    self.added = []  # (KernelTemplate, its arguments): instances at the end of the source
    self.guessed = []  # those of them that no launch asks for
    self.unmade = []  # templates without any
    self.failures = {}  # (template, arguments) -> what clang says first of that instance
    os.makedirs(self.headers)

  @property
  def arguments(self):
    """What clang needs to see the changed files."""
    contents = {path: file.content() for path, file in self.files.items()
                if file and (file.blanked or file.pragmas or file.hoisted or file.shared)}
    contents.update((path, header.content()) for path, header in self.given_way.items())
    if self.added:
      path = os.path.abspath(self.source)
      text = contents.get(path) or self._text()
      contents[path] = text + b"\n" + instances.appended(self.added, 0).encode()
    overlay = os.path.join(self.folder, "overlay.yaml")
    roots = []
    for index, (path, content) in enumerate(contents.items()):
      copy = os.path.join(self.folder, f"{index}.txt")
      with open(copy, "wb") as stream:
        stream.write(content)
      roots.append({"type": "file", "name": path, "external-contents": copy})
    with open(overlay, "w", encoding="utf-8") as stream:
      json.dump({"version": 0, "use-external-names": False, "roots": roots}, stream)
    return [*self.settings, "-ivfsoverlay", overlay,
            *(f"-D{name}={_FOR_BOTH} {token.text}" for file in self.files.values() if file
              for token, name in file.shared_heads())]

  @property
  def settings(self):
    """The same for files as they are: headers that were not found, names that nothing defines."""
    arguments = ["-idirafter", self.headers]
    if any(one in words for _, words in self.added for one in instances.OPERATIONS):
      arguments += ["-include", os.path.join(self.own, "functional")]
    declared = [text for _, text, _ in reversed(self.assumed) if text.endswith(";")]
    if declared:  # those of their fields, found later, come first
      types = os.path.join(self.folder, "types.h")
      with open(types, "w", encoding="utf-8") as stream:
        stream.write("\n".join(declared) + "\n")
      arguments += ["-include", types]
    return [*arguments, *(f"-D{name}={text}" for name, text, _ in self.assumed
                          if not text.endswith(";"))]

  def _text(self):
    with open(self.source, "rb") as stream:
      return stream.read()

  def settle(self):
    """Leaves out code until clang accepts the rest: True, or False when the kernels themselves, or
    what they need, have errors. The last diagnostics are in `diagnostics`."""
    for attempt in range(_PASSES):
      accepted, self.diagnostics = self._checked()
      if accepted:
        return True
      if not self._leave_out(attempt >= _STATEMENT_PASSES):
        return False
    return False

  def refuse(self):
    """Leaves out the kernels that have errors, and what other device code has, until clang accepts
    the rest. What mentions such code goes with it, lest it means something else without."""
    accepted = False
    if self.device is None:
      self._preprocess()
    for _ in range(_PASSES):
      changed = False
      for message, places, _ in self._errors():
        for path, line, column in places:
          file = self._file_at(path)
          found = file.refuse_at(line, column) if file else None
          if found:
            self._spread([found], (message, path, line, column))
            changed = True
            break
      if not changed:
        return False
      accepted = self.settle()
      if accepted:
        return True
    return accepted

  def _spread(self, found, reason):
    """Refuses what is found, and all that mentions it."""
    while found:
      self.refused += [(name, *reason) for name, kernel in found if kernel and name]
      names = {name for name, _ in found if name}
      found = [one for file in self.files.values() if file for one in file.refuse_users(names)]

  def _checked(self):
    self.seen_shared = _count_shared(self.files)
    return self.run([*self.arguments, "-ferror-limit", "0"])

  def _leave_out(self, wholly):
    errors = self._errors()
    if any(_MISSING in message for message, _, _ in errors):
      return self._add_headers()
    if self._give_way(errors):
      return True
    if self.device is None:
      self._preprocess()
    changed = False
    for message, places, notes in errors:
      if _share_called(self._file_at, message, places[0], notes):
        continue
      if message.startswith(_DEVICE_LAUNCH) and self._file_at(places[0][0]) \
          and self._file_at(places[0][0]).leave_out_launch(*places[0][1:]):
        changed = True
        continue
      changed |= any(self._file_at(path) and self._file_at(path).leave_out(line, column, wholly)
                     for path, line, column in places)
    return changed or _count_shared(self.files) != self.seen_shared

  def _errors(self):
    """For each error its message, the places that asked for the code, and those of its notes."""
    errors = []
    for match in _DIAGNOSTIC.finditer(self.diagnostics):
      path, line, column, kind, message = match.groups()
      place = path, int(line), int(column)
      if kind != "note":
        errors.append((message, [place], []))
      elif errors:
        errors[-1][1 if message.endswith("requested here") else 2].append(place)
    return errors

  def _give_way(self, errors):
    """Leaves out what of our headers clashes with a declaration of the user's."""
    changed = False
    for message, places, notes in errors:
      if not clashes(message):
        continue
      ours = [place for place in places + notes if self._is_own(place[0])]
      candidates = notes if "ambiguous" in message else places + notes
      if len([p for p in candidates if self._is_own(p[0])]) == len(candidates):
        continue  # among ourselves
      for path, line, _ in ours:
        if path not in self.given_way:
          self.given_way[path] = OwnHeader(path)
        changed |= self.given_way[path].leave_out(line)
    return changed

  def _is_own(self, path):
    return os.path.realpath(path).startswith(self.own)

  def _add_headers(self):
    """Makes headers for those that are not found: a way to the one of this name in the project, or
    an empty file. Clang tells all of them at once when it lists what the file depends on."""
    listed = self.run([*self.arguments, "-Eonly", "-dependency-file", "-", "-MT", "x", "-MG"])[1]
    changed = self._add_beside()
    known = {name.replace("\\", "/") for name in (*self.missing, *(name for name, _ in self.found))}
    for word in re.split(r"(?<!\\)\s+", listed.partition(":")[2]):
      name = word.replace("\\ ", " ").strip()
      path = os.path.normpath(os.path.join(self.headers, name))
      if not name or name == "\\" or os.path.exists(name) or name in self.missing \
          or name in known or not path.startswith(self.folder + os.sep):
        continue
      real = find_header(self.project, name, self.source)
      if real:
        self.found.append((name, real))
      else:
        self.missing.append(name)
      os.makedirs(os.path.dirname(path), exist_ok=True)
      with open(path, "w", encoding="utf-8") as stream:
        stream.write(f'#include "{real}"\n' if real else "")
        changed = True
    return changed

  def _add_beside(self):
    """The same for names with backslashes, under which clang looks for a file of this very name, and
    for what is included as <name> and lies beside the file that includes it."""
    changed = False
    for message, places, _ in self._errors():
      match = _BESIDE.match(message)
      name = match and (match.group(1) or match.group(2))
      if name is None or name in self.missing or any(name == known for known, _ in self.found):
        continue
      near = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(places[0][0])),
                                           name.replace("\\", "/")))
      real = near if os.path.isfile(near) else find_header(self.project, name.replace("\\", "/"),
                                                           self.source)
      (self.found.append((name, real)) if real else self.missing.append(name))
      path = os.path.normpath(os.path.join(self.headers, name))
      if not path.startswith(self.folder + os.sep):
        continue
      os.makedirs(os.path.dirname(path), exist_ok=True)
      with open(path, "w", encoding="utf-8") as stream:
        stream.write(f'#include "{real}"\n' if real else "")
        changed = True
    return changed

  def find_headers(self):
    """Adds headers until none is missing; true if there were any."""
    changed = False
    for _ in range(_PASSES):
      accepted, self.diagnostics = self._checked()
      if accepted or not any(_MISSING in message for message, _, _ in self._errors()) \
          or not self._add_headers():
        return changed
      changed = True
    return changed

  def hoist(self):
    """Moves declarations of `__local` variables out of inner blocks; whether there were any."""
    places = [place for message, places, _ in self._errors() if message.startswith(_TOO_DEEP)
              for place in places]
    if places and self.device is None:
      self._preprocess()
    files = [(self._file_at(path), line, column) for path, line, column in places]
    changed = any([file.hoist(line, column) for file, line, column in files if file])
    if changed:
      self.diagnostics = self._checked()[1]
    return changed

  def define(self):
    """Defines names that clang lacks as the makefile beside the source does, also those that only
    host code has: the sizes of launches."""
    self.find_headers()
    self.assumed += definitions(self.diagnostics, self.source)

  def assume(self):
    """Defines names that nothing defines, if clang accepts the source then."""
    for assumed in assumptions(self.diagnostics, self.source, self.project,
                               {name for name, _, _ in self.assumed}, bool(self.missing)):
      if any(file and file.declares(name) for file in self.files.values()
             for name, _, _ in assumed):
        return False
      before, self.assumed = self.assumed, [*self.assumed, *assumed]
      accepted, diagnostics = self._checked()
      if accepted or progress(self.diagnostics, diagnostics, assumed):
        self.diagnostics = diagnostics
        return True
      self.assumed = before
    return False

  def _file_at(self, name):
    path = os.path.abspath(name)
    if path not in self.files:
      foreign = any(os.path.realpath(path).startswith(f) for f in self.foreign)
      self.files[path] = None if foreign else HostFile(name, self.device, self.active.get(path),
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
    self.device = self._standing_for(bodies, DEVICE), self._standing_for(bodies, {"__global__"})

  def _standing_for(self, bodies, words):
    """Some words, and the macros that stand for one of them."""
    found, before = set(words), None
    while found != before:
      before = set(found)
      found |= {name for name, body in bodies.items() if body & before}
    return found

  # Instances

  def instantiate(self, templates, threads, text):
    """Adds instances of each kernel template, if there are some that compile: those of the launches
    in a text, the preprocessed source, or the likeliest; true if there is any."""
    launched = instances.launched(text, {t.name for t in templates})
    named = resolved(text, launched)
    wanted = [(template, words) for template in templates for words in
              [*(words for name, words, _ in launched if name == template.name),
               *(one.words for one in named.get(template.name, ()) if one.said)]
              [:_INSTANCES_AT_LAUNCHES]]
    self.added = self._accepted(wanted)
    rest = [t for t in templates if all(t is not template for template, _ in self.added)]
    callables = (instances.functors(self._text()) or instances.OPERATIONS) if rest else ()
    types = instances.types_of(self._text())
    tries = {(t, one.words): one.launch for t in rest for one in named.get(t.name, ())}
    for t in rest:
      for words in instances.guesses(t, threads, callables, types):
        tries.setdefault((t, words), None)
    for _ in range(_INSTANCE_PASSES):
      good = self._accepted(list(tries))
      chosen = _likeliest(good, tries)
      self.guessed = self._accepted(chosen)
      if len(self.guessed) == len(chosen):
        break
      tries = {one: tries[one] for one in good if one not in chosen or one in self.guessed}
    self.added += self.guessed
    self.unmade = [t for t in rest if all(t is not template for template, _ in self.guessed)]
    return bool(self.added)

  def _accepted(self, wanted):
    """Those instances that compile."""
    if not wanted:
      return []
    before, self.added = self.added, wanted
    lines = self._text().count(b"\n") + 2  # the first of the instances
    diagnostics = self._checked()[1]
    self.added, bad, said = before, {}, ""
    for match in _DIAGNOSTIC.finditer(diagnostics):
      path, line, _, kind, message = match.groups()
      if kind != "note":
        said = "its signature does not admit these" if message.startswith(_NO_FUNCTION) else message
      elif not message.endswith("requested here"):
        continue
      number = int(line) - lines
      if os.path.abspath(path) == os.path.abspath(self.source) \
          and 0 <= number < len(wanted):
        bad.setdefault(number, said)
    for number, said in bad.items():
      self.failures.setdefault(wanted[number], said)
    return [one for number, one in enumerate(wanted) if number not in bad]

  def why_unmade(self, template):
    """(arguments that were tried, what clang says of them), or None."""
    tried = [one for one in self.failures if one[0] is template]
    guessed = [one for one in tried if not self.failures[one].startswith(_UNDECLARED)]
    return next(((words, self.failures[one, words]) for one, words in guessed or tried), None)


def _share_called(file_at, message, place, notes):
  """Lets the device have a function of another file that one calls which a kernel is compared with;
  whether it is about such a call."""
  name, file = _HOST_FUNCTION.match(message), file_at(place[0])
  if name is None or file is None or not file.compares(*place[1:]):
    return False
  for path, _, _ in notes:
    if file_at(path):
      file_at(path).share(name.group(1))
  return True


def _count_shared(files):
  return sum(len(file.shared) for file in files.values() if file)


def _likeliest(accepted, launches):
  """Of instances (KernelTemplate, arguments) that compile, the first for each launch of a template,
  and of a template without such the first of all; `launches`: the launch that each is a guess for,
  or None."""
  first = {}
  for template, words in accepted:
    first.setdefault((template, launches[template, words]), (template, words))
  at_launches = [one for (_, launch), one in first.items() if launch is not None]
  known = {template for template, _ in at_launches}
  return at_launches + [one for (template, launch), one in first.items()
                        if launch is None and template not in known]
