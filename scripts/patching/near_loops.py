"""A new barrier before or after a loop, or at the start or the end of its body."""

from .near_statements import at_end, at_start
from .splits import barrier_in_header
from .statements import arms, enclosing, goto_loop, header, jumps, jumps_back, loop_body
from .tree import FUNCTIONS, LOOPS


def add_before_loop(spot, line):
  spot.rewriter.barrier_before(loop_at(spot), line)


def add_after_loop(spot, line):
  if enclosing(spot.body, spot.offset, LOOPS) is None:
    raise spot.error("the barrier has to stand after a loop of 'goto's, whose end no statement marks")
  spot.rewriter.barrier_after(loop_at(spot), line)


def add_loop_start(spot, line):
  loop = loop_at(spot)
  if _is_left_together(spot, loop):
    spot.file.uniform.setdefault(id(loop), ([], []))[0].append(line)
    return
  at_start(spot, arms(loop)[0] if loop.kind == "LabelStmt" else loop_body(loop), line)


def add_loop_end(spot, line):
  """At the end of the body. A `continue` is an end of the body too, and a `goto` back: the barrier
  can do without it, or stands before it as well, or where all paths meet, in the loop's header."""
  loop = loop_at(spot)
  if _is_left_together(spot, loop):
    spot.file.uniform.setdefault(id(loop), ([], []))[1].append(line)
    return
  if loop.kind == "LabelStmt":
    for jump in jumps_back(spot.body, loop):
      spot.rewriter.barrier_before(jump, line)
    return
  continues = jumps(loop, "ContinueStmt")
  if continues:
    before = spot.one_of([[], continues, None])
    if before is None:
      barrier_in_header(spot.file, loop, line)
      return
    for jump in before:
      spot.rewriter.barrier_before(jump, line)
  at_end(spot, loop_body(loop), line)


def _is_left_together(spot, loop):
  """Whether the loop becomes uniform: then its body is under a condition, but not the barrier."""
  return loop.kind in LOOPS and any(
      edit["action"] == "uniform-loop" and loop.begin <= place < loop_body(loop).begin
      for edit, _, _, place in spot.file.restructured)


def loop_at(spot):
  loop = enclosing(spot.body, spot.offset, LOOPS)
  if loop is None:
    loop = goto_loop(spot.body, spot.offset)
    if loop is None:
      raise spot.error("no loop stands here")
    return loop
  if loop.macro and loop.begin == loop_body(loop).begin:
    raise spot.error("the loop comes out of a macro")
  return spot.one_of(_loops_beginning_with(loop))


def _loops_beginning_with(loop):
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
