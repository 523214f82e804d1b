"""What would help where clang rejects a source."""

import re

from kernel_files import is_opencl

from . import toolkit

_UNKNOWN = re.compile(r"(?:use of undeclared identifier|unknown type name|no type named"
                      r"|no member named|no template named) '([^']+)'")
_MEMBER = re.compile(r"in namespace '((?:cuda::std|std|cuda|cub|thrust|cooperative_groups)(?:::\w+)*)'")


def hint(message, source, missing):
  """A sentence for an error of clang's, or None. `missing`: headers that were not found."""
  found = _UNKNOWN.match(message)
  if found is None:
    return None
  name = found.group(1)
  member = _MEMBER.search(message)
  if member:
    return (f"the lowering's own headers have no '{member.group(1)}::{name}' (docs/lowering.md says "
            "what they have)")
  modelled = [header for header in missing if toolkit.lacks(header)]
  if modelled and name in {"cub", "cuda", "thrust", "nv", "std", *_words_of(modelled)}:
    return (f"'{modelled[0]}' is not among the headers of CUB, Thrust and libcu++ that the lowering "
            "has (docs/lowering.md), and a toolkit's are not read in their place")
  if missing:
    also = ", a CUDA toolkit with --cuda-path" if any(map(toolkit.may_have, missing)) else ""
    return (f"one of the headers that were not found may declare '{name}': give their folders with "
            f"-I{also}, or the build with -p")
  if is_opencl(source):
    return (f"if the host program defines '{name}' when it builds the kernel, give -D {name}=VALUE")
  return (f"if the build defines '{name}', give -D {name}=VALUE; if this file is a part of another "
          "that includes it, verify that one")


def _words_of(headers):
  """The names that paths of headers spell, as they are and in the way of classes."""
  words = {word for header in headers for word in re.split(r"[/.]", header)}
  return words | {"".join(part.title() for part in word.split("_")) for word in words}
