"""`scripts/assumptions FILE`: what the kernels of a file assume of their launches and nobody has
written down, each with the accesses that need it, and the launches of the same file held against it.

A kernel is verified for every launch; what it is right under is its condition
(docs/verification.md). A launch whose numbers the host code tells fulfils a part of the condition or
does not. As a condition may ask for more than need be, a launch that does not is verified by itself:
it is a finding when it is refuted.
"""

import copy
import json
import os
import sys

from lowering import LoweringError, lower_file
from lowering.files import lower_kernels
from lowering.host_types import Kind
from lowering.sizes import value_of
from lowering.terms import Term
from lowering.tokens import tokens

from .command import DOCUMENTS, Command
from .exit_codes import FINDINGS, FINE, REJECTED, UNDECIDED, USAGE, Stop
from .output import write_output

TEXTS = {
    "usage": "scripts/assumptions [options] FILE.cu",
    "description": "Says what the kernels of a CUDA or HIP file assume of their launches: conditions on "
                   "sizes and\nparameters, each with the accesses that need it. The launches in the "
                   "same file are held against them;\none that breaks an assumption is a finding.",
    "epilog": """examples:
  scripts/assumptions transpose.cu
  scripts/assumptions transpose.cu --kernel=transpose --json=-""",
}
_NUMBER = Kind(64, True)
_NO_OVERFLOW = "nothing overflows"  # the text of that clause (docs/json.md)


def main(arguments):
  return Command("verify", arguments, TEXTS, _run, _without_own, _run).main()


def _without_own(parser):
  """The options are those of `verify`, but for what concerns several files."""
  parser.set_defaults(since=None, code_quality=None, baseline=None, write_baseline=None)


def _run(command):
  request = command.request
  if len(request.inputs) > 1 or not (request.is_source and request.is_cuda):
    raise Stop(USAGE, "assumptions are told of one CUDA or HIP file")
  if request.launch:
    raise Stop(USAGE, "what a kernel assumes of its launches is asked without sizes")
  try:
    units = lower_kernels(request.input, request.launch_options()).units
  except LoweringError as error:
    raise Stop(REJECTED, str(error)) from error
  by_kernel = {}
  for unit in units:
    by_kernel.setdefault(unit.name, []).append(unit)
  kernels = [_kernel(command, own) for own in by_kernel.values()]
  if request.given.json:
    write_output(request.given.json, (json.dumps(
        {"schema": 1, "input": request.input, "kernels": kernels}, indent=2) + "\n").encode())
  if request.given.json != "-":
    sys.stdout.write("".join(_text(request.input, kernel) for kernel in kernels))
  if any(launch["verdict"] == "refuted" for kernel in kernels for launch in kernel["launches"]):
    return FINDINGS
  return FINE if all(kernel["assumptions"] is not None for kernel in kernels) else UNDECIDED


def _kernel(command, units):
  """The kernel of some units as it stands in the document."""
  document = None
  if units[0].error is None:
    document = _verified(command, units)
  clauses = _assumptions(document)
  launches = [unit for unit in units if unit.origin == "launch"]
  return {"kernel": units[0].kernel, "assumptions": clauses,
          "exact": bool(document and document.get("condition_exact")),
          "launches": [_launch(command, unit, clauses or []) for unit in launches]}


def _verified(command, units):
  """The document of the kernel's verification for launches of any size, in as many dimensions as
  those of the file have."""
  own = copy.copy(command.request.launch_options())
  own.kernel = units[0].name
  own.block_dim = _open(unit.block for unit in units)
  own.grid_dim = _open(unit.grid for unit in units)
  try:
    text = lower_file(command.request.input, own).text
  except LoweringError:
    return None
  return _document(command, text, "--require")


def _document(command, text, *more):
  source, out = (os.path.join(command.folder, name) for name in ("any.gbpl", "any.json"))
  with open(source, "w", encoding="utf-8") as file:
    file.write(text)
  arguments = [a for a in command.limited(command.program_arguments("verify"))
               if a.partition("=")[0].lstrip("-") not in (*DOCUMENTS, "json-lines", "kernel")]
  return command.program.document("verify", source, [*arguments, *more], out)[1]


