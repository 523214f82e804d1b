"""Compares a run with an earlier one: what fails now, what changed, what became slower."""

from .compare import describe_edits

NOISE_FACTOR, NOISE_SECONDS = 1.5, 0.5


def changes(old, outcomes):
  """(regressions, other changes) against the document of an earlier run, as sentences."""
  before = {entry["kernel"]: entry for entry in old.get("kernels", [])}
  regressions, others = [], []
  for outcome in outcomes:
    entry = before.pop(outcome.path, None)
    if entry is None:
      others.append(f"{outcome.path}: new")
      continue
    bad, was_bad = outcome.status in ("fail", "error"), entry["status"] in ("fail", "error")
    if bad and not was_bad:
      regressions.append(f"{outcome.path}: fails now: {'; '.join(outcome.problems)}")
    elif was_bad and not bad:
      others.append(f"{outcome.path}: no longer fails")
    old_result = entry["result"]
    for name, was, now in (("verdict", _verdict(old_result), _verdict(outcome.result)),
                           ("repair", _repair(old_result), _repair(outcome.result))):
      if was != now:
        target = others if was_bad or was.startswith("undecided") else regressions
        target.append(f"{outcome.path}: {name} was {was}, is {now}")
    was, now = old_result["seconds"].get("total", 0), outcome.seconds
    if now > was * NOISE_FACTOR + NOISE_SECONDS:
      others.append(f"{outcome.path}: slower, {was:.2f} s -> {now:.2f} s")
    elif was > now * NOISE_FACTOR + NOISE_SECONDS:
      others.append(f"{outcome.path}: faster, {was:.2f} s -> {now:.2f} s")
  others += [f"{path}: gone" for path in sorted(before)]
  return regressions, others


def _verdict(result):
  kinds = sorted({f.get("kind", "?") for f in result.get("findings") or []})
  return " ".join([result.get("verdict") or "none", *kinds])


def _repair(result):
  repair = result.get("repair")
  if not repair:
    return "none"
  edits = [tuple(e.get(k) for k in ("action", "scope", "where", "line"))
           for e in repair.get("edits") or []]
  return f"{repair.get('status')} ({describe_edits(edits)}, {repair.get('cost_after')})"
