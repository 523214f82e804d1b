"""What of one of the user's files is blanked, moved or given to the device, so that clang accepts it: by
statement, declaration or member, never what mentions `__global__`, `__device__` or their like. Which of it
has to be, clang's diagnostics say (hostcode.py).
"""

import bisect
import itertools
import re

from .tokens import (TOKEN, TYPES, after_template, closing, declarations, declared_name, initializer,
                     loop_condition, member, statements, tokens)

_WHOLE = frozenset(("constexpr", "consteval"))  # device code may call these: never a part of one
_LAID_OUT = frozenset(("virtual", "override", "final"))  # what decides about the layout of a type
_LOCAL = frozenset(("local", "__local"))
_COMPARED = "__equivalent_to"  # names a function of the host's that the device has to have, too


class HostFile:
  """One of the user's files, and what of it is blanked."""

  def __init__(self, name, words, active, kernel):
    self.device_words, self.kernel_words = words
    self.name = name  # as clang prints it
    with open(name, "rb") as stream:
      self.text = stream.read()
    self.lines = [0] + [m.end() for m in re.finditer(rb"\n", self.text)]
    self.tokens = tokens(self.text, active)
    self.everything = declarations(self.tokens, self.device_words)
    self.declarations = [d for d in self.everything if self._is_host(d, kernel)]
    self.blanked = []  # (begin, end)
    self.instead = {}  # where something blanked begins -> what stands there
    self.hoisted = []  # (begin, end, where it goes): declarations that stand too deep
    self.pragmas = {}  # where pragmas that are blanked begin -> their lengths
    self.launches = []  # lines of launches from the device
    self.refused = []  # places of device code with errors
    self.shared = []  # declarations of the host's that the device has, too
    self._share_compared()

  def _is_host(self, declaration, kernel):
    words = [token.text for token in self.tokens[declaration[0]:declaration[1] + 1]]
    if kernel is not None and "__global__" in words:  # another kernel than the one asked for
      return kernel not in words
    return not self.device_words & self._head(*declaration)

  def _head(self, first, last):
    """The words of a declaration without a function's body: a function of the host's may have
    lambdas for the device, and constants, in its body."""
    words = [token.text for token in self.tokens[first:last + 1]]
    start = after_template(self.tokens, first) - first
    if "{" in words[start:] and words[start] not in TYPES:
      words = words[:words.index("{", start)]
    return set(words)

  def leave_out(self, line, column, wholly):
    """Blanks the host code at a place; False if there is none that is not blank yet."""
    offset = self._offset(line, column)
    if self._leave_out_pragma(line):
      return True
    if self._leave_out_member(offset):
      return True
    declaration = self._at(self.declarations, offset)
    if declaration is None or declaration in self.shared:
      return False
    words = {token.text for token in self.tokens[declaration[0]:declaration[1] + 1]}
    piece = None if wholly or self._head(*declaration) & _WHOLE \
        else self._at(statements(self.tokens, *declaration), offset)
    first, last = piece = piece or declaration
    if self.device_words & {token.text for token in self.tokens[first:last + 1]} \
        and not self.kernel_words & words:
      return False
    condition = loop_condition(self.tokens, first, last)
    if condition is not None:
      return self._blank(condition, b"0")
    value = None if piece == declaration else initializer(self.tokens, first, last)
    if value is not None and offset >= self.tokens[value].begin \
        and self._blank((value, last), b";"):
      return True
    return self._blank(piece)

  def _leave_out_pragma(self, line):
    """Blanks a pragma, which says how to compile and not what: `#pragma unroll` where no loop
    follows, which nvcc warns of."""
    begin = self.lines[min(line, len(self.lines)) - 1]
    text = self.text[begin:].split(b"\n", 1)[0]
    if not text.lstrip().startswith(b"#pragma unroll") or begin in self.pragmas:
      return False
    self.pragmas[begin] = len(text)
    return True

  def hoist(self, line, column):
    """Moves the declaration of a `__local` variable in an inner block to the beginning of its function,
    which is what it means; whether there is one."""
    offset = self._offset(line, column)
    declaration = self._at(self.everything, offset)
    piece = declaration and self._at(statements(self.tokens, *declaration), offset)
    if not piece or not _LOCAL & {token.text for token in self.tokens[piece[0]:piece[1] + 1]}:
      return False
    brace = next((token for token in self.tokens[declaration[0]:piece[0]] if token.text == "{"), None)
    one = brace and (self.tokens[piece[0]].begin, self.tokens[piece[1]].end, brace.end)
    if one is None or one in self.hoisted:
      return False
    self.hoisted.append(one)
    return True

  def declares(self, name):
    """Whether something that is left out seems to declare a variable."""
    pattern = re.compile(rb"[\w>*&]\s+[*&]?%s\s*(?:=(?!=)|[;{\[])" % name.encode())
    return any(pattern.search(self.text, begin, end) for begin, end in self.blanked)

  def _leave_out_member(self, offset):
    """Blanks the body of a host's member function at a place, or its declaration; the rest of the
    type stays as it is laid out."""
    declaration = self._at(self.everything, offset)
    if declaration is None:
      return False
    index = bisect.bisect_right(self.tokens, offset, key=lambda token: token.begin) - 1
    found = member(self.tokens, *declaration, index)
    if found is None:
      return False
    first, last, body = found
    words = {token.text for token in self.tokens[first:last + 1]}
    if words & (self.device_words | _LAID_OUT) or self._head(first, last) & _WHOLE:
      return False
    if body is not None and index >= body:
      return self._blank((body, last), b";")
    # Without these, others that clang makes itself would be taken.
    name = next(a.text for a, b in zip(self.tokens[first:], self.tokens[first + 1:])
                if b.text == "(")
    if words & {"operator", "~"} or self._names(first, last, name):
      return False
    return self._blank((first, last))

  def _names(self, first, last, name):
    """Whether a function has a parameter of its own name: it copies or moves then."""
    return [t.text for t in self.tokens[first:last + 1]].count(name) > 1

  def _offset(self, line, column):
    return self.lines[min(line, len(self.lines)) - 1] + column - 1

  def compares(self, line, column):
    """Whether a kernel is compared with a function there, or something that is shared stands there."""
    offset = self._offset(line, column)
    declaration = self._at(self.everything, offset)
    if declaration is None:
      return False
    first, last = self._at(statements(self.tokens, *declaration), offset) or declaration
    return declaration in self.shared or _COMPARED in (t.text for t in self.tokens[first:last + 1])

  def _share_compared(self):
    """Lets the device have the functions that kernels are compared with, and what these call."""
    work = {self.tokens[at].text for index, token in enumerate(self.tokens) if token.text == _COMPARED
            for at in range(index + 2, closing(self.tokens, index + 1))}
    while work:
      for first, last in self.share(work.pop()):
        work |= {token.text for token in self.tokens[first:last + 1]}

  def share(self, name):
    """Lets the device have the functions of a name, too; nothing of them is left out. The new ones."""
    found = [d for d in self.declarations if d not in self.shared
             and declared_name([t.text for t in self.tokens[after_template(self.tokens, d[0]):
                                                            d[1] + 1]]) == name]
    self.shared += found
    return found

  def leave_out_launch(self, line, column):
    """Blanks a launch from device code."""
    offset = self._offset(line, column)
    declaration = self._at(self.everything, offset)
    piece = declaration and self._at(statements(self.tokens, *declaration), offset)
    if not piece or not self._blank(piece, b";"):
      return False
    self.launches.append(line)
    return True

  def refuse_at(self, line, column):
    """Blanks the device code at a place: (its name, whether it is a kernel), or None."""
    offset = self._offset(line, column)
    declaration = self._at(self.everything, offset)
    if declaration is None or declaration in self.declarations:
      return None
    return self._refuse(declaration)

  def refuse_users(self, names):
    """Blanks the device code that mentions one of some names; the same for each."""
    result = []
    for declaration in self.everything:
      first, last = declaration
      if declaration not in self.declarations \
          and names & {t.text for t in self.tokens[first:last + 1]}:
        result.append(self._refuse(declaration))
    return [found for found in result if found]

  def _refuse(self, declaration):
    if not self._blank(declaration):
      return None
    self.refused.append(self.tokens[declaration[0]].begin)
    words = [t.text for t in self.tokens[after_template(self.tokens, declaration[0]):
                                         declaration[1] + 1]]
    head = words[:words.index("{")] if "{" in words else words
    return declared_name(words), bool(self.kernel_words & set(head))

  def _blank(self, piece, instead=b""):
    first, last = piece
    extent = self.tokens[first].begin, self.tokens[last].end
    if any(b <= extent[0] and extent[1] <= e for b, e in self.blanked):
      return False
    self.blanked.append(extent)
    if instead:
      self.instead[extent[0]] = instead
    return True

  def _at(self, pieces, offset):
    index = bisect.bisect_right(pieces, offset, key=lambda piece: self.tokens[piece[0]].begin) - 1
    if index >= 0 and offset < self.tokens[pieces[index][1]].end + 1:
      return pieces[index]
    return None

  def content(self):
    """The text with spaces for what is blanked. Directives stay: they may speak of what follows; but
    not a pragma for a loop that has gone."""
    text = bytearray(self.text)
    for begin, end in self.blanked:
      for match in TOKEN.finditer(self.text, begin, end):
        if match.lastgroup != "directive" or b"pragma" in match.group():
          text[match.start():match.end()] = re.sub(rb"[^\n]", b" ", match.group())
    for begin, length in self.pragmas.items():
      text[begin:begin + length] = b" " * length
    for begin, word in self.instead.items():
      text[begin:begin + len(word)] = word
    for begin, end, _ in self.hoisted:
      text[begin:end] = re.sub(rb"[^\n]", b" ", self.text[begin:end])
    for token, name in self.shared_heads():
      text[token.begin:token.end] = name.encode()
    for begin, end, target in sorted(self.hoisted, key=lambda one: (-one[2], -one[0])):
      text[target:target] = b" " + b" ".join(self.text[begin:end].split())
    return bytes(text)

  def shared_heads(self):
    """The first word of each declaration that is shared, and a macro as long as it that stands for the
    word with the attributes before it, so that nothing moves."""
    known = {token.text for token in self.tokens}
    for first, _ in self.shared:
      token = self.tokens[after_template(self.tokens, first)]
      length = token.end - token.begin
      name = next((name for name in map("".join, itertools.product("QZXJ_", repeat=length))
                   if name not in known and name.strip("_")), None)
      if name is not None:
        known.add(name)
        yield token, name

  def line_of(self, offset):
    return bisect.bisect_right(self.lines, offset)
