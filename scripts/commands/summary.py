"""One report of many files: the table, the JSON document, the SARIF log."""

import collections
import json
import re

from .exit_codes import CONDITIONAL, FINDINGS, FINE

_VERDICTS = {0: "verified", 6: "conditional", 1: "refuted", 3: "refused", 4: "undecided", 5: "internal error"}
REPAIRED = ("repaired", "improved")
IN_PART = "repaired in part"
_ORDER = ("rejected", "refuted", "undecided", "conditional", "verified")


def launch(unit):
  """The sizes of a unit, as a launch is written."""
  if unit.block is None:
    return "no launch"
  text = f"<<<{_sizes(unit.grid)}, {_sizes(unit.block)}>>>"
  if unit.arguments:
    text += f"({', '.join(f'{name} = {value}' for name, value in unit.arguments.items())})"
  return text if unit.origin != "none" else text + " (no launch is seen)"


def _sizes(sizes):
  words = ["*" if size is None else str(size) for size in sizes or ["*"]]
  return words[0] if len(words) == 1 else f"({', '.join(words)})"


def table(runs, parts):
  """A line for each kernel and launch, and what they come to."""
  rows = []
  for run in runs:
    if run.error:
      rows.append((run.source, "", "", failure(run)))
    rows += [(run.source, unit.kernel, launch(unit), verdict(unit)) for unit in run.units]
  widths = [max([len(row[column]) for row in rows], default=0) for column in range(3)]
  lines = ["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[3]]).rstrip()
           for row in rows]
  lines += [f"{path}  part of {whole}" for path, whole in sorted(parts.items())]
  counts = collections.Counter(row[3].partition(":")[0] for row in rows)
  told = ", ".join(f"{counts[v]} {v}" for v in (*_VERDICTS.values(), *REPAIRED, IN_PART, "accepted") if counts[v])
  kernels = len({(run.source, unit.kernel) for run in runs for unit in run.units})
  lines.append(f"\n{_many(len(runs), 'file')}, {_many(kernels, 'kernel')}: {told}")
  untouched = sum(run.untouched for run in runs)
  if untouched:
    lines.append(f"  {_many(untouched, 'kernel')} as they were, not verified again")
  causes = collections.Counter(_cause(error) for run in runs
                               for error in [run.error, *(unit.error for unit in run.units)]
                               if error)
  lines += [f"  {count} refused: {cause}" for cause, count in sorted(causes.items())]
  return "\n".join(lines)


def _many(count, noun):
  return f"{count} {noun}{'' if count == 1 else 's'}"


def failure(run):
  """A word for a file that could not be lowered."""
  return _VERDICTS[run.failure()]


def verdict(unit):
  """A word for what came of a unit, of a condition with what it is."""
  if is_repaired(unit):
    repair = unit.document["repair"]
    left = repair.get("findings_left")
    return f"{IN_PART}: {_many(left, 'finding')} left" if left else repair["status"]
  if unit.code == FINE and (unit.allowed or unit.known):
    return "accepted"
  if unit.code == CONDITIONAL and (unit.document or {}).get("condition"):
    parts = condition_parts(unit.document)
    if not parts or unit.document["condition_assumes_no_overflow"]:
      parts.append("no overflow")
    return "conditional: " + " && ".join(parts)
  return _VERDICTS.get(unit.code, "internal error") + _compared(unit.document or {})


def condition_parts(document):
  """What a condition says of sizes and parameters, and of contents; not of overflow."""
  parts = [f"0 <= {array}[i] <= {array}[i + 1]" for array in document["condition_ordered"]]
  parts += [f"no two elements of {array} are equal" for array in document["condition_distinct"]]
  parts += document["condition_contents"]
  if document["condition"] != "1":
    parts.insert(0, document["condition"])
  return parts


def _compared(document):
  """What is known of the function that the kernel is compared with, unless that is a finding."""
  found = [kernel["equivalence"] for kernel in document.get("kernels", [document])
           if kernel.get("equivalence")]
  return ": " + found[0]["text"] if found and found[0]["verdict"] != "refuted" else ""


def is_repaired(unit):
  """Whether a unit is right after its edits, but for findings that no repair takes away."""
  repair = (unit.document or {}).get("repair") or {}
  return repair.get("status") in REPAIRED and not unit.withheld and \
      unit.code == (FINDINGS if repair.get("findings_left") else FINE)


def _cause(error):
  match = re.search(r"error: (.*)", error)
  return match.group(1) if match else error.split("\n")[0]


def document(runs):
  """The JSON document: `files`, each as the document of a single file."""
  files = [file_document(run) for run in runs]
  verdicts = {file["verdict"] for file in files}
  return {"schema": 1, "verdict": next((v for v in _ORDER if v in verdicts), "verified"),
          "files": files}


def file_document(run):
  """The JSON document of one file."""
  kernels, errors = [], []
  if run.error:
    errors.append({"kind": "input", "message": run.error})
  for unit in run.units:
    if unit.error:
      errors.append({"kind": "input", "message": unit.error, "kernel": unit.kernel})
      kernel = {"kernel": unit.kernel, "verdict": "rejected", "findings": []}
    else:
      kernel = {key: value for key, value in (unit.document or {"verdict": "undecided"}).items()
                if key not in ("schema", "input")}
      kernel["kernel"] = unit.kernel
    if unit.block is not None:
      kernel["launch"] = {"block": unit.block, "grid": unit.grid, "origin": unit.origin}
      if unit.arguments:
        kernel["launch"]["arguments"] = unit.arguments
    if unit.allowed:
      kernel["allowed"] = unit.allowed
    if unit.known:
      kernel["known"] = unit.known
    kernel["notes"] = [*kernel.get("notes", ()), *unit.remarks]
    kernels.append(kernel)
  verdicts = {kernel["verdict"] for kernel in kernels} | ({"rejected"} if run.error else set())
  content = {"schema": 1, "input": run.source, "kernel": None,
             "verdict": next((v for v in _ORDER if v in verdicts), "verified"),
             "findings": [], "kernels": kernels, "notes": run.remarks, "errors": errors,
             "unused_allowances": run.unused}
  return content if run.patch is None else {**content, "patch": run.patch}


def merged_logs(parts):
  """The SARIF logs of all kernels as one."""
  logs = [json.loads(part) for part in parts]
  if not logs:
    return b'{"version": "2.1.0", "runs": []}\n'
  first = logs[0]["runs"][0]
  for log in logs[1:]:
    first.setdefault("results", []).extend(log["runs"][0].get("results", []))
    first.setdefault("invocations", []).extend(log["runs"][0].get("invocations", []))
  return (json.dumps(logs[0], indent=2) + "\n").encode()
