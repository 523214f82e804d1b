"""A new barrier before or after a statement, inside one, or at the function's entry."""

from .evaluation import Evaluation, is_annotation
from .existing import expanded_with
from .points import plan_point, roots_of, target
from .statements import arms

JUMPS = {"BreakStmt", "ContinueStmt", "ReturnStmt", "GotoStmt"}


def add_before(spot, line):
  place = spot.place()
  if place is None or place.role == "keyword":
    add_beside(spot, line)
    return
  if spot.edit.get("inside_statement") and len(expanded_with(place.statement)) > 1:
    name = spot.source.next_code(place.statement.begin).text
    raise spot.error(f"the barrier has to stand between two statements of the macro '{name}'")
  roots = roots_of(place)
  events = spot.events(roots)
  plan_point(spot, place, events, target(spot, events, roots), line)


def add_after(spot, line):
  statement = spot.statement()
  if statement is None:
    at_end(spot, spot.block(), line)
  else:
    spot.rewriter.barrier_after(statement, line)


def add_beside(spot, line):
  """Before the statement at a position, or at the end of the block that ends there."""
  statement = spot.statement()
  if statement is None:
    at_end(spot, spot.block(), line)
  else:
    spot.rewriter.barrier_before(statement, line)


def add_function_entry(spot, line):
  evaluation = Evaluation(spot.tree, spot.source)
  for statement in arms(spot.body):
    if statement.kind == "DeclStmt" and not evaluation.of(statement):
      continue
    if is_annotation(statement):
      continue
    spot.rewriter.barrier_before(statement, line)
    return
  at_end(spot, spot.body, line)


def at_start(spot, body, line):
  """At the start of a body, with braces or without."""
  if body.kind != "CompoundStmt":
    spot.rewriter.barrier_before(body, line)
  elif arms(body):
    spot.rewriter.barrier_before(arms(body)[0], line)
  else:
    spot.rewriter.into_block(body, [line])


def at_end(spot, body, line):
  if body.kind == "CompoundStmt" and not arms(body):
    spot.rewriter.into_block(body, [line])
  else:
    after_last(spot, arms(body)[-1] if body.kind == "CompoundStmt" else body, line)


def after_last(spot, last, line):
  """After the last statement of a body, or before the jump that it is."""
  if last.kind in JUMPS:
    spot.rewriter.barrier_before(last, line)
  else:
    spot.rewriter.barrier_after(last, line)
