"""Collects the changes of one file and renders the new text.

Lines are attached before or after statements; whether that means a line of its own or a place
inside the line, new braces around an unbraced body, or above a `#pragma`, is decided here. What is
not touched keeps its bytes.
"""

from .errors import PatchError
from .remarks import above_remarks
from .statements import LABELS, anchor, arms, end_of, is_arm
from .style import Style


class _Slot:
  def __init__(self):
    self.before = []
    self.after = []
    self.scope = False


class _Layout:
  """`indent` of the new lines; `lines`: they stand in lines of their own; `header_end`: where new
  braces open (or None); `moved`: the statement itself gets a line of its own."""

  indent, lines, header_end, moved = "", False, None, False


class Rewriter:
  def __init__(self, source):
    self.source = source
    self.slots = {}
    self.removed = {}
    self.replacements = []
    self.insertions = []
    self.gaps = {}
    self.shifted = []
    self.is_whole = True  # and not a part of the file that the caller writes

  # Building blocks -------------------------------------------------------------------------------

  def barrier_before(self, statement, line):
    """A barrier of its own before a statement; the same one twice in one gap is one."""
    statement = anchor(statement)
    if self._claim(statement, 0, line):
      self._slot(statement).before.insert(self._barriers_at_front(statement), line)

  def barrier_after(self, statement, line):
    statement = anchor(statement)
    if self._claim(statement, 1, line):
      self._slot(statement).after.append(line)

  def lines_before(self, statement, lines, scope=False):
    """Text directly before a statement; with `scope`, both get braces of their own."""
    slot = self._slot(anchor(statement))
    slot.before.extend(lines)
    slot.scope = slot.scope or scope

  def lines_after(self, statement, lines):
    self._slot(anchor(statement)).after.extend(lines)

  def into_block(self, block, lines):
    """Text at the start of an empty block."""
    source = self.source
    inner = source.text[block.begin + 1:block.end - 1]
    if "\n" in inner:
      unit = source.indent(block.begin) + source.indent_unit()
      text = "".join(source.line_break() + unit + line for line in lines)
    else:
      text = " " + " ".join(lines) + ("" if inner[:1].isspace() else " ")
    self.insert(block.begin + 1, text)

  def insert(self, offset, text):
    self.insertions.append((offset, (1, offset), text))

  def replace(self, begin, end, text):
    if (begin, end, text) not in self.replacements:
      self.replacements.append((begin, end, text))

  def remove(self, statement):
    self.removed[id(statement)] = statement

  def _slot(self, statement):
    return self.slots.setdefault(id(statement), (statement, _Slot()))[1]

  def _barriers_at_front(self, statement):
    return sum(1 for key in self.gaps if key[0] == "front" and key[1] == id(statement))

  def _claim(self, statement, side, line):
    parent = statement.parent
    if parent.kind == "CompoundStmt":
      key = (id(parent), parent.children.index(statement) + side, line)
    else:
      key = (id(statement), side - 2, line)
    if key in self.gaps:
      return False
    self.gaps[key] = True
    if side == 0:
      self.gaps[("front", id(statement), line)] = True
    return True

  # Rendering -------------------------------------------------------------------------------------

  def take(self, begin, end):
    """What is planned between two places, as (begin, end, text) in order, and no longer planned:
    the caller writes that part of the file."""
    part = Rewriter(self.source)
    part.is_whole = False
    for planned, inner in ((self.slots, part.slots), (self.removed, part.removed)):
      for key, value in list(planned.items()):
        statement = value[0] if isinstance(value, tuple) else value
        if begin <= statement.begin and statement.end <= end:
          inner[key] = planned.pop(key)
    for planned, inner in ((self.insertions, part.insertions),
                           (self.replacements, part.replacements)):
      taken = [c for c in planned if begin <= c[0] < end]
      inner += taken
      planned[:] = [c for c in planned if c not in taken]
    return [(start, stop, text) for start, _, _, stop, text in part.changes()]

  def take_replacements(self, begin, end):
    """The parts of a text that are replaced, in order, and no longer planned."""
    inside = [r for r in self.replacements if begin <= r[0] and r[1] <= end]
    self.replacements = [r for r in self.replacements if r not in inside]
    return sorted(inside)

  def take_around(self, statement):
    """The lines that are planned (before, after) a statement, and no longer planned."""
    slot = self.slots.pop(id(statement), (None, _Slot()))[1]
    return slot.before, slot.after

  def changes(self):
    """Everything that is planned, as (begin, kind, key, end, text) in order."""
    outermost_first = sorted(self.slots.values(), key=lambda s: (s[0].begin, -s[0].end))
    for statement, slot in outermost_first:
      if id(statement) not in self.removed:
        self._render(statement, slot)
    for statement in self.removed.values():
      self._render_removal(statement)
    changes = [(offset, 0, key, offset, text) for offset, key, text in self.insertions]
    changes += [(begin, 1, (), end, text) for begin, end, text in self.replacements]
    return sorted(changes, key=lambda change: change[:4])

  def text(self):
    """The new text of the file."""
    parts, position = [], 0
    for begin, _, _, end, text in self.changes():
      if begin < position:
        raise PatchError(f"{self.source.path}:{self.source.line_of(begin)}: "
                         "two repairs want to rewrite the same text")
      parts += [self.source.text[position:begin], text]
      position = end
    parts.append(self.source.text[position:])
    return "".join(parts)

  def _render(self, statement, slot):
    layout = self._layout(statement, slot)
    source = self.source
    begin, end = statement.begin, end_of(statement, source)
    before, after = list(slot.before), list(slot.after)
    inner = layout.indent
    if layout.header_end is not None and layout.lines:
      indent = source.indent(layout.header_end) + self._shift(layout.header_end)
      self._put(layout.header_end, (0, -begin), Style(source).open("", indent))
    elif layout.header_end is not None:
      before.insert(0, "{")
    if slot.scope and layout.lines and layout.header_end is None:
      before = ["{"] + [source.indent_unit() + line for line in before]
      self._indent(begin, end)
      after = [source.indent_unit() + line for line in after] + ["}"]
    elif slot.scope and layout.header_end is None:
      before, after = ["{"] + before, after + ["}"]

    if layout.moved:
      text = "".join(source.line_break() + inner + line for line in before + [""])
      self.replace(layout.header_end, begin, text)
      self._indent(source.next_line(begin), end)
    elif before and layout.lines:
      text = "".join(inner + line + source.line_break() for line in before)
      place = self._above_pragmas(begin)
      if self.is_whole and len(before) == self._barriers_at_front(statement):
        place = above_remarks(source, place)
      self._put(place, (1, begin), text)
    elif before:
      self._put(begin, (1, begin), "".join(line + " " for line in before))

    closing = []
    if layout.header_end is not None:
      closing = [source.indent(layout.header_end) + self._shift(layout.header_end) + "}"]
    if not after and not closing:
      return
    inline = not source.ends_line(end) or not layout.lines and (closing or slot.scope)
    if inline:
      self._put(end, (0, -begin), "".join(" " + line.strip() for line in after + closing))
    else:
      text = "".join(source.line_break() + line for line in [inner + l for l in after] + closing)
      self._put(source.line_end(end), (0, -begin), text)

  def _layout(self, statement, slot):
    """How the text around a statement will stand. New braces around `if (c) x;` open it up."""
    source = self.source
    begin, end = statement.begin, end_of(statement, source)
    layout = _Layout()
    label = statement.kind == "LabelStmt" and source.starts_line(statement.children[-1].begin)
    pragma = source.text[source.line_start(begin):].lstrip().startswith("#")
    model = statement.children[-1].begin if statement.children and (label or pragma) else begin
    layout.indent = source.indent(model) + self._shift(begin)
    layout.lines = source.starts_line(begin)
    if not is_arm(statement):
      layout.lines = layout.lines or not slot.scope and not source.code(source.line_start(begin), begin)
      return layout
    layout.header_end = source.code(statement.parent.begin, begin)[-1].end
    if not layout.lines and source.ends_line(end) and (
        source.starts_line(statement.parent.begin)
        and not source.text[layout.header_end:begin].strip()):
      layout.lines = layout.moved = True
      layout.indent += source.indent_unit()
    return layout

  def _shift(self, offset):
    """The indentation that statements around this place have gained."""
    levels = sum(1 for begin, end in self.shifted if begin < offset < end)
    return self.source.indent_unit() * levels

  def _indent(self, begin, end):
    """Moves the text of a statement one level to the right."""
    source = self.source
    if begin >= end:
      return
    self.shifted.append((begin, end))
    if source.text[begin - 1:begin] != "\n":
      self._put(begin, (2, begin), source.indent_unit())
      begin = source.next_line(begin)
    while begin < end:
      if source.text[begin:source.line_end(begin)].strip():
        self._put(begin, (2, begin), source.indent_unit())
      begin = source.next_line(begin)

  def _put(self, offset, key, text):
    self.insertions.append((offset, key, text))

  def _above_pragmas(self, offset):
    start = self.source.line_start(offset)
    while start > 0:
      previous = self.source.line_start(start - 1)
      if not self.source.text[previous:start].lstrip().startswith("#pragma"):
        break
      start = previous
    return start

  def _labels_next(self, label):
    """Whether a label whose statement goes can stand before the next one of its block."""
    while label.parent.kind in LABELS:
      label = label.parent
    following = [s for s in arms(label.parent) if s.begin > label.begin] \
        if label.parent.kind == "CompoundStmt" else []
    return bool(following) and following[0].kind != "DeclStmt" \
        and id(following[0]) not in self.removed and id(following[0]) not in self.slots

  def _render_removal(self, statement):
    source = self.source
    begin, end = statement.begin, end_of(statement, source)
    slot = self.slots.get(id(statement), (None, _Slot()))[1]
    if slot.before or slot.after:
      text = (source.line_break() + source.indent(begin)).join(slot.before + slot.after)
      self.replace(begin, end, text)
    elif is_arm(statement):
      self.replace(begin, end, "{}")
    elif statement.parent.kind in LABELS and not self._labels_next(statement.parent):
      self.replace(begin, end, ";")
    elif source.starts_line(begin) and not source.text[end:source.line_end(end)].strip():
      self.replace(source.line_start(begin), _behind_gap(source, begin, end), "")
    else:
      while source.text[end:end + 1] in (" ", "\t"):
        end += 1
      if not source.text[end:source.line_end(end)]:
        while source.text[begin - 1:begin] in (" ", "\t"):
          begin -= 1
      self.replace(begin, end, "")


def _behind_gap(source, begin, end):
  """Where what follows a line that goes begins; of empty lines on both of its sides one stays."""
  start, after = source.line_start(begin), source.next_line(end)
  is_empty = lambda at: not source.text[at:source.line_end(at)].strip()
  is_gap = start > 0 and is_empty(source.line_start(start - 1)) and (
      after < len(source.text) and is_empty(after))
  return source.next_line(after) if is_gap else after
