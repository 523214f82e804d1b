"""What an access by way of a cast demands of its address.

Where a pointer is cast whose object clang knows, `*(float4 *)&r[i]` of `float r[8]`, it writes the
alignment of that object's elements beside the access, as that suffices for the code. What the type
demands is read from the cast: from debug information where a structure is declared with an
alignment of its own, and the size of scalars and vectors. A program that declares types which
demand less than they would by nature is left as it is. clang 17 and newer has no types of
pointers: there the alignment that it writes is all there is.
"""

import re

from .ir import Instruction

_ALIGNED_RECORD = re.compile(r'!DICompositeType\(.*?name: "([^"<]+).*?\)')
_ALIGNED_TYPE = re.compile(r"tag: DW_TAG_typedef,.* align: \d+")
_ALIGN = re.compile(r"\balign: (\d+)")
_COPIES = ("llvm.memcpy", "llvm.memmove")
_RECORD_NAME = re.compile(r"(?:struct|class|union)\.(?:.*::)?([\w$]+?)(?:\.\d+)?")


def settle_alignments(module):
  """Raises the alignments of accesses to what the casts before them demand."""
  texts = module.metadata.raw.values()
  if any(_ALIGNED_TYPE.search(text) for text in texts):
    return
  records = _aligned_records(texts)
  for function in module.functions.values():
    for block in function.blocks:
      for i in block.instructions:
        if i.op in ("load", "store"):
          accessed = i.type if i.op == "load" else i.operands[0].type
          demanded = _demanded(i.operands[-1], records, accessed, module.layout)
          i.attrs["align"] = max(i.attrs["align"], demanded)
        elif i.op == "call" and (i.operands[-1].name or "").startswith(_COPIES):
          for side, stated in i.attrs["align"].items():
            demanded = _demanded(i.operands[side], records, None, module.layout)
            i.attrs["align"][side] = max(stated, demanded)


def _aligned_records(texts):
  """Name -> alignment in bytes of the structures that are declared with one; the least, of several
  with one name."""
  result = {}
  for text in texts:
    match = _ALIGNED_RECORD.search(text)
    if match:
      align = _ALIGN.search(text)
      found = int(align.group(1)) // 8 if align else 1
      result[match.group(1)] = min(found, result.get(match.group(1), found))
  return result


def _demanded(pointer, records, accessed, layout):
  """`accessed`: the type of a load or store, None for a copy, whose pointers are cast to bytes."""
  while isinstance(pointer, Instruction):
    element = pointer.op == "getelementptr" and len(pointer.operands) == 2
    if element or pointer.op == "addrspacecast":
      pointer = pointer.operands[0]
      continue
    if pointer.op != "bitcast" or not pointer.attrs:
      return 1
    pointee = pointer.attrs["pointee"]
    if pointee.kind == "struct":
      match = _RECORD_NAME.fullmatch(pointee.name or "")
      return records.get(match.group(1), 1) if match else 1
    if accessed is not None:
      return layout.align(pointee) if pointee.key == accessed.key and not pointee.is_pointer else 1
    pointer = pointer.operands[0]
  return 1
