"""The launch configuration as axioms about the special constants.

A size that is `*` is one that hardware admits (CUDA C++ Programming Guide, "Compute Capabilities";
an OpenCL group has at most CL_DEVICE_MAX_WORK_GROUP_SIZE work-items). Of sizes that nobody gives,
those in dimensions that the kernel never reads are 1: more threads or blocks there would only do
the same work again. So are y and z where they are only read for the rank of a thread or block, in
which all dimensions are one. The others are `*`.
"""

import math
import re

from .errors import LoweringError
from .expr import Expr, binary, compare, equal, extend, lit


_LARGEST_INT = (1 << 31) - 1
_LARGEST_BLOCK = (1024, 1024, 64)
_LARGEST_GRID = (_LARGEST_INT, 65535, 65535)


def _truth(e):
  """The fixed shape of the axioms: `(if C then 1bv1 else 0bv1) != 0bv1`."""
  return Expr("ne", 0, (Expr("ite", 1, (e, lit(1, 1), lit(0, 1))), lit(0, 1)))


_CONSTANT = re.compile(r"\b(local_id|group_id|group_size|num_groups)_([xyz])\b")


class LaunchSizes:
  """The sizes that a lowering settles on; lists, None standing for any. `groups` is None where a
  global size is given. `taken`: names of the sizes that are 1 for not being read."""

  def __init__(self, program, bodies):
    options, opencl, kernels = program.options, program.opencl, program.functions.kernels
    self.opencl, self.taken = opencl, []
    self._has_atomics = program.declarations.global_atomics
    texts = {match.groups() for body in bodies for line in body
             for match in _CONSTANT.finditer(line)}
    self._reads = {(constant, axis) for constant, axis in texts
                   if axis == "x" or (constant, axis) in program.launch.read_alone}
    if opencl:
      self.groups, self.sizes, self.offsets = _opencl_sizes(options)
    else:
      self.groups, self.sizes, self.offsets = _cuda_sizes(options)
    required = _required_size(kernels) if opencl else None
    if self.sizes is None:
      self.sizes = required or self._open("blockDim", ("local_id", "group_size"))
    elif required is not None and None in self.sizes:
      self.sizes = [required[number] if size is None else size
                    for number, size in enumerate(self.sizes)]
    if self.groups is None and options.global_size is None:
      self.groups = self._open("gridDim", ("group_id", "num_groups"))

  def _open(self, name, constants):
    ids = {constant for constant, _ in self._reads} & {"local_id", "group_id"}
    # Where no id is read all threads do the same; one thread alone would hide that. Results of
    # atomic operations tell threads apart as ids do.
    alike = not ids and name == "blockDim" \
        or self._has_atomics and not any(constant in constants for constant, _ in self._reads)
    result = []
    for axis in "xyz":
      read = any((constant, axis) in self._reads for constant in constants)
      read = read or alike and axis == "x"
      result.append(None if read else 1)
      if not read:
        self.taken.append(self._spelled(name, axis))
    while len(result) > 1 and result[-1] == 1:
      result.pop()
    return result

  def _spelled(self, name, axis):
    if not self.opencl:
      return f"{name}.{axis}"
    return f"get_{'local_size' if name == 'blockDim' else 'num_groups'}({'xyz'.index(axis)})"


