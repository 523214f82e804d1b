"""A barrier inside a branch that only some threads take: the branch is written as two.

    if (t % 2 == 0) {                    int far;
      int far = v[t + 2];                if (t % 2 == 0) {
      v[t] = far;                          far = v[t + 2];
    }                                    }
                                         __syncthreads();
                                         if (t % 2 == 0) {
                                           v[t] = far;
                                         }

An early return becomes a condition of what follows, which is written as two in the same way:

    if (g >= n) return;                  const bool barricade_active = !(g >= n);
    s[t] = v[g];                         if (barricade_active) {
    __syncthreads();                       s[t] = v[g];
    w[g] = s[63 - t];                    }
                                         __syncthreads();
                                         if (barricade_active) {
                                           w[g] = s[63 - t];
                                         }

A loop that threads leave at different times is left by all together, when none goes on:

    for (int k = t; k < n; k += 64) {    bool barricade_active = true;
      int x = v[k + 1];                  for (int k = t; __syncthreads_or(barricade_active =
      v[k] = x;                                              barricade_active && (k < n));) {
    }                                      int x;
                                           if (barricade_active) {
                                             x = v[k + 1];
                                           }
                                           __syncthreads();
                                           if (barricade_active) {
                                             v[k] = x;
                                             k += 64;
                                           }
                                         }

Conditions that the first half may change are kept in a variable, as are those that call something
or read memory. Variables of the first half that the second one uses are declared before both.
"""

import re

from .errors import PatchError
from .evaluation import Evaluation
from .splitting import Names, SIMPLE_TYPE, Splitter
from .statements import arms, end_of, header, jumps, loop_body
from .tree import LOOPS, body_of, in_template

TEMPORARY = re.compile(r"(?P<type>.*[\s*])(?P<name>\w+) = (?P<value>.*);", re.DOTALL)
CHANGES = {"CompoundAssignOperator"}


