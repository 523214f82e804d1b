"""The text of a `switch` that barriers cut into segments (segments.py).

    switch (m) {                       switch (m) {      // segment 0
    case 0:                            case 0:
      A;                                 A;
      sync; // cut 1                     break;
      B;                               default:
      break;                             C;
    default:                           }
      C;                               sync;
    }                                  if (m == 0) {     // segment 1
                                         B;
                                       }

A segment that holds parts of several cases is a `switch` again; with a part of the default, the
cases that have none do nothing there. A case without a barrier may fall through into one with a
barrier, whose later parts are then for the values of both. A case with a barrier may not fall
through: the case that follows would have to be run in another segment by its threads than by those
that jump to it.
"""

from .statements import arms, end_of, header, loop_body
from .tree import LOOPS

CASES = {"CaseStmt", "DefaultStmt"}
LEAVES = {"BreakStmt", "ReturnStmt", "ContinueStmt", "GotoStmt"}
LOOSE = {"&", "|", "^", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "=", ",", "<=>"}


class Section:
  """What stands under the labels of a case: `statements` without the block around them, `block`,
  and without the `break` at the end, `leave`."""

  def __init__(self, label, rest, source):
    self.labels = [label]
    while arms(self.labels[-1])[0].kind in CASES:
      self.labels.append(arms(self.labels[-1])[0])
    whole = [arms(self.labels[-1])[0]] + rest
    self.last = whole[-1]
    self.block = whole[0] if whole[0].kind == "CompoundStmt" and all(
        s.kind == "BreakStmt" for s in whole[1:]) else None
    self.statements = arms(self.block) + whole[1:] if self.block is not None else whole
    self.colon = source.code(self.labels[0].begin, whole[0].begin)[-1].end
    self.leaves = bool(self.statements) and self.statements[-1].kind in LEAVES
    self.leave = None
    if self.leaves and self.statements[-1].kind == "BreakStmt":
      self.leave = self.statements.pop()

  @property
  def begin(self):
    return self.labels[0].begin

  @property
  def is_default(self):
    return any(label.kind == "DefaultStmt" for label in self.labels)

  def is_left_inside(self):
    """Whether a `break` of the switch stands before the end."""
    return any(_breaks(statement) for statement in self.statements)


def sections_of(switch, source):
  """The cases of a switch whose body is a block of them, or nothing."""
  body = loop_body(switch)
  items = arms(body) if body.kind == "CompoundStmt" else []
  starts = [i for i, item in enumerate(items) if item.kind in CASES]
  if not starts or starts[0] != 0 or any(item.macro for item in items if item.kind in CASES):
    return []
  return [Section(items[begin], items[begin + 1:end], source)
          for begin, end in zip(starts, starts[1:] + [len(items)])]


class _Part:
  """What a section has in one segment: `labels` are those that lead to it, `head` is the text up to
  where its lines begin, where that is written; `leave` ends it, and `closing` its block."""

  def __init__(self, section, labels, lines):
    self.section, self.labels, self.lines = section, labels, lines
    self.head = self.leave = self.closing = ""


