"""Types that a kernel's source lacks and its project defines: a host program puts the text of a header
in front of a kernel, or hands over what `dim_t` is.

Definitions are found by their form, those nearest to the source first: structures with a name by
`typedef` or of their own, and other names of numbers. What is below them, as the types of fields, may
be lacking in turn.
"""

import re

from kernel_files import is_opencl

from .project_files import nearest_texts

_NUMBERS = rb"(?:unsigned|signed|long|int|short|char|float|double|half|u?int(?:8|16|32|64)_t|" \
           rb"u(?:int|long|char|short)|cl_\w+|(?:float|double|u?int|u?long|u?char|u?short)(?:2|3|4|8|16))"
_STRUCTURE = re.compile(rb"\b(?:typedef\s+)?(struct|union)\s*(\w*)\s*\{")
_FIELD = re.compile(r"(?:[{;]|\bconst)\s*(\w+)[\s*]+\w+\s*[\[;,]")
_IS_NUMBER = re.compile(_NUMBERS.decode())
_MOST = 8  # types in one
_OPENCL = ((r"\bcl_", ""), (r"\bunsigned long long\b", "ulong"), (r"\blong long\b", "long"),
           *((rf"\bint{bits}_t\b", name) for bits, name in
             ((8, "char"), (16, "short"), (32, "int"), (64, "long"))),
           *((rf"\buint{bits}_t\b", "u" + name) for bits, name in
             ((8, "char"), (16, "short"), (32, "int"), (64, "long"))))


def find_types(project, name, source):
  """{name: (text, file)} of a type and of those of its fields, the outer one first."""
  found, open_ = {}, [name]
  while open_ and len(found) < _MOST:
    one = open_.pop()
    definition = None if one in found else find_type(project, one, source)
    if definition:
      found[one] = definition
      open_ += [word for word in _FIELD.findall(definition[0]) if not _IS_NUMBER.fullmatch(word)]
  return found


def find_type(project, name, source):
  """(text, file) of the definition of a type: the name of another one, or a `typedef` with its semicolon;
  None where there is none."""
  for path, text in nearest_texts(project, name, source):
    found = _other_name(text, name.encode()) or _structure(text, name.encode())
    if found:
      found = found.decode(errors="replace")
      return _of_opencl(found) if is_opencl(source) else found, path
  return None


def _other_name(text, name):
  words = rb"(%s(?:\s+%s)*)" % (_NUMBERS, _NUMBERS)
  found = re.search(rb"\btypedef\s+%s\s+%s\s*;" % (words, name), text) \
      or re.search(rb"^[ \t]*#[ \t]*define[ \t]+%s[ \t]+%s[ \t]*\r?$" % (name, words), text, re.MULTILINE)
  return found and b" ".join(found.group(1).split())


def _structure(text, name):
  for begin in _STRUCTURE.finditer(text):
    end = _closing(text, begin.end())
    after = re.match(rb"\s*(\w*)\s*;", text[end:])
    if after and name in (begin.group(2), after.group(1)):
      return b"typedef %s %s {%s} %s;" % (begin.group(1), begin.group(2), text[begin.end():end - 1], name)
  return None


def _closing(text, start):
  """Behind the brace that closes the one before a place."""
  depth = 1
  for brace in re.finditer(rb"[{}]", text[start:]):
    depth += 1 if brace.group() == b"{" else -1
    if depth == 0:
      return start + brace.end()
  return len(text)


def _of_opencl(text):
  for pattern, replacement in _OPENCL:
    text = re.sub(pattern, replacement, text)
  return text
