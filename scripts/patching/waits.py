"""A wait for asynchronous copies is added, as the file writes such."""

import re

MACRO = re.compile(r"#[ \t]*define[ \t]+(\w+)\(\w+\)((?:[^\n\\]|\\\r?\n|\\.)*)")

GROUP_COPY = re.compile(r"\b(\w+)::memcpy_async\s*\(\s*(\w+)\s*,")


def plan(spot):
  place = spot.place()
  if place is None:
    raise spot.error("no statement stands here")
  line = _statement(spot.source.text, spot.edit.get("groups") or 0)
  if line is None:
    raise spot.error("the copies are waited for in a way that the file does not show")
  spot.rewriter.barrier_before(place.statement, line)


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