def launch_axioms(program, chosen):
  """The axioms that state a LaunchSizes, as expressions; raises LoweringError for sizes that
  contradict each other."""
  options, opencl = program.options, program.opencl
  groups, sizes, offsets = chosen.groups, chosen.sizes, chosen.offsets
  result = []
  special = program.launch.part
  width = special("group_size", "x").width
  count = max(len(groups or ()), len(sizes or ()), len(options.global_size or ()))
  most = _most_threads(program)

  def largest(name, number):
    if name == "group_size":
      return most if opencl else min(most, _LARGEST_BLOCK[number])
    limits = [] if opencl else [_LARGEST_GRID[number]]
    if options.threads_fit:
      threads = (sizes[number] if number < len(sizes) else 1) or most
      limits.append(_LARGEST_INT // threads)
    return min(limits, default=None)

  def fixed(name, axis, value):
    e = special(name, axis)
    if value is not None:
      result.append(_truth(equal(e, lit(value, width))))
      return
    result.append(_truth(compare("UGT", e, lit(0, width))))
    limit = largest(name, "xyz".index(axis))
    if limit is not None:
      result.append(_truth(compare("ULE", e, lit(limit, width))))

  for name in ("group_size", "num_groups"):
    for number, axis in enumerate("xyz"):
      if number >= count:
        fixed(name, axis, 1)
  if opencl:
    result.append(_truth(equal(program.launch.variable("work_dim", 32), lit(count, 32))))
  for number, axis in enumerate("xyz"[:count]):
    fixed("group_size", axis, sizes[number] if number < len(sizes) else 1)
  if not opencl and None not in sizes and math.prod(sizes) > most:
    program.note(f"launches with blocks of {math.prod(sizes)} threads fail: {most} is the most there may be", None)
  if sizes.count(None) > 1 or None in sizes and max(n or 1 for n in sizes) > 1:
    result.append(_truth(compare("ULE", _product(program, sizes), lit(most, 64))))
  for number, axis in enumerate("xyz"[:count]):
    if groups is not None:
      fixed("num_groups", axis, groups[number] if number < len(groups) else 1)
    else:
      result.extend(_global_size(program, axis, options.global_size, sizes, number))
  if opencl:
    for number, axis in enumerate("xyz"):
      value = offsets[number] if number < len(offsets) else 0
      if value is not None:
        fixed("global_offset", axis, value)
  else:
    result.append(warp_size_axiom(program))
  return result


def warp_size_axiom(program):
  size = program.launch.variable("sub_group_size", 32)
  return _truth(equal(size, lit(program.options.warp_size, 32)))


def _most_threads(program):
  """Threads of a block of which the size is not given; that of the most permissive kernel."""
  return max((min(kernel.thread_limit or program.options.max_threads, program.options.max_threads)
              for kernel in program.functions.kernels), default=program.options.max_threads)


def _required_size(kernels):
  """The size that all kernels require of a group, if they do."""
  return _common([kernel.required_size for kernel in kernels])


def _common(sizes):
  return sizes[0] if sizes and all(size == sizes[0] for size in sizes) else None


def _product(program, sizes):
  result = lit(1, 64)
  for axis, _ in zip("xyz", sizes):
    result = binary("MUL", result, extend(program.launch.part("group_size", axis), 64, False))
  return result


def cluster_axioms(program):
  """Clusters have the size that all kernels declare, else any; it divides the grid."""
  result = []
  declared = _common([kernel.cluster_size for kernel in program.functions.kernels])
  for number, axis in enumerate("xyz"):
    size, groups = (program.launch.part(n, axis) for n in ("cluster_size", "num_groups"))
    result += [_truth(equal(size, lit(declared[number], size.width)) if declared
                      else compare("UGT", size, lit(0, size.width))),
               _truth(equal(binary("UREM", groups, size), lit(0, size.width)))]
  if not declared:
    program.note("clusters are taken to have any size that divides the grid", None)
  return result


def _global_size(program, axis, global_size, sizes, number):
  """Groups from a global size: fixed with a fixed local size, else by division."""
  total = global_size[number] if number < len(global_size) else 1
  local = sizes[number] if number < len(sizes) else 1
  group, groups = program.launch.part("group_size", axis), program.launch.part("num_groups", axis)
  width = group.width
  if total is None:
    return [_truth(compare("UGT", groups, lit(0, width)))]
  if local is not None:
    if total % local:
      raise LoweringError(f"the global size {total} is no multiple of the local size {local}")
    return [_truth(equal(groups, lit(total // local, width)))]
  whole = lit(total, width)
  return [_truth(compare("ULE", group, whole)),
          _truth(equal(binary("UREM", whole, group), lit(0, width))),
          _truth(equal(groups, binary("UDIV", whole, group)))]


def _cuda_sizes(options):
  for name in ("local_size", "num_groups", "global_size", "global_offset"):
    if getattr(options, name) is not None:
      raise LoweringError(f"--{name} is for OpenCL; CUDA takes --blockDim and --gridDim")
  return options.grid_dim, options.block_dim, []


def _opencl_sizes(options):
  for name, sizes in (("blockDim", options.block_dim), ("gridDim", options.grid_dim)):
    if sizes is not None:
      raise LoweringError(f"--{name} is for CUDA; OpenCL takes --local_size and --num_groups")
  if options.num_groups is not None and options.global_size is not None:
    raise LoweringError("give either --num_groups or --global_size, not both")
  return options.num_groups, options.local_size, options.global_offset or []
