"""The text of a branch that barriers cut into segments.

A cut stands before a statement, or in place of a barrier. What is written before the first cut is
segment 0, what follows cut k is segment k. A branch around a cut is repeated in each segment that
holds a part of it:

    if (c) {                           if (c) {          // segment 0
      A;                                 A;
      sync; // cut 1                   } else {
      B;                                 C;
    } else {                           }
      C;                               sync;
    }                                  if (c) {          // segment 1
                                         B;
                                       }

Two arms may hold a cut of the same number (cases of a `switch`: switches.py). A comment goes with
the statement that it stands before or behind. Conditions that a segment may change are kept in a
variable, as are those that call something or read memory; variables of one segment that a later one
uses are declared before all.
"""

import re

from .conditions import changed_in, negated
from .cut_order import in_order
from .errors import PatchError
from .evaluation import Evaluation
from .splitting import SIMPLE_TYPE, Splitter
from .statements import arms, end_of, header
from .style import Style
from .template_types import element_type
from .switches import SwitchWriter, sections_of
from .tree import BRANCHES, body_of, in_template

TEMPORARY = re.compile(r"(?P<type>.*[\s*])(?P<name>\w+) = (?P<value>.*);", re.DOTALL)


class CutPlace:
  """`statement` is the first one after the barrier, or the barrier itself (`removes_it`); `inside`
  are the events of the statement and the index of the one that the barrier stands before, where it
  stands inside."""

  def __init__(self, statement, removes_it=False, inside=None):
    self.statement, self.removes_it, self.inside = statement, removes_it, inside


class Cut:
  """`places` are in different arms. Without a barrier, a segment ends since some threads go no
  further."""

  def __init__(self, places, barrier=None, sets=None, before=()):
    self.places, self.barrier = places, barrier
    self.sets = sets  # a variable that is true of threads that come to the place
    self.before = list(before)  # what these do first
    self.is_in_loop = False  # and these are the ones that go on in a loop's iteration
    self.number = 0
    self.temporaries = []  # (type, name) of what is read before the barrier

  @property
  def statement(self):
    return self.places[0].statement


