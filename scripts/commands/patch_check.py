"""What patched source has to pass: all kernels that were right, or that the patch is for, verify."""

from .exit_codes import FINE
from .summary import REPAIRED

OPTIONAL_CHECKS = {"bounds", "uninitialized", "overflow", "misaligned"}
WRAPS = "wraps around"  # races that need it, as a kind of findings
STORES = "stores in "  # and an array: those of several threads that meet there, which stay


def check_again(program, lowered, arguments, kinds, path, wrong=(), left=()):
  """(why patched source does not pass, or None; what is found in it that is no matter of barriers).
  Findings of `kinds` are not looked for, nor are those of the kernels `wrong`, which no repair is
  for; a kernel may be right under one of the conditions `left`. A finding of another kind that an
  option turns on is told, and all is verified once more without: it may have kept a race from being
  found."""
  arrays = {kind.removeprefix(STORES) for kind in kinds if kind.startswith(STORES)}
  kinds, stays = {kind for kind in kinds if not kind.startswith(STORES)}, []
  if arrays:  # nothing may hide behind what stays
    arguments = [*arguments, "--all", "--errors=0"]
  while True:
    code, document = program.document("verify", lowered, without_checks(arguments, kinds), path)
    parts = [part for part in parts_of(document) if part.get("verdict") != "verified"
             and part.get("kernel") not in wrong and part.get("condition") not in left
             and not _only_meets_in(arrays, part)]
    if code == FINE or document and not parts:
      return None, stays
    findings = [finding for part in parts for finding in part.get("findings") or ()]
    found = {finding.get("kind") for finding in findings}
    if any(part.get("verdict") != "refuted" for part in parts) or \
        not found or not found <= OPTIONAL_CHECKS - kinds:
      return _reason(document, parts, code), []
    stays += [finding["message"] for finding in findings]
    kinds |= found


def _only_meets_in(arrays, part):
  """Whether all that is found in a kernel is that threads store into one element of these arrays."""
  return bool(part.get("findings")) and not part.get("undecided") and all(
      finding.get("kind") == "race" and finding.get("array") in arrays
      and all(access.get("kind") == "write" for access in finding.get("accesses") or ())
      for finding in part["findings"])


def parts_of(document):
  """The kernels of a result."""
  return (document or {}).get("kernels") or ([document] if document else [])


def _reason(document, parts, code):
  if not parts:
    return f"its verification ended without a result (exit code {code})"
  several = len(parts_of(document)) > 1
  return (f"kernel '{parts[0]['kernel']}': " if several else "") + in_words(parts[0])


def in_words(part):
  """Why a kernel is not verified."""
  findings = part.get("findings") or []
  if findings:
    return findings[0]["message"]
  if part.get("verdict") == "conditional":
    condition = part.get("condition")
    return "it is right under a condition only" + (f": {condition}" if condition else "")
  if part.get("verdict") == "rejected":
    return next((error["message"] for error in part.get("errors") or ()), "it is not supported")
  return "whether it is right was not decided" + \
      "".join(f" ({reason})" for reason in (part.get("undecided") or [])[:1])


def kinds_that_stay(document):
  """The kinds of findings beside races that a repair of the races leaves alone."""
  parts = repaired_parts(document)
  kinds = {finding.get("kind") for part in parts for finding in part.get("findings") or []}
  wraps = any(part["repair"].get("assumes_no_overflow") for part in parts)
  stores = {STORES + name for part in parts for name in part["repair"].get("stores_left") or ()}
  return kinds & OPTIONAL_CHECKS | stores | ({WRAPS} if wraps else set())


def kernels_left(document):
  """The kernels that are not right, and that there is no repair for."""
  return {part.get("kernel") for part in parts_of(document)
          if (part.get("repair") or {}).get("status") not in (*REPAIRED, "unchanged")}


def all_edits(document):
  """The edits of all kernels of a result that become right by them."""
  return [edit for part in repaired_parts(document) for edit in part["repair"].get("edits") or []]


def repaired_parts(document):
  """The kernels of a result that become right by their edits."""
  return [part for part in parts_of(document)
          if (part.get("repair") or {}).get("status") in REPAIRED]


def all_alternatives(document):
  """(kernel, edits) of the other repairs of all kernels of a result, in its order."""
  return [(part.get("kernel") or "", other["edits"]) for part in parts_of(document)
          for other in (part.get("repair") or {}).get("alternatives") or []]


def without_checks(arguments, kinds):
  """The arguments for a verification that does not look for these kinds of findings."""
  if WRAPS in kinds:
    arguments, kinds = [*arguments, "--ignore-overflow"], kinds - {WRAPS}
  if not kinds:
    return arguments
  named = next((a.partition("=")[2] for a in arguments if a.startswith("--check=")), "")
  checks = {"races", "divergence"} | ({"bounds"} if "--check-array-bounds" in arguments else set())
  if named:
    names = {name.strip() for name in named.split(",")}
    checks = names - {"all", "default"} | (OPTIONAL_CHECKS | checks if "all" in names else checks)
  kept = [a for a in arguments if not a.startswith("--check=") and a != "--check-array-bounds"]
  return kept + ["--check=" + ",".join(sorted(checks - kinds))]
