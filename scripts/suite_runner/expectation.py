"""Expectations in the head of a kernel file.

    // expect: verified | conditional | undecided | rejected | FINDING [; FINDING]...
    // expect-repair: STATUS | EDIT [; EDIT]... [; cost A -> B [, least C]]
    // expect-patch: verified | withheld | none
    // expect-advice: none | ADVICE [; ADVICE]...
    // expect-equivalence: bounded | none
    // condition: EXPRESSION
    // sufficient: EXPRESSION
    // open: REASON
    // stages: verify

    FINDING = [confirmed | possible] KIND [at line N [, N]...]
    EDIT    = (add | remove | weaken | strengthen | split-branch | predicate-return | uniform-loop
              | hoist | wait | commit | split-launch | double-buffer) [COUNT] (warp | block | grid) [WHERE line N]
            | (atomic | fence | strengthen) [COUNT] (device | block) [WHERE line N]
    ADVICE  = bank-conflict [DEGREE] at line N | coalescing [SECTORS of MINIMUM] at line N
            | warp-divergence at line N
            | (redundant-barrier | weaker-barrier | narrower-scope) at line N

Written down for users in testsuite/README.md. Whatever does not follow the grammar is an error.
"""

import re

from kernel_files.gpuverify import FIRST_LINE

KINDS = {"race", "divergence", "assertion", "invariant", "precondition", "postcondition",
         "barrier-invariant", "bounds", "constant-write", "null-pointer", "async",
         "synchronization", "uninitialized", "overflow", "misaligned", "shared-memory"}
VERDICTS = {"verified", "conditional", "undecided", "rejected"}
REPAIRS = {"unchanged", "repaired", "improved", "unrepairable", "undecided", "not-applicable"}
PLACES = {"before", "after", "at", "function-entry", "before-loop", "after-loop", "loop-start",
          "loop-end", "before-branch", "branch-start", "branch-end", "merge"}
PATCHES = {"verified", "withheld", "none"}
EQUIVALENCES = {"bounded", "none"}
LINES = r"at lines? (\d+(?:\s*,\s*\d+)*)"
EDIT = re.compile(r"(add|remove|weaken|strengthen|split-branch|predicate-return|uniform-loop|hoist"
                  r"|wait|commit|split-launch|double-buffer|atomic|fence)"
                  r"(?: (\d+))? (warp|block|grid|device)(?: ([a-z-]+) line (\d+))?")
ADVICE = re.compile(r"(?:(bank-conflict)(?: (\d+))?|(coalescing)(?: (\d+) of (\d+))?"
                    r"|(warp-divergence|redundant-barrier|weaker-barrier|narrower-scope)) at line (\d+)")
PROVEN_ADVICE = {"redundant-barrier", "weaker-barrier", "narrower-scope"}
NUMBER = r"(\d+(?:\.\d+)?)"
COST = re.compile(rf"cost {NUMBER} -> {NUMBER}(?:, least {NUMBER})?")


class BadExpectation(Exception):
  """A head that does not follow the grammar; `line` is its line in the file."""

  def __init__(self, line, message):
    super().__init__(message)
    self.line = line


class Expectation:
  """`verdict`: None when nothing is said; `findings`: [(kind, set of lines, whether it is
  confirmed or None)]; `edits`: [(action, scope, where or None, line or None)], None when not
  given; `cost`: (before, after); `least`: after, with --objective=cost; `condition`: of a
  conditional verdict, `is_exact`: and whether that is exact; `advice`: [(kind, figures or None, line)], None when not given;
  `equivalence`: to the function that the kernel is compared with;
  `open`: why the expectation is not met yet, or not in time; `stages`: the only ones to run."""

  def __init__(self):
    self.verdict = None
    self.findings = []
    self.repair = None
    self.edits = None
    self.cost = None
    self.least = None
    self.condition = None
    self.is_exact = None
    self.patch = None
    self.advice = None
    self.equivalence = None
    self.open = None
    self.stages = None

  @property
  def advice_takes_proofs(self):
    return any(kind in PROVEN_ADVICE for kind, _, _ in self.advice or [])

  @property
  def is_empty(self):
    return self.verdict is None and self.repair is None and self.patch is None and (
        self.advice is None)


def read(lines):
  """The expectation in head lines, (line number, text after the slashes) each."""
  expected = Expectation()
  seen = set()
  for number, text in lines:
    match = re.match(r"(expect[\w-]*|condition|sufficient|open|stages)\s*:\s*(.*?)\s*$", text)
    if match is None:
      if re.match(r"expect(?:-repair|-patch|-advice|-equivalence)?\b(?!\w)\s*[^\w\s]", text):
        raise BadExpectation(number, f"'{text}' has no colon after its keyword")
      continue
    key, value = match.groups()
    if key not in READERS:
      raise BadExpectation(number, f"unknown keyword '{key}'")
    if key in seen:
      raise BadExpectation(number, f"'{key}' is given twice")
    seen.add(key)
    READERS[key](expected, number, value)
  if expected.condition and expected.verdict not in (None, "conditional"):
    raise BadExpectation(lines[0][0], "a condition is for 'expect: conditional'")
  if expected.condition:
    expected.verdict = "conditional"
  if expected.open and expected.verdict is None:
    raise BadExpectation(lines[0][0], "an open kernel needs 'expect:' with what is true of it")
  return expected


