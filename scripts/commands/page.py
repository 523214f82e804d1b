"""One HTML page for a project: totals, a table of all kernels that leads to each, the kernels' own
pages, and the patch.

The program writes a page for each kernel (report/html_report.cpp); their bodies are taken over with
anchors of their own, under the style sheet of the first.
"""

import html
import re

from . import summary
from .exit_codes import REJECTED

_VERDICTS = {"repaired": "verified", "improved": "verified", "accepted": "verified",
             summary.IN_PART: "refuted", "refused": "rejected", "internal error": "rejected"}
_WORST_FIRST = ("rejected", "refuted", "undecided", "conditional", "verified")
_OWN_STYLE = """.verdict { white-space: nowrap; } nav table { margin: 1rem 0 2rem; }
@media (max-width: 44rem) { nav tr:first-child { display: none; } nav td { display: block; padding: 0; }
  nav tr { display: block; padding: .4rem 0; border-top: 1px solid #8886; } }
"""
_STYLE = re.compile(rb"<style>(.*?)</style>", re.DOTALL)
_BODY = re.compile(rb"<body[^>]*>(.*)</body>", re.DOTALL)
_OWN_HEAD = re.compile(r"<h1>.*?</h1>\s*<nav>.*?</nav>\s*", re.DOTALL)


def page(title, runs, parts, diff=b"", withheld=()):
  """The page (bytes); `withheld`: why files have no patch."""
  units = [(run, unit) for run in runs for unit in run.units]
  texts = [_head(title, units), f"<h1>{html.escape(title)}</h1>\n", _totals(runs, units),
           "<p><a href=\"#patch\">The patch</a></p>\n" if diff else "", _table(runs, units, parts)]
  for number, (run, unit) in enumerate(units):
    texts.append(_section(number, run, unit))
  texts += [f"<p>{html.escape(line)}</p>\n" for line in withheld]
  if diff:
    texts.append("<h2 id=\"patch\">Patch, verified</h2>\n" + _diff(diff.decode("utf-8", "replace")))
  return ("".join(texts) + "</body>\n</html>\n").encode()


def _head(title, units):
  pages = (unit.reports["html"] for _, unit in units if "html" in unit.reports)
  style = next((_STYLE.search(text).group(1).decode() for text in pages), "")
  return ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n"
          f"<title>Barricade: {html.escape(title)}</title>\n<style>{style}{_OWN_STYLE}</style>\n</head>\n<body>\n")


def _totals(runs, units):
  counts = {}
  for _, unit in units:
    name = summary.verdict(unit).partition(":")[0]
    counts[name] = counts.get(name, 0) + 1
  for run in runs:
    if run.error:
      counts["refused"] = counts.get("refused", 0) + 1
  badges = " ".join(_badge(name, f"{count} {name}") for name, count in sorted(
      counts.items(), key=lambda item: _WORST_FIRST.index(_VERDICTS.get(item[0], item[0]))))
  files = f"{len(runs)} file{'' if len(runs) == 1 else 's'}"
  return f"<p>{files}: {badges}</p>\n"


def _badge(verdict, text=None):
  style = _VERDICTS.get(verdict, verdict)
  return f"<span class=\"verdict {html.escape(style)}\">{html.escape(text or verdict)}</span>"


def _table(runs, units, parts):
  rows, number = [], 0
  for run in runs:
    path = html.escape(run.source)
    if run.error:
      rows.append(f"<tr><td>{path}</td><td colspan=\"2\">{html.escape(run.cause or run.error)}</td>"
                  f"<td>{_badge(summary.failure(run))}</td></tr>\n")
    for unit in run.units:
      name, _, more = summary.verdict(unit).partition(":")
      rows.append(f"<tr><td>{path}</td><td><a href=\"#k{number}\">{html.escape(unit.kernel)}</a></td>"
                  f"<td>{html.escape(summary.launch(unit))}</td>"
                  f"<td>{_badge(name)}{html.escape(more)}</td></tr>\n")
      number += 1
  rows += [f"<tr><td>{html.escape(path)}</td><td colspan=\"3\">part of {html.escape(whole)}</td></tr>\n"
           for path, whole in sorted(parts.items())]
  return ("<nav><table>\n<tr><th>file</th><th>kernel</th><th>launch</th><th>verdict</th></tr>\n"
          + "".join(rows) + "</table></nav>\n")


def _section(number, run, unit):
  """A kernel's own page without its head, under its file and launch."""
  where = f"<p class=\"muted\"><code>{html.escape(run.source)}</code>, " \
          f"{html.escape(summary.launch(unit))}</p>\n"
  begin = f"<section id=\"k{number}\">\n"
  if unit.error or "html" not in unit.reports:
    told = unit.error or "the program has left no report"
    return (f"{begin}<h2>Kernel <code>{html.escape(unit.kernel)}</code> "
            f"{_badge('refused' if unit.code == REJECTED else 'undecided')}</h2>\n{where}"
            f"<p>{html.escape(told)}</p>\n</section>\n")
  body = _OWN_HEAD.sub("", _BODY.search(unit.reports["html"]).group(1).decode("utf-8", "replace"), 1)
  body = re.sub(r'id="(?!arrow")([^"]+)"', rf'id="k{number}-\1"', body)
  body = body.replace("</h2>\n", "</h2>\n" + where, 1)
  accepted = [f"<p>accepted: {html.escape(one['message'])}"
              + (f" ({html.escape(one['reason'])})" if one.get("reason") else "") + "</p>\n"
              for one in [*unit.allowed, *unit.known]]
  return begin + body.strip() + "\n" + "".join(accepted) + _advice(unit) + "</section>\n"


def _advice(unit):
  if not unit.advice or not unit.advice["advice"]:
    return ""
  lines = [f"<li>{html.escape(one['message'])} (line {one['line']}): {one['affected']} of "
           f"{one['executions']} executions by a warp</li>\n" for one in unit.advice["advice"]]
  return "<h3>What costs it time</h3>\n<ul>\n" + "".join(lines) + "</ul>\n"


def _diff(text):
  lines = []
  for line in text.splitlines():
    kind = "file" if line.startswith(("+++ ", "--- ", "diff ")) else \
        "hunk" if line.startswith("@@") else "added" if line.startswith("+") else \
        "removed" if line.startswith("-") else "same"
    lines.append(f"<span class=\"{kind}\">{html.escape(line)}</span>")
  return "<pre class=\"diff\" tabindex=\"0\">" + "".join(lines) + "</pre>\n"