class SwitchWriter:
  """Writes one switch; `depth` is that of its keyword, `start` the segment that it begins in."""

  def __init__(self, segments, node, depth, start):
    self.segments, self.source, self.node = segments, segments.source, node
    self.depth, self.start = depth, start
    self.sections = sections_of(node, self.source)
    if not self.sections:
      raise segments.error(node, "the switch has no block of cases")
    first = self.sections[0].begin
    is_indented = self.source.starts_line(first) and (
        self.source.indent(first) != self.source.indent(node.begin))
    self.label_depth = depth + (1 if is_indented else 0)
    self.parts = {}  # by segment

  def write(self, outermost):
    """{segment: text}"""
    before, test = self.segments.kept_value(self.node, outermost)
    self._collect_parts()
    texts = {}
    for number in sorted(set(self.parts) | ({self.start} if before else set())):
      if number == self.start:
        lines = [self.segments.indent(self.depth) + line for line in before] + self._first(test)
      else:
        lines = self._later(test, self.parts[number])
      if lines:
        texts[number] = self.source.line_break().join(lines)
    return texts

  # Parts -----------------------------------------------------------------------------------------

  def _collect_parts(self):
    """The parts of all sections, in the order of the text."""
    body = loop_body(self.node)
    position = self._behind_comment(body.begin + 1)
    entering = []  # the sections before that fall through into the next one
    for section, following in zip(self.sections, self.sections[1:] + [None]):
      end = following.begin if following is not None else body.end - 1
      after = self.segments.after(section.last, end) if following is not None else end
      falls = not section.leaves and following is not None
      labels = [label for s in entering + [section] for label in s.labels]
      if self.segments.is_cut(section.statements):
        self._check(section, entering, falls)
        self._add_cut(section, labels, position, after)
      else:
        text = self.segments.chunk(position, after, self.label_depth)
        self._add(self.start, _Part(section, labels, [text]))
      entering = entering + [section] if falls else []
      position = after

  def _behind_comment(self, position):
    return self.source.next_line(position) if self.segments.comment_behind(position) else position

  def _add(self, number, part):
    self.parts.setdefault(number, []).append(part)

  def _check(self, section, entering, falls):
    label = section.labels[0]
    if falls:
      raise self.segments.error(label, "the case with the barrier falls through into the next one")
    if any(s.is_left_inside() for s in entering + [section]):
      raise self.segments.error(label, "a 'break' leaves the case before its end")

  def _add_cut(self, section, labels, position, after):
    segments, block, leave = self.segments, section.block, section.leave
    begin = block.begin + 1 if block is not None else section.colon
    inner = block.end - 1 if block is not None else after
    end = leave.begin if leave is not None and leave.begin < inner else inner
    texts, _ = segments.block(section.statements, self._behind_comment(begin), end,
                              self.label_depth + 1, self.start)
    last = max(texts, default=self.start)
    for number in sorted({*texts, self.start}):
      part = _Part(section, labels, texts.get(number, []))
      if number == self.start:
        part.head = segments.chunk(position, section.colon, self.label_depth) + (
            " {" if block is not None else "") + segments.comment_behind(begin)
      if leave is not None or section.leaves and number != last:
        part.leave = "break;"
      if number == last and leave is not None:
        part.leave += segments.text(end_of(leave, self.source),
                                    inner if leave.begin < inner else after).rstrip()
      if number == last and block is not None and (leave is None or leave.begin < inner):
        part.closing = segments.text(block.end, after).rstrip()
      self._add(number, part)

  # Text ------------------------------------------------------------------------------------------

  def _first(self, test):
    """The switch in the segment that it begins in: what has no barrier stays as it is."""
    segments, body, lines = self.segments, loop_body(self.node), []
    has_default = any(section.is_default for section in self.sections)
    for part in self.parts.get(self.start, []):
      is_whole = not part.head
      is_needed = part.lines or len(part.labels) > len(part.section.labels) or (
          has_default and not part.section.is_default)
      if is_whole:
        lines += part.lines
      elif is_needed or not part.head.lstrip().startswith(("case", "default")):
        lines += self._case(part.head, part)
    if not lines:
      return []
    indent = segments.indent(self.depth)
    head = indent + segments.style.open(segments.style.head("switch", test), indent)
    return [head + segments.comment_behind(body.begin + 1)] + lines + [indent + "}"]

  def _case(self, head, part):
    inner = self.segments.indent(self.label_depth + 1)
    lines = [head] + part.lines + ([inner + part.leave] if part.leave else [])
    if part.section.block is not None:
      lines.append(self.segments.indent(self.label_depth) + "}" + part.closing)
    return lines

  def _later(self, test, parts):
    """A condition where one value leads to the only part, or one does not; else a switch."""
    labels = [label for part in parts for label in part.labels]
    has_default = any(label.kind == "DefaultStmt" for label in labels)
    others = [label for section in self.sections for label in section.labels
              if not any(label is other for other in labels)]
    values = others if has_default else labels
    if len(parts) == 1 and len(values) == 1 and not values[0].data.get("isGNURange"):
      return self._as_condition(test, values[0], "!=" if has_default else "==", parts[0])
    lines, skipped, indent = [], [], self.segments.indent(self.label_depth)
    written = {id(part.section): part for part in parts}
    for section in self.sections:
      part = written.get(id(section))
      if part is not None:
        names = [self._label(label) for label in part.labels]
        opening = " {" if section.block is not None else ""
        lines += [indent + name for name in names[:-1]]
        lines += self._case(indent + names[-1] + opening, part)
      elif has_default and any(section.labels[0] is other for other in others):
        lines += [indent + self._label(label) for label in section.labels]
        lines.append(self.segments.indent(self.label_depth + 1) + "break;")
    indent = self.segments.indent(self.depth)
    style = self.segments.style
    return [indent + style.open(style.head("switch", test), indent)] + lines + [indent + "}"]

  def _as_condition(self, test, label, comparison, part):
    indent = self.segments.indent(self.depth)
    value = label.children[0]
    condition = f"{self._operand(test)} {comparison} {self.source.text[value.begin:value.end]}"
    comment = part.leave.removeprefix("break;").strip()
    lines = part.lines
    if self.label_depth != self.depth:  # cases are indented
      deep = self.segments.indent(self.label_depth + 1)
      lines = [self.segments.style.outdented(text, deep) for text in lines]
    lines = lines + ([self.segments.indent(self.depth + 1) + comment] if comment else [])
    style = self.segments.style
    return [indent + style.open(style.head("if", condition), indent)] + lines + [
        indent + "}" + part.closing]

  def _operand(self, test):
    """The value as an operand of a comparison."""
    node = header(self.node)[-1][1]
    while node.kind == "ImplicitCastExpr":
      node = node.children[0]
    is_loose = node.kind == "ConditionalOperator" or node.opcode in LOOSE or node.macro
    is_text = test == self.source.text[node.begin:node.end]
    return f"({test})" if is_text and is_loose else test

  def _label(self, label):
    following = arms(label)[0]
    colon = [t for t in self.source.code(label.begin, following.begin) if t.text == ":"][-1]
    return self.source.text[label.begin:colon.end]


def _breaks(node):
  """The `break`s in a statement that leave what is around it."""
  if node.kind == "BreakStmt":
    return [node]
  if node.kind in LOOPS | {"SwitchStmt", "LambdaExpr"}:
    return []
  return [found for child in node.children for found in _breaks(child)]
