"""LLVM types and their layout in memory.

Types are immutable and compared by identity of their printed form (`key`). Sizes are in bytes
unless a name says bits. Only what clang emits for GPU targets occurs: no x86 or scalable types.
"""

from .errors import LoweringError


class Type:
  __slots__ = ("kind", "bits", "elem", "count", "fields", "packed", "space", "name", "key",
               "layout")

  def __init__(self, kind, bits=0, elem=None, count=0, fields=None, packed=False, space=0,
               name=None):
    self.kind = kind
    self.bits = bits
    self.elem = elem
    self.count = count
    self.fields = fields
    self.packed = packed
    self.space = space
    self.name = name
    self.layout = None
    if kind in ("int", "float"):
      self.key = f"{'i' if kind == 'int' else 'f'}{bits}"
    elif kind in ("array", "vector"):
      self.key = f"{kind[0]}{count}x{elem.key}"
    elif kind == "pointer":
      self.key = f"p{space}"
    elif kind == "struct" and name:
      self.key = name
    elif kind == "struct":
      self.key = "{" + ",".join(f.key for f in fields) + ("}p" if packed else "}")
    else:
      self.key = kind + (name or "")

  def __repr__(self):
    return self.key

  @property
  def is_pointer(self):
    return self.kind == "pointer"

  @property
  def is_aggregate(self):
    return self.kind in ("array", "struct")


VOID = Type("void")
LABEL = Type("label")
METADATA = Type("metadata")
FLOAT = Type("float", bits=32)
DOUBLE = Type("float", bits=64)
HALF = Type("float", bits=16)

_ints = {}


def int_type(bits):
  result = _ints.get(bits)
  if result is None:
    result = _ints[bits] = Type("int", bits=bits)
  return result


I1, I8, I32, I64 = int_type(1), int_type(8), int_type(32), int_type(64)

_pointers = {}


def pointer_type(space, pointee=None):
  """A pointer; the pointee matters only for opaque OpenCL types such as images and events."""
  name = pointee.name if pointee is not None and pointee.kind == "opaque" else None
  result = _pointers.get((space, name))
  if result is None:
    result = _pointers[(space, name)] = Type("pointer", space=space, name=name)
  return result


class Layout:
  """Sizes and alignments for a pointer width of 4 or 8 bytes (the spir and nvptx data layouts)."""

  def __init__(self, pointer_bytes):
    self.pointer_bytes = pointer_bytes

  def store_bits(self, t):
    """Width of a value of this type as a bit-vector, without tail padding of vectors."""
    if t.kind in ("int", "float"):
      return t.bits
    if t.kind == "pointer":
      return self.pointer_bytes * 8
    if t.kind == "vector":
      return t.count * self.store_bits(t.elem)
    return self.size(t) * 8

  def store_size(self, t):
    """Bytes a load or store of this type touches."""
    return (self.store_bits(t) + 7) // 8

  def align(self, t):
    if t.kind in ("int", "float"):
      size = 1
      while size * 8 < t.bits:
        size *= 2
      return min(size, 16)
    if t.kind == "pointer":
      return self.pointer_bytes
    if t.kind == "vector":
      size, need = 1, self.store_size(t)
      while size < need:
        size *= 2
      return size
    if t.kind == "array":
      return self.align(t.elem)
    if t.kind == "struct":
      if t.packed or not t.fields:
        return 1
      return max(self.align(f) for f in t.fields)
    raise LoweringError(f"a value of type {t.key} has no size")

  def size(self, t):
    """Allocated size: the distance of neighbours in an array."""
    if t.kind == "array":
      return t.count * self.size(t.elem)
    if t.kind == "struct":
      return self.struct_layout(t)[1]
    if t.kind == "function":
      return 1
    size, align = self.store_size(t), self.align(t)
    return (size + align - 1) // align * align

  def struct_layout(self, t):
    """(offsets of the fields, size)."""
    if t.layout is None:
      if t.fields is None:
        raise LoweringError(f"the opaque type {t.key} has no layout")
      offsets, at = [], 0
      for f in t.fields:
        align = 1 if t.packed else self.align(f)
        at = (at + align - 1) // align * align
        offsets.append(at)
        at += self.size(f)
      align = self.align(t)
      t.layout = (offsets, (at + align - 1) // align * align)
    return t.layout

  def leaves(self, t, base=0, out=None):
    """The scalars and vectors inside a type, as (byte offset, type), in order."""
    if out is None:
      out = []
    if t.kind == "array":
      size = self.size(t.elem)
      for i in range(t.count):
        self.leaves(t.elem, base + i * size, out)
    elif t.kind == "struct":
      for offset, f in zip(self.struct_layout(t)[0], t.fields):
        self.leaves(f, base + offset, out)
    else:
      out.append((base, t))
    return out
