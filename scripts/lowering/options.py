"""Launch options: what decides how a source file is lowered, and how it is spelled."""

import argparse
import copy
import fnmatch
import re
from typing import Dict, List, Optional, Sequence, Union

from kernel_files import HeadError
from stage_limits import HELP as LIMIT_HELP
from stage_limits import BadLimit, StageLimits

from .errors import LoweringError
from .preconditions import Precondition

Size = Union[int, None]  # None: any size ("*")

SIZES = {
    "blockDim": "CUDA: threads of a block",
    "gridDim": "CUDA: blocks of the grid",
    "local_size": "OpenCL: work-items of a group",
    "num_groups": "OpenCL: groups",
    "global_size": "OpenCL: work-items in all, instead of --num_groups",
}


_ATTRIBUTES = {"blockDim": "block_dim", "gridDim": "grid_dim"}


class LaunchOptions:
  """Everything that decides how a source file is lowered.

  Sizes are lists of up to three numbers, None standing for any size; an absent option is None.
  """

  def __init__(self):
    self.block_dim: Optional[List[Size]] = None
    self.grid_dim: Optional[List[Size]] = None
    self.local_size: Optional[List[Size]] = None
    self.num_groups: Optional[List[Size]] = None
    self.global_size: Optional[List[Size]] = None
    self.global_offset: Optional[List[Size]] = None
    self.kernel: Optional[str] = None
    self.pointer_size: Optional[int] = None  # 64, 32 for OpenCL with given sizes
    self.warp_size = 32
    self.max_threads = 1024  # of a group of any size
    self.defines: List[str] = []
    self.undefines: List[str] = []
    self.includes: List[str] = []
    self.preincluded: List[str] = []
    self.project: List[str] = []  # folders in which what a file lacks is looked for
    self.standard: Optional[str] = None
    self.clang: Optional[str] = None
    self.cuda_path: Optional[str] = None  # a CUDA toolkit, for headers that ours lack
    self.limits = StageLimits()
    self.kernel_arrays: Dict[str, List[List[Size]]] = {}
    self.kernel_arguments: Dict[str, List[Size]] = {}
    self.preconditions: List[Precondition] = []
    self.of_kernels = []  # (pattern of names, arguments) that say more of some, the first wins
    self.launched_with: Dict[int, int] = {}  # position of an integer parameter -> its value
    self.launched_members: Dict[int, str] = {}  # such positions of members of structs -> "p.n"
    self.size_terms = {}  # (num_groups or group_size, axis) -> what it is by the parameters (terms.py)
    self.allocated: Dict[int, int] = {}  # position of a pointer -> the bytes that the host allocates
    self.same_pointers = []  # pairs of positions of pointers that the launch makes equal
    self.null_pointers = ()  # positions of pointers that the launch gives no array
    self.dynamic_shared: Size = None  # bytes
    self.facts = []  # Terms over parameters that hold at the launch
    self.shared_memory_limit: Size = None  # bytes that a block may have
    self.all_procedures = False
    self.threads_fit = False  # unknown numbers of groups keep the numbers of threads below 2^31
    # Of whole files: a kernel with errors does not stop the others, and a name that nothing defines
    # is guessed, with a note.
    self.refuse_single_kernels = False
    self.annotations = "all"  # or "requires", or "none"
    self.invariants_as_candidates = False

  def take(self, given: argparse.Namespace):
    """Takes over parsed arguments (`add_size_arguments`, `add_source_arguments`)."""
    self._take_launch(given)
    self.kernel = given.kernel or self.kernel
    self.standard = given.std or self.standard
    self.clang = given.clang or self.clang
    self.cuda_path = given.cuda_path or self.cuda_path
    self.annotations = given.annotations or self.annotations
    self.pointer_size = int(given.pointer_size) if given.pointer_size else self.pointer_size
    self.defines += given.define or []
    self.undefines += given.undefine or []
    self.includes += given.include or []
    self.preincluded += given.preincluded or []
    self.project += given.project or []
    for option in given.clang_opt or []:
      self.take_compiler_option(option)
    self.all_procedures |= bool(given.all_procedures)
    self.invariants_as_candidates |= bool(given.invariants_as_candidates)
    self.take_limits(given.time_limit)

  def _take_launch(self, given):
    """Takes over what can differ from kernel to kernel."""
    for name in (*SIZES, "global_offset"):
      text = getattr(given, name, None)
      if text is not None:
        setattr(self, _ATTRIBUTES.get(name, name), parse_size(name, text))
    if given.warp_sync is not None and given.warp_sync.isdigit():
      self.warp_size = int(given.warp_sync)
    if given.max_threads is not None and given.max_threads.isdigit():
      self.max_threads = int(given.max_threads)
    for text in given.kernel_arrays or []:
      self.parse_kernel_arrays(text)
    if given.kernel_args is not None:
      self.parse_kernel_arguments(given.kernel_args)
    self.preconditions += [Precondition.parsed(text) for text in given.precondition or []]

  def of_kernel(self, name):
    """The options for the kernel of this name."""
    result = copy.copy(self)
    result.kernel_arrays, result.kernel_arguments = {**self.kernel_arrays}, {**self.kernel_arguments}
    result.preconditions = list(self.preconditions)
    for pattern, given in reversed(self.of_kernels):
      if fnmatch.fnmatchcase(name, pattern):
        result._take_launch(given)
    return result

  def take_compiler_option(self, option):
    """Takes over an option that is meant for clang itself; warnings do not matter here."""
    if option.startswith("-W"):
      return
    parser = _Parser()
    add_compiler_arguments(parser)
    given, rest = parser.parse_known_args([option])
    if rest:
      raise LoweringError(f"'{option}' is not an option for the compiler that the lowering knows")
    self.defines += given.define or []
    self.undefines += given.undefine or []
    self.includes += given.include or []
    self.standard = given.std or self.standard

  def take_limits(self, texts: Optional[Sequence[str]]):
    """Takes over the values of --time-limit."""
    for text in texts or []:
      try:
        self.limits.set(text)
      except BadLimit as error:
        raise LoweringError(f"--time-limit: {error}") from None

  def parse_kernel_arrays(self, text):
    """`kernel,16,*,[4,4]`: a size for each pointer parameter."""
    name, _, sizes = text.partition(",")
    items = re.findall(r"\[[^\]]*\]|[^,]+", sizes)
    self.kernel_arrays[name] = [parse_size("kernel-arrays", item) for item in items]

  def parse_kernel_arguments(self, text):
    """`kernel,0x3,*`: a value for each parameter that is no pointer, '*' for any. Without a name
    the values are those of every kernel."""
    body = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    values = [value.strip() for value in body.split(",")]
    name = values.pop(0) if re.match(r"[A-Za-z_$]", values[0]) else ""
    self.kernel_arguments[name] = [None if value == "*" else _integer(value, text)
                                   for value in values]

  def arguments_of(self, kernel) -> List[Size]:
    """The values of a kernel's parameters, None for any."""
    return self.kernel_arguments.get(kernel, self.kernel_arguments.get("", []))


