"""A new barrier before a branch, in an arm of it, or where its arms meet again.

A branch is an `if`, a `switch`, or an operator that decides about its operands (`?:`, `&&`, `||`).
"""

from .near_statements import add_before, add_beside, after_last, at_end, at_start
from .points import before_conditional, plan_point, roots_of
from .statements import Place, arms, enclosing, end_of, loop_body
from .switches import CASES
from .tree import BRANCHES

CONDITIONAL = {"ConditionalOperator", "BinaryConditionalOperator"}


def add_before_branch(spot, line):
  """Before the branch and what its condition reads; `inside_statement`: between the two. Where the
  place is an access, the branch is the lowering's: between the arrays that a pointer may mean."""
  conditional, place = _conditional(spot), spot.place()
  if conditional is None and place is not None and place.role == "leaf":
    add_before(spot, line)
    return
  inside = spot.edit.get("inside_statement")
  if conditional is not None and inside:
    _at_operands(spot, conditional, line)
    return
  branch = conditional[0].statement if conditional else _branch(spot)
  place = Place(branch, "condition")
  events = [] if conditional else spot.events(roots_of(place))
  if inside and events:
    plan_point(spot, place, events, len(events), line)
  else:
    spot.rewriter.barrier_before(branch, line)


def add_merge(spot, line):
  """After the branch at the position. Where none is, control meets at this statement for another
  reason (a loop left by `break`), and the barrier stands before it."""
  conditional, place = _conditional(spot), spot.place()
  if conditional is not None:
    spot.rewriter.barrier_after(conditional[0].statement, line)
  elif place is not None and place.statement.kind in BRANCHES:
    spot.rewriter.barrier_after(place.statement, line)
  else:
    add_beside(spot, line)


def add_branch_start(spot, line):
  conditional = _conditional(spot)
  if conditional is not None:
    _at_operands(spot, conditional, line)
    return
  branch = _branch(spot)
  if branch.kind == "SwitchStmt":
    spot.rewriter.barrier_before(_case(spot, branch)[0], line)
  else:
    at_start(spot, _arm(spot, branch), line)


def add_branch_end(spot, line):
  branch = _branch(spot)
  if branch.kind == "SwitchStmt":
    after_last(spot, _case(spot, branch)[1], line)
  else:
    at_end(spot, _arm(spot, branch), line)


def first_of_arm(spot):
  """The statement that the arm begins with which is meant."""
  branch = _branch(spot)
  if branch.kind == "SwitchStmt":
    return _case(spot, branch)[0]
  arm = _arm(spot, branch)
  if arm.kind == "CompoundStmt" and not arms(arm):
    raise spot.error("the arm of the branch is empty")
  return arms(arm)[0] if arm.kind == "CompoundStmt" else arm


def _branch(spot):
  branch = enclosing(spot.body, spot.offset, BRANCHES)
  if branch is None:
    raise spot.error("no branch stands here")
  return branch


def _conditional(spot):
  """(place, operator): the ?:, && or || in a statement that a position means, or None."""
  place = spot.place()
  if place is None or place.role != "leaf":
    return None
  around = [n for n in place.statement.walk() if n.begin is not None and n.contains(spot.offset)
            and (n.kind in CONDITIONAL or n.opcode in ("&&", "||"))]
  return (place, around[-1]) if around else None


def _at_operands(spot, conditional, line):
  """Between the condition of an operator and the operands that it decides about."""
  place, operator = conditional
  events = spot.events(roots_of(place))
  index = next((i for i, e in enumerate(events) if operator in e.conditions), None)
  if index is None:
    raise spot.error("the operands of this expression access nothing that a barrier could stand "
                     "before", operator.begin)
  plan_point(spot, place, events, before_conditional(events, index), line)


def _arm(spot, branch):
  """The arm of an `if` that is meant."""
  for arm in arms(branch):
    if arm.begin <= spot.offset < end_of(arm, spot.source):
      return arm
  return spot.one_of(_in_order(arms(branch), spot.edit))


def _case(spot, switch):
  """(first, last) statement of the case of a `switch` that is meant."""
  body = loop_body(switch)
  sections = []
  for child in arms(body) if body.kind == "CompoundStmt" else []:
    if child.kind in CASES:
      sections.append([child])
    elif sections:
      sections[-1].append(child)
  if not sections:
    raise spot.error("the switch has no block of cases")
  if spot.offset < body.begin:
    section = spot.one_of(_in_order(sections, spot.edit))
  else:
    section = [s for s in sections if s[0].begin <= spot.offset or s is sections[0]][-1]
  first = section[0]
  while first.kind in CASES:
    first = arms(first)[0]
  return first, section[-1] if len(section) > 1 else first


def _in_order(arms_, edit):
  """The arms of a branch, the one that the edit names first: its name is the compiler's view."""
  return arms_[1:] + arms_[:1] if edit.get("arm") == "else" else arms_
