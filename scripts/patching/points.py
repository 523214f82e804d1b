"""The point in the evaluation of a statement or a header that an edit names.

A statement evaluates events (loads, stores, calls) in an order. A barrier stands before one of them;
where that is not the first, splits.py takes the statement apart.
"""

from .evaluation import strip
from .statements import header


def roots_of(place):
  """The expressions that are evaluated at a place, in order."""
  if place.role != "leaf":
    return [part for role, part in header(place.statement) if role == place.role]
  if place.statement.kind == "ReturnStmt":
    return place.statement.children
  return [place.statement]


def plan_point(spot, place, events, index, line):
  """Plans a barrier between the events [0, index) of a place and the rest."""
  plan = spot.file.splits.setdefault((id(place.statement), place.role),
                                     (place, spot.function, events, []))
  if (index, line) not in plan[3]:
    plan[3].append((index, line))


def target(spot, events, roots):
  """The index of the event before which the barrier stands."""
  exact = _events_at(spot.offset, events, roots)
  wanted = {"read": ("load", "call"), "write": ("store", "call"),
            "atomic": ("call",), "call": ("call",)}.get(spot.edit.get("access"))
  if not exact:
    return 0
  if spot.edit.get("access") == "atomic" and not any(events[i].kind == "call" for i in exact):
    exact = _loads_of_updates(exact, events) or exact
  fits = {i: wanted is None or events[i].kind in wanted for i in exact}
  readings = sorted(exact, key=lambda i: (not fits[i], -i))
  if spot.edit.get("inside_statement") is False:
    readings = [0] + [i for i in readings if i != 0]
  return before_conditional(events, spot.one_of(readings))


def _loads_of_updates(indices, events):
  """Where updates begin that become atomic: the index of the load for each store."""
  elements = [strip(events[i].node.children[0]) for i in indices if events[i].kind == "store"]
  return [i for i, e in enumerate(events) if e.kind == "load"
          and any((e.node.begin, e.node.end) == (n.begin, n.end) for n in elements)]


def before_conditional(events, index):
  """Where only some threads get further, the barrier goes before the whole conditional part."""
  if not events[index].conditions:
    return index
  outermost = events[index].conditions[0]
  return next(i for i, e in enumerate(events) if outermost in e.conditions)


def _events_at(offset, events, roots):
  """The indices of the events that a position can mean."""
  exact = [i for i, e in enumerate(events) if e.position == offset]
  if not exact and any(r.begin == offset for r in roots):
    return []
  if not exact:
    exact = [i for i, e in enumerate(events) if e.node.begin == offset]
  if not exact:
    around = {i: e.node.end - e.node.begin for i, e in enumerate(events) if e.node.contains(offset)}
    exact = [i for i, span in around.items() if span == min(around.values())]
  return exact
