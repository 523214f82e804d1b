"""Launch options: from the command line, and from the first comment lines of a kernel file."""

import re
import shlex
from typing import Dict, List, Optional, Sequence, Union

from .errors import LoweringError

Size = Union[int, None]  # None: any size ("*")

_DIMENSIONS = ("blockDim", "gridDim", "local_size", "num_groups", "global_size", "global_offset")


class LaunchOptions:
  """Everything that decides how a source file is lowered.

  Sizes are lists of up to three numbers, None standing for any size; an absent option is None.
  `verifierOptions` holds the options of the file's comment that are not meant for lowering.
  """

  def __init__(self):
    self.blockDim: Optional[List[Size]] = None
    self.gridDim: Optional[List[Size]] = None
    self.local_size: Optional[List[Size]] = None
    self.num_groups: Optional[List[Size]] = None
    self.global_size: Optional[List[Size]] = None
    self.global_offset: Optional[List[Size]] = None
    self.kernel: Optional[str] = None
    self.pointerSize = 32
    self.warpSize = 32
    self.defines: List[str] = []
    self.includes: List[str] = []
    self.standard: Optional[str] = None
    self.clang: Optional[str] = None
    self.timeLimit = 30.0
    self.kernelArrays: Dict[str, List[List[Size]]] = {}
    self.kernelArguments: Dict[str, List[Size]] = {}
    self.allProcedures = False
    self.annotations = "all"  # or "requires", or "none"
    self.invariantsAsCandidates = False
    self.verifierOptions: List[str] = []

  def parse(self, arguments: Sequence[str], keepUnknown: bool) -> List[str]:
    """Takes the options it knows from a list of arguments, and returns the others. An option that
    is already set stays as it is. Unknown options are kept or are an error."""
    rest, index = [], 0
    arguments = list(arguments)

    def operand(text):
      nonlocal index
      if text:
        return text
      index += 1
      if index >= len(arguments):
        raise LoweringError(f"the option {argument} needs a value")
      return arguments[index]

    while index < len(arguments):
      argument = arguments[index]
      name, equals, value = argument.partition("=")
      plain = name.lstrip("-")
      if name.startswith("-") and plain in _DIMENSIONS:
        value = value if equals else operand("")
        if getattr(self, plain) is None:
          setattr(self, plain, parseSize(plain, value))
      elif name == "--kernel":
        value = value if equals else operand("")
        self.kernel = self.kernel or value
      elif name in ("--pointer-size", "--pointer-bitwidth"):
        value = value if equals else operand("")
        if value not in ("32", "64"):
          raise LoweringError(f"--pointer-size must be 32 or 64, not '{value}'")
        self.pointerSize = int(value)
      elif name == "--kernel-arrays":
        self.parseKernelArrays(value if equals else operand(""))
      elif name == "--kernel-args":
        self.parseKernelArguments(value if equals else operand(""))
      elif argument in ("--no-annotations", "--only-requires"):
        self.annotations = "none" if argument == "--no-annotations" else "requires"
      elif argument == "--all-procedures":
        self.allProcedures = True
      elif argument == "--invariants-as-candidates":
        self.invariantsAsCandidates = True
      elif argument.startswith("-D"):
        self.defines.append(operand(argument[2:]))
      elif argument.startswith("-I"):
        self.includes.append(operand(argument[2:]))
      elif argument.startswith(("-std=", "-cl-std=")):
        self.standard = self.standard or argument.partition("=")[2]
      elif name == "--clang-opt":
        self.parse([value if equals else operand("")], keepUnknown)
      elif name == "--warp-sync" and value.isdigit():
        self.warpSize = int(value)
        rest.append(argument)
      elif name == "--clang":
        self.clang = value if equals else operand("")
      elif name == "--time-limit":
        try:
          self.timeLimit = float(value if equals else operand(""))
        except ValueError:
          raise LoweringError(f"--time-limit must be a number of seconds, not '{value}'") from None
      elif keepUnknown:
        rest.append(argument)
      else:
        raise LoweringError(f"unknown option '{argument}'")
      index += 1
    return rest

  def parseKernelArrays(self, text):
    """`kernel,16,*,[4,4]`: a size for each pointer parameter."""
    name, _, sizes = text.partition(",")
    items = re.findall(r"\[[^\]]*\]|[^,]+", sizes)
    self.kernelArrays[name] = [parseSize("kernel-arrays", item) for item in items]

  def parseComment(self, text: str):
    """Reads options from a `//--...` comment on line 1 or 2 of a source."""
    for line in text.split("\n", 2)[:2]:
      match = re.match(r"\s*//\s*(-[-\w].*)", line)
      if match:
        try:
          words = shlex.split(match.group(1))
        except ValueError:
          words = match.group(1).split()
        self.verifierOptions += self.parse(words, True)
        return

  def parseKernelArguments(self, text):
    """`kernel,0x3,*`: a value for each parameter that is no pointer, '*' for any. Without a name
    the values are those of every kernel."""
    values = text.split(",")
    name = values.pop(0) if re.match(r"[A-Za-z_$]", text) else ""
    try:
      self.kernelArguments[name] = [None if v.strip() == "*" else int(v, 0) for v in values]
    except ValueError:
      raise LoweringError("--kernel-args takes a kernel's name and numbers or '*', "
                          f"not '{text}'") from None

  def argumentsOf(self, kernel) -> List[Size]:
    """The values of a kernel's parameters, None for any."""
    return self.kernelArguments.get(kernel, self.kernelArguments.get("", []))


def parseSize(name: str, text: str) -> List[Size]:
  """`[16,16]`, `16,16`, `16`, with `*` for any size."""
  body = text.strip()
  if body.startswith("[") and body.endswith("]"):
    body = body[1:-1]
  result: List[Size] = []
  for part in body.split(","):
    part = part.strip()
    if part == "*":
      result.append(None)
    elif re.match(r"(0[xX][0-9a-fA-F]+|\d+)$", part) and (int(part, 0) > 0
                                                         or name == "global_offset"):
      result.append(int(part, 0))
    else:
      raise LoweringError(f"--{name} must be one to three positive numbers or '*', "
                          f"such as [16,16], not '{text}'")
  if len(result) > 3 and name != "kernel-arrays":
    raise LoweringError(f"--{name} has more than three dimensions: '{text}'")
  return result
