"""What the user asks for: the command line and the options in the head of the kernel file.

A kernel file may start with comment lines that hold options, `//--blockDim=64 --gridDim=2`; the
command line wins over them. Options are sorted by who understands them: the launch and the
compiler's go to the lowering, the rest to the program, whose table of options tells them.
"""

import argparse
import re

from kernel_files import HeadError, is_opencl, is_source, read_head
from lowering import LaunchOptions, LoweringError
from lowering.options import add_source_arguments, parse_head, size_text, with_defaults

from .exit_codes import REJECTED, USAGE, Stop
from .program import CALLED

PROGRAMS = (".gbpl", ".bpl")
# A size of the launch: its spellings, and what it is the size of.
LAUNCH = {
    "local": (("blockDim", "local_size"), "threads of a block: 128, [16,16]; '*' for any size"),
    "groups": (("gridDim", "num_groups"), "blocks of the grid"),
    "global": (("global_size",), "threads of the grid, instead of the number of blocks"),
}
ABOUT_LAUNCH = ("The comment lines at the top of a kernel file may hold options, //--blockDim=128 "
                "--gridDim=1; the command line wins over them. Files with GPUVerify's head "
                "(//pass, then a line of options) are understood too. IR files need no sizes if "
                "they state them.")


class Request:
  """`given`: the arguments, parsed; `inputs`: the files and folders that are named; `table`: the
  program's options."""

  def __init__(self, given, inputs, table):
    self.given, self.inputs, self.table = given, inputs, table

  @property
  def input(self):
    """The kernel file, where there is one."""
    return self.inputs[0]

  @property
  def is_source(self):
    return is_source(self.input)

  @property
  def is_cuda(self):
    return not is_opencl(self.input)

  @property
  def launch(self):
    """{"local", "groups", "global": text} of the sizes that are given."""
    return {role: getattr(self.given, role) for role in LAUNCH
            if getattr(self.given, role) is not None}

  def program_options(self):
    """The options for the program. Sizes and values of parameters only with IR: the lowering puts
    them into its text."""
    words = []
    for option in self.table:
      value = getattr(self.given, _destination(option["name"]), None)
      if value in (None, False) or option["name"] in _SPELLINGS or (
          self.is_source and option["name"] == "kernel-args"):
        continue
      name = "--" + option["name"]
      values = value if isinstance(value, list) else [value]
      words += [name if value is True else f"{name}={value}" for value in values]
    if not self.is_source:
      words += [f"--{LAUNCH[role][0][0]}={value}" for role, value in self.launch.items()]
    return words

  def spelled(self):
    """The arguments with the sizes of the launch under the names of the input's language."""
    given = argparse.Namespace(**vars(self.given))
    for role, value in self.launch.items():
      spellings = LAUNCH[role][0]
      setattr(given, spellings[0 if self.is_cuda else -1], value)
    return given

  def launch_options(self):
    """The options of the lowering."""
    options = LaunchOptions()
    try:
      options.take(self.spelled())
    except LoweringError as error:
      raise Stop(USAGE, error.message) from error
    return options

  def defaults_from(self, head, table):
    """Takes over the options of a file's head that are not given here. `table`: the options that
    heads may hold."""
    self.table = table
    if self.given.groups or getattr(self.given, "global"):
      head.groups = None
      setattr(head, "global", None)
    self.given = with_defaults(self.given, head)
    _check_launch(self.given)

  def take_missing(self, given):
    """Takes over what is neither given here nor in the head of the file; of lists both. Sizes only
    where nothing says any."""
    sizes = bool(self.launch)
    for name, value in vars(given).items():
      own = getattr(self.given, name, None)
      if isinstance(value, list) and isinstance(own, list):
        setattr(self.given, name, value + own)
      elif value not in (None, False) and own in (None, False) and not (sizes and name in LAUNCH):
        setattr(self.given, name, value)


_SPELLINGS = {spelling for spellings, _ in LAUNCH.values() for spelling in spellings}


