"""Macros that are called as something in our headers is, such as `-D N=1024`. They are for the user's code:
those of the command line are defined behind the headers, and where the source defines one before it
includes a header of ours, that one is included first of all.

    command = behind_headers(command, include, folder)

A name that our headers ask for (`NDEBUG`, `M_PI`) has to stand before them.
"""

import os
import re

from .precompiled import asked_for, header_words

_FILE = "macros.h"
_LINE = re.compile(r"^[ \t]*#[ \t]*(?:define[ \t]+(\w+)|include[ \t]*<([\w./+-]+)>)", re.MULTILINE)


def headers_first(text, defined, include):
  """The paths of our headers, which are in the folder `include`, that a source includes behind a macro of
  such a name; `defined`: what -D says."""
  names, found = header_words() - asked_for(), []
  clashes = any(_name(text) in names for text in defined)
  for name, header in _LINE.findall(text):
    clashes = clashes or name in names
    path = os.path.join(include, header)
    if header and clashes and os.path.isfile(path):
      found.append(path)
  return found


def behind_headers(command, include, folder):
  """A command of clang's front end that includes headers of ours, which are in the folder `include`, with
  such macros in a file in `folder`, which it includes after those."""
  names, kept, lines, words = header_words() - asked_for(), [], [], iter(command)
  for word in words:
    given = [word, next(words)] if word in ("-D", "-U") else [word]
    text = given[1] if len(given) > 1 else word[2:]
    if word[:2] in ("-D", "-U") and _name(text) in names:
      lines.append(_directive(word[1], text))
    else:
      kept += given
  if not lines:
    return command
  path = os.path.join(folder, _FILE)
  with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
    file.write("\n".join(['#line 1 "<command line>"', *lines, ""]))
  at = 1 + max(at for at, word in enumerate(kept) if kept[at - 1] == "-include" and word.startswith(include))
  return [*kept[:at], "-include", path, *kept[at:]]


def _name(text):
  return re.match(r"\w*", text).group()


def _directive(kind, text):
  """What -D or -U says as a directive."""
  if kind == "U":
    return f"#undef {text}"
  name, sign, value = text.partition("=")
  return f"#define {name} {value if sign else 1}"
