"""Kernels that nobody has asked about, and that use a function which a patch changes: none of them
may become worse."""

import argparse
import copy

from . import project
from .exit_codes import FINE
from .patch_check import in_words


def why_worse(command, before, after, kernels, folder):
  """Why one of the kernels with these names is worse in the patched file `after` than in `before`
  (Inputs), or None; `folder` is for what that needs."""
  everything = copy.copy(command)
  everything.given = argparse.Namespace(**{**vars(command.given), "kernel": None})
  old, new = (project.Runner(everything, [one], "verify", f"{folder}-{which}", kernels=kernels).run()[0]
              for which, one in (("before", before), ("after", after)))
  if new.error:
    return new.error
  for was, unit in zip(old.units, new.units):
    if unit.code != FINE and (was.code == FINE or _kinds(unit) - _kinds(was)):
      return f"kernel '{unit.kernel}': {unit.error or in_words(unit.document or {})}"
  return None


def _kinds(unit):
  return {finding.get("kind") for finding in (unit.document or {}).get("findings") or ()}