class _Parser(argparse.ArgumentParser):
  """For options alone; mistakes are LoweringErrors."""

  def __init__(self):
    super().__init__(add_help=False, allow_abbrev=False)

  def error(self, message):
    raise LoweringError(message)


def source_parser():
  """Knows the options of `scripts/lower`; mistakes are LoweringErrors."""
  parser = _Parser()
  add_size_arguments(parser)
  add_source_arguments(parser)
  return parser


def add_size_arguments(parser):
  """The sizes of the launch, each under its own name."""
  group = parser.add_argument_group("launch", "SIZES are [16,16] or 16,16 or 16; '*' is any size")
  for name, text in SIZES.items():
    group.add_argument("--" + name, metavar="SIZES", type=size_text(name), help=text)


def add_source_arguments(parser):
  """The options that concern the source and its compiler."""
  group = parser.add_argument_group("source")
  group.add_argument("--global_offset", metavar="SIZES", type=size_text("global_offset"),
                     help="OpenCL: first global id (default 0)")
  group.add_argument("--kernel", metavar="NAME", help="only this kernel")
  group.add_argument("--kernel-arrays", action="append", metavar="K,N,...",
                     help="sizes of the arrays that the kernel K takes, '*' for unknown")
  group.add_argument("--kernel-args", metavar="[K,]N,...", type=_arguments_text,
                     help="values of the kernel's parameters that are no pointers, decimal or "
                          "hexadecimal, '*' for any")
  group.add_argument("--precondition", action="append", metavar="[K,]CONDITION",
                     type=_precondition_text,
                     help="what holds of the integer parameters and the sizes of the launch whenever "
                          "the kernel K is launched, in C: 'n %% blockDim.x == 0'; may be repeated, "
                          "and K may hold *")
  group.add_argument("--all-procedures", action="store_true", default=None,
                     help="also functions that nothing calls, as if they were kernels")
  group.add_argument("--no-annotations", dest="annotations", action="store_const", const="none",
                     help="leave out invariants, contracts and assertions of annotations")
  group.add_argument("--only-requires", dest="annotations", action="store_const",
                     const="requires", help="leave out all of them but preconditions")
  group.add_argument("--invariants-as-candidates", action="store_true", default=None,
                     help="take invariants only where they can be proved")
  group.add_argument("--warp-sync", metavar="N", help="threads of a warp (default 32)")
  group.add_argument("--max-threads", metavar="N",
                     help="threads of a group of any size, at most (default 1024)")
  group.add_argument("--pointer-size", "--pointer-bitwidth", choices=("32", "64"),
                     help="width of pointers and size_t (default: 64, but 32 for OpenCL with "
                          "given sizes)")
  add_compiler_arguments(group)
  group.add_argument("--include", dest="preincluded", action="append", metavar="FILE",
                     help="included before the source")
  group.add_argument("--project", action="append", metavar="FOLDER",
                     help="look for headers that are not found, and for definitions of names that "
                          "nothing defines, anywhere below FOLDER (default: the folders named)")
  group.add_argument("--cuda-path", metavar="DIR",
                     help="a CUDA toolkit, for the headers that are not among those that come with "
                          "the lowering")
  group.add_argument("--clang", metavar="PROGRAM",
                     help="the clang to use (default: the first on PATH)")
  group.add_argument("--clang-opt", action="append", metavar="OPTION",
                     help="a further option for it")
  group.add_argument("--time-limit", action="append", metavar="[STAGE=]SECONDS",
                     type=_limit_text, help=LIMIT_HELP)


