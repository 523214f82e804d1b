"""Clang's syntax tree of one source file, from `-ast-dump=json`, with positions decoded.

Clang prints a file name only where it differs from the one printed before, so the dump has to be
read in order. It also holds every declaration of every header; only those that touch the user's own
files are parsed, which keeps the cost of a large prelude out.
"""

import functools
import json
import os
import re
import subprocess

from .errors import PatchError

FILE_CHANGE = re.compile(r'"offset": \d+,\s*"file": "((?:[^"\\]|\\.)*)"')
STATEMENT_KINDS = {
  "CompoundStmt", "IfStmt", "ForStmt", "WhileStmt", "DoStmt", "SwitchStmt", "CaseStmt",
  "DefaultStmt", "LabelStmt", "AttributedStmt", "DeclStmt", "ReturnStmt", "BreakStmt",
  "ContinueStmt", "GotoStmt", "NullStmt", "CXXForRangeStmt", "IndirectGotoStmt", "AsmStmt",
  "GCCAsmStmt",
}
BRANCHES = {"IfStmt", "SwitchStmt"}
LOOPS = {"ForStmt", "WhileStmt", "DoStmt", "CXXForRangeStmt"}
FUNCTIONS = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXConversionDecl"}


class Node:
  """A declaration, statement or expression: [begin, end) is its text in `file`.

  For tokens that come out of a macro, the positions are those of the whole expansion and `macro`
  is set.
  """

  __slots__ = ("kind", "data", "file", "begin", "end", "macro", "children", "parent", "last")

  def __init__(self, data, parent):
    self.data = data
    self.kind = data.get("kind")
    self.parent = parent
    self.children = []
    self.file = self.begin = self.end = self.last = None
    self.macro = False

  @property
  def type(self):
    return self.data.get("type", {}).get("qualType", "")

  @property
  def opcode(self):
    return self.data.get("opcode")

  @property
  def name(self):
    return self.data.get("name", "")

  @property
  def is_lvalue(self):
    return self.data.get("valueCategory") in ("lvalue", "xvalue")

  def contains(self, offset):
    return self.begin is not None and self.begin <= offset < self.end

  def walk(self):
    yield self
    for child in self.children:
      yield from child.walk()

  def ancestors(self):
    node = self.parent
    while node is not None:
      yield node
      node = node.parent


class Tree:
  """The declarations of the user's files; `source(path)` gives their texts."""

  def __init__(self, declarations, source):
    self.declarations = declarations
    self.source = source
    self.functions = []
    self.declared = {}
    for top in declarations:
      for node in top.walk():
        if "id" in node.data:
          self.declared[node.data["id"]] = node
        if node.kind in FUNCTIONS and body_of(node) is not None and (
            not node.data.get("isImplicit")):
          self.functions.append(node)
    self._complete_discarded_arms()

  def _complete_discarded_arms(self):
    """An instance of a template lacks the arms that `if constexpr` discards; the text has them."""
    branches = [n for f in self.functions for n in body_of(f).walk()
                if n.kind == "IfStmt" and n.data.get("isConstexpr") and n.begin is not None]
    ends = {}
    for branch in branches:
      key = branch.file, branch.begin
      ends[key] = max(ends.get(key, 0), branch.end)
    for branch in branches:
      if branch.end < ends[branch.file, branch.begin]:
        branch.end = ends[branch.file, branch.begin]
        branch.data["isCut"] = True

  def functions_at(self, path, offset):
    """The functions whose text holds this place, the innermost first: instances of a template that
    have it before others, and before the pattern."""
    found = [f for f in self.functions if f.file == path and body_of(f).contains(offset)]

    def order(function):
      narrowest = min(n.end - n.begin for n in body_of(function).walk()
                      if n.begin is not None and n.contains(offset))
      return body_of(function).end - body_of(function).begin, is_pattern(function), narrowest

    return sorted(found, key=order)


def body_of(function):
  for child in function.children:
    if child.kind == "CompoundStmt":
      return child
  return None


def in_template(node):
  return any(a.kind in ("FunctionTemplateDecl", "ClassTemplateDecl",
              "ClassTemplateSpecializationDecl") for a in node.ancestors())


def is_pattern(function):
  """Whether this is the uninstantiated text of a template."""
  owner = function.parent
  if owner is not None and owner.kind == "FunctionTemplateDecl":
    return next(c for c in owner.children if c.kind in FUNCTIONS) is function
  return any(a.kind == "CXXRecordDecl" and a.parent is not None
         and a.parent.kind == "ClassTemplateDecl" for a in function.ancestors())