class Segments:
  """`names` are those of the function, `region` is the text that is rewritten, `changes` are those
  of other edits in it, as (begin, end, text). Short methods, one for each part of the new text."""

  def __init__(self, tree, source, function, is_opencl, names, region, changes):
    self.tree, self.source, self.function = tree, source, function
    self.is_opencl, self.names, self.region = is_opencl, names, region
    self.style = Style(source)
    self.declarations = []  # lines before the first segment
    self.hoisted = {}  # types of the variables that they declare for statements, by name
    self.active = None  # of a loop that only some threads come to: a variable that says which
    self.changes = list(changes)
    self.written = set()    # those that have found their place
    self.base = ""  # the indentation of depth 0
    self.cuts, self.temporaries, self.barriers = {}, {}, {}
    self.kept = set()  # segments that begin with a barrier as written
    self.ends = {}  # cuts without a barrier

  def cut(self, cuts):
    """The places of the barriers, as they were split for."""
    for number, cut in enumerate(in_order(cuts, self.source)):
      cut.number = number + 1
      if cut.barrier is None:
        self.ends[id(cut.statement)] = cut
        continue
      for place in cut.places:
        self.cuts.setdefault(id(place.statement), []).append((cut, place))
        if place.inside is not None:
          self._split_statement(cut, place)
      if cut.sets is not None and not cut.is_in_loop:
        self.declarations.append(f"bool {cut.sets} = false;")
        self.temporaries[id(cut.statement)] = [*cut.before, f"{cut.sets} = true;"]
      elif cut.before:
        self.temporaries[id(cut.statement)] = cut.before

  def error(self, node, why):
    return PatchError(f"{self.source.path}:{self.source.line_of(node.begin)}: {why}")

  def indent(self, depth):
    return self.base + self.style.unit * depth

  def check_written(self):
    for change in self.changes:
      if change not in self.written:
        raise PatchError(f"{self.source.path}:{self.source.line_of(change[0])}: two repairs want to "
                         "rewrite the same text")

  # Cuts ------------------------------------------------------------------------------------------

  def _cuts_at(self, statement):
    """The last may be in place of the statement or inside; those ahead of it stand before."""
    return self.cuts.get(id(statement), [(None, None)])

  def _places(self):
    return [place for cuts in self.cuts.values() for _, place in cuts]

  def is_cut(self, statements):
    """Whether a cut is at one of these statements or inside."""
    return any(id(s) in self.cuts or self._is_cut_inside(s) for s in statements)

  def _is_cut_inside(self, statement):
    return any(any(a is statement for a in p.statement.ancestors()) for p in self._places())

  def _split_statement(self, cut, place):
    """The part of the statement before the barrier goes to temporaries."""
    template = in_template(self.function)
    splitter = Splitter(self.source, place.inside[0], self.names, template, self.is_opencl)
    splitter.split(place.inside[1], cut.barrier)
    lines, free = [], list(cut.temporaries)
    known = {}  # by name: the one of another arm that does as well
    for line in splitter.lines[:splitter.lines.index(cut.barrier)]:
      match = TEMPORARY.fullmatch(line)
      if match is None or place.statement.kind == "DeclStmt":
        raise self.error(place.statement, "the part before the barrier cannot be taken out")
      kind, name = match["type"].strip(), match["name"]
      if template:
        kind = element_type(self.source, self.function, place.statement, match["value"])
      same = next((other for other in free if other[0] == kind), None)
      if same is not None:
        free.remove(same)
        known[name] = same[1]
      else:
        cut.temporaries.append((kind, name))
        self.declarations.append(f"{kind} {name};")
      lines.append(f"{name} = {match['value']};")
    rename = lambda text: re.sub(r"\w+", lambda word: known.get(word[0], word[0]), text)
    self.temporaries[id(place.statement)] = [rename(line) for line in lines]
    self.changes += [(begin, end, rename(text)) for begin, end, text in splitter.replacements()]

  # Variables -------------------------------------------------------------------------------------

  def hoist_declarations(self, items):
    """Declares before all what these statements declare and a later segment uses."""
    for number, statement in enumerate(items):
      if self._is_cut_inside(statement) and statement.kind in BRANCHES:
        for inner in parts_of(statement, self.source):
          self.hoist_declarations(inner)
      starts = [p.statement for p in self._places()] + [c.statement for c in self.ends.values()]
      later = [s.begin for s in starts
               if any(s is item or any(a is item for a in s.ancestors())
                      for item in items[number + 1:])]
      if statement.kind == "DeclStmt" and later:
        self._hoist_used(statement, min(later))

  def _hoist_used(self, statement, begin):
    used = {n.data.get("referencedDecl", {}).get("id") for n in body_of(self.function).walk()
            if n.begin is not None and n.begin >= begin}
    variables = [c for c in statement.children if c.kind == "VarDecl"]
    if used & {v.data.get("id") for v in variables}:
      self._hoist(statement, variables)

  def _hoist(self, statement, variables):
    whole = statement.begin, end_of(statement, self.source)
    if all(any(c.kind == "CUDASharedAttr" for c in v.children) for v in variables):
      self.declarations.append(self.source.text[whole[0]:whole[1]])
      self._remove(*whole)
      return
    kinds, assignments = {}, []
    for variable in variables:
      kind = self._declared_type(statement, variable, variables)
      if self._would_hide(variable) or self.hoisted.get(variable.name, kind) != kind:
        raise self.error(statement, f"there is more than one variable '{variable.name}'")
      if variable.name not in self.hoisted:  # one of another arm is the same
        kinds.setdefault(kind, []).append(variable.name)
      self.hoisted[variable.name] = kind
      value = [c for c in variable.children if c.kind is not None]
      if value:
        assignments.append(f"{variable.name} = {self.source.text[value[-1].begin:value[-1].end]};")
    for kind, names in kinds.items():
      glue = "" if kind.endswith("*") else " "
      self.declarations.append(f"{kind}{glue}{(', *' if not glue else ', ').join(names)};")
    if assignments:
      self.changes.append((*whole, " ".join(assignments)))
    else:
      self._remove(*whole)

  def _would_hide(self, variable):
    """Whether another one has the name that is known in more than other arms of the branch."""
    around = {id(a) for a in variable.ancestors()}
    return any(not self.region[0] <= n.begin < self.region[1] or id(_scope(n)) in around
               or id(_scope(variable)) in {id(a) for a in n.ancestors()}
               for n in self.function.walk()
               if n.kind in ("VarDecl", "ParmVarDecl") and n is not variable
               and n.name == variable.name)

  def _declared_type(self, statement, variable, variables):
    """The type of a variable as its declaration spells it, if it can be declared without value."""
    kind = variable.type.removeprefix("const ")
    spelled = self.source.text[statement.begin:self._name_of(variable)].strip()
    spelled = spelled.removeprefix("const ").strip()
    alone = len(variables) == 1 and SIMPLE_TYPE.fullmatch(spelled) and spelled != "auto"
    refused = variable.data.get("storageClass") or statement.macro or "auto" in spelled.split() and (
        in_template(self.function))
    if refused or not SIMPLE_TYPE.fullmatch(kind) or in_template(self.function) and not alone:
      raise self.error(statement, f"'{variable.name}' cannot be declared before the branch")
    return spelled if alone else kind

  def _name_of(self, variable):
    token = next(t for t in self.source.code(variable.begin, variable.end)
                 if t.text == variable.name)
    return token.begin

  def _remove(self, begin, end):
    """Leaves a statement out, and its line if it is alone there."""
    source = self.source
    if source.starts_line(begin) and not source.text[end:source.line_end(end)].strip():
      begin, end = source.line_start(begin), source.next_line(end)
    self.changes.append((begin, end, ""))

  # Conditions ------------------------------------------------------------------------------------

  def _condition(self, branch, outermost):
    """(lines before the first test, text of the test, text of its negation)."""
    node = header(branch)[-1][1]
    if self._is_kept_by_itself(node, branch):
      return [], self.source.text[node.begin:node.end], negated(self.source, node)
    if self._is_read_before(node):
      return [], self.text(node.begin, node.end), f"!{self.text(node.begin, node.end)}"
    kind, false = ("int", "0") if self.is_opencl else ("bool", "false")
    before, name = self._kept(node, "taken", kind, f" = {false}", outermost)
    return before, name, f"!{name}"

  def kept_value(self, switch, outermost):
    """(lines before a switch, text of its value)."""
    node = header(switch)[-1][1]
    if self._is_kept_by_itself(node, switch):
      return [], self.source.text[node.begin:node.end]
    if self._is_read_before(node):
      return [], self.text(node.begin, node.end)
    value = node
    while value.kind == "ImplicitCastExpr":
      value = value.children[0]
    kind = value.type.removeprefix("const ")
    if in_template(self.function) or not SIMPLE_TYPE.fullmatch(kind):
      if self.is_opencl or not outermost:
        raise self.error(switch, "the value of the switch cannot be declared before it")
      kind = "auto"
    return self._kept(node, "selected", kind, "", outermost)

  def _is_kept_by_itself(self, condition, branch):
    """Whether a condition can be written again: it has the same value in each segment."""
    return not Evaluation(self.tree, self.source).of(condition) and (
        self._is_stable(condition, branch))

  def _is_read_before(self, condition):
    """Whether a barrier stands behind all that a condition reads, so that a variable has it."""
    return re.fullmatch(r"tmp\d*", self.text(condition.begin, condition.end)) is not None

  def _kept(self, node, base, kind, default, outermost):
    """(lines before the first test, name) of a variable for a condition."""
    name, text = self.names.fresh(base), self.text(node.begin, node.end)
    if outermost:
      self.declarations.append(f"const {kind} {name} = {text};")
      return [], name
    self.declarations.append(f"{kind} {name}{default};")
    return [f"{name} = {text};"], name

  def _is_stable(self, condition, branch):
    """Whether nothing in the branch changes a variable of the condition, and all of them are known
    to all segments."""
    used = {n.data.get("referencedDecl", {}).get("id") for n in condition.walk()
            if n.kind == "DeclRefExpr"}
    declared = {n.data.get("id") for top in self._around(branch) for n in top.walk()
                if n.kind == "VarDecl"}
    return not used & (declared | changed_in(branch))

  def _around(self, branch):
    """The branch and those around it that are cut as well."""
    return [branch] + [a for a in branch.ancestors()
                       if a.kind in BRANCHES and self._is_cut_inside(a) and a.begin >= self.region[0]]

  # Text ------------------------------------------------------------------------------------------

  def block(self, items, begin, end, depth, start=0):
    """({segment: texts} of the statements between two places, the last segment)."""
    pieces, number, run, position = {}, start, begin, begin

    def put(text):
      if text:
        pieces.setdefault(number, []).append(text)

    for item in items:
      (*earlier, (cut, place)), is_around = self._cuts_at(item), self._is_cut_inside(item)
      if cut is not None and any(c.number <= number for c, _ in [*earlier, (cut, place)]):
        raise self.error(item, "barriers of two arms would have to stand in different orders")
      after = self.after(item, end)
      for before, _ in earlier:
        put(self.chunk(run, position, depth))
        self.barriers.setdefault(before.number, [before.barrier])
        run, number = position, before.number
      if id(item) in self.ends:
        put(self.chunk(run, position, depth))
        run, number = position, self.ends[id(item)].number
      if cut is not None and place.removes_it:
        put(self.chunk(run, position, depth))
        for line in self.temporaries.get(id(item), []):
          put(self.indent(depth) + line)
        self._keep_barrier(cut, position, item, after)
        number, run = cut.number, after
      elif cut is not None or is_around:
        put(self.chunk(run, position, depth))
        run = position
        if cut is not None:
          start = self.source.line_start(item.begin)
          if self.temporaries.get(id(item)) and start > run:
            put(self.chunk(run, start, depth))  # what is said of a statement, before its first part
            run = start
          for line in self.temporaries.get(id(item), []):
            put(self.indent(depth) + line)
          self.barriers.setdefault(cut.number, [cut.barrier])
          number = cut.number
        if is_around:
          put(self.chunk(run, item.begin, depth))
          texts = self.branch(item, depth, number)
          comment = self.text(end_of(item, self.source), after).rstrip()
          for number, text in sorted(texts.items()):
            put(text + (comment if number == max(texts) else ""))
          run = after
      position = after
    put(self.chunk(run, end, depth))
    return pieces, number

  def after(self, item, end):
    """Where what follows a statement begins: behind a comment of its line."""
    stop = end_of(item, self.source)
    after = self.source.next_line(stop)
    return after if self.source.ends_line(stop) and after <= end else stop

  def _keep_barrier(self, cut, begin, item, after):
    """The barrier as written, with its comments and the empty lines around."""
    if cut.number in self.kept:
      return
    self.kept.add(cut.number)
    comment = self.chunk(begin, item.begin, 0)
    behind = self.text(end_of(item, self.source), after).rstrip()
    lines = [line[len(self.base):] if line.startswith(self.base) else line
             for line in comment.splitlines()]
    lines += (cut.barrier + behind).splitlines()
    self.barriers[cut.number] = self._empty_line(begin) + lines + self._empty_line(after)

  def _empty_line(self, position):
    """One, where one stands at a place that begins a line."""
    source = self.source
    alone = source.starts_line(position) and not source.text[position:source.line_end(position)].strip()
    return [""] if alone and source.next_line(position) > position else []

  def branch(self, node, depth, start=0, outermost=False):
    """{segment: text} of an `if` or a `switch` with cuts inside."""
    if node.kind not in BRANCHES:
      raise self.error(node, "the barrier is in no branch that can be written as two")
    if node.macro or node.data.get("isConstexpr"):
      raise self.error(node, "the branch comes out of a macro or is decided at compile time")
    if node.data.get("hasVar") or node.data.get("hasInit"):
      raise self.error(node, "the branch declares a variable in its header")
    if node.kind == "SwitchStmt":
      return SwitchWriter(self, node, depth, start).write(outermost)
    before, test, opposite = self._condition(node, outermost)
    parts = [self._arm(arm, depth, start) for arm in arms(node)] + [{}]
    return self._two_arms(node, parts, (before, test, opposite), depth, start)

  def exit(self, early, rest, begin):
    """{segment: text} of an early return that does something before, and of what follows it."""
    if early.macro:
      raise self.error(early, "the branch comes out of a macro or is decided at compile time")
    condition = self._condition(early, True)
    last = arms(arms(early)[0])[-1]
    self._remove(last.begin, end_of(last, self.source))
    parts = [self._arm(arms(early)[0], 0, 0), self.block(rest, begin, self.region[1], 1)[0]]
    return self._two_arms(early, parts, condition, 0, 0)

  def _two_arms(self, node, parts, condition, depth, start):
    before, test, opposite = condition
    opening = self._opening(arms(node)[0])
    texts = {}
    for number in sorted(set(parts[0]) | set(parts[1]) | ({start} if before else set())):
      first, other = parts[0].get(number), parts[1].get(number)
      lines = [self.indent(depth) + line for line in (before if number == start else [])]
      if first:
        head = self.indent(depth) + self.style.open(self._head(node, test), self.indent(depth))
        lines.append(head + (opening if number == start else ""))
        lines += first
        lines += self._else(other, depth, arms(node)[1:])
      elif other:
        head = self.style.head("if", opposite)
        lines.append(self.indent(depth) + self.style.open(head, self.indent(depth)))
        lines += other + [self.indent(depth) + "}"]
      if lines:
        texts[number] = self.source.line_break().join(lines)
    return texts

  def _head(self, branch, test):
    """That of an `if`, as it is written where its condition stays."""
    condition = header(branch)[-1][1]
    opening = self.source.next_code(branch.begin + len("if"))
    end = self.source.closing_parenthesis(opening.begin)
    text = self.source.text[branch.begin:end]
    is_same = test == self.source.text[condition.begin:condition.end] and opening.text == "("
    return text if is_same and "\n" not in text else self.style.head("if", test)

  def _else(self, lines, depth, arm):
    indent = self.indent(depth)
    if not lines:
      return [indent + "}"]
    if arm and arm[0].kind == "IfStmt" and len(lines) == 1 and re.match(r"\s*if\s*\(", lines[0]):
      chained = self.source.line_break().join(
          line.removeprefix(self.style.unit) for line in lines[0].splitlines()).lstrip()
      *before, other = self.style.other(indent)
      if other.endswith("{"):
        other = other.removesuffix("{").rstrip()
        return before + [f"{other} {chained}"]
    return self.style.other(indent) + lines + [indent + "}"]

  def _opening(self, arm):
    """The comment behind the brace of a block."""
    return self.comment_behind(arm.begin + 1) if arm.kind == "CompoundStmt" else ""

  def comment_behind(self, position):
    """The comment that a line ends with after a position, where nothing else follows."""
    if not self.source.ends_line(position):
      return ""
    return self.source.text[position:self.source.line_end(position)].rstrip()

  def _arm(self, arm, depth, start):
    """{segment: lines} of what stands in an arm."""
    if arm.kind == "CompoundStmt":
      begin, items, end = arm.begin + 1, arms(arm), arm.end - 1
      if self._opening(arm):
        begin = self.source.next_line(begin)
    else:
      begin, items, end = arm.begin, [arm], end_of(arm, self.source)
    return self.block(items, begin, end, depth + 1, start)[0]

  def chunk(self, begin, end, depth):
    """The lines of a part of the text, indented for a depth."""
    source = self.source
    text = re.sub(r"\A[ \t]*(\r?\n[ \t]*)*\r?\n", "", self.text(begin, end)).rstrip()
    if not text.strip():
      return ""
    begins_line = source.starts_line(begin) or not text[:1].strip()
    first = re.match(r"[ \t]*", text).group()
    was = first if begins_line and first else source.indent(begin)
    lines = text.splitlines()
    now = self.indent(depth)
    moved = [now + lines[0].lstrip()] + [
        line if not line.strip() or line.startswith("#") or not line.startswith(was)
        else now + line[len(was):] for line in lines[1:]]
    return source.line_break().join(moved)

  def text(self, begin, end):
    parts, position = [], begin
    for change in sorted(self.changes, key=lambda c: c[:2]):
      start, stop, text = change
      if position <= start and stop <= end and start < end:
        parts += [self.source.text[position:start], text]
        position = stop
        self.written.add(change)
    return "".join(parts) + self.source.text[position:end]


def _scope(variable):
  return variable.parent.parent if variable.parent.kind == "DeclStmt" else variable.parent


def parts_of(branch, source):
  """The lists of statements that a branch chooses from."""
  if branch.kind == "SwitchStmt":
    return [section.statements for section in sections_of(branch, source)]
  return [arms(arm) if arm.kind == "CompoundStmt" else [arm] for arm in arms(branch)]
