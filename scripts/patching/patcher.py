"""Turns the edits of a repair into new texts of the files they lie in.

An edit names a place (file, line, column), what to put there, and `where` relative to it:

  before, after                                   the access or statement at the place
  loop-start, loop-end, before-loop, after-loop   the loop at the place
  branch-start, branch-end, before-branch, merge  the `if` or `switch` at the place
  function-entry                                  the function around the place
  at                                              the barrier there (for removals)

A place can be ambiguous: `v[t] += x` reads and writes at one position, and the position of an `if`
does not tell its arms apart. The edit's `access` ("read", "write") or `arm` ("then", "else")
decides if it is there; otherwise `patch(choice)` offers the readings one after the other, the
likeliest first, and the caller takes the first that verifies.
"""

from stage_limits import StageLimits

from . import atomics, barriers, branches, scopes
from .errors import PatchError
from .evaluation import Evaluation, is_annotation
from .launches import plan_cooperative_launches
from .positions import Positions
from .rewriter import Rewriter
from .segments import Cut
from .splits import apply_split, barrier_in_header
from .splitting import Names
from .statements import (Place, anchor, arms, enclosing, end_of, goto_loop, header, is_arm, jumps,
                         jumps_back, locate, loop_body)
from .tree import FUNCTIONS, LOOPS, body_of, in_template, run_clang

BRANCHES = {"IfStmt", "SwitchStmt"}
CONDITIONAL = {"ConditionalOperator", "BinaryConditionalOperator"}
JUMPS = {"BreakStmt", "ContinueStmt", "ReturnStmt", "GotoStmt"}
RESTRUCTURING = {"split-branch", "predicate-return", "uniform-loop"}
SYNONYMS = {
    "at": "before", "before-access": "before", "before-call": "before", "after-branch": "merge",
}


class PatchResult:
  """`files`: new bytes by real path; `refused`: (edit, reason); `choices`: how many readings;
  `left_out`: (edit, reason) of optional removals without which the patch is as good; `remarks`: on
  what else the patch changes."""

  def __init__(self, files, refused, choices, left_out=(), remarks=()):
    self.files, self.refused, self.choices = files, refused, choices
    self.left_out, self.remarks = list(left_out), list(remarks)


class _File:
  """What is known and planned for one source file."""

  def __init__(self, source):
    self.source = source
    self.rewriter = Rewriter(source)
    self.names = {}  # by function
    self.splits = {}
    self.compared = []  # (branch, store) that an atomic operation stands for
    self.restructured = []  # (edit, function, cut, place of the branch or loop)
    self.grid_kernels = set()  # names of kernels that get a barrier of the grid

  def names_in(self, function):
    return self.names.setdefault(id(function), Names(self.source.words()))


