"""Barriers and waits that are there: one goes, takes more or fewer threads, or moves up."""

from . import barriers
from .evaluation import Evaluation
from .statements import anchor, arms, end_of, header, is_arm, locate


def barrier_at(spot):
  """The barrier at a place, as a statement of its own."""
  statement = spot.statement()
  if statement is not None and (barriers.is_barrier_call(statement)
                                or barriers.is_barrier_assembly(statement, spot.source)):
    return statement
  line = spot.source.line_of(spot.offset)
  same_line = [n for n in spot.body.walk() if barriers.is_barrier_call(n)
               and n.begin is not None and spot.source.line_of(n.begin) == line
               and n.parent.kind.endswith("Stmt")]
  if len(same_line) != 1:
    raise spot.error("the barrier to remove is not a statement of its own")
  return same_line[0]


def plan_removal(spot):
  statement = barrier_at(spot)
  _check_removable(spot, statement)
  statement = anchor(statement)
  condition = Evaluation(spot.tree, spot.source)
  while is_arm(statement) and statement.parent.kind == "IfStmt" and (
      len(arms(statement.parent)) == 1
      and not any(condition.of(part) for _, part in header(statement.parent))):
    statement = anchor(statement.parent)
  spot.rewriter.remove(statement)


def plan_exchange(spot):
  """A barrier becomes one of fewer or more threads."""
  statement = barrier_at(spot)
  _check_removable(spot, statement)
  if statement.macro:
    raise spot.error("the barrier comes out of a macro")
  if spot.is_opencl:
    _exchange_fences(spot, statement)
    return
  line = barriers.statement(spot.edit, spot.is_opencl)
  spot.rewriter.replace(statement.begin, statement.end, line.removesuffix(";"))


def _exchange_fences(spot, barrier):
  """`barrier` or `work_group_barrier`, whose first argument says what memory it orders."""
  call = next(n for n in barrier.walk() if n.kind == "CallExpr")
  flags = call.children[1] if len(call.children) > 1 else None
  if flags is None or flags.begin is None:
    raise spot.error("the barrier's fence is not written as its argument")
  spot.rewriter.replace(flags.begin, flags.end, barriers.fence_flags(spot.edit))


def plan_hoist(spot):
  """A wait moves up to before another statement of the same function."""
  target = spot.edit.get("destination") or {}
  place = spot.source.offset(target.get("line") or 0, target.get("column") or 1)
  wait = spot.statement()
  before = place is not None and locate(spot.body, place)
  if wait is None or not before or wait.macro or before.statement.macro:
    raise spot.error("the wait is no statement that can be moved")
  wait = anchor(wait)
  spot.rewriter.remove(wait)
  spot.rewriter.lines_before(before.statement,
                             [spot.source.text[wait.begin:end_of(wait, spot.source)]])


def expanded_with(statement):
  """The statements that one macro expansion makes side by side."""
  if not statement.macro:
    return [statement]
  return [s for s in arms(statement.parent) if s.macro and s.begin == statement.begin]


def _check_removable(spot, statement):
  """A barrier that comes out of a macro can go only if the macro holds nothing else."""
  whole = anchor(statement)
  if not _holds_only(whole, statement) or len(expanded_with(whole)) > 1:
    raise spot.error("the barrier to remove comes out of a macro that does more", whole.begin)


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
