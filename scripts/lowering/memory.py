"""Memory objects: one array each, with the element width it is modelled with.

Objects are the pointer parameters of kernels, the pointers inside struct parameters, module-level
variables, and local variables that are not promoted to values. The element width follows from the
type; an object whose accesses do not fit is modelled in bytes (Remodel, caught by program.py).
"""

from math import gcd


ALLOCATED = 256  # bytes that what the host allocates, and gives to a kernel, is aligned to


class Remodel(Exception):
  """Some accesses do not fit the element width of these arrays: model them in bytes."""

  def __init__(self, arrays):
    super().__init__("remodel")
    self.arrays = arrays


class Array:
  __slots__ = ("name", "source_name", "space", "width", "natural_width", "source_width",
               "dimensions", "number", "initializer", "used", "image", "loc", "kernel",
               "addresses", "key", "alignment", "holds", "dynamic",
               "begin")

  def __init__(self, name, source_name, space, width, source_width, dimensions, loc=None):
    self.name = name
    self.source_name = source_name
    self.space = space
    self.width = self.natural_width = width
    self.source_width = source_width
    self.dimensions = dimensions
    self.number = 0
    self.initializer = None  # bytes, None where unknown
    self.addresses = {}      # byte offset -> address of a function
    self.used = False
    self.image = False
    self.holds = ""          # the attribute that says something of the contents
    self.dynamic = False     # in the shared memory that the launch gives
    self.begin = 0           # of a part of a variable: its first byte there
    self.loc = loc
    self.alignment = ALLOCATED
    self.kernel = None  # the kernel whose parameter it is
    self.key = None     # what it is called in every attempt (program.py)

  @property
  def bytes(self):
    return self.width // 8

  def use(self):
    """Marks it as one that the text mentions."""
    self.used = True
    return self

  @property
  def shared(self):
    return self.space in ("global", "group_shared")

  def __repr__(self):
    return self.name


_BAD = "'\"\\"


def cleaned(name):
  """An LLVM name as part of a Boogie identifier."""
  out = []
  for ch in name:
    if ch == "@":
      out.append("~")
    elif ch.isalnum() and ch.isascii() or ch in "'~#$^_.?":
      out.append(ch)
  return "".join(out)


class ArrayTable:
  """All arrays of a program, in order of creation, with unique names."""

  def __init__(self):
    self.arrays = []
    self.names = set()

  def make(self, name, source_name, space, width, source_width, dimensions, loc=None):
    base = "$$" + cleaned(name)
    unique, number = base, 0
    while unique in self.names:
      unique = f"{base}{number}"
      number += 1
    self.names.add(unique)
    array = Array(unique, source_name, space, width, source_width, dimensions, loc)
    self.arrays.append(array)
    return array

  def number(self):
    """Numbers the arrays that occur from 1, for their ids."""
    count = 0
    for array in self.arrays:
      if array.used:
        count += 1
        array.number = count
    return count


def element_of_llvm(layout, type_):
  """(modelled width, source width, dimensions) in bits for a variable of an LLVM type."""
  dimensions = []
  while type_.kind == "array":
    dimensions.append(type_.count)
    type_ = type_.elem
  widths = set()
  _llvm_widths(layout, type_, widths)
  width = 0
  for w in widths:
    width = gcd(width, w)
  return usable(width), layout.size(type_) * 8 or 8, ",".join(map(str, dimensions)) or "1"


def _llvm_widths(layout, type_, out):
  if type_.kind == "array":
    _llvm_widths(layout, type_.elem, out)
  elif type_.kind == "vector":
    _llvm_widths(layout, type_.elem, out)
    if type_.count == 3:
      out.add(layout.store_bits(type_.elem))
  elif type_.kind == "struct":
    at = 0
    offsets, size = layout.struct_layout(type_)
    for index, (offset, field) in enumerate(zip(offsets, type_.fields)):
      if offset > at:
        out.add((offset - at) * 8)
      if index > 0 and field.kind == "array" and field.elem.key == "i8":
        out.add(field.count * 8 & -(field.count * 8))
      else:
        _llvm_widths(layout, field, out)
      at = offset + layout.size(field)
    if size > at:
      out.add((size - at) * 8)
  else:
    out.add((layout.store_bits(type_) + 7) // 8 * 8)


def usable(width):
  """Element widths are powers of two from 8 to 64 bits; any other gcd means bytes."""
  return width if width in (8, 16, 32, 64) else gcd(width, 64) if width > 8 and \
      gcd(width, 64) >= 8 else 8


def element_of_debug_type(metadata, reference):
  """The same for what a kernel's pointer parameter points to; dimensions without the first."""
  dimensions = []
  node = metadata.stripped(reference)
  while node.get("tag") == "DW_TAG_array_type" and "DIFlagVector" not in node.get("flags", ""):
    for item in metadata.node(node.get("elements")).get("items", []):
      dimensions.append(metadata.node(item).get("count", "*"))
    reference = node.get("baseType")
    node = metadata.stripped(reference)
  widths = set()
  if node:
    metadata.leaf_widths(reference, widths)
  width = 0
  for w in widths:
    width = gcd(width, w)
  size = int(node.get("size", 8)) or 8
  return usable(width), size, dimensions


def array_info(array, declare_races, index_bits):
  """The declarations of one array."""
  space = f"{{:{array.space}}} " if array.space else ""
  name = f'{{:source_name "{array.source_name}"}} '
  width = f"{{:elem_width {array.width}}} "
  source = f"{{:source_elem_width {array.source_width}}} "
  holds = (f"{{:{array.holds}}} " if array.holds else "") + ("{:dynamic} " if array.dynamic else "")
  lines = [
      f"var {name}{space}{holds}{array.name} : [bv{index_bits}]bv{array.width};",
      f'axiom {{:array_info "{array.name}"}} {space}{width}{name}{source}'
      f'{{:source_dimensions "{array.dimensions}"}} true;']
  if declare_races:
    rest = array.dimensions.split(",")[1:]
    dimensions = ",".join(["*"] + rest)
    for kind in ("READ", "WRITE", "ATOMIC"):
      lines.append(f"var {{:race_checking}} {space}{width}{source}"
                   f'{{:source_dimensions "{dimensions}"}} '
                   f"_{kind}_HAS_OCCURRED_{array.name} : bool;")
  return lines
