"""What would help where clang rejects a source."""

import re

_UNKNOWN = re.compile(r"(?:use of undeclared identifier|unknown type name|no type named"
                      r"|no member named|no template named) '([^']+)'")


def hint(message, source, missing):
  """A sentence for an error of clang's, or None. `missing`: headers that were not found."""
  found = _UNKNOWN.match(message)
  if found is None:
    return None
  name = found.group(1)
  if missing:
    return (f"one of the headers that were not found may declare '{name}': give their folders with "
            "-I, or the build with -p")
  if source.endswith(".cl"):
    return (f"if the host program defines '{name}' when it builds the kernel, give -D {name}=VALUE")
  return (f"if the build defines '{name}', give -D {name}=VALUE; if this file is a part of another "
          "that includes it, verify that one")