class BranchSplitter:
  """Rewrites one branch around a barrier. `statement` is the first one after the barrier, or the
  barrier itself (`removes_it`); `inside` are the events of the statement and the index of the one
  that the barrier stands before, where it stands inside. Short methods, one for each part of the
  new text."""

  def __init__(self, tree, file, function, is_opencl):
    self.tree, self.source, self.function = tree, file.source, function
    self.rewriter = file.rewriter  # its other changes in the branch are written with it
    source = file.source
    self.is_opencl = is_opencl
    self.names = Names(source.words())
    self.unit = source.indent_unit()
    self.declarations = []  # lines before the branch
    self.changes = []       # (begin, end, text) inside the branch
    self.written = set()    # those of other edits that have found their place
    self.last_line = ""     # what ends the second half

  def split(self, statement, outermost, barrier, removes_it=False, inside=None):
    """(begin, end, text) that replaces the outermost branch."""
    chain = self._chain(statement, outermost)
    self._prepare(statement, barrier, removes_it, inside)
    top = chain[0]
    others = self._adopt(top.begin, end_of(top, self.source))
    self.base = self.source.indent(top.begin)
    self._hoist_declarations(chain)
    conditions = [self._condition(branch, chain, level) for level, branch in enumerate(chain)]
    first = self._half(chain, conditions, 0, first=True)
    second = self._half(chain, conditions, 0, first=False)
    glue = self.source.line_break() + self.base
    lines = self.declarations + [first, self.barrier, second]
    self._check_written(others)
    return top.begin, end_of(top, self.source), glue.join(line for line in lines if line)

  def split_after_return(self, statement, outermost, barrier, removes_it=False, inside=None):
    """(begin, end, text) that replaces what begins with the early return at `outermost`."""
    early, rest = self._early_return(statement, outermost)
    self._prepare(statement, barrier, removes_it, inside)
    self.base = self.source.indent(early.begin)
    end = early.parent.end - 1
    others = self._adopt(early.begin, end)
    name = self._fresh("barricade_active")
    halves = self._guarded_halves(name, rest, end_of(early, self.source), end)
    glue = self.source.line_break()
    kind = "int" if self.is_opencl else "bool"
    condition = header(early)[-1][1]
    text = self.source.text[condition.begin:condition.end]
    lines = self.declarations + [f"const {kind} {name} = !({text});"] + halves
    tail = glue + self.source.indent(end)
    self._check_written(others)
    return early.begin, end, (glue + self.base).join(line for line in lines if line) + tail

  def split_loop(self, statement, place, barrier, removes_it=False, inside=None):
    """(begin, end, text) that replaces the loop whose position is `place` by one that all threads
    leave together, its body in two halves."""
    loop = self._loop(statement, place)
    self._prepare(statement, barrier, removes_it, inside)
    others = self._adopt(loop.begin, end_of(loop, self.source))
    outer = self.source.indent(loop.begin)
    self.base = outer + self.unit
    body = loop_body(loop)
    block = body.kind == "CompoundStmt"
    name = self._fresh("barricade_active")
    step = next((n for role, n in header(loop) if role == "increment"), None)
    self.last_line = self.source.text[step.begin:step.end] + ";" if step is not None else ""
    halves = self._guarded_halves(
        name, arms(body) if block else [body], body.begin + 1 if block else body.begin,
        body.end - 1 if block else end_of(body, self.source))
    test = [n for role, n in header(loop) if role == "condition"]
    condition = f"__syncthreads_or({name} = {name} && " \
        f"({self.source.text[test[0].begin:test[0].end]}))"
    if loop.kind == "ForStmt":
      first = next((n for role, n in header(loop) if role == "init"), None)
      text = self.source.text[first.begin:first.end].rstrip(";") if first is not None else ""
      head = f"for ({text}; {condition};) {{"
    else:
      head = f"while ({condition}) {{"
    glue = self.source.line_break()
    inner = [self.base + line for line in self.declarations + halves if line]
    lines = [f"bool {name} = true;", outer + head] + inner + [outer + "}"]
    self._check_written(others)
    return loop.begin, end_of(loop, self.source), glue.join(lines)

  def _adopt(self, begin, end):
    """The changes of other edits between two places are made in the text that comes out."""
    others = self.rewriter.take(begin, end)
    self.changes += others
    return others

  def _check_written(self, others):
    for begin, end, text in others:
      if (begin, end, text) not in self.written:
        raise PatchError(f"{self.source.path}:{self.source.line_of(begin)}: two repairs want to "
                         "rewrite the same text")

  def _loop(self, statement, place):
    loop = next((n for n in statement.ancestors() if n.kind in LOOPS), None)
    if self.is_opencl or loop is None or loop.kind not in ("ForStmt", "WhileStmt") or loop.macro:
      raise self._error(statement, "there is no loop here that can be left by all threads together")
    if place < loop.begin or place >= end_of(loop, self.source):
      raise self._error(statement, "the barrier is in an inner loop")
    if any(n.kind in ("ReturnStmt", "GotoStmt", "LabelStmt") for n in loop_body(loop).walk()) or (
        jumps(loop, "BreakStmt") or jumps(loop, "ContinueStmt")):
      raise self._error(loop, "the loop is left by a jump")
    tests = [n for role, n in header(loop) if role == "condition"]
    if len(tests) != 1 or tests[0].kind == "DeclStmt" or loop.parent.kind != "CompoundStmt" or (
        not self.source.starts_line(loop.begin)):
      raise self._error(loop, "the loop's header cannot be rewritten")
    return loop

  def _guarded_halves(self, name, items, begin, end):
    """[first half, barrier, second half] of the statements between two places, under a condition."""
    statement = self.cut
    place = next(i for i, s in enumerate(items)
                 if s is statement or any(a is s for a in statement.ancestors()))
    self._hoist_used(items[:place], items[-1])
    chain = []
    if items[place] is not statement:
      chain = self._chain(statement, items[place].begin)
      self._hoist_declarations(chain)
    conditions = [self._condition(branch, chain, level, guarded=True)
                  for level, branch in enumerate(chain)]
    first = [self._lines(begin, items[place].begin)]
    second = [self._lines(end_of(items[place], self.source), end)]
    if chain:
      first.append(self._half(chain, conditions, 0, first=True))
      second.insert(0, self._half(chain, conditions, 0, first=False))
    else:
      first += self.temporaries
      if not self.removes_it:
        second.insert(0, self._render(statement.begin, end_of(statement, self.source)))
    return [self._guarded(name, first), self.barrier,
            self._guarded(name, second + [self.last_line])]

  def _guarded(self, name, pieces):
    """A block under the condition `name`, with everything one level deeper."""
    glue = self.source.line_break()
    lines = [line for piece in pieces if piece.strip()
             for line in self._indented(piece, self.base).splitlines()]
    if not lines:
      return ""
    deeper = [self.unit + line if line.strip() and not line.startswith("#") else line
              for line in lines]
    return f"if ({name}) {{" + glue + glue.join(deeper) + glue + self.base + "}"

  def _early_return(self, statement, outermost):
    """(the early return, the statements after it)."""
    body = body_of(self.function)
    items = arms(body)
    early = next((s for s in items if s.kind == "IfStmt" and s.begin <= outermost
                  and self._in_header(s, outermost)), None)
    if early is None or early.data.get("hasElse") or early.macro or not _only_returns(arms(early)[0]):
      raise self._error(statement, "there is no early return that can become a condition")
    rest = items[items.index(early) + 1:]
    last = rest[-1] if rest and rest[-1].kind == "ReturnStmt" else None
    if any(n.kind in ("ReturnStmt", "LabelStmt", "GotoStmt") and n is not last
           for s in rest for n in s.walk()):
      raise self._error(early, "there are more returns after this one")
    if last is not None or not self.source.starts_line(early.begin):
      raise self._error(early, "the early return cannot become a condition of what follows")
    return early, rest

  def _prepare(self, statement, barrier, removes_it, inside):
    self.barrier, self.cut, self.removes_it = barrier, statement, removes_it
    self.temporaries, self.replacements = [], []
    if inside is not None:
      self._split_statement(*inside)

  def _error(self, node, why):
    return PatchError(f"{self.source.path}:{self.source.line_of(node.begin)}: {why}")

  # What is around the barrier --------------------------------------------------------------------

  def _chain(self, statement, outermost):
    """The branches around the statement, the outermost first."""
    chain = []
    for node in statement.ancestors():
      if node.kind == "IfStmt":
        chain.insert(0, node)
        if node.begin <= outermost and self._in_header(node, outermost):
          break
      elif node.kind not in ("CompoundStmt", "AttributedStmt"):
        break
    if not chain or not self._in_header(chain[0], outermost):
      raise self._error(statement, "the barrier is in no branch that can be written as two")
    if any(branch.macro or branch.data.get("isConstexpr") for branch in chain):
      raise self._error(statement, "the branch comes out of a macro or is decided at compile time")
    if any(branch.data.get("hasVar") or branch.data.get("hasInit") for branch in chain):
      raise self._error(statement, "the branch declares a variable in its header")
    top = chain[0]
    if top.parent.kind != "CompoundStmt":
      raise self._error(top, "the branch is no statement of a block")
    if not self.source.starts_line(top.begin):
      raise self._error(top, "the branch does not begin a line")
    return chain

  def _in_header(self, branch, offset):
    return branch.begin <= offset < arms(branch)[0].begin

  def _arm(self, branch, chain, level):
    """(index of the arm with the barrier, the arm)."""
    inner = chain[level + 1] if level + 1 < len(chain) else self.cut
    for index, arm in enumerate(arms(branch)):
      if arm is inner or any(a is arm for a in inner.ancestors()):
        return index, arm
    raise self._error(branch, "the barrier is in no arm of the branch")

  # Conditions ------------------------------------------------------------------------------------

  def _condition(self, branch, chain, level, guarded=False):
    """The text that the two halves test; a variable where the condition may change between. With
    `guarded`, statements stand before the branch in the first half."""
    node = header(branch)[-1][1]
    text = self.source.text[node.begin:node.end]
    if not Evaluation(self.tree, self.source).of(node) and self._is_stable(node, chain[0]):
      return text, text
    name = self._fresh("barricade_taken")
    kind = "int" if self.is_opencl else "bool"
    if level == 0 and not guarded:
      self.declarations.append(f"const {kind} {name} = {text};")
      return name, name
    self.declarations.append(f"{kind} {name} = {'0' if self.is_opencl else 'false'};")
    return f"({name} = ({text}))", name

  def _fresh(self, base):
    number, name = 1, base
    while name in self.names.taken:
      number += 1
      name = f"{base}{number}"
    self.names.taken.add(name)
    return name

  def _is_stable(self, condition, top):
    """Whether nothing in the branch changes a variable of the condition."""
    used = {n.data.get("referencedDecl", {}).get("id") for n in condition.walk()
            if n.kind == "DeclRefExpr"}
    declared = {n.data.get("id") for n in top.walk() if n.kind == "VarDecl"}
    if used & declared:
      return False
    for node in top.walk():
      assigns = node.kind in CHANGES or node.kind == "BinaryOperator" and node.opcode == "="
      steps = node.kind == "UnaryOperator" and node.opcode in ("++", "--", "&")
      if (assigns or steps) and self._target(node) in used:
        return False
    return True

  @staticmethod
  def _target(node):
    place = node.children[0]
    while place.kind in ("ParenExpr", "ImplicitCastExpr"):
      place = place.children[0]
    return place.data.get("referencedDecl", {}).get("id")

  # Variables of the first half -------------------------------------------------------------------

  def _split_statement(self, events, index):
    """The part of the statement before the barrier goes to temporaries."""
    if in_template(self.function):
      raise self._error(self.cut, "the types of the values before the barrier depend on the template")
    splitter = Splitter(self.source, events, self.names, False, self.is_opencl)
    splitter.split(index, self.barrier)
    before = splitter.lines[:splitter.lines.index(self.barrier)]
    for line in before:
      match = TEMPORARY.fullmatch(line)
      if match is None:
        raise self._error(self.cut, "the part before the barrier cannot be taken out")
      self.declarations.append(f"{match['type'].strip()} {match['name']};")
      self.temporaries.append(f"{match['name']} = {match['value']};")
    self.replacements = splitter.replacements()
    if self.cut.kind == "DeclStmt":
      raise self._error(self.cut, "the barrier would have to stand inside this declaration")

  def _before(self, chain):
    """The statements of the first half that stand beside the path to the barrier."""
    for level, branch in enumerate(chain):
      _, arm = self._arm(branch, chain, level)
      inner = chain[level + 1] if level + 1 < len(chain) else self.cut
      for statement in arms(arm) if arm.kind == "CompoundStmt" else []:
        if statement is inner or any(a is statement for a in inner.ancestors()):
          break
        yield statement

  def _hoist_declarations(self, chain):
    self._hoist_used(self._before(chain), chain[0])

  def _hoist_used(self, statements, last):
    """Declares before both halves what `statements` declare and the second half uses."""
    nodes = [n for n in body_of(self.function).walk()
             if n.begin is not None and self.cut.begin <= n.begin < end_of(last, self.source)]
    used = {n.data.get("referencedDecl", {}).get("id") for n in nodes}
    for statement in statements:
      if statement.kind != "DeclStmt":
        continue
      variables = [c for c in statement.children if c.kind == "VarDecl"]
      if used & {v.data.get("id") for v in variables}:
        self._hoist(statement, variables)

  def _hoist(self, statement, variables):
    if all(any(c.kind == "CUDASharedAttr" for c in v.children) for v in variables):
      whole = statement.begin, end_of(statement, self.source)
      self.declarations.append(self.source.text[whole[0]:whole[1]])
      self.changes.append((*whole, ""))
      return
    assignments = []
    declared = [n.name for n in self.function.walk() if n.kind in ("VarDecl", "ParmVarDecl")]
    for variable in variables:
      if declared.count(variable.name) > 1:  # in a wider scope it would hide another one
        raise self._error(statement, f"there is more than one variable '{variable.name}'")
      kind = variable.type.removeprefix("const ")
      if in_template(self.function) or not SIMPLE_TYPE.fullmatch(kind) or (
          variable.data.get("storageClass") or statement.macro):
        raise self._error(statement, f"'{variable.name}' cannot be declared before the branch")
      self.declarations.append(f"{kind} {variable.name};")
      value = [c for c in variable.children if c.kind is not None]
      if value:
        assignments.append(f"{variable.name} = {self.source.text[value[-1].begin:value[-1].end]};")
    self.changes.append((statement.begin, end_of(statement, self.source), " ".join(assignments)))

  # Text ------------------------------------------------------------------------------------------

  def _render(self, begin, end):
    parts, position = [], begin
    for start, stop, text in sorted(self.changes + self.replacements, key=lambda c: c[:2]):
      if position <= start and stop <= end and start < end:
        parts += [self.source.text[position:start], text]
        position = stop
        self.written.add((start, stop, text))
    return "".join(parts) + self.source.text[position:end]

  def _half(self, chain, conditions, level, first):
    """The text of one half of the branch at `level`."""
    branch = chain[level]
    index, arm = self._arm(branch, chain, level)
    test = conditions[level][0 if first else 1]
    indent = self.base + self.unit * level
    deeper = indent + self.unit
    inner = chain[level + 1] if level + 1 < len(chain) else None
    body = self._first_body(arm, inner, chain, conditions, level) if first else (
        self._second_body(arm, inner, chain, conditions, level, deeper))
    glue = self.source.line_break()
    block = "{" + "".join(glue + self._indented(piece, deeper) for piece in body if piece.strip()) \
        + glue + indent + "}"
    others = [a for i, a in enumerate(arms(branch)) if i != index]
    if not first:
      return f"if ({test if index == 0 else f'!({test})'}) {block}"
    if not others:
      return f"if ({test}) {block}"
    other = self._block_text(others[0], deeper, indent)
    if index == 1 and not any(piece.strip() for piece in body):
      return f"if ({test}) {other}"
    then, otherwise = (block, other) if index == 0 else (other, block)
    return f"if ({test}) {then} else {otherwise}"

  def _block_text(self, arm, deeper, indent):
    text = self._render(arm.begin, end_of(arm, self.source))
    if arm.kind == "CompoundStmt" or arm.kind == "IfStmt":
      return text
    glue = self.source.line_break()
    return "{" + glue + deeper + text + glue + indent + "}"

  def _indented(self, piece, indent):
    return piece if piece.startswith((" ", "\t")) else indent + piece

  def _moved(self, text, indent):
    """The statement with the barrier where its lines begin at `indent`: an `else if` gets a block
    of its own."""
    was = self.source.indent(self.cut.begin)
    if not indent.startswith(was) or indent == was:
      return text
    first, *others = text.splitlines(keepends=True)
    return first + "".join(line if line.startswith("#") or not line.strip()
                           else indent[len(was):] + line for line in others)

  def _bounds(self, arm, inner):
    """(begin, end) of what stands in the arm before and after the statement with the barrier."""
    holder = inner if inner is not None else self.cut
    if arm.kind != "CompoundStmt":
      return (arm.begin, holder.begin), (end_of(holder, self.source), end_of(holder, self.source))
    while holder.parent is not arm:
      holder = holder.parent
    return (arm.begin + 1, holder.begin), (end_of(holder, self.source), arm.end - 1)

  def _lines(self, begin, end):
    """The lines of a part of a block, without the line breaks around it."""
    text = self._render(begin, end)
    return re.sub(r"\A[ \t]*(\r?\n)+", "", text).rstrip()

  def _first_body(self, arm, inner, chain, conditions, level):
    (begin, end), _ = self._bounds(arm, inner)
    pieces = [self._lines(begin, end)]
    if inner is not None:
      pieces.append(self._half(chain, conditions, level + 1, first=True))
    return pieces + (self.temporaries if inner is None else [])

  def _second_body(self, arm, inner, chain, conditions, level, indent):
    _, (begin, end) = self._bounds(arm, inner)
    if inner is not None:
      pieces = [self._half(chain, conditions, level + 1, first=False)]
    elif self.removes_it:
      pieces = []
    else:
      pieces = [self._moved(self._render(self.cut.begin, end_of(self.cut, self.source)), indent)]
    return pieces + [self._lines(begin, end)]


def _only_returns(arm):
  if arm.kind == "CompoundStmt":
    return [s.kind for s in arms(arm)] == ["ReturnStmt"]
  return arm.kind == "ReturnStmt"
