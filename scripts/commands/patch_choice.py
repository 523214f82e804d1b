"""Which of the repairs becomes the patch: the first, or where it cannot be written the next that can.

All repairs of a document have been verified, the cheapest first. Some have no image in the source
(two launches in place of one, a branch that a macro makes), or one that does not verify.
"""

from .patch_check import all_edits, repaired_parts
from .patch_loop import Withheld

ATTEMPTS = 3  # patches of alternatives that are verified at most


def close_one_of(loop, document):
  """({path: new bytes} after which the kernels verify, their diff, what stays, remarks about repairs
  that are not the first)."""
  try:
    return *loop.close(all_edits(document)), []
  except Withheld as reason:
    if reason.out_of_time:
      raise
    for edits, remarks in other_patches(loop, document, str(reason)):
      try:
        return *loop.close(edits), remarks
      except Withheld:
        continue
    raise


def other_patches(loop, document, reason):
  """(edits, remarks) of patches where repairs without an image in the source give way to others;
  `loop.lines_changed` tells which have one."""
  repairs = [part["repair"] for part in repaired_parts(document) if part["repair"].get("edits")]
  whys = [loop.lines_changed(repair["edits"])[1] for repair in repairs]
  if len(repairs) == 1:
    whys = [whys[0] or reason]  # it can be written, and does not verify
  if not any(whys):
    return
  choices = [_written(loop, repair) if why else [repair["edits"]]
             for repair, why in zip(repairs, whys)]
  if not all(choices):
    return
  for number in range(min(ATTEMPTS, max(map(len, choices)))):
    chosen = [choice[min(number, len(choice) - 1)] for choice in choices]
    remarks = [f"{why}; the patch is of another repair: {_in_words(edits)}"
               for edits, why in zip(chosen, whys) if why]
    yield [edit for edits in chosen for edit in edits], remarks


def _written(loop, repair):
  """The alternatives that have an image in the source."""
  return [other["edits"] for other in repair.get("alternatives") or []
          if loop.lines_changed(other["edits"])[0] is not None]


def _in_words(edits):
  return "; ".join(edit["text"] for edit in edits)
