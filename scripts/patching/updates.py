"""A read-modify-write becomes an atomic operation, or an operation gets more threads."""

from . import atomics, scopes
from .points import roots_of
from .statements import anchor


def plan(spot):
  place = spot.place()
  if place is None:
    raise spot.error("no statement stands here")
  if spot.edit.get("action") == "strengthen":
    spot.rewriter.replace(*scopes.widened(spot.tree, spot.source, place, spot.offset))
    return
  stores = {id(e.node): e.node for e in spot.events(roots_of(place))
            if e.kind == "store" and spot.offset in (e.position, e.node.begin)}
  if not stores:
    raise spot.error("no update of an element stands here")
  node = spot.one_of(list(stores.values()))
  operation = spot.edit.get("operation")
  writer = atomics.AtomicWriter(spot.source, node, spot.is_opencl)
  compared = atomics.comparison_around(spot.source, node, operation)
  if compared is not None:
    spot.rewriter.replace(*compared.replacement(writer))
    spot.file.compared.append((anchor(compared.branch), anchor(place.statement)))
    return
  writer.text(operation)  # may be refused
  spot.file.atomics.append((node, writer, operation))


def write(file):
  """The operations, with what a barrier inside the statement has taken to temporaries before."""
  for node, writer, operation in file.atomics:
    writer.changes = file.rewriter.take_replacements(node.begin, node.end)
    file.rewriter.replace(node.begin, node.end, writer.text(operation))
    writer.check_written()


def write_neighbours(file):
  """What stands beside a store that a branch is replaced for, stands beside the operation."""
  for branch, store in file.compared:
    before, after = file.rewriter.take_around(store)
    for line in before:
      file.rewriter.barrier_before(branch, line)
    for line in after:
      file.rewriter.barrier_after(branch, line)
