"""Initial values of constant module-level data, as bytes."""

from .ir import Constant, Instruction, int_constant
from .valuereader import ValueReader

_LARGEST = 1 << 16


class ConstantData:
  """Contents of variables that the program cannot change. Bytes that are undefined or hold an
  address are None; the addresses are kept beside them, by offset."""

  def __init__(self, module):
    self.module = module
    self.layout = module.layout
    self._bytes = {}
    self._addresses = {}

  def contents(self, variable):
    """The bytes of a variable, or None if they are not known."""
    if variable not in self._bytes:
      self._bytes[variable] = self._read(variable)
    return self._bytes[variable]

  def addresses(self, variable):
    """Byte offset -> address, for the addresses in a variable's contents."""
    return self._addresses.get(variable, {}) if self.contents(variable) is not None else {}

  def initial_value(self, variable):
    """The initialiser, whether or not it may be overwritten; None if there is none."""
    if variable.initializer is None:
      return None
    reader = ValueReader(self.module)
    return reader.value(*variable.initializer, variable.value_type)[0]

  def _read(self, variable):
    if not variable.constant or variable.initializer is None \
        or self.layout.size(variable.value_type) > _LARGEST:
      return None
    value = self.initial_value(variable)
    addresses = self._addresses[variable] = {}
    out = [None] * self.layout.size(variable.value_type)
    self._write(value, variable.value_type, 0, out, addresses)
    return out

  def _write(self, value, type_, at, out, addresses):
    while isinstance(value, Instruction) and value.op in ("bitcast", "addrspacecast"):
      value = value.operands[0]
    if not isinstance(value, Constant):
      addresses[at] = value
      return
    if value.kind == "undef":
      return
    if value.kind in ("zero", "null"):
      out[at:at + self.layout.size(type_)] = [0] * self.layout.size(type_)
    elif value.kind == "aggregate":
      if type_.kind == "struct":
        places = zip(self.layout.struct_layout(type_)[0], type_.fields)
      else:
        size = self.layout.store_size(type_.elem) if type_.kind == "vector" \
            else self.layout.size(type_.elem)
        places = [(n * size, type_.elem) for n in range(type_.count)]
      for (offset, field), part in zip(places, value.value):
        self._write(part, field, at + offset, out, addresses)
    else:
      size = self.layout.store_size(type_)
      out[at:at + size] = value.value.to_bytes(size, "little")

  def literal(self, variable, offset, type_):
    """The constant that a load of a scalar type at a byte offset yields, or None."""
    contents = self.contents(variable)
    size = self.layout.store_size(type_)
    if contents is None or offset < 0 or offset + size > len(contents):
      return None
    if type_.is_pointer:
      return self._addresses[variable].get(offset)
    part = contents[offset:offset + size]
    if None in part or type_.kind not in ("int", "float"):
      return None
    value = int.from_bytes(bytes(part), "little")
    return int_constant(type_, value) if type_.kind == "int" else Constant(type_, "float", value)
