"""The result of one kernel judged: passed, failed, open, or without an expectation."""

from .compare import describe_edits, describe_findings, differences


class Outcome:
  """`status` is pass, fail, error (crash, time-out) or unchecked; of an open kernel open or, when
  it does what is true of it, solved. `problems` are sentences."""

  def __init__(self, kernel, result):
    self.kernel, self.result = kernel, result
    self.problems = differences(kernel.expected, result)
    if kernel.expected.open and not self._hides_error:
      self.status = "open" if self.problems else "solved"
    elif result.get("failure"):
      self.status = "error"
    elif self.problems:
      self.status = "fail"
    else:
      self.status = "unchecked" if kernel.expected.is_empty else "pass"

  @property
  def _hides_error(self):
    """A wrong "verified" is a failure, whatever else is open."""
    return self.result.get("verdict") == "verified" and self.kernel.expected.verdict == "refuted"

  @property
  def path(self):
    return self.kernel.path

  @property
  def seconds(self):
    return self.result.get("seconds", {}).get("total", 0)

  @property
  def verdict(self):
    return self.result.get("verdict") or "-"

  @property
  def findings(self):
    return describe_findings(self.result.get("findings") or [])

  @property
  def repair(self):
    repair = self.result.get("repair")
    if not repair:
      return "-"
    text = repair.get("status", "?")
    if repair.get("status") in ("repaired", "improved"):
      text += ": {:g} -> {:g}".format(repair.get("cost_before", 0), repair.get("cost_after", 0))
    return text

  @property
  def notes(self):
    return (self.result.get("laws") or {}).get("notes", [])

  @property
  def edits(self):
    edits = (self.result.get("repair") or {}).get("edits") or []
    keys = ("action", "scope", "where", "line")
    return describe_edits([tuple(e.get(k) for k in keys) for e in edits])

  def as_json(self):
    return {"kernel": self.path, "status": self.status, "problems": self.problems,
            "result": self.result}