def run_clang(command, limits):
  """The JSON dump for a command line of clang, or of its front end (-cc1), without an action;
  `limits` are StageLimits."""
  dump = ["-ast-dump=json"] if "-cc1" in command else ["-fsyntax-only", "-Xclang", "-ast-dump=json"]
  command = list(command) + dump
  try:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                timeout=limits.seconds("clang"), check=False)
  except FileNotFoundError as error:
    raise PatchError(f"cannot run {command[0]}: {error.strerror}") from error
  except subprocess.TimeoutExpired:
    raise limits.out_of_time("clang") from None
  if done.returncode != 0:
    raise PatchError("the source does not compile:\n" + done.stderr.decode(errors="replace"))
  return done.stdout.decode("utf-8", "replace")


def read_tree(dump, is_user_file, source):
  """Decodes a dump. `is_user_file(name)` tells the user's files from headers of the system;
  `source(name)` is called for macros, whose extent clang does not print."""
  body = dump.split('\n  "inner": [\n', 1)
  if len(body) != 2:
    return Tree([], source)
  chunks = body[1].rsplit("\n  ]\n}", 1)[0].split("\n    },\n")
  current = ""
  declarations = []
  for index, chunk in enumerate(chunks):
    files = FILE_CHANGE.findall(chunk)
    if is_user_file(current) or any(is_user_file(f) for f in files):
      text = chunk if index == len(chunks) - 1 else chunk + "\n    }"
      reader = _Reader(current, source, is_user_file)
      declarations.append(reader.read(json.loads(text), None))
    if files:
      current = json.loads('"' + files[-1] + '"')
  return Tree(declarations, source)


class _Reader:
  def __init__(self, current, source, is_user_file):
    self.current = current
    self.source = source
    self.is_user_file = is_user_file

  def read(self, data, parent):
    node = Node(data, parent)
    for key, value in data.items():
      if key == "inner":
        node.children = [self.read(child, node) for child in value]
      elif key == "range":
        begin = self._location(value.get("begin", {}))
        end = self._location(value.get("end", {}))
        self._place(node, begin, end)
      else:
        self._follow(value)
    return node

  def _follow(self, value):
    """Keeps track of the current file through locations that are not used."""
    if isinstance(value, dict):
      if "offset" in value and "file" in value:
        self.current = value["file"]
      for key, inner in value.items():
        if key != "includedFrom":
          self._follow(inner)
    elif isinstance(value, list):
      for inner in value:
        self._follow(inner)

  def _location(self, value):
    """(file, offset, token length, spelling or None) of a printed location, or None."""
    if "expansionLoc" in value:
      spelling = self._location(value["spellingLoc"])
      expansion = self._location(value["expansionLoc"])
      return expansion and (*expansion[:3], spelling)
    if "offset" not in value:
      return None
    if "file" in value:
      self.current = value["file"]
    return self.current, value["offset"], value.get("tokLen", 0), None

  def _place(self, node, begin, end):
    if begin is None or end is None or begin[0] != end[0]:
      return
    node.file = begin[0]
    node.begin = begin[1]
    node.last = end[1]
    node.end = end[1] + end[2]
    node.macro = begin[3] is not None or end[3] is not None
    if end[3] is not None and self.is_user_file(node.file):
      source = self.source(node.file)
      after = source.next_code(node.end)
      if after is not None and after.text == "(" and _takes_arguments(source, node.last):
        node.end = source.closing_parenthesis(after.begin)


def _takes_arguments(source, offset):
  """Whether the macro named at `offset` is defined with parameters, in this file or another."""
  name = source.next_code(offset).text
  defined = re.search(rf"^[ \t]*#[ \t]*define[ \t]+{re.escape(name)}(\(?)", source.text,
            re.MULTILINE)
  return defined is None or defined.group(1) == "("


def user_file_test(main, excluded=()):
  """A predicate on clang's file names: the main file and what lies below its folder, except the
  `excluded` folders (the prelude that stands in for the toolkit's headers)."""
  root = os.path.dirname(os.path.realpath(main))
  excluded = [os.path.realpath(d) for d in excluded]
  main = os.path.realpath(main)

  def below(real, folder):
    return real.startswith(folder.rstrip("/") + "/")

  @functools.lru_cache(maxsize=None)
  def test(name):
    if not name or name.startswith("<"):
      return False
    real = os.path.realpath(name)
    return real == main or below(real, root) and not any(below(real, d) for d in excluded)

  return test
