"""What both commands share: reading the request, building, lowering, and ending well.

All intermediate files lie in one temporary folder that goes away at every exit, signals
included; a running child process is ended first. Whatever is reported of a kernel the program
writes itself; here only what went wrong before it ran.
"""

import argparse
import contextlib
import json
import os
import signal
import sys
import tempfile

from kernel_files.language import SOURCES
from patching.files import signals_held

from . import configuration, lowering_step, project
from .exit_codes import FINE, HELP, INTERNAL, REJECTED, UNDECIDED, USAGE, Stop
from .output import write_output
from .program import CALLED, Program
from .request import PROGRAMS, CommandParser, add_output_arguments

DOCUMENTS = ("json", "sarif", "html")  # options that can claim standard output


class Interrupted(BaseException):
  """SIGINT, SIGTERM or SIGHUP."""


def _interrupt(number, frame):
  raise Interrupted(number)


@contextlib.contextmanager
def interruptible():
  """Turns the signals that end a process into an exception, so that clean-up runs."""
  numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
  before = {number: signal.signal(number, _interrupt) for number in numbers}
  try:
    yield
  finally:
    for number, handler in before.items():
      signal.signal(number, handler)


class Command:
  """One run of a command; `body` is called with it and returns the exit code, or `on_several` where
  the request is for several files. `texts` are for its help; `add_own` adds its own options to a
  parser."""

  def __init__(self, name, arguments, texts, body, add_own, on_several):
    self.name = name
    self.on_several = on_several
    self.arguments = arguments
    self.texts = {key: text.replace("scripts/", CALLED) for key, text in texts.items()}
    self.body = body
    self.add_own = add_own
    self.request = None
    self.given = None  # the arguments of the command line alone
    self.configuration = None  # of the input, where there is one
    self.program = None
    self.folder = None
    self._full_parser = None

  def main(self):
    try:
      with interruptible():
        return self._run()
    except Interrupted:
      print("interrupted", file=sys.stderr)
      return UNDECIDED
    except Stop as stop:
      return self._report(stop)
    except BrokenPipeError:
      os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
      return INTERNAL
    except OSError as error:
      print(f"error: {error}", file=sys.stderr)
      return INTERNAL

  def _run(self):
    own = self._parser([], only_own=True).parse_known_args(self.arguments)[0]
    self.program = Program(own.program)
    if own.help and not self.program.exists():
      self._help(self._parser([]))
      print("\nThe program's own options, of which --help tells once it is built, are listed in\n"
            "docs/options.md.")
      return FINE
    if not own.no_build:
      self.program.build()
    parser = self.full_parser(self.program)
    if own.help:
      self._help(parser)
      return FINE
    if own.version:
      print(self.program.version())
      return FINE
    self.request = parser.parse_request(self.arguments)
    original = self.request.given.stands_for
    if original:
      self.request.given.include = [os.path.dirname(os.path.abspath(original)),
                                    *(self.request.given.include or [])]
    self.given = argparse.Namespace(**vars(self.request.given))
    self.configuration = configuration.find(original or self.request.input)
    several = project.concerns(self)
    if several:
      self.take_options(self.request)
    else:
      self._check_input()
    folder = tempfile.TemporaryDirectory(prefix="barricade-")
    try:
      self.folder = folder.name
      return self.on_several(self) if several else self.body(self)
    finally:
      with signals_held():
        folder.cleanup()

  def full_parser(self, program):
    """A parser that knows all options of the command."""
    if self._full_parser is None:
      self._full_parser = self._parser(program.options(self.name))
    return self._full_parser

  def _parser(self, table, only_own=False):
    def add(parser):
      self.add_own(parser)
      add_output_arguments(parser)
    return CommandParser(self.name, table, add, only_own=only_own, **self.texts)

  def _help(self, parser):
    parser.print_help()
    print("\n" + HELP, end="")

  def read_head(self, path):
    """(what the head of a file says, ignored options); a head serves all commands."""
    return CommandParser(self.name, self.head_options()).read_head(path)

  def take_options(self, request):
    """Takes over the [options] of the configuration that a request does not give."""
    if self.configuration:
      parser = self.full_parser(self.program)
      request.take_missing(parser.parse_words(
          self.configuration.command_words(parser, self._other_options()))[0])

  def file_settings(self, path):
    """What the configuration says of a file, parsed; None without one."""
    if self.configuration is None:
      return None
    parser = self.full_parser(self.program)
    return parser.parse_words(self.configuration.file_words(
        self.request.given.stands_for or path, parser, self._other_options()))[0]

  def kernel_settings(self, path):
    """[(pattern of names, what the configuration says of such kernels of a file, parsed)]."""
    if self.configuration is None:
      return []
    parser = self.full_parser(self.program)
    return [(pattern, parser.parse_words(words)[0]) for pattern, words in
            self.configuration.kernel_words(self.request.given.stands_for or path, parser,
                                            self._other_options())]

  def _other_options(self):
    """The options of other commands, which a configuration may hold as well."""
    names = {option["name"] for option in self.program.table()["options"]}
    return names | {"patch", "fix", "backup", "baseline", "write-baseline", "since",
                    "code-quality"}

  def head_options(self):
    """The program's options that a head may hold."""
    return self.program.options("verify", "repair", "advise")

  def _check_input(self):
    path = self.request.input
    if not self.request.is_source and not path.endswith(PROGRAMS):
      raise Stop(USAGE, f"'{path}' is neither source ({SOURCES}) nor IR "
                        f"({', '.join(PROGRAMS)})")
    try:
      with open(path, "rb"):
        pass
    except OSError as error:
      raise Stop(REJECTED, f"{path}: {error.strerror}") from error
    if self.request.is_source:
      head, ignored = self.read_head(path)
      for option in ignored:
        print(f"note: {path}: '{option}' only concerns GPUVerify and is ignored", file=sys.stderr)
      self.request.defaults_from(head, self.head_options())
      settings = self.file_settings(path)
      if settings:
        self.request.take_missing(settings)
    self.take_options(self.request)

  def lowered(self):
    """The IR file of the input."""
    if not self.request.is_source:
      return self.request.input
    out = os.path.join(self.folder, "kernel.gbpl")
    for remark in lowering_step.lower_file(self.request.input, self.request, out):
      print(remark, file=sys.stderr)
    sys.stderr.flush()
    return out

  def program_arguments(self, name):
    """Those of the given options that the program knows for a command."""
    return self.program.arguments_for(name, self.request.program_options())

  def call_arguments(self, name):
    """The program's options for the user's own call of it."""
    arguments = self.program_arguments(name)
    if self.request.is_source:
      arguments.append("--display-name=" + self.request.input)
    return self.limited(arguments)

  def limited(self, arguments, request=None):
    """The arguments with the limit of the verification, where they have none."""
    seconds = (request or self.request).launch_options().limits.seconds("verification")
    given = any(argument.startswith("--timeout=") for argument in arguments)
    return arguments if given or seconds is None else [*arguments, f"--timeout={seconds:g}"]

  @property
  def quiet(self):
    """Whether standard output belongs to a document."""
    given = self.request.given
    return bool(getattr(given, "json_lines", None)) or any(
        getattr(given, name, None) == "-" for name in DOCUMENTS)

  def _report(self, stop):
    """Says why the command ends, as text and in the JSON document; the exit code."""
    text = str(stop)
    print(text if ": error:" in text or text.startswith("error:") else f"error: {text}",
          file=sys.stderr)
    given = self.request.given if self.request else None
    kind = {USAGE: "usage", REJECTED: "input", UNDECIDED: "limit"}.get(stop.code, "internal")
    verdict = "rejected" if kind in ("usage", "input") else "undecided"
    document = {"schema": 1, "input": self.request.input if self.request else "", "kernel": None,
                "verdict": verdict, "findings": [], "errors": [{"kind": kind, "message": text}]}
    try:
      if getattr(given, "json", None):
        write_output(given.json, (json.dumps(document, indent=2) + "\n").encode())
      if getattr(given, "json_lines", None):
        write_output("-", (json.dumps({"event": "verdict", **document}) + "\n").encode())
    except Stop as second:
      if str(second) != text:
        print(f"error: {second}", file=sys.stderr)
      return second.code
    return stop.code