def add_compiler_arguments(group):
  """Those of the options for clang that are spelled as it spells them."""
  group.add_argument("-D", dest="define", action="append", metavar="NAME[=VALUE]",
                     help="define a macro")
  group.add_argument("-U", dest="undefine", action="append", metavar="NAME",
                     help="undefine a macro")
  group.add_argument("-I", dest="include", action="append", metavar="FOLDER",
                     help="look for included files in FOLDER")
  group.add_argument("-std", "--std", "-cl-std", dest="std", metavar="STANDARD",
                     help="language standard, such as c++14 or CL1.2")


# Checks of values while it is known where they stand; the texts stay as they are.

def size_text(name):
  """For argparse: a text that parse_size takes."""
  def check(text):
    parse_size(name, text)
    return text
  return check


def _arguments_text(text):
  LaunchOptions().parse_kernel_arguments(text)
  return text


def _precondition_text(text):
  Precondition.parsed(text)
  return text


def _limit_text(text):
  LaunchOptions().take_limits([text])
  return text


def parse_head(parser, head, path, mistake=LoweringError):
  """What the options of a head say, and the words that the parser does not know. A `mistake`, the
  parser's exception, names the line then."""
  given, unknown = argparse.Namespace(), []
  for number, words in head.options:
    try:
      given, rest = parser.parse_known_args(words, given)
    except (LoweringError, mistake) as error:
      raise HeadError(f"{path}:{number}: {getattr(error, 'message', error)}") from error
    unknown += rest
  return (given if head.options else parser.parse_args([])), unknown


def with_defaults(given, defaults):
  """Parsed arguments, those of `defaults` where nothing is given; of lists both."""
  merged = argparse.Namespace(**vars(given))
  for name, value in vars(defaults).items():
    own = getattr(given, name, None)
    if isinstance(value, list) and isinstance(own, list):
      setattr(merged, name, value + own)
    elif own is None:
      setattr(merged, name, value)
  return merged


def _integer(value, text):
  if not re.fullmatch(r"-?(0[xX][0-9a-fA-F]+|[0-9]+)", value):
    raise LoweringError("--kernel-args takes a kernel's name, which may be left out, and numbers "
                        f"or *; '{value}' in '{text}' is none")
  return _number(value)


def _number(text):
  return int(text, 16 if "x" in text.lower() else 10)


def parse_size(name: str, text: str) -> List[Size]:
  """`[16,16]`, `16,16`, `16`, with `*` for any size."""
  body = text.strip()
  if body.startswith("[") and body.endswith("]"):
    body = body[1:-1]
  result: List[Size] = []
  for part in body.split(","):
    part = part.strip()
    if part == "*":
      result.append(None)
    elif re.match(r"0[xX][0-9a-fA-F]+$|[0-9]+$", part) and (_number(part) > 0
                                                          or name == "global_offset"):
      result.append(_number(part))
    else:
      raise LoweringError(f"--{name} must be one to three positive numbers or '*', "
                          f"such as [16,16], not '{text}'")
  if name != "kernel-arrays" and any(size is not None and size >= 1 << 32 for size in result):
    raise LoweringError(f"--{name} takes numbers below 2^32, not '{text}'")
  if len(result) > 3 and name != "kernel-arrays":
    raise LoweringError(f"--{name} has more than three dimensions: '{text}'")
  return result