def _open(sizes):
  """Any size in each dimension in which a launch has several, and in the first."""
  result = [None]
  for size in sizes:
    for axis, number in enumerate(size or ()):
      if number != 1 and axis >= len(result):
        result += [None] * (axis + 1 - len(result))
  return result


def _assumptions(document):
  """[{"text", "excluded"}]; None where it is not known."""
  if document is None or document.get("verdict") not in ("verified", "conditional"):
    return None
  clauses = [{"text": clause["text"], "excluded": clause["excluded"]}
             for clause in document.get("condition_clauses") or []]
  if document.get("condition_assumes_no_overflow") and _NO_OVERFLOW not in _texts(clauses):
    clauses.append({"text": _NO_OVERFLOW, "excluded": []})
  return clauses


def _texts(clauses):
  return [clause["text"] for clause in clauses]


def _launch(command, unit, clauses):
  """What a launch fulfils: `breaks` and `open` are the texts that it does not, and of which that is
  not known; `verdict` is that of the launch by itself where it breaks some."""
  held = {text: holds(text, unit) for text in _texts(clauses) if text != _NO_OVERFLOW}
  breaks = [text for text, value in held.items() if value is False]
  document = _document(command, unit.text) if breaks and unit.text is not None else None
  file, line = unit.place
  return {"file": file, "line": line, "block": unit.block, "grid": unit.grid,
          "arguments": unit.arguments, "breaks": breaks,
          "verdict": document["verdict"] if document else None,
          "open": [text for text, value in held.items() if value is None]}


def holds(condition, unit):
  """Whether a condition (an expression of C) holds where the numbers of a launch are known."""
  term = value_of([token.text for token in tokens(condition.encode())], _Numbers(unit))
  return None if not isinstance(term, Term) or term.value is None else term.value != 0


class _Numbers:
  """What names in a condition mean at a launch."""

  def __init__(self, unit):
    self.unit = unit

  def value(self, name):
    number = self.unit.arguments.get(name)
    return None if number is None else Term.number(number, _NUMBER)

  def component(self, name, axis):
    sizes = {"blockDim": self.unit.block, "gridDim": self.unit.grid}.get(name)
    if sizes is None or axis not in "xyz":
      return None
    at = "xyz".index(axis)
    size = sizes[at] if at < len(sizes) else 1
    return None if size is None else Term.number(size, _NUMBER)

  @staticmethod
  def called(_name, _arguments):
    return None

  @staticmethod
  def kind(_words):
    return None


def _text(source, kernel):
  name, lines = kernel["kernel"], []
  clauses = kernel["assumptions"]
  if clauses is None:
    return f"{source}: '{name}': what it assumes is not known; scripts/verify says why\n"
  if not clauses:
    lines.append(f"{source}: '{name}' assumes nothing of its launches")
  where = ""
  for clause in clauses:
    text = clause["text"]
    if text == _NO_OVERFLOW:
      text, where = "that none of its arithmetic wraps around", ", where no arithmetic wraps around"
    lines.append(f"{source}: '{name}' assumes {text}")
    for finding in clause["excluded"][:1]:
      places = [f"{place['kind']} in line {place['line']}" for place in finding["accesses"]]
      lines.append(f"  else: {finding['message']} ({', '.join(places)})")
  for launch in kernel["launches"] if clauses else ():
    place = f"{launch['file'] or source}:{launch['line']}"
    for text in launch["breaks"]:
      wrong = launch["verdict"] == "refuted"
      lines.append(f"{place}: {'error' if wrong else 'note'}: the launch of '{name}' does not fulfil "
                   f"{text}, and is {launch['verdict'] or 'not verified'}")
    for text in launch["open"]:
      lines.append(f"{place}: note: whether the launch of '{name}' fulfils {text} is not known")
    if not launch["breaks"] and not launch["open"]:
      lines.append(f"{place}: the launch of '{name}' fulfils what it assumes{where}")
  return "\n".join(lines) + "\n"
