"""All kernels of a file, each with every launch that is seen, from one run of clang.

    for unit in lower_kernels("kernels.cu", options).units: unit.text or unit.error

A kernel whose sizes are not given is lowered once for each launch in the host code; one that
nothing launches takes any size in the dimensions that it reads, else 1. A kernel that is
refused does not stop the others.
"""

import copy
import os
import tempfile

from kernel_files import is_opencl
from stage_limits import OutOfTime

from .clang import Compilation
from .computed import mark_contents
from .errors import LoweringError, NoKernel
from .fact_conditions import says_nothing
from .functions import NO_KERNEL, FunctionNames, choose_kernels
from .handed_on import handed_on
from .hints import hint
from .launch_aliases import Aliases
from .launched_elsewhere import launches_elsewhere
from .launches import fitting, read_launches
from .parser import ModuleText
from .preconditions import told
from .program import lower_module
from .sizes import stripped
from .stack import on_large_stack

_VALUES = 3  # launches of one size whose arguments are told apart
# Bytes of shared memory that a block may have: of CUDA, unless the host asks for more, where the
# largest device (9.0) is taken; of HIP.
_SHARED, _SHARED_ASKED, _SHARED_HIP = 48 << 10, 227 << 10, 64 << 10
_OPEN_POINTERS = 64  # bits in OpenCL where sizes are open: with 32, offsets wrap in large grids
_ALIASES = ("equal", "in one array; that they do not overlap is assumed")
_ASKED = b"MaxDynamicSharedMemorySize"


class Unit:
  """A kernel with the sizes of a launch: `text` is its IR, or `error` says why there is none."""

  def __init__(self, kernel, name, block, grid, origin):
    self.kernel, self.name = kernel, name  # in the source, and in LLVM
    self.block, self.grid = block, grid
    self.origin = origin  # "given", "launch" or "none"
    self.values = {}  # position of a parameter -> its value at the launch
    self.members = {}  # such a position -> name of a struct parameter and its member
    self.arguments = {}  # the same by names
    self.terms = {}  # sizes that follow from parameters (terms.py)
    self.shared_limit = None  # bytes of shared memory that a block may have
    self.arrays, self.shared = {}, None  # bytes by position of a pointer; of dynamic shared memory
    self.aliases, self.nulls = Aliases(), ()  # positions of pointers
    self.pointers = {}  # name of a parameter -> variables of host code (host_pointers.py)
    self.facts = []  # (Term, (file, line)) of what host code says of parameters (host_facts.py)
    self.text, self.error, self.remarks = None, None, []
    self.out_of_time = False  # that is why there is none
    self.place = None, None  # file and line of the launch

  def add_pointers(self, other):
    """Those of another launch that has the same verdict."""
    for name, variables in other.pointers.items():
      self.pointers[name] = self.pointers.get(name, frozenset()) | variables


class FileResult:
  def __init__(self, source):
    self.source, self.units, self.remarks = source, [], []


def lower_kernels(source, options):
  """A FileResult for a source file; a LoweringError if nothing of it can be lowered."""
  return on_large_stack(lambda: _lower_kernels(os.fspath(source), options))


def _lower_kernels(source, options):
  opencl = is_opencl(source)
  options.refuse_single_kernels = True
  if opencl and not any((options.local_size, options.num_groups, options.global_size)):
    options.pointer_size = options.pointer_size or _OPEN_POINTERS
  result = FileResult(source)
  with tempfile.TemporaryDirectory(prefix="barricade-") as folder:
    compilation = Compilation(source, options, folder)
    try:
      with options.limits.limited("clang"):
        text = compilation.to_llvm()
    finally:
      result.remarks = compilation.remarks
    with options.limits.limited("reading"):
      module, found = ModuleText(text), []
    outline = module.outline()
    try:
      found = choose_kernels(outline, options)
    except NoKernel as problem:
      if not compilation.refused and not compilation.unmade(source):
        problem.file = source
        raise
    names = FunctionNames(outline)
    kernels = [(f, names.source_name(f.name), names.full_name(f.name)) for f in found]
    launches, asked = [], False
    own = {plain: options.of_kernel(plain) for _, plain, _ in kernels}
    unknown = {plain for plain in own if not _given(own[plain])}
    if not opencl and unknown and _may_launch(source):
      with options.limits.limited("reading"):
        preprocessed, places = compilation.preprocessed()
        launches = read_launches(preprocessed, unknown, places)
        asked = _ASKED in preprocessed
        passed = handed_on(preprocessed, {launch.kernel for launch in launches}, places)
      result.remarks = [*result.remarks, *(
          f"{file or source}:{line}: note: '{name}' is handed on here: a launch of it by another name "
          "is not seen" for name, (file, line) in passed.items())]
    if not opencl:
      lacking = unknown - {launch.kernel for launch in launches}
      others, told_of_others = launches_elsewhere(source, options, lacking)
      launches, result.remarks = launches + others, result.remarks + told_of_others
    for function, plain, full in kernels:
      units = _units(function, plain, full, launches, own[plain], opencl)
      if not units:
        result.remarks.append(f"{source}: note: '{full}' is left out: host code never comes to its "
                              "launches")
      for unit in units:
        unit.shared_limit = None if opencl else _shared_limit(source, asked)
        _lower(unit, source, module, own[plain], opencl)
        result.units.append(unit)
    for name, message, path, line, column in [*compilation.refused, *compilation.unmade(source)]:
      unit = Unit(name, name, None, None, "none")
      unit.error = LoweringError(message, path, line, column)
      told = hint(message, source, compilation.host.missing)
      unit.remarks = [f"{source}: note: {told}"] if told else []
      result.units.append(unit)
  mark_contents(result.units)
  if not result.units:
    raise NoKernel(NO_KERNEL, source)
  return result


