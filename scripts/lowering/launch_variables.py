"""The variables of a launch that a thread reads: its place, the sizes of the launch and of warps."""

from .errors import fail
from .expr import var
from .ir import Global
from .promote import constant_base
from .value_ranges import Range

_LARGEST_BLOCK = (1024, 1024, 64)  # threads of each axis

_OF_USER = {"threadIdx": "local_id", "blockIdx": "group_id", "blockDim": "group_size",
            "gridDim": "num_groups"}
_OF_RANK = {f"__lowering_{name}": constant for name, constant in _OF_USER.items()}
_NAMES = _OF_USER | _OF_RANK | {"warpSize": "sub_group_size",
                                "__lowering_cluster_size": "cluster_size"}


def is_launch_variable(variable):
  return variable.name in _NAMES


class LaunchVariables:
  """Constants of the IR, by its names (`local_id`, `group_size`, ..) and axes."""

  def __init__(self, layout, options, opencl, declarations):
    self.layout = layout
    self.options = options
    self.width = layout.pointer_bytes * 8 if opencl else 32
    self.declarations = declarations
    self.read_alone = set()  # (name, axis) of what is read for other things than a rank

  def variable(self, name, width):
    return var(name, width, f"const {{:{name}}} {name} : bv{width};")

  def part(self, name, axis):
    self.read_alone.add((name, axis))
    return self.part_of_rank(name, axis)

  def part_of_rank(self, name, axis):
    """As one of the terms of a rank, in which all dimensions are one."""
    return self.variable(f"{name}_{axis}", self.width)

  def greatest_ids(self):
    """Of the threads of a block, by the name of the id."""
    sizes = self.options.block_dim or [None]
    most = [size or largest for size, largest in zip(sizes, _LARGEST_BLOCK)]
    return {f"local_id_{axis}": size - 1 for axis, size in zip("xyz", most)}

  def range_of(self, load):
    """The numbers that a load of an id or a size may read; None of other loads."""
    place = self.at(load.operands[0])
    if place is None:
      return None
    name, axis = _NAMES[place[0]], place[1] // 4
    if name in ("local_id", "group_size"):
      sizes = self.options.block_dim or []
      size = sizes[axis] if axis < len(sizes) else None
      most = size or _LARGEST_BLOCK[axis]
      return Range(0, most - 1) if name == "local_id" else Range(size or 1, most)
    return Range(0, (1 << 31) - 1)

  def has_offset(self, axis):
    """Whether the global ids of an axis start elsewhere than at 0."""
    offset = self.options.global_offset or []
    number = "xyz".index(axis)
    return number < len(offset) and offset[number] != 0

  def at(self, pointer):
    """(name, byte offset) if a pointer points into threadIdx and the like, else None."""
    pointer, offset = constant_base(pointer, self.layout)
    if isinstance(pointer, Global) and is_launch_variable(pointer):
      return pointer.name, offset
    return None

  def read(self, place, load):
    """What a load reads at a place that `at` has found."""
    variable, offset = place
    name = _NAMES[variable]
    if load.type.key != "i32" or offset % 4 or offset > 8:
      fail("only whole components of threadIdx and the like can be read", load.loc)
    if name == "sub_group_size":
      return self.variable(name, 32)
    self.declarations.clusters = self.declarations.clusters or name == "cluster_size"
    axis = "xyz"[offset // 4]
    return self.part_of_rank(name, axis) if variable in _OF_RANK else self.part(name, axis)
