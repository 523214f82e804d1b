"""The program `barricade`: building it, knowing its options, running it.

Its `--help` is the only list of its options; which of them take a value is read from there.
"""

import json
import os
import re
import subprocess
import sys

from .exit_codes import INTERNAL, USAGE, Stop
from .output import write_output

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILT = os.path.join(ROOT, "build", "release", "bin", "barricade")
OPTION = re.compile(r"--([\w-]+)(\[?=)?")


class Program:
  """A runnable program; without a path it is our own, which `build` brings up to date."""

  def __init__(self, path=None):
    self.path = path or BUILT
    self.is_ours = path is None
    if path is not None and not os.access(path, os.X_OK):
      raise Stop(USAGE, f"--program: '{path}' is not a program")
    self._options = {}

  def exists(self):
    return os.access(self.path, os.X_OK)

  def build(self):
    if not self.is_ours:
      return
    done = subprocess.run([os.path.join(ROOT, "scripts", "build")], stdout=subprocess.DEVNULL,
                          check=False)
    if done.returncode != 0 or not self.exists():
      raise Stop(INTERNAL, "the program could not be built")

  def help(self, command):
    done = subprocess.run([self.path, command, "--help"], stdout=subprocess.PIPE, text=True,
                          check=False)
    return done.stdout if done.returncode == 0 else ""

  def version(self):
    return subprocess.run([self.path, "--version"], stdout=subprocess.PIPE, text=True,
                          check=False).stdout.strip()

  def options(self, command):
    """{name: "", "=" or "[="}: the options of a command, and whether they take a value."""
    if command not in self._options:
      found = {}
      for line in self.help(command).splitlines():
        if line.startswith("  -"):
          names = re.split(r"  +", line.strip())[0]
          found.update((name, value) for name, value in OPTION.findall(names))
      self._options[command] = found
    return self._options[command]

  def arguments_for(self, command, arguments):
    """Those of the given options that the command knows."""
    known = self.options(command)
    return [a for a in arguments if a.lstrip("-").split("=", 1)[0] in known]

  def run(self, command, source, arguments, json_path, show_as=None):
    """(exit code, JSON document or None). With `show_as`, the text goes to our standard output,
    and names the input so."""
    line = [self.path, command, source, *arguments]
    if json_path:
      line.append("--json=" + json_path)
    if show_as and "color" in self.options(command) and _wants_color(arguments):
      line.append("--color=always")
    done = subprocess.run(line, stdout=subprocess.PIPE if show_as else subprocess.DEVNULL,
                          stderr=None if show_as else subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, check=False)
    if show_as:
      write_output("-", done.stdout.replace(os.fsencode(source), os.fsencode(show_as)))
    document = None
    if json_path and os.path.exists(json_path):
      try:
        with open(json_path, encoding="utf-8") as file:
          document = json.load(file)
      except ValueError:
        document = None
    code = done.returncode
    if code < 0:
      raise Stop(INTERNAL, f"the program was ended by signal {-code}")
    return code, document


def _wants_color(arguments):
  """What the program would decide if it wrote to our standard output itself."""
  given = any(a.startswith("--color") for a in arguments)
  return not given and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
