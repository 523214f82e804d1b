"""The table on the terminal, and the run as JSON and JUnit XML."""

import json
import xml.etree.ElementTree as ET

STATUSES = ("pass", "fail", "error", "unchecked", "open", "solved")


def totals(outcomes):
  return {status: sum(1 for o in outcomes if o.status == status) for status in STATUSES}


def table(outcomes, seconds=None, everything=False):
  """Failures with their reasons and open kernels that are solved (or all), and a closing line of
  totals."""
  rows = [o for o in outcomes if everything or o.status in ("fail", "error", "solved")]
  width = max((len(o.path) for o in rows), default=0)
  lines = []
  for outcome in rows:
    found = (outcome.verdict, outcome.findings, outcome.repair)
    told = " ".join(p for p in found if p not in ("", "-"))
    text = "; ".join(outcome.problems or [told, *outcome.notes])
    lines.append(f"{outcome.path:<{width}}  {outcome.status:<9}  {text}".replace("\n", " "))
  if lines:
    lines.append("")
  count = totals(outcomes)
  summary = ", ".join(f"{count[s]} {name}" for s, name in (
      ("pass", "passed"), ("fail", "failed"), ("error", "crashed or timed out"),
      ("unchecked", "without expectation"), ("open", "open"), ("solved", "solved")) if count[s] or s in ("pass", "fail"))
  total = f"{len(outcomes)} kernels: {summary}"
  lines.append(total + (f", {seconds:.1f} s" if seconds is not None else ""))
  verdicts = {}
  for outcome in outcomes:
    verdicts[outcome.verdict] = verdicts.get(outcome.verdict, 0) + 1
  lines.append("verdicts: " + ", ".join(f"{n} {v}" for v, n in sorted(verdicts.items())))
  return "\n".join(lines) + "\n"


def as_json(outcomes, settings):
  document = {"schema": 1, "settings": settings, "totals": totals(outcomes),
              "kernels": [o.as_json() for o in outcomes]}
  return json.dumps(document, indent=1) + "\n"


def as_junit(outcomes):
  count = totals(outcomes)
  suite = ET.Element("testsuite", name="barricade", tests=str(len(outcomes)),
                     failures=str(count["fail"]), errors=str(count["error"]),
                     skipped=str(count["unchecked"] + count["open"]),
                     time=f"{sum(o.seconds for o in outcomes):.3f}")
  for outcome in outcomes:
    folder, _, name = outcome.path.rpartition("/")
    case = ET.SubElement(suite, "testcase", classname=folder.replace("/", ".") or ".", name=name,
                         time=f"{outcome.seconds:.3f}")
    text = _printable("\n".join(outcome.problems))
    if outcome.status == "fail":
      ET.SubElement(case, "failure", message=text.split("\n")[0]).text = text
    elif outcome.status == "error":
      ET.SubElement(case, "error", message=text.split("\n")[0]).text = text
    elif outcome.status == "unchecked":
      ET.SubElement(case, "skipped", message="the kernel's head states no expectation")
    elif outcome.status == "open":
      ET.SubElement(case, "skipped", message=_printable(f"open: {outcome.kernel.expected.open}"))
  ET.indent(suite)
  return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(suite, encoding="unicode") + "\n"


def _printable(text):
  """XML has no place for most control characters."""
  return "".join(c if c in "\n\t" or ord(c) >= 32 else "?" for c in text)
