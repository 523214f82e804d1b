"""One kernel, in a process of its own: lower, verify, repair, patch, laws, advise; the result is
JSON.

Its file is rewritten after each stage, so that a time-out or a crash leaves what was known by then.
"""

import json
import os
import tempfile
import time

from commands import lowering_step
from commands.exit_codes import INTERNAL, UNDECIDED, Stop
from commands.patch_check import all_edits, kernels_left, kinds_that_stay
from commands.patch_loop import PatchLoop, Withheld
from commands.request import CommandParser
from patching.files import write_atomically

from . import kernels
from .laws import Laws


class Single:
  """Runs the stages of one kernel with a `Program`. `seconds` is the time limit for all of them."""

  def __init__(self, path, out, stages, seconds, program, extra=()):
    self.path, self.out, self.stages = path, out, stages
    self.deadline = time.monotonic() + seconds if seconds else None
    self.program = program
    self.extra = list(extra)
    self.result = {"kernel": path, "stages": list(stages), "stage": "start", "verdict": None,
                   "seconds": {}}

  def run(self):
    with tempfile.TemporaryDirectory(prefix="barricade-suite-") as self.folder:
      try:
        self._prepare()
        self._stages()
        self.result["stage"] = "done"
      except Stop as stop:
        if stop.code == INTERNAL:
          self.result["failure"] = f"{self.result['stage']}: {stop}"
        elif stop.code == UNDECIDED:
          self.result["verdict"] = "undecided"
          self.result["message"] = str(stop)
        else:
          self.result["verdict"] = "rejected"
          self.result["message"] = str(stop)
        self.result["stage"] = "done"
      self._save()

  def _prepare(self):
    self.expected = kernels.expectation_of(self.path)
    if self.expected.stages:
      self.result["stages"] = [stage for stage in self.stages if stage in self.expected.stages]
    every = self.program.options("verify", "repair", "advise")
    parser = CommandParser("suite", every)
    self.request = parser.parse_request([*self.extra, self.path])
    head, self.result["ignored_options"] = parser.read_head(self.path)
    self.request.defaults_from(head, every)

  def _stages(self):
    lowered = self.path
    if self.request.is_source:
      lowered = self._timed("lower", self._lower)
    if "verify" in self.result["stages"]:
      document = self._timed("verify", self._program, "verify", lowered)
      self.result["verdict"] = document.get("verdict")
      self.result["findings"] = document.get("findings", [])
      for key in ("condition", "condition_exact", "equivalence"):
        self.result[key] = document.get(key)
      self._note(document)
    if "repair" in self.result["stages"]:
      document = self._timed("repair", self._program, "repair", lowered)
      self._note(document)
      parts = [document] + document.get("kernels", [])
      repairs = [p["repair"] for p in parts if p.get("repair")]
      self.result["repair_verdict"] = document.get("verdict")
      if self.result["verdict"] is None:
        self.result["verdict"] = document.get("verdict")
        self.result["findings"] = document.get("findings", [])
      if repairs:
        self.result["repair"] = {**repairs[0], "edits": all_edits(document)}
      if self.expected.least is not None:
        by_cost = self._timed("least", self._program, "repair", lowered, "--objective=cost")
        self.result["least_cost"] = (by_cost.get("repair") or {}).get("cost_after")
      if self.request.is_source:
        self._timed("patch", self._patch, document)
    if "laws" in self.result["stages"]:
      laws = Laws(self.program, self._arguments, self.folder)
      self.result["laws"] = self._timed("laws", laws.check, lowered)

    if self.expected.advice is not None:
      further = ["--barriers"] if self.expected.advice_takes_proofs else []
      document = self._timed("advise", self._program, "advise", lowered, *further)
      self.result["advice"] = document.get("advice") if not document.get("errors") else None

  def _timed(self, stage, action, *arguments):
    self.result["stage"] = stage
    self._save()
    start = time.monotonic()
    value = action(*arguments)
    self.result["seconds"][stage] = round(time.monotonic() - start, 3)
    return value

  def _lower(self):
    out = os.path.join(self.folder, "kernel.gbpl")
    lowering_step.lower_file(self.path, self.request, out)
    return out

  def _program(self, name, lowered, *further):
    out = os.path.join(self.folder, name + ".json")
    arguments = [*self._arguments(name), *further]
    code, document = self.program.document(name, lowered, arguments, out)
    if document is None:
      raise Stop(INTERNAL, f"the program ended with {code} and without a result")
    return document

  def _arguments(self, name):
    """The program's options, and what is left of the time, so that it can still say "undecided"."""
    alone = ["--jobs=1"]  # other kernels run at the same time
    arguments = self.program.arguments_for(name, self.request.program_options() + alone)
    if self.deadline is not None and not any(a.startswith("--timeout") for a in arguments):
      arguments.append(f"--timeout={max(0.5, (self.deadline - time.monotonic()) * 0.9):.1f}")
    return arguments

  def _note(self, document):
    messages = [e.get("message", "") for e in document.get("errors") or []]
    if document.get("verdict") == "rejected" and messages:
      self.result["message"] = messages[0]

  def _patch(self, document):
    edits = all_edits(document)
    status = (self.result.get("repair") or {}).get("status")
    if not edits or status not in ("repaired", "improved"):
      self.result["patch"] = {"status": "none", "edits": 0}
      return
    loop = PatchLoop(self.request, self.program, self._arguments("verify"), self.folder)
    loop.kinds, loop.wrong = kinds_that_stay(document), kernels_left(document)
    try:
      _, diff, _ = loop.close(edits)
      self.result["patch"] = {"status": "verified", "edits": len(edits),
                              "diff": diff.decode("utf-8", "replace")}
    except Withheld as reason:
      self.result["patch"] = {"status": "withheld", "edits": len(edits), "reason": str(reason)}

  def _save(self):
    write_atomically(self.out, json.dumps(self.result).encode())

