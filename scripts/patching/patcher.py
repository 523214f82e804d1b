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

from kernel_files import is_opencl
from stage_limits import StageLimits

from . import (barriers, double_buffer, existing, near_branches, near_loops, near_statements,
               restructuring, updates, waits)
from .callers import is_kernel, kernels_using
from .errors import PatchError
from .launches import plan_cooperative_launches
from .positions import Positions
from .splits import apply_split
from .spots import PlannedFile, Readings, Spot
from .tree import FUNCTIONS, in_template, run_clang

RESTRUCTURING = {"split-branch", "predicate-return", "uniform-loop"}
ADDITIONS = {  # by `where`
    "before": near_statements.add_before,
    "after": near_statements.add_after,
    "function-entry": near_statements.add_function_entry,
    "before-loop": near_loops.add_before_loop,
    "after-loop": near_loops.add_after_loop,
    "loop-start": near_loops.add_loop_start,
    "loop-end": near_loops.add_loop_end,
    "before-branch": near_branches.add_before_branch,
    "branch-start": near_branches.add_branch_start,
    "branch-end": near_branches.add_branch_end,
    "merge": near_branches.add_merge,
}
SYNONYMS = {
    "at": "before", "before-access": "before", "before-call": "before", "after-branch": "merge",
}


class PatchResult:
  """`files`: new bytes by real path; `refused`: (edit, reason); `choices`: how many readings;
  `left_out`: (edit, reason) of optional removals without which the patch is as good; `remarks`: on
  what else the patch changes; `shared`: the kernels that use a function which is changed, by its name,
  where there are several."""

  def __init__(self, files, refused, choices, left_out=(), remarks=(), shared=None):
    self.files, self.refused, self.choices = files, refused, choices
    self.left_out, self.remarks, self.shared = list(left_out), list(remarks), shared or {}


class Patcher:
  """`command` is a clang command line that compiles `path`; `excluded` are folders of headers that
  are not the user's; `limits` are the StageLimits for clang."""

  def __init__(self, path, command, edits, excluded=(), dump=None, limits=None):
    self.is_opencl = is_opencl(path)
    self.edits = _unique(edits)
    if dump is None:
      dump = run_clang(command, limits or StageLimits())
    self.positions = Positions(path, dump, excluded)
    self.tree = self.positions.tree

  def patch(self, choice=0):
    """The patched files under the given reading of ambiguous places."""
    self.files = {}
    self.readings = Readings(choice)
    self.remarks, self.changed = set(), set()
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
    return PatchResult(texts if not refused else {}, refused, self.readings.count, left_out,
                       sorted(self.remarks), self._shared())

  def _plan(self, edit):
    spot = self._spot(edit)
    if "groups_before" in edit:
      spot = waits.place_of_number([spot, *self._calls(edit)])
    self._remark_on(spot.function)
    if not is_kernel(spot.function):
      self.changed.add(spot.function.name)
    action = edit.get("action", "add")
    if "groups_before" in edit:
      waits.plan_stricter(spot)
    elif action == "remove":
      existing.plan_removal(spot)
    elif edit.get("operation") and action != "fence":
      updates.plan(spot)
    elif action == "hoist":
      existing.plan_hoist(spot)
    elif action == "wait":
      waits.plan(spot)
    elif action == "commit":
      waits.plan_commit(spot)
    elif action in ("weaken", "strengthen"):
      existing.plan_exchange(spot)
    elif action in RESTRUCTURING:
      restructuring.plan(spot)
    elif action == "double-buffer":
      double_buffer.plan(spot)
    elif action == "split-launch":
      raise PatchError("a second kernel and its launch are for a person to write")
    elif action in ("add", "fence"):
      self._add(spot)
    else:
      raise PatchError(f"'{action}' is not an edit that can be written as a patch")

  def _spot(self, edit):
    path, function, offset = self.positions.find(edit)
    if path not in self.files:
      self.files[path] = PlannedFile(self.positions.source(path))
    return Spot(self.positions, self.is_opencl, self.readings, self.files[path], function, offset,
                edit)

  def _calls(self, edit):
    """The calls around an inlined place, innermost first."""
    return [self._spot({**edit, **call, "call_chain": []}) for call in edit.get("call_chain") or []]

  def _add(self, spot):
    line = barriers.statement(spot.edit, self.is_opencl)
    spot.needs_grid_launch()
    given = str(spot.edit.get("where") or "before").lower().replace("_", "-").replace(" ", "-")
    add = ADDITIONS.get(SYNONYMS.get(given, given))
    if add is None:
      raise PatchError(f"'{given}' names no place in a source text")
    add(spot, line)

  def _remark_on(self, function):
    """A change of a template is one of all its uses."""
    owner = next((a for a in function.ancestors() if a.kind == "FunctionTemplateDecl"), None)
    instances = [c for c in owner.children if c.kind in FUNCTIONS][1:] if owner is not None else []
    if len(instances) > 1:
      self.remarks.add(f"'{function.name}' is a template: the patch changes all of its "
                       f"{len(instances)} instances")

  def _shared(self):
    kernels = {name: kernels_using(self.tree, {name}) for name in sorted(self.changed)}
    return {name: users for name, users in kernels.items() if len(users) > 1}

  def _finish(self, file):
    for place, function, events, points in file.splits.values():
      apply_split(file, place, function, events, sorted(points), self.is_opencl,
                  in_template(function))
    updates.write(file)
    updates.write_neighbours(file)
    restructuring.write(self.tree, file, self.is_opencl)
    if file.grid_kernels:
      plan_cooperative_launches(file, self.tree, file.grid_kernels)
      insertion = barriers.include_insertion(file.source)
      if insertion is not None:
        file.rewriter.insert(*insertion)
    return file.rewriter.text().encode("latin-1")


def _unique(edits):
  """Drops repeated edits: the inlined copies of a function have one place in the source."""
  seen, result = set(), []
  for edit in edits:
    place = tuple(edit.get(key) for key in ("directory", "file", "line", "column", "where"))
    key = (edit.get("action"), edit.get("scope"), place, edit.get("access"), edit.get("arm"),
           edit.get("array"))
    if key not in seen:
      seen.add(key)
      result.append(edit)
  return result
