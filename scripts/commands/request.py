"""What the user asks for: the command line and the options in the head of the kernel file.

A kernel file may start with comment lines that hold options, `//--blockDim=64 --gridDim=2`; the
command line wins over them. Options are sorted by who understands them: the launch and the
compiler's go to the lowering, the rest to the program.
"""

import difflib
import os
import re
import shlex

from .exit_codes import REJECTED, USAGE, Stop
from .gpuverify import IMPLIED, is_gpuverify_head, translate

SOURCES = (".cu", ".cuh", ".cl")
PROGRAMS = (".gbpl", ".bpl")
LAUNCH = {"blockDim": "local", "local_size": "local", "gridDim": "groups", "num_groups": "groups",
          "global_size": "global"}
LETTERS = {"-h": "help", "-v": "verbose", "-o": "output"}
OWN_FLAGS = {"fix", "backup", "help", "version", "no-build"}
LOWERING_FLAGS = {"no-annotations", "only-requires", "invariants-as-candidates"}
OWN_VALUES = {"patch", "json", "program"}
LOWERING_VALUES = {"clang-opt", "clang", "pointer-size", "pointer-bitwidth", "kernel-arrays",
                   "global_offset"}


class Request:
  """`launch`: {"local", "groups", "global": text}; `compiler`: options for the lowering and clang;
  `program`: those for the program; `own`: those of the commands themselves."""

  def __init__(self):
    self.input = None
    self.launch = {}
    self.compiler = []
    self.program = []
    self.own = {}
    self.kernel = None

  @property
  def is_source(self):
    return self.input.endswith(SOURCES)

  def program_options(self):
    """The options for the program. Sizes and values of parameters only with IR: lowering puts them
    into its text."""
    names = {"local": "blockDim", "groups": "gridDim", "global": "global_size"}
    sizes = {} if self.is_source else self.launch
    program = [o for o in self.program if not (self.is_source and o.startswith("--kernel-args="))]
    return program + [f"--{names[role]}={value}" for role, value in sizes.items()]

  def defaults_from(self, head):
    """Takes over the options of a file's head that are not given here."""
    sizes = {**head.launch, **self.launch}
    if "groups" in self.launch:
      sizes.pop("global", None)
    if "global" in self.launch:
      sizes.pop("groups", None)
    self.launch = sizes
    self.compiler = head.compiler + self.compiler
    self.kernel = self.kernel or head.kernel
    given = {option.split("=")[0] for option in self.program}
    self.program = [o for o in head.program if o.split("=")[0] not in given] + self.program


def parse(tokens, known, needs_input=True):
  """A Request from words; `known` maps the program's options to whether they take a value."""
  request = Request()
  words = list(tokens)
  inputs = []
  while words:
    word = words.pop(0)
    if word == "--":
      inputs += words
      break
    if word in LETTERS:
      _option(request, LETTERS[word], None, words, known)
    elif word.startswith("--"):
      name, equals, value = word[2:].partition("=")
      _option(request, name, value if equals else None, words, known)
    elif word[:2] in ("-D", "-I", "-U"):
      if len(word) == 2 and not words:
        raise Stop(USAGE, f"{word} needs a value")
      request.compiler.append(word if len(word) > 2 else word + words.pop(0))
    elif word.startswith(("-std=", "-cl-std=")):
      request.compiler.append(word)
    elif word.startswith("-") and word != "-":
      raise Stop(USAGE, f"unknown option '{word}'")
    else:
      inputs.append(word)
  if needs_input and "help" not in request.own and "version" not in request.own:
    if len(inputs) != 1:
      raise Stop(USAGE, "no kernel file is given" if not inputs else
                 f"more than one input is given: '{inputs[0]}' and '{inputs[1]}'")
    request.input = inputs[0]
  elif not needs_input and inputs:
    raise Stop(USAGE, f"'{inputs[0]}' is not an option")
  return request


def _option(request, name, value, words, known):
  takes_value = (name in LAUNCH or name in OWN_VALUES or name in LOWERING_VALUES or name == "std"
                 or known.get(name) == "=")
  if takes_value and value is None:
    if not words:
      raise Stop(USAGE, f"--{name} needs a value")
    value = words.pop(0)
  if value is not None and not takes_value and known.get(name) != "[=":
    if name in OWN_FLAGS or name in LOWERING_FLAGS or name in known:
      raise Stop(USAGE, f"--{name} takes no value")
  if name in LAUNCH:
    role = LAUNCH[name]
    if request.launch.get(role, value) != value:
      raise Stop(USAGE, f"--{name} is given twice")
    if {role, *request.launch} >= {"groups", "global"}:
      raise Stop(USAGE, "--global_size and --num_groups (or --gridDim) exclude each other")
    request.launch[role] = value
  elif name == "std":
    request.compiler.append("-std=" + value)
  elif name in LOWERING_VALUES:
    request.compiler.append(f"--{name}={value}")
  elif name in LOWERING_FLAGS:
    request.compiler.append("--" + name)
  elif name in OWN_FLAGS or name in OWN_VALUES:
    request.own[name] = value if value is not None else True
  elif name in known:
    if name == "kernel":
      request.kernel = value
    request.program.append("--" + name + ("" if value is None else "=" + value))
  else:
    close = _nearest(name, [*known, *LAUNCH, *OWN_FLAGS, *OWN_VALUES,
                            *LOWERING_FLAGS, *LOWERING_VALUES])
    hint = f"; did you mean '--{close}'?" if close else ""
    raise Stop(USAGE, f"unknown option '--{name}'{hint}")


def _nearest(name, names):
  return next(iter(difflib.get_close_matches(name, names, 1, 0.75)), None)


def head_lines(path):
  """The comment lines at the top of a file, as (line number, text behind the slashes)."""
  lines = []
  try:
    with open(path, encoding="utf-8", errors="replace") as file:
      for number, line in enumerate(file, 1):
        match = re.match(r"\s*//(.*)", line)
        if match is None:
          break
        lines.append((number, match.group(1).strip()))
  except OSError as error:
    raise Stop(REJECTED, f"{path}: {error.strerror}") from error
  except ValueError as error:
    raise Stop(REJECTED, f"{path}: {error}") from error
  return lines


def read_head(path, known):
  """The options in the head of a kernel file, and those of GPUVerify's that mean nothing here."""
  lines = head_lines(path)
  tokens, ignored = [], []
  if is_gpuverify_head(lines):
    tokens += ["--" + name for name in IMPLIED if name in known]
  folder = os.path.dirname(os.path.abspath(path))
  for number, text in lines:
    if not re.match(r"--?[A-Za-z]", text):
      continue
    try:
      words = [w.replace("${KERNEL_DIR}", folder) for w in shlex.split(text)]
    except ValueError as error:
      raise Stop(REJECTED, f"{path}:{number}: {error}") from error
    if is_gpuverify_head(lines):
      words, dropped = translate(words)
      ignored += dropped
    try:
      parse(words, known, needs_input=False)
    except Stop as error:
      raise Stop(REJECTED, f"{path}:{number}: {error}") from error
    tokens += words
  try:
    return parse(tokens, known, needs_input=False), ignored
  except Stop as error:
    raise Stop(REJECTED, f"{path}: options in the head: {error}") from error
