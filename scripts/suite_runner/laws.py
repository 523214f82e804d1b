"""The laws of repair: what has to hold for every kernel, whatever its head expects.

1. The repaired program verifies; repairing it again changes nothing and costs the same.
2. Without any one of its barriers it is refuted.
3. Barriers placed from nothing into a verified kernel verify, and cost no more than those that
   were there.

All of this is about programs in the IR. The printer puts each call on a line of its own, so that a
barrier is removed by leaving out its line. The inlined copies of a barrier are one barrier of the
source and go together, as they do in a repair.
"""

import collections
import os
import re

from commands.exit_codes import INTERNAL, Stop

CORRECT = {"unchanged", "improved", "repaired"}
# What a printed program holds already.
CONTENTS = ("--boogie-file", "--companion", "--loc")
# What keeps a repair from the cheapest placement, or from what was there before.
RESTRICTIONS = ("--strip-barriers", "--disable-inspect", "--max-edits", "--mhs")
ATTRIBUTES = r'((?:\{:\w+(?: (?:"[^"]*"|[^"}])*)?\} )*)'
PROCEDURE = re.compile(rf"^procedure {ATTRIBUTES}([^\s(]+)\(", re.MULTILINE)
LABEL = re.compile(r"\S+:$")
MARKER = re.compile(rf"\s*assert {ATTRIBUTES}true;")
CALL = re.compile(rf"\s*call {ATTRIBUTES}([^\s(]+)\(")
ROLE = re.compile(r"\{:((?:grid_)?barrier|(?:binary_)?barrier_invariant)\}")
INLINED_AT = re.compile(r'\{:inlined_at (?:"[^"]*"|[^"}])*\} ')
LINE = re.compile(r"\{:line ([1-9]\d*)\}")
PLACE = re.compile(r"\{:line [1-9].*")


class Laws:
  """`arguments(command)`: the program's options for it; `folder`: for intermediate files."""

  def __init__(self, program, arguments, folder):
    self.program, self.arguments, self.folder = program, arguments, folder
    given = arguments("repair")
    self.counts_all = "--disable-inspect" not in given
    self.removes_needless = self.counts_all and "--only-divergence" not in given
    self.problems, self.notes = [], []

  def check(self, kernel):
    """{"problems": laws that do not hold, "notes": laws that do not apply}, as sentences."""
    repaired = self._file("repaired.gbpl")
    document, repair = self._repair(kernel, repaired)
    verified = document.get("verdict") == "verified"
    if repair.statuses and repair.statuses <= CORRECT:
      self._check_stability(repaired, repair)
      self._check_minimality(repaired, repair)
      if verified:
        self._check_placement_from_nothing(kernel, repair)
    elif verified:
      self.problems.append("the kernel is verified, but its repair is " + repair.status)
    else:
      self.notes.append("no law applies: the repair is " + repair.status)
    return {"problems": self.problems, "notes": self.notes}

  def _check_stability(self, repaired, repair):
    self._expect("the repaired program", self._verdict(repaired), "verified")
    again = self._file("again.gbpl")
    _, second = self._repair(repaired, again, without=("--strip-barriers", *CONTENTS))
    costs = (second.cost_before, second.cost_after)
    if second.statuses != {"unchanged"}:
      self.problems.append(f"the repair of the repaired program is {second.status}")
    elif self.counts_all and costs != (repair.cost_after, repair.cost_after):
      self.problems.append(f"the repaired program costs {repair.cost_after:g}, repaired again "
                           "{:g} -> {:g}".format(*costs))
    elif _read(repaired) != _read(again):
      self.problems.append("the repair of the repaired program changes its text")

  def _check_minimality(self, repaired, repair):
    if not repair.is_minimal:
      self.notes.append("barriers may be needless: the repair is not proven minimal")
      return
    if not self.removes_needless:
      self.notes.append("barriers may be needless: the repair leaves those that were there alone")
      return
    text = _read(repaired)
    for barrier, lines in barriers(text):
      path = self._file("without.gbpl")
      with open(path, "w", encoding="utf-8") as file:
        file.write(without(text, lines))
      self._expect(f"without {barrier} the repaired program", self._verdict(path), "refuted")

  def _check_placement_from_nothing(self, kernel, repair):
    if not repair.cost_before:
      return
    placed = self._file("placed.gbpl")
    _, fresh = self._repair(kernel, placed, "--strip-barriers", without=RESTRICTIONS)
    if not fresh.statuses <= CORRECT:
      self.problems.append(f"the placement from nothing is {fresh.status}")
      return
    self._expect("the placement from nothing", self._verdict(placed), "verified")
    if fresh.cost_after > repair.cost_before:
      self.problems.append(f"the placement from nothing costs {fresh.cost_after:g}, the barriers "
                           f"that were there cost {repair.cost_before:g}")

  def _expect(self, what, verdict, expected):
    if verdict != expected:
      self.problems.append(f"{what} is {verdict}, not {expected}")

  def _verdict(self, printed):
    arguments = [a for a in self.arguments("verify") if not a.startswith(CONTENTS)]
    document = self._run("verify", printed, arguments)
    verdict = document.get("verdict")
    messages = [e.get("message", "") for e in document.get("errors") or []]
    return f"{verdict} ({messages[0]})" if verdict == "rejected" and messages else verdict

  def _repair(self, kernel, out, *more, without=()):
    arguments = [a for a in self.arguments("repair") if not a.startswith(without)]
    document = self._run("repair", kernel, [*arguments, *more, f"--output={out}"])
    return document, Repair(document)

  def _run(self, command, kernel, arguments):
    code, document = self.program.document(command, kernel, arguments,
                                           self._file("law.json"))
    if document is None:
      raise Stop(INTERNAL, f"the program ended with {code} and without a result")
    return document

  def _file(self, name):
    """A path in the folder at which nothing is."""
    path = os.path.join(self.folder, name)
    if os.path.exists(path):
      os.unlink(path)
    return path


