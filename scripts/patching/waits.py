"""A wait for asynchronous copies is added, as the file writes such, or becomes one for more."""

import re

MACRO = re.compile(r"#[ \t]*define[ \t]+(\w+)\(\w+\)((?:[^\n\\]|\\\r?\n|\\.)*)")

WITHOUT_ARGUMENT = re.compile(MACRO.pattern.replace(r"\(\w+\)", r"\(\)"))

NUMBER = re.compile(r"(?:[(<,]\s*|wait_group\s+)(\d+)[uUlL]*\s*[)>,;]")
DIFFERENCE = re.compile(r"[(<]\s*((?P<name>[A-Za-z_]\w*)(?:\s*-\s*(?P<less>\d+))?)\s*(?:\)$|>)")
GROUP_COPY = re.compile(r"\b(\w+)::memcpy_async\s*\(\s*(\w+)\s*,")


def plan(spot):
  place = spot.place()
  if place is None:
    raise spot.error("no statement stands here")
  line = _statement(spot.source.text, spot.edit.get("groups") or 0)
  if line is None:
    raise spot.error("the copies are waited for in a way that the file does not show")
  spot.rewriter.barrier_before(place.statement, line)


def plan_commit(spot):
  """The copies before a wait become a group."""
  place = spot.place()
  line = _commit(spot.source.text)
  if place is None or line is None:
    raise spot.error("the copies are waited for in a way that the file does not show")
  spot.rewriter.barrier_before(place.statement, line)


def plan_stricter(spot):
  """The number of groups that a wait leaves: its argument, one of its template, a word of its
  assembly."""
  change = _fewer(spot)
  if change is None:
    raise spot.error("the number of groups that the wait leaves does not stand here")
  spot.rewriter.replace(*change)


def place_of_number(spots):
  """The first of the spots of a wait and of the calls around it where the number stands."""
  return next((spot for spot in spots if _fewer(spot) is not None), spots[0])


def _fewer(spot):
  """(begin, end, text) of the change, or None."""
  before, groups = spot.edit["groups_before"], spot.edit["groups"]
  statement = spot.statement()
  if statement is None:
    return None
  text = spot.source.text[statement.begin:statement.end]
  found = [match for match in NUMBER.finditer(text) if int(match[1]) == before]
  if len(found) == 1:
    begin, end = (statement.begin + offset for offset in found[0].span(1))
    return begin, end, str(groups)
  argument = DIFFERENCE.search(text)
  if found or not argument:
    return None
  less = int(argument["less"] or 0) + before - groups
  return statement.begin + argument.end("name"), statement.begin + argument.end(1), f" - {less}"


def _statement(text, groups):
  """A wait that leaves at most so many groups under way; None where the file has no groups."""
  for macro in MACRO.finditer(text):
    if "cp.async.wait_group" in macro[2]:
      return f"{macro[1]}({groups});"
  if "__pipeline_commit" in text:
    return f"__pipeline_wait_prior({groups});"
  if "cp.async.commit_group" in text:
    return f'asm volatile("cp.async.wait_group {groups};" ::: "memory");'
  for copy in GROUP_COPY.finditer(text):
    if copy[1] == "cooperative_groups" or re.search(
        rf"\bnamespace\s+{copy[1]}\s*=\s*cooperative_groups\s*;", text):
      wait = f"wait_prior<{groups}>" if groups else "wait"
      return f"{copy[1]}::{wait}({copy[2]});"
  return None


def _commit(text):
  """What makes copies a group, as the file waits for groups."""
  for macro in WITHOUT_ARGUMENT.finditer(text):
    if "cp.async.commit_group" in macro[2]:
      return f"{macro[1]}();"
  if "__pipeline_wait_prior" in text:
    return "__pipeline_commit();"
  if "cp.async.wait_group" in text:
    return 'asm volatile("cp.async.commit_group;" ::: "memory");'
  return None
