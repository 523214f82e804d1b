"""Accesses whose address must be a multiple of something: assertions before them.

What an access demands is what clang writes beside the load, store or copy: 16 bytes for a `float4`.
The place within the array is a sum of terms with constant factors. A term that the alignment
divides says nothing, which leaves nothing of nearly all accesses; else `assert {:alignment n}` says
that what is left is divisible, as if the array began at a multiple of n. An array whose declaration
does not promise that has `assert {:alignment n} {:declared "name"}` as well. Extensions of numbers
keep the low bits, so that sums are looked at through them.
"""

from math import gcd

from .expr import binary, equal, from_linear, is_lit, linear, lit, negate, not_equal, resize
from .pointsto import HOST, UNKNOWN


def check_alignment(emitter, ptr, alignment, loc):
  """Asserts before an access that its address is a multiple of `alignment`, where that is open."""
  if alignment < 2 or ptr.base is None:
    return
  place = f"{emitter.where(loc)} "
  arrays = list(emitter.pointers.candidates(ptr.targets))
  begin = arrays[0].begin if len(arrays) == 1 else 0
  condition = _is_multiple(ptr, alignment, emitter.bits, begin)
  if condition is not None:
    emitter.line(f"assert {{:alignment {alignment}}}{place}{emitter.text(condition)};")
  for array in arrays:
    is_aligned = array.alignment >= alignment and (array.begin - begin) % alignment == 0
    if not is_aligned and not array.image:
      elsewhere = negate(emitter.pointers.is_base(ptr, array))
      emitter.line(f'assert {{:alignment {alignment}}} {{:declared "{array.source_name}"}}'
                   f"{place}{emitter.text(elsewhere)};")


def check_copy(emitter, target, source, alignment, loc, read=None):
  """Asserts before an asynchronous copy that both of its addresses are multiples of what it demands.
  `read`: a size; the source counts where that is not 0."""
  check_alignment(emitter, target, alignment, loc)
  if read is None or is_lit(read):
    if read is None or read.name:
      check_alignment(emitter, source, alignment, loc)
    return
  condition, count = emitter.text(not_equal(read, lit(0, read.width))), len(emitter.out)
  check_alignment(emitter, source, alignment, loc)
  if len(emitter.out) > count:
    emitter.out.insert(count, f"if ({condition}) {{")
    emitter.line("}")


def _is_multiple(ptr, alignment, bits, begin):
  """The condition that the offset of a pointer, into what begins so many bytes behind where a variable
  does, is a multiple; None where that is plain. Pointers that the host has left in memory are taken to be."""
  terms = []
  constant = _residue(ptr.terms, alignment, terms) + ptr.constant + begin
  if HOST in ptr.targets or UNKNOWN in ptr.targets:
    terms = [(f, e) for f, e in terms if e.name != "offset#MKPTR"]
  constant %= alignment
  if not terms and not constant:
    return None
  unit = gcd(alignment, constant)
  for factor, _ in terms:
    unit = gcd(unit, factor)
  total = from_linear([(f // unit, resize(e, bits)) for f, e in terms], constant // unit, bits)
  return equal(binary("AND", total, lit(alignment // unit - 1, bits)), lit(0, bits))


def _residue(terms, alignment, out):
  """Appends the terms that the alignment does not divide; returns the constants among them."""
  constant = 0
  for factor, e in terms:
    if factor % alignment == 0:
      continue
    while e.kind == "fn" and ("_ZEXT" in e.name or "_SEXT" in e.name) \
        and alignment <= 1 << e.args[0].width:
      e = e.args[0]
    inner, number = linear(e)
    if len(inner) == 1 and inner[0][1] is e:
      out.append((factor, e))
      continue
    constant += factor * number
    constant += _residue([(factor * f, part) for f, part in inner], alignment, out)
  return constant
