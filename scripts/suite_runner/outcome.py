"""The result of one kernel judged: passed, failed, or without an expectation."""

from .compare import describe_edits, describe_findings, differences


class Outcome:
  """`status` is pass, fail, error (crash, time-out) or unchecked; `problems` are sentences."""

  def __init__(self, kernel, result):
    self.kernel, self.result = kernel, result
    self.problems = differences(kernel.expected, result)
    if result.get("failure"):
      self.status = "error"
    elif self.problems:
      self.status = "fail"
    else:
      self.status = "unchecked" if kernel.expected.is_empty else "pass"

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