class Repair:
  """The repair of all kernels of a program."""

  def __init__(self, document):
    parts = [document, *document.get("kernels", [])]
    repairs = [part["repair"] for part in parts if part.get("repair")]
    self.statuses = {repair.get("status") for repair in repairs}
    self.status = " and ".join(sorted(map(str, self.statuses))) or str(document.get("verdict"))
    self.is_minimal = all(repair.get("optimal") for repair in repairs)
    self.cost_before = sum(repair.get("cost_before") or 0 for repair in repairs)
    self.cost_after = sum(repair.get("cost_after") or 0 for repair in repairs)


def barriers(text):
  """[(description, numbers of its lines)] of the barriers in a printed program that a repair may
  remove; those for which an invariant is stated stay."""
  roles = {name: ROLE.findall(attributes) for attributes, name in PROCEDURE.findall(text)}
  copies, seen = {}, collections.Counter()
  place, stays = "", False
  for number, line in enumerate(text.splitlines()):
    call, marker = CALL.match(line), MARKER.match(line)
    role = roles.get(call.group(2)) if call else None
    if LABEL.match(line):
      place = ""
    elif marker:
      place = _place(marker.group(1)) or place
    elif role:
      states = role[0].endswith("invariant")
      if not states and not stays:
        at = _place(call.group(1)) or place
        seen[at] += 1  # several barriers at one place are told apart by counting them
        copies.setdefault((INLINED_AT.sub("", at), seen[at]), []).append(number)
      stays = states
  return [(_describe(at), numbers) for (at, _), numbers in copies.items()]


def without(text, numbers):
  lines = text.splitlines(keepends=True)
  return "".join(line for number, line in enumerate(lines) if number not in numbers)


def _place(attributes):
  """Those of the attributes that are a place; none when they name no line."""
  place = PLACE.search(attributes)
  return place.group() if place else ""


def _describe(place):
  line = LINE.search(place)
  return f"the barrier at line {line.group(1)}" if line else "a barrier"


def _read(path):
  with open(path, encoding="utf-8") as file:
    return file.read()