class Patcher:
  """`command` is a clang command line that compiles `path`; `excluded` are folders of headers that
  are not the user's; `limits` are the StageLimits for clang. A method for each
  place that an edit may name."""

  def __init__(self, path, command, edits, excluded=(), dump=None, limits=None):
    self.is_opencl = path.endswith(".cl")
    self.edits = _unique(edits)
    if dump is None:
      dump = run_clang(command, limits or StageLimits())
    self.positions = Positions(path, dump, excluded)
    self.tree = self.positions.tree

  def patch(self, choice=0):
    """The patched files under the given reading of ambiguous places."""
    self.files = {}
    self.choice = choice
    self.choices = 1
    self.remarks = set()
    refused, left_out = [], []
    # A branch that is restructured takes the changes inside with it.
    ordered = sorted(self.edits, key=lambda e: e.get("action") != "remove")
    for edit in ordered:
      try:
        self._plan(edit)
      except PatchError as error:
        may_stay = edit.get("action") in ("remove", "weaken") and edit.get("optional")
        (left_out if may_stay else refused).append((edit, str(error)))
    if len(left_out) == len(self.edits):
      refused, left_out = left_out, []
    texts = {}
    if not refused:
      try:
        texts = {name: self._finish(file) for name, file in self.files.items()}
      except PatchError as error:
        refused = [(edit, str(error)) for edit in self.edits[:1]]
    return PatchResult(texts if not refused else {}, refused, self.choices, left_out,
                       sorted(self.remarks))

  def _one_of(self, readings):
    """The reading that this choice takes: the choices count through all combinations."""
    reading = readings[self.choice // self.choices % len(readings)]
    self.choices *= len(readings)
    return reading

  # Planning --------------------------------------------------------------------------------------

  def _plan(self, edit):
    path, function, offset = self.positions.find(edit)
    self._remark_on(function)
    file = self.files.get(path)
    if file is None:
      file = self.files[path] = _File(self.positions.source(path))
    if edit.get("action") == "remove":
      self._plan_removal(file, function, offset)
      return
    if edit.get("operation") and edit.get("action") != "fence":
      self._plan_atomic(file, function, offset, edit)
      return
    if edit.get("action") == "hoist":
      self._plan_hoist(file, function, offset, edit)
      return
    if edit.get("action") in ("weaken", "strengthen"):
      self._plan_exchange(file, function, offset, edit)
      return
    if edit.get("action") in RESTRUCTURING:
      self._plan_split_branch(path, file, function, offset, edit)
      return
    if edit.get("action") == "split-launch":
      raise PatchError("a second kernel and its launch are for a person to write")
    if edit.get("action", "add") not in ("add", "fence"):
      raise PatchError(f"'{edit.get('action')}' is not an edit that can be written as a patch")
    line = barriers.statement(edit, self.is_opencl)
    if edit.get("scope") == "grid":
      file.grid_kernels.add(_kernel_around(function, edit))
    given = str(edit.get("where") or "before").lower().replace("_", "-").replace(" ", "-")
    where = SYNONYMS.get(given, given)
    method = getattr(self, "_add_" + where.replace("-", "_"), None)
    if method is None:
      raise PatchError(f"'{given}' names no place in a source text")
    method(file, function, offset, line, edit)

  def _remark_on(self, function):
    """A change of a template is one of all its uses."""
    owner = next((a for a in function.ancestors() if a.kind == "FunctionTemplateDecl"), None)
    instances = [c for c in owner.children if c.kind in FUNCTIONS][1:] if owner is not None else []
    if len(instances) > 1:
      self.remarks.add(f"'{function.name}' is a template: the patch changes all of its "
                       f"{len(instances)} instances")

  def _plan_atomic(self, file, function, offset, edit):
    """A read-modify-write becomes an atomic operation, or an operation gets more threads."""
    place = locate(body_of(function), offset)
    if place is None:
      raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: no statement stands here")
    if edit.get("action") == "strengthen":
      file.rewriter.replace(*scopes.widened(self.tree, file.source, place, offset))
      return
    stores = {id(e.node): e.node for e in self._events(file, self._roots(place))
              if e.kind == "store" and offset in (e.position, e.node.begin)}
    if not stores:
      raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: no update of an element "
                       "stands here")
    node = self._one_of(list(stores.values()))
    writer = atomics.AtomicWriter(file.source, node, self.is_opencl)
    compared = atomics.comparison_around(file.source, node, edit.get("operation"))
    if compared is not None:
      file.rewriter.replace(*compared.replacement(writer))
      file.compared.append((anchor(compared.branch), anchor(place.statement)))
      return
    file.rewriter.replace(node.begin, node.end, writer.text(edit.get("operation")))

  def _plan_split_branch(self, path, file, function, offset, edit):
    """A branch around the place becomes two, with the barrier between; a loop becomes uniform."""
    branch = edit.get("branch") or {}
    outermost = file.source.offset(branch.get("line") or 0, branch.get("column") or 1)
    if edit["action"] == "uniform-loop" and not branch:  # its new head is the barrier
      file.restructured.append((edit, function, None, offset))
      return
    place = locate(body_of(function), offset)
    if outermost is None or place is None:
      raise PatchError(f"{path}:{file.source.line_of(offset)}: no branch stands here")
    statement, inside = place.statement, None
    if place.role == "leaf" and edit.get("inside_statement"):
      roots = self._roots(place)
      events = self._events(file, roots)
      inside = events, self._target(events, offset, edit, roots)
    existing = edit.get("where") == "at"
    if existing:
      statement = self._barrier(file, function, offset)
    line = file.source.text[statement.begin:statement.end] + ";" if existing else (
        barriers.statement(edit, self.is_opencl))
    if edit.get("scope") == "grid":
      file.grid_kernels.add(_kernel_around(function, edit))
    joined = [anchor(self._barrier(file, function, self.positions.find({**edit, **other})[2]))
              for other in edit.get("joined") or []]
    cut = Cut(anchor(statement), line, existing, inside, joined)
    file.restructured.append((edit, function, cut, outermost))

  def _restructure(self, file):
    """Plans the new text of branches and loops; barriers in one of them are written together."""
    regions, later = [], []
    for edit, function, cut, place in sorted(file.restructured,
                                             key=lambda r: r[0]["action"] != "uniform-loop"):
      if edit["action"] == "uniform-loop":
        region = branches.find_loop(file.source, function, place, self.is_opencl)
        regions.append((region, function))
      else:
        try:
          region = branches.find_branch(file.source, function, cut.statement, place)
        except PatchError as error:
          later.append((cut, error))  # the compiler's view of a branch that others change as well
          continue
        around = [r for r, _ in regions if r.holds(region.node)]
        inside = [r for r, _ in regions if region.holds(r.node) and r not in around]
        if around:
          region = around[0]
        else:
          regions = [(r, f) for r, f in regions if r not in inside] + [(region, function)]
          region.cuts += [c for r in inside for c in r.cuts]
      region.cuts += [cut] if cut is not None else []
    for cut, error in later:
      around = [r for r, _ in regions if r.holds(cut.statement)]
      if not around:
        raise error
      around[0].cuts.append(cut)
    for region, function in regions:
      file.rewriter.replace(*branches.write(self.tree, file, function, region, self.is_opencl))

  def _plan_hoist(self, file, function, offset, edit):
    """A wait moves up to before another statement of the same function."""
    target = edit.get("destination") or {}
    place = file.source.offset(target.get("line") or 0, target.get("column") or 1)
    wait = self._statement(function, offset)
    before = place is not None and locate(body_of(function), place)
    if wait is None or not before or wait.macro or before.statement.macro:
      raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: the wait is no statement "
                       "that can be moved")
    wait = anchor(wait)
    file.rewriter.remove(wait)
    file.rewriter.lines_before(before.statement,
                               [file.source.text[wait.begin:end_of(wait, file.source)]])

  def _plan_exchange(self, file, function, offset, edit):
    """A barrier becomes one of fewer or more threads."""
    statement = self._barrier(file, function, offset)
    self._check_removable(file, statement)
    if statement.macro:
      raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: the barrier comes out of a "
                       "macro")
    line = barriers.statement(edit, self.is_opencl)
    file.rewriter.replace(statement.begin, statement.end, line.removesuffix(";"))

  def _barrier(self, file, function, offset):
    """The barrier at a place, as a statement of its own."""
    statement = self._statement(function, offset)
    if statement is not None and (barriers.is_barrier_call(statement)
                                  or barriers.is_barrier_assembly(statement, file.source)):
      return statement
    line = file.source.line_of(offset)
    same_line = [n for n in body_of(function).walk() if barriers.is_barrier_call(n)
                 and n.begin is not None and file.source.line_of(n.begin) == line
                 and n.parent.kind.endswith("Stmt")]
    if len(same_line) != 1:
      raise PatchError(f"{file.source.path}:{line}: the barrier to remove is not a statement of "
                       "its own")
    return same_line[0]

  def _plan_removal(self, file, function, offset):
    statement = self._barrier(file, function, offset)
    self._check_removable(file, statement)
    statement = anchor(statement)
    condition = Evaluation(self.tree, file.source)
    while is_arm(statement) and statement.parent.kind == "IfStmt" and (
        len(arms(statement.parent)) == 1
        and not any(condition.of(part) for _, part in header(statement.parent))):
      statement = anchor(statement.parent)
    file.rewriter.remove(statement)

  def _check_removable(self, file, statement):
    """A barrier that comes out of a macro can go only if the macro holds nothing else."""
    whole = anchor(statement)
    if not _holds_only(whole, statement) or len(_expanded_with(whole)) > 1:
      raise PatchError(f"{file.source.path}:{file.source.line_of(whole.begin)}: the barrier to "
                       "remove comes out of a macro that does more")

  def _statement(self, function, offset):
    """The statement at a place, or the next one in its block; None at the end of a block."""
    place = locate(body_of(function), offset)
    if place is not None:
      return place.statement
    following = [s for s in arms(_block(function, offset)) if s.begin >= offset]
    return following[0] if following else None

  def _add_before(self, file, function, offset, line, edit):
    place = locate(body_of(function), offset)
    if place is None or place.role == "keyword":
      self._beside(file, function, offset, line)
      return
    if edit.get("inside_statement") and len(_expanded_with(place.statement)) > 1:
      name = file.source.next_code(place.statement.begin).text
      raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: the barrier has to "
                       f"stand between two statements of the macro '{name}'")
    roots = self._roots(place)
    events = self._events(file, roots)
    self._split(file, place, function, events, self._target(events, offset, edit, roots), line)

  def _events(self, file, roots):
    evaluation = Evaluation(self.tree, file.source)
    return [event for root in roots for event in evaluation.of(root)]

  def _split(self, file, place, function, events, index, line):
    """Plans a barrier between the events [0, index) of a place and the rest."""
    plan = file.splits.setdefault((id(place.statement), place.role),
                                  (place, function, events, []))
    if (index, line) not in plan[3]:
      plan[3].append((index, line))

  def _roots(self, place):
    if place.role != "leaf":
      return [part for role, part in header(place.statement) if role == place.role]
    if place.statement.kind == "ReturnStmt":
      return place.statement.children
    return [place.statement]

  def _target(self, events, offset, edit, roots):
    """The index of the event before which the barrier stands."""
    exact = [i for i, e in enumerate(events) if e.position == offset]
    if not exact and any(r.begin == offset for r in roots):
      return 0
    if not exact:
      exact = [i for i, e in enumerate(events) if e.node.begin == offset]
    if not exact:
      around = {i: e.node.end - e.node.begin for i, e in enumerate(events)
                if e.node.contains(offset)}
      exact = [i for i, span in around.items() if span == min(around.values())]
    wanted = {"read": ("load", "call"), "write": ("store", "call"),
              "atomic": ("call",), "call": ("call",)}.get(edit.get("access"))
    if not exact:
      return 0
    fits = {i: wanted is None or events[i].kind in wanted for i in exact}
    readings = sorted(exact, key=lambda i: (not fits[i], -i))
    if edit.get("inside_statement") is False:
      readings = [0] + [i for i in readings if i != 0]
    index = self._one_of(readings)
    if events[index].conditions:
      outermost = events[index].conditions[0]
      index = next(i for i, e in enumerate(events) if outermost in e.conditions)
    return index

  def _add_after(self, file, function, offset, line, edit):
    statement = self._statement(function, offset)
    if statement is None:
      self._at_end(file, _block(function, offset), line)
    else:
      file.rewriter.barrier_after(statement, line)

  # Loops -----------------------------------------------------------------------------------------

  def _loop(self, file, function, offset):
    loop = enclosing(body_of(function), offset, LOOPS)
    if loop is None:
      loop = goto_loop(body_of(function), offset)
      if loop is None:
        raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: no loop stands here")
      return loop
    if loop.macro and loop.begin == loop_body(loop).begin:
      raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: the loop comes out of a "
                       "macro")
    return self._one_of(self._loops_beginning_with(loop))

  def _loops_beginning_with(self, loop):
    """The loop, and those around it that have no header of their own to stand at: the position of
    `for (;;)` is that of the first statement in its body."""
    loops = [loop]
    for node in loop.ancestors():
      body = loop_body(node) if node.kind in LOOPS else None
      first = arms(body)[:1] if body is not None and body.kind == "CompoundStmt" else [body]
      endless = node.kind == "DoStmt" or node.kind in LOOPS and not any(
          part.kind not in ("IntegerLiteral", "CXXBoolLiteralExpr") for _, part in header(node))
      if endless and first == [loops[-1]]:
        loops.append(node)
      elif node.kind in LOOPS or node.kind in FUNCTIONS:
        break
    return loops

  def _add_before_loop(self, file, function, offset, line, edit):
    file.rewriter.barrier_before(self._loop(file, function, offset), line)

  def _add_after_loop(self, file, function, offset, line, edit):
    if enclosing(body_of(function), offset, LOOPS) is None:
      raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: the barrier has to "
                       "stand after a loop of 'goto's, whose end no statement marks")
    file.rewriter.barrier_after(self._loop(file, function, offset), line)

  def _add_loop_start(self, file, function, offset, line, edit):
    loop = self._loop(file, function, offset)
    self._at_start(file, arms(loop)[0] if loop.kind == "LabelStmt" else loop_body(loop), line)

  def _add_loop_end(self, file, function, offset, line, edit):
    """At the end of the body. A `continue` is an end of the body too, and a `goto` back: the barrier
    can do without it, or stands before it as well, or where all paths meet, in the loop's header."""
    loop = self._loop(file, function, offset)
    if loop.kind == "LabelStmt":
      for jump in jumps_back(body_of(function), loop):
        file.rewriter.barrier_before(jump, line)
      return
    continues = jumps(loop, "ContinueStmt")
    if continues:
      before = self._one_of([[], continues, None])
      if before is None:
        barrier_in_header(file, loop, line)
        return
      for jump in before:
        file.rewriter.barrier_before(jump, line)
    self._at_end(file, loop_body(loop), line)

  def _at_start(self, file, body, line):
    if body.kind != "CompoundStmt":
      file.rewriter.barrier_before(body, line)
    elif arms(body):
      file.rewriter.barrier_before(arms(body)[0], line)
    else:
      file.rewriter.into_block(body, [line])

  def _at_end(self, file, body, line):
    if body.kind == "CompoundStmt" and not arms(body):
      file.rewriter.into_block(body, [line])
      return
    last = arms(body)[-1] if body.kind == "CompoundStmt" else body
    if last.kind in JUMPS:
      file.rewriter.barrier_before(last, line)
    else:
      file.rewriter.barrier_after(last, line)

  # Branches --------------------------------------------------------------------------------------

  def _branch(self, file, function, offset):
    branch = enclosing(body_of(function), offset, BRANCHES)
    if branch is None:
      raise PatchError(f"{file.source.path}:{file.source.line_of(offset)}: no branch stands here")
    return branch

  def _conditional(self, function, offset):
    """(place, operator): the ?:, && or || in a statement that a position means, or None."""
    place = locate(body_of(function), offset)
    if place is None or place.role != "leaf":
      return None
    around = [n for n in place.statement.walk() if n.begin is not None and n.contains(offset)
              and (n.kind in CONDITIONAL or n.opcode in ("&&", "||"))]
    return (place, around[-1]) if around else None

  def _at_operands(self, file, function, conditional, line):
    """Between the condition of an operator and the operands that it decides about."""
    place, operator = conditional
    events = self._events(file, self._roots(place))
    index = next((i for i, e in enumerate(events) if operator in e.conditions), None)
    if index is None:
      raise PatchError(f"{file.source.path}:{file.source.line_of(operator.begin)}: the operands of "
                       "this expression access nothing that a barrier could stand before")
    outermost = events[index].conditions[0]
    index = next(i for i, e in enumerate(events) if outermost in e.conditions)
    self._split(file, place, function, events, index, line)

  def _add_before_branch(self, file, function, offset, line, edit):
    """Before the branch and what its condition reads; `inside_statement`: between the two."""
    conditional = self._conditional(function, offset)
    inside = edit.get("inside_statement")
    if conditional is not None and inside:
      self._at_operands(file, function, conditional, line)
      return
    branch = conditional[0].statement if conditional else self._branch(file, function, offset)
    place = Place(branch, "condition")
    events = [] if conditional else self._events(file, self._roots(place))
    if inside and events:
      self._split(file, place, function, events, len(events), line)
    else:
      file.rewriter.barrier_before(branch, line)

  def _add_merge(self, file, function, offset, line, edit):
    """After the branch at the position. Where none is, control meets at this statement for another
    reason (a loop left by `break`), and the barrier stands before it."""
    conditional = self._conditional(function, offset)
    place = locate(body_of(function), offset)
    if conditional is not None:
      file.rewriter.barrier_after(conditional[0].statement, line)
    elif place is not None and place.statement.kind in BRANCHES:
      file.rewriter.barrier_after(place.statement, line)
    else:
      self._beside(file, function, offset, line)

  def _beside(self, file, function, offset, line):
    """Before the statement at a position, or at the end of the block that ends there."""
    statement = self._statement(function, offset)
    if statement is None:
      self._at_end(file, _block(function, offset), line)
    else:
      file.rewriter.barrier_before(statement, line)

  def _add_branch_start(self, file, function, offset, line, edit):
    conditional = self._conditional(function, offset)
    if conditional is not None:
      self._at_operands(file, function, conditional, line)
      return
    arm = self._arm(file, function, offset, edit)
    if isinstance(arm, tuple):
      file.rewriter.barrier_before(arm[0], line)
    else:
      self._at_start(file, arm, line)

  def _add_branch_end(self, file, function, offset, line, edit):
    arm = self._arm(file, function, offset, edit)
    if isinstance(arm, tuple):
      last = arm[1]
      if last.kind in JUMPS:
        file.rewriter.barrier_before(last, line)
      else:
        file.rewriter.barrier_after(last, line)
    else:
      self._at_end(file, arm, line)

  def _arm(self, file, function, offset, edit):
    """The arm of an `if`, or (first, last) statement of a case of a `switch`."""
    branch = self._branch(file, function, offset)
    source = file.source
    if branch.kind == "SwitchStmt":
      return self._case(file, branch, offset, edit)
    for arm in arms(branch):
      if arm.begin <= offset < end_of(arm, source):
        return arm
    return self._one_of(_in_order(arms(branch), edit))

  def _case(self, file, switch, offset, edit):
    where = f"{file.source.path}:{file.source.line_of(offset)}"
    body = loop_body(switch)
    if body.kind != "CompoundStmt":
      raise PatchError(f"{where}: the switch has no block of cases")
    sections = []
    for child in arms(body):
      if child.kind in ("CaseStmt", "DefaultStmt"):
        sections.append([child])
      elif sections:
        sections[-1].append(child)
    if not sections:
      raise PatchError(f"{where}: the switch has no block of cases")
    if offset < body.begin:
      section = self._one_of(_in_order(sections, edit))
    else:
      section = [s for s in sections if s[0].begin <= offset or s is sections[0]][-1]
    first = section[0]
    while first.kind in ("CaseStmt", "DefaultStmt"):
      first = arms(first)[0]
    return first, section[-1] if len(section) > 1 else first

  def _add_function_entry(self, file, function, offset, line, edit):
    evaluation = Evaluation(self.tree, file.source)
    body = body_of(function)
    for statement in arms(body):
      if statement.kind == "DeclStmt" and not evaluation.of(statement):
        continue
      if is_annotation(statement):
        continue
      file.rewriter.barrier_before(statement, line)
      return
    self._at_end(file, body, line)

  # Writing ---------------------------------------------------------------------------------------

  def _finish(self, file):
    for place, function, events, points in file.splits.values():
      apply_split(file, place, function, events, sorted(points), self.is_opencl,
                  in_template(function))
    for branch, store in file.compared:  # what stands beside the store, stands beside the operation
      before, after = file.rewriter.take_around(store)
      for line in before:
        file.rewriter.barrier_before(branch, line)
      for line in after:
        file.rewriter.barrier_after(branch, line)
    self._restructure(file)
    if file.grid_kernels:
      plan_cooperative_launches(file, self.tree, file.grid_kernels)
      insertion = barriers.include_insertion(file.source)
      if insertion is not None:
        file.rewriter.insert(*insertion)
    return file.rewriter.text().encode("latin-1")


