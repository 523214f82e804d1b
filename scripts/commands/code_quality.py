"""The findings as a code quality report, which GitLab shows in merge requests: a JSON array of
issues in the form of Code Climate's."""

import json
import os

_SEVERITY = {True: "critical", False: "major"}  # confirmed, possible


def code_quality(runs):
  """The report of some FileRuns; paths are relative to the current folder, as GitLab wants them."""
  issues = []
  for run in runs:
    for unit in run.units:
      for finding in (unit.document or {}).get("findings", ()):
        issues.append(_issue(run, unit, finding))
  return (json.dumps(issues, indent=1) + "\n").encode()


def _issue(run, unit, finding):
  places = finding["accesses"] or [{"file": run.source, "line": 1, "kind": ""}]
  others = "".join(f"; {p['kind']} at {_path(p)}:{p['line']}" for p in places[1:])
  return {"type": "issue", "check_name": f"barricade/{finding['kind']}",
          "description": f"{finding['message']} in kernel '{unit.kernel}'{others}",
          "categories": ["Bug Risk"], "severity": _SEVERITY[finding["confirmed"]],
          "fingerprint": f"{finding['fingerprint']}-{unit.kernel}-{unit.block}-{unit.grid}",
          "location": {"path": _path(places[0]), "lines": {"begin": max(places[0]["line"], 1)}}}


def _path(place):
  return os.path.relpath(os.path.join(place.get("directory") or "", place["file"]))