def _shared_limit(source, asked):
  with open(source, "rb") as file:
    return _SHARED_ASKED if asked else _SHARED_HIP if b"hip/hip_runtime" in file.read() else _SHARED


def _may_launch(source):
  """Whether a file, or what it includes of its project, may launch kernels."""
  with open(source, "rb") as file:
    text = file.read()
  return any(word in text for word in (b"<<<", b"Launch", b'#include "', b'# include "'))


def _given(options):
  return options.block_dim is not None and options.grid_dim is not None


def _units(function, plain, full, launches, options, opencl):
  """What is to be lowered of a kernel: a unit for each launch with sizes of its own, or with values
  of its own unless these are many; none where host code comes to no launch of it."""
  name = function.name
  if opencl:
    return [Unit(full, name, options.local_size, options.num_groups,
                 "given" if options.local_size else "none")]
  if _given(options):
    return [Unit(full, name, options.block_dim, options.grid_dim, "given")]
  own = [launch for launch in launches  # not of an overload with more parameters
         if launch.kernel == plain and len(launch.values) - len(launch.members) <= len(function.args)]
  chosen = [launch.of_instance(plain, full) for launch in fitting(own, plain, full)]
  reached = [launch for launch in chosen if launch.is_reached]
  if chosen and not reached:
    return []
  result = {}
  for launch in reached:
    block = None if launch.block_is_open else launch.block
    grid = None if launch.grid_is_open else launch.grid
    unit = Unit(full, name, options.block_dim or block, options.grid_dim or grid, "launch")
    unit.values = {arg.index: value for arg, value in zip(function.args, launch.values)
                   if value is not None and _takes(arg.type, value)}
    unit.members = {position: f"{function.args[at].name}.{member.name}"
                    for position, (at, member) in launch.members.items() if at < len(function.args)}
    unit.values |= {position: launch.values[position] for position in unit.members
                    if launch.values[position] is not None}
    unit.arguments = {unit.members.get(index) or function.args[index].name: int(value)
                      for index, value in unit.values.items()}
    unit.arrays = {arg.index: size for arg, size in zip(function.args, launch.arrays)
                   if size is not None and arg.type.is_pointer}
    unit.shared, unit.place = launch.shared, launch.place
    if not (options.block_dim or options.grid_dim):
      unit.terms = launch.terms
    unit.facts = _facts(launch, function, unit.values)
    unit.aliases = _aliases(launch, function)
    unit.nulls = tuple(position for position in launch.nulls if function.args[position].type.is_pointer)
    unit.pointers = _pointers(launch, function)
    same = (str(unit.block), str(unit.grid), str(sorted(unit.terms.items(), key=str)), unit.aliases,
            unit.nulls)
    own_values = str((unit.values, unit.arrays, unit.shared,
                      sorted(repr(term) for term, _ in unit.facts)))
    result.setdefault(same, {}).setdefault(own_values, unit).add_pointers(unit)
  if result:
    return [unit for same in result.values() for unit in _with_few_values(list(same.values()))]
  return [Unit(full, name, options.block_dim, options.grid_dim, "none")]


def _takes(type_, value):
  """Whether it is known what a parameter gets that a launch gives a value. Of numbers a `bool` gets true
  and false only: what is left of 0.5 is 0."""
  return type_.kind == "int" and (type_.bits >= 32 or type_.bits == 1 and isinstance(value, bool))


def _pointers(launch, function):
  """{parameter or member of one: the variables of host code that it comes from}."""
  found = {}
  for position, variables in launch.pointers.items():
    at, member = position if isinstance(position, tuple) else (position, None)
    arg = function.args[at] if at < len(function.args) else None
    if arg is not None and variables and (member or arg.type.is_pointer):
      found[f"{arg.name}.{member}" if member else arg.name] = variables
  return found