def _kernel_around(function, edit):
  """The kernel that an edit belongs to: the outermost caller's function is told by its name."""
  return edit.get("kernel") or function.name


def _in_order(arms_, edit):
  """The arms of a branch, the one that the edit names first: its name is the compiler's view."""
  return arms_[1:] + arms_[:1] if edit.get("arm") == "else" else arms_


def _expanded_with(statement):
  """The statements that one macro expansion makes side by side."""
  if not statement.macro:
    return [statement]
  return [s for s in arms(statement.parent) if s.macro and s.begin == statement.begin]


def _holds_only(whole, statement):
  """Whether a statement is another one and nothing more: `do { X; } while (0)`."""
  while whole is not statement:
    inner = [s for s in arms(whole) if s.kind != "NullStmt"]
    constant = all(node.kind in ("IntegerLiteral", "CXXBoolLiteralExpr", "ImplicitCastExpr")
                   for _, part in header(whole) for node in part.walk())
    if len(inner) != 1 or not constant:
      return False
    whole = inner[0]
  return True


def _block(function, offset):
  """The innermost block around a place."""
  return [n for n in body_of(function).walk()
          if n.kind == "CompoundStmt" and n.begin is not None and n.contains(offset)][-1]


def _unique(edits):
  """Drops repeated edits: the inlined copies of a function have one place in the source."""
  seen, result = set(), []
  for edit in edits:
    place = tuple(edit.get(key) for key in ("directory", "file", "line", "column", "where"))
    key = (edit.get("action"), edit.get("scope"), place, edit.get("access"), edit.get("arm"))
    if key not in seen:
      seen.add(key)
      result.append(edit)
  return result