def read_gpuverify(lines):
  """The expectation of a head in GPUVerify's manner; None without one."""
  match = FIRST_LINE.fullmatch(lines[0][1]) if lines else None
  if match is None:
    return None
  expected = Expectation()
  code = match.group(2)
  if match.group(1).lower() == "pass":
    expected.verdict = "verified"
  elif code == "NOT_ALL_VERIFIED":
    expected.verdict = "refuted"
  else:
    expected.verdict = "rejected"
  return expected


def _parts(number, value):
  parts = [p.strip() for p in value.split(";")]
  if not all(parts):
    raise BadExpectation(number, "an expectation is empty")
  return parts


def _read_verdict(expected, number, value):
  parts = _parts(number, value)
  if parts[0] in VERDICTS:
    if len(parts) > 1:
      raise BadExpectation(number, f"'{parts[0]}' stands alone")
    expected.verdict = parts[0]
    return
  expected.verdict = "refuted"
  for part in parts:
    match = re.fullmatch(rf"(?:(confirmed|possible)\s+)?([a-z-]+)(?:\s+{LINES})?", part)
    if match is None or match.group(2) not in KINDS:
      raise BadExpectation(number, f"'{part}' is neither a verdict ({', '.join(sorted(VERDICTS))}) "
                                   f"nor a finding ({', '.join(sorted(KINDS))}), optionally with "
                                   "'confirmed' or 'possible' before and 'at line N, M' after")
    lines = {int(n) for n in re.findall(r"\d+", match.group(3) or "")}
    confirmed = None if match.group(1) is None else match.group(1) == "confirmed"
    expected.findings.append((match.group(2), lines, confirmed))


def _read_repair(expected, number, value):
  parts = _parts(number, value)
  cost = COST.fullmatch(parts[-1])
  if cost:
    expected.cost = (float(cost.group(1)), float(cost.group(2)))
    expected.least = cost.group(3) and float(cost.group(3))
    parts.pop()
  if not parts:
    raise BadExpectation(number, "a cost needs a status or edits before it")
  if parts[0] in REPAIRS:
    expected.repair = parts.pop(0)
    if not parts:
      return
  expected.edits = []
  for part in parts:
    match = EDIT.fullmatch(part)
    if match is None or match.group(4) and match.group(4) not in PLACES:
      raise BadExpectation(number, f"'{part}' is neither a status "
                                   f"({', '.join(sorted(REPAIRS))}) nor an edit such as "
                                   "'add 1 block before line 9'")
    action, count, scope, where, line = match.groups()
    edit = (action, scope, where, int(line) if line else None)
    expected.edits += [edit] * int(count or 1)


def _read_patch(expected, number, value):
  if value not in PATCHES:
    raise BadExpectation(number, f"'{value}' is none of {', '.join(sorted(PATCHES))}")
  expected.patch = value


def _read_equivalence(expected, number, value):
  if value not in EQUIVALENCES:
    raise BadExpectation(number, f"'{value}' is none of {', '.join(sorted(EQUIVALENCES))}")
  expected.equivalence = value


def _read_advice(expected, number, value):
  expected.advice = []
  if value == "none":
    return
  for part in _parts(number, value):
    match = ADVICE.fullmatch(part)
    if match is None:
      raise BadExpectation(number, f"'{part}' is no advice such as 'bank-conflict 32 at line 9', "
                                   "'coalescing 32 of 4 at line 7' or 'warp-divergence at line 5'")
    conflict, degree, coalescing, sectors, minimum, divergence, line = match.groups()
    figures = (int(degree),) if degree else (int(sectors), int(minimum)) if sectors else None
    expected.advice.append((conflict or coalescing or divergence, figures, int(line)))


def _read_condition(expected, number, value):
  if not value:
    raise BadExpectation(number, "a condition is empty")
  expected.condition, expected.is_exact = value, True


def _read_sufficient(expected, number, value):
  _read_condition(expected, number, value)
  expected.is_exact = False


def _read_open(expected, number, value):
  if not value:
    raise BadExpectation(number, "an open kernel needs a reason")
  expected.open = value


def _read_stages(expected, number, value):
  if value != "verify":
    raise BadExpectation(number, "the only stage that can run alone is 'verify'")
  expected.stages = (value,)


READERS = {"expect": _read_verdict, "expect-repair": _read_repair, "expect-patch": _read_patch,
           "expect-advice": _read_advice, "expect-equivalence": _read_equivalence,
           "condition": _read_condition,
           "sufficient": _read_sufficient,
           "open": _read_open, "stages": _read_stages}
