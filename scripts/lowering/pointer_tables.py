"""Tables of pointers that host code has filled (`float **rows`, `float *const *batch`): what is
behind the pointer in each slot is a row of one array of its own, so that different slots point to
different memory and not into other arrays. Where the program stores pointers in a table itself, or
it is not known which slot is read, a pointer from it may point anywhere.
"""

from .expr import from_linear
from .pointers import Ptr

ROW = 1 << 32  # elements: no index of 32 bits comes to another row
NOTE = "pointers that the host has left in a table are taken to point to memory of their own, each"


def loaded_pointer(emitter, table, bits, i):
  """The pointer that a load gives, with its bits for comparisons with null; None if it may point
  anywhere."""
  program = emitter.program
  rows = program.objects.tables.get(table.base)
  if rows is None or emitter.points.of(i) != frozenset([rows]):
    return None
  size = emitter.layout.store_size(i.type)
  terms = program.pointers.divided(table.terms, size)
  if terms is None or table.constant % size:
    return None
  program.note(NOTE, i.loc)
  slot = from_linear(terms, table.constant // size, program.pointer_bits)
  pointer = Ptr(rows, [(ROW * rows.source_width // 8, emitter.assign(slot))], 0, frozenset([rows]))
  pointer.bits = bits
  return pointer

