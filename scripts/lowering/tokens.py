"""The tokens of a CUDA file, without a preprocessor, and the declarations and statements that they
make: enough to say which piece of a file a place belongs to, whether that piece compiles or not.
"""

import functools
import re

TYPES = frozenset(("struct", "class", "union", "enum", "typedef", "using"))
TOKEN = re.compile(rb"""
    (?P<skip> [ \t\r\n\f\v]+ | //(?:[^\n\\]|\\\r?\n|\\.)* | /\*.*?\*/ )
  | (?P<directive> \#(?:[^\n\\/]|\\\r?\n|\\.|//[^\n]*|/\*.*?\*/|/)* )
  | (?P<text> (?:u8|[uUL])?R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"
            | (?:u8|[uUL])?"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
  | (?P<word> [A-Za-z_]\w* | \.?\d(?:[eEpP][+-]|'\w|[\w.])* )
  | (?P<mark_> . )""", re.VERBOSE | re.DOTALL)


class Token:
  __slots__ = ("text", "begin", "end")

  def __init__(self, text, begin, end):
    self.text, self.begin, self.end = text, begin, end


def tokens(text, active=None):
  """The tokens of a file (bytes), without comments and directives. Of the arms of an `#if`, those
  count that have a line in `active`, or the first if none has."""
  return list(_tokens(text, frozenset(active or ())))


@functools.lru_cache(maxsize=16)  # the same text is asked about for several reasons
def _tokens(text, active):
  skipped, found, line = _idle_arms(text, active), [], 1
  for match in TOKEN.finditer(text):
    if match.lastgroup not in ("skip", "directive") and line not in skipped:
      found.append(Token(match.group().decode("latin-1"), match.start(), match.end()))
    line += match.group().count(b"\n")
  return found


def _idle_arms(text, active):
  """The lines of arms of `#if` that do not count."""
  skipped, arms, line = set(), [], 1  # arms: for each open #if, the lines where its arms begin
  for match in TOKEN.finditer(text):
    if match.lastgroup == "directive":
      name = re.match(rb"#[ \t]*(\w*)", match.group()).group(1)
      if name in (b"if", b"ifdef", b"ifndef"):
        arms.append([line])
      elif name in (b"else", b"elif") and arms:
        arms[-1].append(line)
      elif name == b"endif" and arms:
        begins = arms.pop()
        ranges = [range(a, b) for a, b in zip(begins, begins[1:] + [line])]
        chosen = next((r for r in ranges if any(n in active for n in r)), ranges[0])
        skipped.update(n for r in ranges if r is not chosen for n in r)
    line += match.group().count(b"\n")
  return skipped


_MACRO = re.compile(r"[A-Z][A-Z0-9_]+$")


def declarations(found, attributes=frozenset()):
  """The declarations of a file's tokens as (first, last) indexes; those of namespaces apart. A macro
  in capitals that is used where a declaration begins, `DEFINE_RUN(..)` without a semicolon, is one,
  unless it is among the `attributes` of what follows."""
  result, start, index = [], 0, 0
  while index < len(found):
    text = found[index].text
    if text in "([{" and not (text == "{" and _is_transparent(found, start, index)):
      macro = text == "(" and index == start + 1 and _MACRO.match(found[start].text) \
          and found[start].text not in attributes
      index = closing(found, index)
      after = found[index + 1].text if index + 1 < len(found) else "}"
      if macro and (after == "}" or re.match(r"[A-Za-z_]", after)) \
          or text == "{" and after != ";":
        result.append((start, min(index, len(found) - 1)))
        start = index + 1
    elif text == ";":
      result.append((start, index))
      start = index + 1
    elif text in "{}":
      start = index + 1
    index += 1
  return result


def _is_transparent(found, start, index):
  head = [token.text for token in found[start:index]]
  return "namespace" in head[:2] or head[:1] == ["extern"] and len(head) == 2


def closing(found, index):
  depth = 0
  while index < len(found):
    if found[index].text in "([{":
      depth += 1
    elif found[index].text in ")]}":
      depth -= 1
      if depth <= 0:
        return index
    index += 1
  return index


