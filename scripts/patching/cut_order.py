"""The order of the barriers of a branch that is written in segments (segments.py).

Barriers on one path through the branch keep the order of the text. Of those in different arms the
one that was split for last stands first, as in the repaired program: a split parts the code between
two barriers, and that of its own arm only comes behind them from the barrier of that arm on.

    if (c) {           split for 1, then for 2:     if (c) { A; } else { C; }
      A; sync; // 1                                 sync; // 2
      B;                                            if (!c) D;
    } else {                                        sync; // 1
      C; sync; // 2                                 if (c) B;
      D;
    }

Which stands first matters where one arm reads what the other writes.
"""

from .switches import sections_of


def in_order(cuts, source):
  """The cuts as their barriers follow each other; `cuts` are in the order of the splits."""
  ordered = sorted((cut for cut in cuts if cut.barrier is None), key=lambda c: c.statement.begin)
  for cut in cuts:
    if cut.barrier is not None:
      behind = [i for i, other in enumerate(ordered) if _comes_before(other, cut, source)]
      ordered.insert(behind[-1] + 1 if behind else 0, cut)
  return ordered


def _comes_before(cut, other, source):
  return any(_position(first) <= _position(second)
             and not _in_different_arms(first.statement, second.statement, source)
             for first in cut.places for second in other.places)


def _position(place):
  """Before a statement is before all places inside."""
  return place.statement.begin, place.inside is not None


def _in_different_arms(first, second, source):
  """Whether no thread comes to both of two statements, but for loops around them."""
  below, node = {}, first
  for around in first.ancestors():
    below[id(around)], node = node, around
  node = second
  for around in second.ancestors():
    if id(around) in below:
      other = below[id(around)]
      if around.kind == "IfStmt":
        return other is not node
      if around.kind == "CompoundStmt" and around.parent.kind == "SwitchStmt":
        return _section(around.parent, other, source) != _section(around.parent, node, source)
      return False
    node = around
  return False


def _section(switch, item, source):
  """The number of the case that an item of a switch's block belongs to."""
  return sum(section.begin <= item.begin for section in sections_of(switch, source))
