"""Preconditions from outside of the source: `--precondition='reduce*,n % 256 == 0'`.

A condition is an expression of C over the kernel's integer parameters and the sizes of the launch,
computed with their types (sizes.py). It becomes a `requires` of the kernel, as `__requires` in the
source does.
"""

import fnmatch
import re

from .errors import LoweringError
from .host_types import UNSIGNED, Kind, kind_of
from .normalize import leaf_paths
from .sizes import value_of
from .terms import Term
from .tokens import tokens

_FOR_KERNELS = re.compile(r"([A-Za-z_$*?][\w$*?:]*),(.*)", re.DOTALL)
_ENCODINGS = {"DW_ATE_signed": True, "DW_ATE_signed_char": True, "DW_ATE_unsigned": False,
              "DW_ATE_unsigned_char": False}
_SIZES_CUDA = {"gridDim": "num_groups", "blockDim": "group_size"}
_SIZES_OPENCL = {"get_num_groups": "num_groups", "get_local_size": "group_size"}


class Precondition:
  """`pattern`: of the names of the kernels that it is about; `text`: the condition."""

  def __init__(self, pattern, text):
    self.pattern, self.text = pattern, text

  @staticmethod
  def parsed(text):
    """From `[KERNEL,]CONDITION`."""
    found = _FOR_KERNELS.fullmatch(text)
    pattern, condition = found.groups() if found else ("*", text)
    if not condition.strip():
      raise LoweringError(f"--precondition takes a condition; '{text}' has none")
    return Precondition(pattern, condition.strip())

  def concerns(self, kernel):
    return fnmatch.fnmatchcase(kernel, self.pattern)


def told(source, options, kernel):
  """What the user is to know of a kernel's preconditions."""
  return [f"{source}: note: '{kernel}' is taken to be launched only where {one.text}"
          for one in options.preconditions if one.concerns(kernel)]


class _Names:
  """What names mean in a condition: parameters and sizes of the launch."""

  def __init__(self, parameters, opencl, size_bits):
    self.parameters, self.opencl = parameters, opencl
    self.size_kind = Kind(size_bits, False) if opencl else UNSIGNED

  def value(self, name):
    kind = self.parameters.get(name)
    return kind and Term.parameter(name, kind)

  def component(self, name, axis):
    if f"{name}.{axis}" in self.parameters:
      return self.value(f"{name}.{axis}")
    size = None if self.opencl else _SIZES_CUDA.get(name)
    return Term.parameter((size, axis), self.size_kind) if size and axis in "xyz" else None

  def called(self, name, arguments):
    size = _SIZES_OPENCL.get(name) if self.opencl else None
    if size is None or len(arguments) != 1 or arguments[0].value not in (0, 1, 2):
      return None
    return Term.parameter((size, "xyz"[arguments[0].value]), self.size_kind)

  @staticmethod
  def called_of(_owner, _name, _arguments):
    return None

  @staticmethod
  def member(_owner, _name):
    return None

  @staticmethod
  def kind(words):
    return kind_of(words)


def expressions(program, function, known):
  """The preconditions of a kernel as expressions of the IR; `known`: those of its parameters."""
  name = program.functions.names.source_name(function.name)
  given = [one for one in program.options.preconditions if one.concerns(name)]
  if not given:
    return []
  kinds, values = {}, {}
  for parameter, kind, value in integers(program, function, known):
    kinds[parameter], values[parameter] = kind, value
  for role in ("num_groups", "group_size"):
    values |= {(role, axis): program.launch.part(role, axis) for axis in "xyz"}
  names = _Names(kinds, program.opencl, program.pointer_bits)
  return [part.condition(values) for one in given for part in _parts(_term(one, name, names))]


def _term(one, kernel, names):
  term = value_of([token.text for token in tokens(one.text.encode())], names)
  if term is None:
    raise LoweringError(
        f"the precondition '{one.text}' of '{kernel}' is not understood: it may compute with whole "
        f"numbers, the sizes of the launch, and "
        f"{', '.join(names.parameters) or 'no parameter, as none is an integer'}")
  return term


def _parts(term):
  """What is joined by `&&`, each by itself."""
  if term.operator == "&&":
    return [part for e in term.arguments for part in _parts(e)]
  return [term]


def integers(program, function, known):
  """(name, Kind, value) of the parameters, and of the fields of those that are structs, that are
  integers in the source, or enumerations that convert to integers."""
  metadata = program.module.metadata
  for arg, type_ in zip(function.args, metadata.parameter_types(function.debug)):
    parts = leaf_paths(program.functions.module.layout, arg.type) if arg.type.kind == "struct" else [((), 0, arg.type)]
    for path, offset, part in parts:
      field, own = metadata.field_at(type_, offset * 8) if path else ("", type_)
      node = metadata.stripped(own)
      if node.get("tag") == "DW_TAG_enumeration_type" and \
          "DIFlagEnumClass" not in node.get("flags", ""):
        node = metadata.stripped(node.get("baseType"))
      signed = _ENCODINGS.get(node.get("encoding"))
      if part.kind == "int" and signed is not None and (field or not path):
        value = known[arg]
        for step in path:
          value = value[step]
        yield ".".join(filter(None, (arg.name, field))), Kind(int(node["size"]), signed), value