def statements(found, first, last):
  """The pieces of a function's body as (first, last): statements, and headers of branches and
  loops without what they govern. None for a type: it counts as a whole."""
  index = after_template(found, first)
  if index > last or found[index].text in TYPES:
    return []
  while index <= last and found[index].text != "{":
    index = closing(found, index) + 1 if found[index].text in "([" else index + 1
  result, start, index = [], index + 1, index + 1
  while index <= last:
    text = found[index].text
    if text in "([" or text == "{" and not _is_block(found, index):
      index = closing(found, index)
    elif text in ";{}":
      end = index if text == ";" else index - 1
      if start <= end:
        result.append((start, end))
      start = index + 1
    index += 1
  return result


def loop_condition(found, first, last):
  """The (first, last) between the parentheses of `while (..);`, which ends a `do`, or None."""
  if found[first].text == "while" and found[first + 1].text == "(" \
      and closing(found, first + 1) == last - 1 and found[last].text == ";":
    return first + 2, last - 2
  return None


def initializer(found, first, last):
  """Where the `=` stands in a declaration of one variable that needs no initialiser, or None: what
  follows may use the variable."""
  for index in range(first, last + 1):
    word = found[index].text
    if word == "=":
      rest, depth = found[index + 1:last + 1], 0
      for token in rest:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.text, 0)
        if token.text == "," and depth == 0:
          return None
      return index if index > first + 1 and rest else None
    if not (word[0].isalpha() or word in "_*:<>") or word in ("auto", "const", "constexpr"):
      return None
  return None


def member(found, first, last, index):
  """The member function at a token of a type's declaration, as (first, last, where its body or its
  initialisers begin, or None); None if the place is that of anything else."""
  start = after_template(found, first)
  while start <= last and found[start].text not in ("{", ";", "("):
    start += 1
  if start >= last or found[start].text != "{" or found[first].text == "typedef":
    return None
  inner = found[:closing(found, start)]
  for begin, end in declarations(inner[start + 1:]):
    begin, end = begin + start + 1, end + start + 1
    if not begin <= index <= end:
      continue
    while found[begin].text in ("public", "private", "protected") and found[begin + 1].text == ":":
      begin += 2
    head = after_template(found, begin)
    if found[head].text in TYPES:
      return member(found, begin, end, index)
    return _function(found, begin, end)
  return None


def _function(found, first, last):
  index = after_template(found, first)
  while index <= last and found[index].text not in ("(", "{", "=", ";"):
    index += 1
  if index > last or found[index].text != "(":
    return None
  if found[index - 1].text == "operator":  # operator()(..)
    index = closing(found, index) + 1
  index = closing(found, index) + 1
  while index <= last and found[index].text not in ("{", ":", ";"):
    index = closing(found, index) + 1 if found[index].text in "([" else index + 1
  return first, last, index if index < last else None


def declared_name(words):
  """The name of the function that the words of a declaration declare, or None."""
  depth = 0
  for a, b in zip(words, words[1:]):
    depth += {"(": 1, ")": -1}.get(a, 0)
    if b == "(" and depth == 0 and not a.startswith("__") and (a[0].isalpha() or a[0] == "_"):
      return a
    if a == "{":
      return None
  return None


def after_template(found, index):
  """Skips `template <...>`."""
  while found[index].text == "template":
    depth, index = 0, index + 1
    while index < len(found):
      depth += {"<": 1, ">": -1}.get(found[index].text, 0)
      index = closing(found, index) + 1 if found[index].text in "([{" else index + 1
      if depth <= 0:
        break
  return min(index, len(found) - 1)


def _is_block(found, index):
  return found[index - 1].text in (")", ";", "{", "}", ":", "else", "do", "try")


def split(words, opening="([{", closes=")]}", separator=","):
  """Words between commas that are not within brackets."""
  parts, depth = [[]], 0
  for word in words:
    depth += 1 if word in opening else -1 if word in closes else 0
    if word == separator and depth == 0:
      parts.append([])
    else:
      parts[-1].append(word)
  return parts if parts != [[]] else []
