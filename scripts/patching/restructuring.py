"""Branches that become two and loops that become uniform: planned edit by edit, written together."""

from . import barriers, branches
from .errors import PatchError
from .existing import barrier_at
from .near_branches import first_of_arm
from .points import roots_of, target
from .segments import Cut, CutPlace
from .spots import Spot
from .statements import anchor


def plan(spot):
  """A branch around the place becomes two, with the barrier between; a loop becomes uniform."""
  branch = spot.edit.get("branch") or {}
  outermost = _place(spot.source, branch)
  if spot.edit["action"] == "uniform-loop" and not branch:  # its new head is the barrier
    spot.file.restructured.append((spot.edit, spot.function, None, spot.offset))
    return
  if outermost is None:
    raise spot.error("no branch stands here")
  places = [_cut_place(s) for s in [spot] + [_other(spot, p) for p in spot.edit.get("joined") or []]]
  first = places[0]
  as_written = first.removes_it and spot.edit.get("scope") != "warp"  # another may have become that
  line = spot.source.text[first.statement.begin:first.statement.end] + ";" if as_written else (
      barriers.statement(spot.edit, spot.is_opencl))
  spot.needs_grid_launch()
  spot.file.restructured.append((spot.edit, spot.function, Cut(places, line), outermost))


def _cut_place(spot):
  """Where one arm is parted: at a barrier that is there, before a statement or inside."""
  where = spot.edit.get("where")
  if where == "at":
    return CutPlace(anchor(barrier_at(spot)), removes_it=True)
  if where == "branch-start":
    return CutPlace(anchor(first_of_arm(spot)))
  place = spot.place()
  if place is None:
    raise spot.error("no branch stands here")
  inside = None
  if place.role == "leaf" and spot.edit.get("inside_statement"):
    roots = roots_of(place)
    events = spot.events(roots)
    inside = events, target(spot, events, roots)
  return CutPlace(anchor(place.statement), inside=inside)


def _place(source, position):
  """The offset of a place, or None."""
  position = position or {}
  return source.offset(position.get("line") or 0, position.get("column") or 1)


def _other(spot, place):
  """The spot of a place in another arm of the same branch."""
  edit = {**spot.edit, "where": "at", "inside_statement": False, **place}
  return Spot(spot.positions, spot.is_opencl, spot.readings, spot.file, spot.function,
              spot.positions.find(edit)[2], edit)


def write(tree, file, is_opencl):
  """Plans the new text of branches and loops; barriers in one of them are written together."""
  regions, later = [], []
  for edit, function, cut, place in sorted(file.restructured,
                                           key=lambda r: r[0]["action"] != "uniform-loop"):
    if edit["action"] == "uniform-loop":
      region = branches.find_loop(file.source, function, place)
      region.around = _place(file.source, edit.get("around"))
      region.barriers = file.uniform.get(id(region.node), region.barriers)
      regions.append((region, function))
    else:
      try:
        region = branches.find_branch(file.source, function, [p.statement for p in cut.places], place)
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
  splits = [cut for _, _, cut, _ in file.restructured]
  for region, _ in regions:
    region.cuts.sort(key=splits.index)
  for region, function in branches.nested(tree, file, regions, is_opencl):
    file.rewriter.replace(*branches.write(tree, file, function, region, is_opencl))
