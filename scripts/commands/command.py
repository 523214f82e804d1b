"""What both commands share: reading the request, building, lowering, running, and ending well.

All intermediate files lie in one temporary folder that goes away on every way out, signals
included; a running child process is ended first.
"""

import contextlib
import json
import os
import signal
import sys
import tempfile

from patching.files import signals_held

from . import exit_codes, lowering_step
from .exit_codes import FINE, INTERNAL, REJECTED, UNDECIDED, USAGE, Stop
from .output import write_output
from .program import Program
from .request import PROGRAMS, SOURCES, parse, read_head


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
  """One run of a command; `body` is called with it and returns the exit code."""

  def __init__(self, name, arguments, help_text, body):
    self.name = name
    self.arguments = arguments
    self.help_text = help_text
    self.body = body
    self.request = None
    self.program = None
    self.folder = None
    self.held = {}
    self.reports = {}  # the kinds that the program is writing, and where the user wants them

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
    own = _program_option(self.arguments)
    self.program = Program(own)
    if {"-h", "--help"} & set(self.arguments) and not self.program.exists():
      print(self.help_text + exit_codes.HELP +
            "\nThe program's own options, of which --help tells once it is built, are listed in"
            "\ndocs/options.md.")
      return FINE
    if "--no-build" not in self.arguments:
      self.program.build()
    known = self.program.options(self.name)
    self.request = parse(self.arguments, known)
    if "help" in self.request.own:
      print(self.help_text + exit_codes.HELP + "\n" + _options_part(self.program.help(self.name)),
            end="")
      return FINE
    if "version" in self.request.own:
      print(self.program.version())
      return FINE
    self._check_input()
    folder = tempfile.TemporaryDirectory(prefix="barricade-")
    try:
      self.folder = folder.name
      return self.body(self)
    finally:
      with signals_held():
        folder.cleanup()

  def _check_input(self):
    path = self.request.input
    if not path.endswith(SOURCES + PROGRAMS):
      raise Stop(USAGE, f"'{path}' is neither source ({', '.join(SOURCES)}) nor IR "
                        f"({', '.join(PROGRAMS)})")
    try:
      with open(path, "rb"):
        pass
    except OSError as error:
      raise Stop(REJECTED, f"{path}: {error.strerror}") from error
    if self.request.is_source:
      every = {**self.program.options("verify"), **self.program.options("repair")}
      head, ignored = read_head(path, every)
      for option in ignored:
        print(f"note: {path}: '{option}' only concerns GPUVerify and is ignored", file=sys.stderr)
      self.request.defaults_from(head)
      lowering_step.check_launch(self.request)

  def lowered(self):
    """The IR file of the input."""
    if not self.request.is_source:
      return self.request.input
    out = os.path.join(self.folder, "kernel.gbpl")
    for remark in lowering_step.lower_file(self.request.input, self.request, out):
      print(remark, file=sys.stderr)
    return out

  def program_arguments(self, name):
    return self.program.arguments_for(name, self.request.program_options())

  def run_program(self, name, program_file, json_path=None, hold=()):
    """Runs the program with its text on our standard output; (exit code, document). The reports
    named in `hold` are kept in `self.held`, for `write_held`."""
    sys.stdout.flush()
    wanted = self.request.own.get("json")
    path = json_path or (os.path.join(self.folder, "result.json") if wanted else None)
    arguments = self._keeping_reports(self.program_arguments(name))
    code, document = self.program.run(name, program_file, arguments, path,
                                      None if self.quiet else self.request.input)
    if wanted and not json_path:
      self.write_json(document)
    self._take_reports(program_file)
    for kind in set(self.held) - set(hold):
      self.write_held(kind)
    return code, document

  @property
  def quiet(self):
    """Whether standard output belongs to a document."""
    asked = [option.partition("=")[2] for option in self.request.program
             if option.partition("=")[0] in ("--sarif", "--html")]
    return "-" in [self.request.own.get("json"), *asked]

  def _keeping_reports(self, arguments):
    """The arguments with the reports' files in our folder: the program knows its input by a name
    that the user does not."""
    self.reports, kept = {}, []
    for argument in arguments:
      option, _, path = argument.partition("=")
      if option in ("--sarif", "--html"):
        self.reports[option[2:]] = path
        argument = f"{option}={os.path.join(self.folder, 'report.' + option[2:])}"
      kept.append(argument)
    return kept

  def _take_reports(self, program_file):
    for kind, wanted in self.reports.items():
      try:
        with open(os.path.join(self.folder, "report." + kind), "rb") as file:
          data = file.read()
      except FileNotFoundError:
        continue
      self.held[kind] = wanted, data.replace(os.fsencode(program_file),
                                             os.fsencode(self.request.input))

  def write_held(self, kind, change=None):
    """Writes a report where it was asked for, changed by a function from bytes to bytes."""
    if kind in self.held:
      path, data = self.held.pop(kind)
      write_output(path, change(data) if change else data)

  def write_json(self, document):
    """The document where --json asks for it, with the input that the user named."""
    wanted = self.request.own.get("json")
    if not wanted:
      return
    document = {**(document or {"schema": 1, "verdict": "undecided"}), "input": self.request.input}
    write_output(wanted, (json.dumps(document, indent=2) + "\n").encode())

  def _report(self, stop):
    """Says why the command ends, as text and in the JSON document; the exit code."""
    text = str(stop)
    print(text if ": error:" in text or text.startswith("error:") else f"error: {text}",
          file=sys.stderr)
    wanted = self.request is not None and self.request.own.get("json")
    if wanted:
      kind = {USAGE: "usage", REJECTED: "input"}.get(stop.code, "internal")
      verdict = "rejected" if kind != "internal" else "undecided"
      try:
        self.write_json({"schema": 1, "input": "", "kernel": None, "verdict": verdict,
                         "findings": [], "errors": [{"kind": kind, "message": text}]})
      except Stop as second:
        if str(second) != text:
          print(f"error: {second}", file=sys.stderr)
        return second.code
    return stop.code


def _program_option(arguments):
  for index, word in enumerate(arguments):
    if word.startswith("--program="):
      return word.split("=", 1)[1]
    if word == "--program" and index + 1 < len(arguments):
      return arguments[index + 1]
  return None


def _options_part(text):
  """The option groups of the program's help, which the command passes on."""
  start = text.find("\nInput:")
  return "Options of the program:\n" + text[start:] if start >= 0 else ""
