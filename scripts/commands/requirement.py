"""`--fix=require`: the condition under which a kernel is right, written into its source.

The condition becomes `__requires(...)` at the start of the kernel. As with barriers, the changed
source is lowered and verified before anything is shown.
"""

import os
import re

from .exit_codes import CONDITIONAL, FINDINGS, FINE, Stop
from .patch_loop import PatchLoop, Withheld
from .summary import condition_parts

_NO_OVERFLOW = "1"  # the condition of a kernel that is right where nothing wraps around


def find_condition(command):
  """(exit code of `verify --require`, its document)."""
  arguments = [a for a in command.limited(command.program_arguments("verify"))
               if a.partition("=")[0] not in ("--json", "--sarif", "--html", "--json-lines")]
  out = os.path.join(command.folder, "condition.json")
  return command.program.document("verify", command.lowered(), [*arguments, "--require"], out)


def require(command, deliver):
  """Delivers the source with its condition; the exit code."""
  code, document = find_condition(command)
  if code == FINE:
    print(f"{command.request.input}: right as it is")
    return FINE
  if code != CONDITIONAL or not document:
    raise Stop(code or FINDINGS, f"{command.request.input}: no condition is known under which the "
                                 "kernel is right")
  if not statements(document, command.request.is_cuda) or document["condition_contents"]:
    where = " and ".join(condition_parts(document)) or "none of its arithmetic wraps around"
    raise Stop(FINDINGS, f"{command.request.input}: the kernel is right where {where}, which no precondition on "
                         "its parameters says")
  loop = PatchLoop(command.request, command.program,
                   command.limited(command.program_arguments("verify")), command.folder)
  loop.left = {_NO_OVERFLOW}
  try:
    files, diff, _ = loop.close([edit_of(document, command.request.is_cuda)])
  except Withheld as reason:
    raise Stop(FINDINGS, f"the condition is '{document['condition']}', but no patch is offered: "
                         f"{reason}") from reason
  deliver(files, diff)
  return FINE


def statements(document, is_cuda):
  """The preconditions that state the condition, as far as there are such."""
  states = [f"__requires_distinct({array});" for array in document["condition_distinct"]]
  states += [f"__requires_ordered({array});" for array in document["condition_ordered"]]
  if document["condition"] != _NO_OVERFLOW:
    states.append(f"__requires({code_of(document['condition'], is_cuda)});")
  return states


def edit_of(document, is_cuda):
  """The edit that states the condition where the kernel begins."""
  finding = document["condition_clauses"][0]["excluded"][0]
  place = finding["accesses"][0]
  place = (place.get("call_chain") or [place])[-1]
  return {"action": "add", "where": "function-entry",
          "statement": " ".join(statements(document, is_cuda)),
          **{key: place[key] for key in ("file", "directory", "line", "column")}}


_ATOM = re.compile(r"[^&|()]+(?:\([^&|]*\)[^&|()]*)*")
_BOUND = re.compile(r"\s*[\w.]+ (?:<=|>=|==|!=|<|>) -?\d+\s*")
_NAME = re.compile(r"\b(?:(blockDim|gridDim)\.([xyz])|[A-Za-z_][\w.]*)\b")


def code_of(condition, is_cuda):
  """A condition, whose numbers have no limits, as an expression of the source language: names are
  widened wherever they are added or compared with each other, as sizes have no sign and sums may
  not fit."""
  def name(match, wide):
    text = match.group(0)
    if match.group(1) and not is_cuda:
      call = "get_local_size" if match.group(1) == "blockDim" else "get_num_groups"
      text = f"{call}({'xyz'.index(match.group(2))})"
    return f"({'long long' if is_cuda else 'long'}){text}" if wide else text

  def atom(match):
    wide = _BOUND.fullmatch(match.group(0)) is None
    return _NAME.sub(lambda found: name(found, wide), match.group(0))

  return _ATOM.sub(atom, condition)