def _aliases(launch, function):
  """Those of a launch's arguments that are pointers, or structs, which may hold some."""
  def named(position):
    """A parameter's position, or of a member of a struct its name."""
    at, member = launch.pointer_members.get(position, (position, None))
    return at if member is None else f"{function.args[at].name}.{member}"

  def may_be_one(a, b):
    if a in launch.pointer_members or b in launch.pointer_members:
      return launch.pointer_members.get(a, (a,))[0] != launch.pointer_members.get(b, (b,))[0]
    a, b = function.args[a], function.args[b]
    return a.type.is_pointer and b.type.is_pointer and str(a.byval) == str(b.byval)

  return Aliases(*(tuple((named(a), named(b)) for a, b in pairs if may_be_one(a, b))
                   for pairs in launch.aliases))


def _facts(launch, function, values):
  """What a launch's host code says of a kernel's integer parameters, but of those with known values
  only what relates them to others."""
  widths = {arg.index: arg.type.bits for arg in function.args
            if arg.type.kind == "int" and arg.type.bits > 1}  # not of `bool`, which C converts otherwise
  widths |= {position: member.kind.bits for position, (_, member) in launch.members.items()}
  result = []
  for term, place in launch.facts:
    wanted = term.parameters()
    if all(widths.get(position, 0) >= bits for position, bits in wanted.items()) \
        and not wanted.keys() <= values.keys() and not says_nothing(term, widths):
      result.append((term, place))
  return result


def _with_few_values(units):
  """The launches of one size; if they have many values, one of any value that they differ in, and
  with what holds in all of them."""
  if len(units) <= _VALUES:
    return units
  first = units[0]
  for unit in units:
    first.add_pointers(unit)
  for name in ("values", "arguments", "arrays"):
    setattr(first, name, {key: value for key, value in getattr(first, name).items()
                          if all(getattr(unit, name).get(key) == value for unit in units)})
  if any(unit.shared != first.shared for unit in units):
    first.shared = None
  first.facts = [(term, place) for term, place in first.facts
                 if all(any(term == other for other, _ in unit.facts) for unit in units)]
  return [first]


def _told_of_launch(unit, source, names):
  """What the verdict on a unit takes from host code; `names`: of the parameters by position."""
  told = [f"{source}: note: '{unit.kernel}' is launched with "
          f"{ {'num_groups': 'gridDim', 'group_size': 'blockDim'}[name]}.{axis} = {term.shown(names)}"
          for (name, axis), term in unit.terms.items()]
  places = {}
  for term, place in unit.facts:
    text = term.shown(names)
    joined = term.operator in ("&&", "||")
    places.setdefault(place, []).append(text if joined else "".join(stripped(list(text))))
  for (file, line), facts in places.items():
    told.append(f"{file or source}:{line}: note: '{unit.kernel}' is launched where "
                f"{' and '.join(facts)}")
  file, line = unit.place
  for what, pairs in zip(_ALIASES, unit.aliases):
    told += [f"{file or source}:{line}: note: '{unit.kernel}' is launched with {names.get(a, a)} and "
             f"{names.get(b, b)} {what}" for a, b in pairs]
  told += [f"{file or source}:{line}: note: '{unit.kernel}' is launched with {names[position]} null"
           for position in unit.nulls]
  return told


def _lower(unit, source, module, options, opencl):
  """Fills in a unit's text, or why there is none."""
  own = copy.copy(options)
  own.kernel = unit.name
  own.threads_fit, own.launched_with = unit.origin != "given", unit.values
  own.launched_members = unit.members
  own.size_terms, own.facts = unit.terms, [term for term, _ in unit.facts]
  own.same_pointers, own.null_pointers = unit.aliases.same, unit.nulls
  own.allocated, own.dynamic_shared = unit.arrays, unit.shared
  own.shared_memory_limit = unit.shared_limit
  if not opencl:
    own.block_dim, own.grid_dim = unit.block, unit.grid
  try:
    with options.limits.limited("reading"):
      parsed = module.module(None if options.all_procedures else [unit.name])
    with options.limits.limited("lowering"):
      lowered = lower_module(parsed, own, opencl)
    unit.text = lowered.text
    unit.remarks = [*told(source, options, lowered.names[0]), *lowered.remarks]
    unit.block, unit.grid = lowered.launch.sizes, lowered.launch.groups
    names = {arg.index: arg.name for arg in lowered.kernels[0].args} | unit.members
    unit.remarks[:0] = _told_of_launch(unit, source, names)
    if own.threads_fit and any(size is None and ("num_groups", axis) not in unit.terms
                               for axis, size in zip("xyz", unit.grid or ())):
      unit.remarks.insert(0, f"{source}: note: the number of blocks that '{unit.kernel}' is "
                             "launched with is not known: any that keeps the numbers of threads "
                             "below 2^31 in each dimension")
  except LoweringError as problem:
    problem.file = problem.file or source
    unit.error = problem
  except OutOfTime as problem:
    unit.error, unit.out_of_time = LoweringError(str(problem), source), True