class CommandParser(argparse.ArgumentParser):
  """Knows the options of a command, of the lowering and of the program; mistakes are Stops."""

  def __init__(self, command, table, add_own=lambda parser: None, only_own=False, **texts):
    super().__init__(prog=CALLED + command, add_help=False, allow_abbrev=False,
                     formatter_class=argparse.RawDescriptionHelpFormatter, **texts)
    self.table = table
    if only_own:
      add_own(self)
      return
    launch = self.add_argument_group("launch", ABOUT_LAUNCH)
    for role, (spellings, text) in LAUNCH.items():
      launch.add_argument(*("--" + s for s in spellings), dest=role, metavar="SIZES", help=text,
                          action=_Once, type=size_text(spellings[0]))
    add_source_arguments(self)
    add_own(self)
    self._add_program_options()

  def _add_program_options(self):
    groups = {}
    for option in self.table:
      names = [name for name in (option["name"], option["alias"]) if name]
      strings = [f"-{option['letter']}"] if option["letter"] else []
      strings += ["--" + name for name in names]
      if any(string in self._option_string_actions for string in strings):
        continue
      title = option["group"].lower()
      if title not in groups:
        groups[title] = self.add_argument_group(title)
      groups[title].add_argument(*strings, dest=_destination(option["name"]),
                                 help=option["help"].replace("%", "%%"), **_kind(option))

  def error(self, message):
    match = re.fullmatch(r"argument (\S+): (.*)", message, re.DOTALL)
    if match is None:
      raise Stop(USAGE, message)
    name, problem = match.groups()
    problem = re.sub(r"expected one argument", "needs a value", problem)
    problem = re.sub(r"ignored explicit argument .*", "takes no value", problem)
    problem = re.sub(r"invalid _positive value: ", "takes a number from 1 on, not ", problem)
    raise Stop(USAGE, f"{name} {problem}")

  def parse_words(self, words):
    """(arguments, words that are no options)."""
    words, after = list(words), []
    if "--" in words:
      at = words.index("--")
      words, after = words[:at], words[at + 1:]
    try:
      given, rest = self.parse_known_args([self._with_implied_value(word) for word in words])
    except LoweringError as error:
      raise Stop(USAGE, error.message) from error
    for word in rest:
      if word.startswith("-") and word != "-":
        raise Stop(USAGE, self._unknown(word))
    _check_launch(given)
    return given, rest + after

  def parse_request(self, words):
    """A Request from the words of a command line."""
    given, inputs = self.parse_words(words)
    if not inputs:
      raise Stop(USAGE, "no kernel file is given")
    return Request(given, inputs, self.table)

  def read_head(self, path):
    """(what the head of a kernel file says, options in it that only concern GPUVerify)."""
    try:
      head = read_head(path)
      if head.implied:
        known = [word for word in head.implied if word in self._option_string_actions]
        head.options.insert(0, (1, known))
      for option in head.options:
        option[1][:] = [self._with_implied_value(word) for word in option[1]]
      given, unknown = parse_head(self, head, path, Stop)
    except HeadError as error:
      raise Stop(REJECTED, str(error)) from error
    for number, words in head.options:
      for word in unknown:
        if word in words:
          raise Stop(REJECTED, f"{path}:{number}: {self._unknown(word)}")
    return given, head.ignored

  def _with_implied_value(self, word):
    """`--stats` is `--stats=text`; argparse would take the next word for its value."""
    if word == "--fix":
      return "--fix=repair"
    for option in self.table:
      if option["implied"] and word == "--" + option["name"]:
        return f"{word}={option['implied']}"
    return word

  def _unknown(self, word):
    name = word.partition("=")[0]
    import difflib  # for a mistake only
    close = difflib.get_close_matches(name, self._option_string_actions, 1, 0.75)
    return f"unknown option '{name}'" + (f"; did you mean '{close[0]}'?" if close else "")


class _Once(argparse.Action):
  """A value that may be repeated, but not changed."""

  def __call__(self, parser, namespace, values, option_string=None):
    if getattr(namespace, self.dest, None) not in (None, values):
      parser.error(f"argument {option_string}: is given twice")
    setattr(namespace, self.dest, values)


def _kind(option):
  if option["kind"] == "flag":
    return {"action": "store_true", "default": None}
  metavar = (option["argument"] or "").replace("%", "%%")
  return {"metavar": metavar, "action": "append" if option["kind"] == "list" else _Once}


def _destination(name):
  return name.replace("-", "_")


def _check_launch(given):
  if given.groups and getattr(given, "global"):
    raise Stop(USAGE, "--global_size and --num_groups (or --gridDim) exclude each other")


def add_output_arguments(parser):
  """What both commands have of their own."""
  group = parser.add_argument_group("command")
  group.add_argument("--program", metavar="FILE", help="use this program instead of building one")
  group.add_argument("--no-build", action="store_true", help="use the program as it was built")
  group.add_argument("--stands-for", metavar="FILE",
                     help="what the kernel file is an unsaved copy of: headers and the "
                          "configuration are looked for there")
  group.add_argument("-h", "--help", action="store_true", help="show this help")
  group.add_argument("--version", action="store_true", help="show the version")


def add_files_arguments(parser):
  """What concerns several files."""
  group = parser.add_argument_group("files")
  group.add_argument("-p", dest="build", metavar="BUILD",
                     help="the folder of a build with `compile_commands.json` (or that file): each "
                          "file's macros, include folders, standard")
  group.add_argument("-j", "--jobs", type=_positive, metavar="N",
                     help="processes at a time (default: one for each core)")
  group.add_argument("--no-cache", action="store_true",
                     help="look at kernels again that have not changed since")


def _positive(text):
  if not text.isdigit() or int(text) < 1:
    raise ValueError
  return int(text)
