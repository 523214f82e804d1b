"""A source file as clang counts it: byte offsets, lines, columns and C tokens.

The text is held as Latin-1, one character a byte, so that clang's offsets index it directly and any
encoding, line ending or missing final newline survives a round trip unchanged.
"""

import bisect
import re

TOKEN = re.compile(
  r"""(?P<space>(?:[ \t\f\v\r\n]|\\\r?\n)+)
    | (?P<comment>//(?:[^\n\\]|\\\r?\n|\\.)*|/\*.*?\*/)
    | (?P<string>(?:u8|[uUL])?R"(?P<tag>[^()\\\s]{0,16})\(.*?\)(?P=tag)"
          |(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|(?:[uUL])?'(?:\\.|[^'\\\n])*')
    | (?P<word>[A-Za-z_\x80-\xff$][\w\x80-\xff$]*)
    | (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.'])*)
    | (?P<op><<=|>>=|->\*?|::|\.\.\.|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^=<>!]=|.)""",
  re.VERBOSE | re.DOTALL,
)
DIRECTIVE = re.compile(r"#(?:[^\n\\]|\\\r?\n|\\.)*", re.DOTALL)


class Token:
  __slots__ = ("kind", "text", "begin", "end")

  def __init__(self, kind, text, begin):
    self.kind, self.text, self.begin, self.end = kind, text, begin, begin + len(text)


class Source:
  """One file: `text` by byte offset, with its lines."""

  def __init__(self, path, data):
    self.path = path
    self.text = data.decode("latin-1")
    self.starts = [0] + [m.end() for m in re.finditer("\n", self.text)]

  def line_of(self, offset):
    """The line of `offset`, counted from 1."""
    return bisect.bisect_right(self.starts, offset)

  def column_of(self, offset):
    return offset - self.starts[self.line_of(offset) - 1] + 1

  def offset(self, line, column):
    """The offset of a 1-based position, or None when the file has no such place."""
    if not 1 <= line <= len(self.starts):
      return None
    offset = self.starts[line - 1] + max(column, 1) - 1
    return offset if offset <= self.line_end(self.starts[line - 1]) else None

  def line_start(self, offset):
    return self.starts[self.line_of(offset) - 1]

  def line_end(self, offset):
    """Where the line of `offset` ends, before its line break."""
    end = self.text.find("\n", offset)
    if end < 0:
      return len(self.text)
    return end - 1 if end > offset and self.text[end - 1] == "\r" else end

  def next_line(self, offset):
    """The start of the line after `offset`, or the end of the file."""
    end = self.text.find("\n", offset)
    return len(self.text) if end < 0 else end + 1

  def line_break(self):
    return "\r\n" if self.text.count("\r\n") * 2 > self.text.count("\n") else "\n"

  def indent(self, offset):
    start = self.line_start(offset)
    return re.match(r"[ \t]*", self.text[start:]).group()

  def indent_unit(self):
    """One level of indentation as this file writes it."""
    if re.search(r"^\t", self.text, re.MULTILINE):
      return "\t"
    depths = [len(m.group(1)) for m in re.finditer(r"^( +)\S", self.text, re.MULTILINE)]
    return " " * (min(depths) if depths and min(depths) > 1 else 4)

  def starts_line(self, offset):
    return not self.text[self.line_start(offset):offset].strip()

  def ends_line(self, offset):
    """Whether nothing but white space and comments follows `offset` in its line."""
    end = self.line_end(offset)
    for token in self.tokens(offset, end):
      if token.kind == "comment":
        if "\n" in token.text:
          return False
      elif token.kind != "space":
        return False
    return True

  def tokens(self, begin, end):
    """The tokens that start in [begin, end); a preprocessor directive counts as a comment."""
    position = begin
    while position < end:
      if self.text[position] == "#" and self.starts_line(position):
        text = DIRECTIVE.match(self.text, position).group()
        token = Token("comment", text, position)
      else:
        match = TOKEN.match(self.text, position)
        token = Token(match.lastgroup if match.lastgroup != "tag" else "string",
                match.group(), position)
      yield token
      position = token.end

  def code(self, begin, end):
    """The tokens of [begin, end) that are neither white space nor comments."""
    return [t for t in self.tokens(begin, end) if t.kind not in ("space", "comment")]

  def next_code(self, offset):
    for token in self.tokens(offset, len(self.text)):
      if token.kind not in ("space", "comment"):
        return token
    return None

  def closing_parenthesis(self, offset):
    """The offset after the parenthesis that closes the one at `offset`."""
    depth = 0
    for token in self.tokens(offset, len(self.text)):
      if token.kind == "op" and token.text in "()":
        depth += 1 if token.text == "(" else -1
        if depth == 0:
          return token.end
    return len(self.text)

  def words(self):
    return {t.text for t in self.tokens(0, len(self.text)) if t.kind == "word"}
