"""The run as one self-contained HTML page: totals, a sortable table, and for each kernel its source
with findings and repair marked."""

import html
import os

from .compare import lines_of
from .reports import totals

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --soft: #66727f; --line: #dde3e9; --bg: #fff;
  --panel: #f6f8fa; --good: #1a7f4b; --bad: #c0322b; --warn: #9a6700; --add: #e3f6ea;
  --hit: #fdeceb; --gone: #fbe3c6; }
@media (prefers-color-scheme: dark) { :root { --ink: #dbe2ea; --soft: #8b98a5; --line: #323c47;
  --bg: #14191f; --panel: #1c232b; --good: #56c98a; --bad: #ff8078; --warn: #e0b04c;
  --add: #16382a; --hit: #431f20; --gone: #443317; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 78rem; padding: 1.5rem; font: 15px/1.45 system-ui, sans-serif;
  color: var(--ink); background: var(--bg); }
h1 { font-size: 1.4rem; margin: 0 0 .2rem; } h2 { font-size: 1rem; margin: 0; }
.soft { color: var(--soft); }
.totals { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0; }
.totals button { font: inherit; color: inherit; text-align: left; min-width: 8rem; cursor: pointer;
  padding: .5rem .8rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--panel); }
.totals button[aria-pressed=true] { outline: 2px solid var(--ink); }
.totals b { display: block; font-size: 1.5rem; line-height: 1.1; }
input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line);
  border-radius: .4rem; padding: .3rem .6rem; width: 22rem; max-width: 100%; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .8rem 0 2rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
th button { all: unset; cursor: pointer; font-weight: 600; } th button:focus-visible {
  outline: 2px solid var(--ink); }
th[aria-sort=ascending] button::after { content: " \\25b2"; }
th[aria-sort=descending] button::after { content: " \\25bc"; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
a { color: inherit; }
.pass { color: var(--good); } .fail, .error { color: var(--bad); }
.unchecked, .open { color: var(--warn); }
article { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; overflow: hidden; }
article > header { padding: .6rem .9rem; background: var(--panel); }
article ul { margin: .3rem 0 0; padding-left: 1.2rem; }
.source { overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; padding: .4rem 0; }
.source div { white-space: pre; padding: 0 .9rem; min-width: max-content; }
.source i { display: inline-block; width: 3.2em; color: var(--soft); font-style: normal;
  user-select: none; }
.source .hit { background: var(--hit); } .source .gone { background: var(--gone); }
.source .gone code { text-decoration: line-through; }
.source .note { font-family: system-ui, sans-serif; background: var(--hit); }
.source .edit { font-family: system-ui, sans-serif; background: var(--add); }
details { padding: .3rem .9rem .6rem; } details pre { overflow-x: auto; }
[hidden] { display: none; }
"""

SCRIPT = """
const rows = [...document.querySelectorAll('tbody tr')], body = document.querySelector('tbody');
let wanted = '', text = '';
function show() {
  for (const row of rows) {
    row.hidden = (wanted && row.dataset.status !== wanted) ||
        !row.textContent.toLowerCase().includes(text);
    document.getElementById(row.dataset.id).hidden = row.hidden;
  }
}
for (const button of document.querySelectorAll('.totals button')) button.onclick = () => {
  wanted = button.getAttribute('aria-pressed') === 'true' ? '' : button.dataset.status;
  for (const b of document.querySelectorAll('.totals button'))
    b.setAttribute('aria-pressed', b.dataset.status === wanted && wanted !== '');
  show();
};
document.querySelector('input').oninput = e => { text = e.target.value.toLowerCase(); show(); };
for (const head of document.querySelectorAll('th')) head.firstChild.onclick = () => {
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of document.querySelectorAll('th')) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const key = row => row.cells[head.cellIndex].dataset.key || row.cells[head.cellIndex].textContent;
  const number = head.classList.contains('n');
  rows.sort((a, b) => (number ? key(a) - key(b) : key(a).localeCompare(key(b))) * (down ? -1 : 1));
  body.append(...rows);
};
"""

NAMES = {"pass": "passed", "fail": "failed", "error": "crashed or timed out",
         "unchecked": "without expectation", "open": "open", "solved": "solved"}


def as_html(outcomes, title, differences=()):
  """The page; `differences` are sentences about an earlier run."""
  count = totals(outcomes)
  cards = "".join(
      f'<button type="button" data-status="{status}" aria-pressed="false">'
      f'<b class="{status}">{count[status]}</b>{name}</button>'
      for status, name in NAMES.items() if count[status] or status in ("pass", "fail"))
  rows = "".join(_row(index, outcome) for index, outcome in enumerate(outcomes))
  heads = "".join(f'<th{" class=n" if name == "seconds" else ""}><button type="button">{name}'
                  "</button></th>"
                  for name in ("kernel", "status", "verdict", "findings", "repair", "seconds"))
  changed = "".join(f"<li>{html.escape(line)}</li>" for line in differences)
  changed = f"<h2>Against the earlier run</h2><ul>{changed}</ul>" if changed else ""
  articles = "".join(_article(index, outcome) for index, outcome in enumerate(outcomes))
  return (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}'
          '</title><meta name="viewport" content="width=device-width, initial-scale=1">'
          f"<style>{STYLE}</style></head><body><h1>{html.escape(title)}</h1>"
          f'<div class="soft">{len(outcomes)} kernels</div><div class="totals">{cards}</div>'
          f"{changed}"
          '<label>Filter <input type="search" placeholder="kernel, verdict, finding"></label>'
          f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
          f"</div>{articles}<script>{SCRIPT}</script></body></html>\n")


def _row(index, outcome):
  cells = [f'<a href="#k{index}">{html.escape(outcome.path)}</a>',
           f'<span class="{outcome.status}">{outcome.status}</span>', html.escape(outcome.verdict),
           html.escape(outcome.findings), html.escape(outcome.repair)]
  return (f'<tr data-id="k{index}" data-status="{outcome.status}">'
          + "".join(f"<td>{cell}</td>" for cell in cells)
          + f'<td class="n">{outcome.seconds:.2f}</td></tr>')


def _article(index, outcome):
  problems = "".join(f'<li class="fail">{html.escape(p)}</li>' for p in outcome.problems)
  patch = (outcome.result.get("patch") or {}).get("diff")
  patch = (f"<details><summary>patch</summary><pre>{html.escape(patch)}</pre></details>"
           if patch else "")
  summary = " · ".join(part for part in (outcome.verdict, outcome.repair, outcome.edits)
                       if part not in ("-", "no edit"))
  return (f'<article id="k{index}"><header><h2>{html.escape(outcome.path)} '
          f'<span class="{outcome.status}">{outcome.status}</span></h2>'
          f'<div class="soft">{html.escape(summary)}</div>'
          f'{"<ul>" + problems + "</ul>" if problems else ""}</header>'
          f'<div class="source">{_source(outcome)}</div>{patch}</article>')


def _source(outcome):
  """The source with its marks. IR is shown by the source beside it, which positions speak of."""
  path = outcome.path
  if not path.endswith((".cu", ".cl")):
    stem = os.path.splitext(path)[0]
    path = next((stem + e for e in (".cu", ".cl") if os.path.isfile(stem + e)), None)
  try:
    with open(path or "", encoding="utf-8", errors="replace") as file:
      lines = file.read().splitlines()
  except OSError:
    return '<div class="soft">the source is not there</div>'
  notes, edits = _notes(outcome, path), _edits(outcome, path)
  hit = {line for finding in outcome.result.get("findings") or [] for line in lines_of(finding)}
  gone = {line for line, action, _ in edits if action == "remove"}
  parts = []
  for number, text in enumerate(lines, 1):
    above = [t for line, action, t in edits if line == number and action == "add"]
    parts += [f'<div class="edit"><i></i>{html.escape(t)}</div>' for t in above]
    mark = "gone" if number in gone else "hit" if number in hit else ""
    parts.append(f'<div class="{mark}"><i>{number}</i><code>{html.escape(text)}</code></div>')
    parts += [f'<div class="note"><i></i>{html.escape(n)}</div>' for line, n in notes
              if line == number]
  return "".join(parts)


def _same_file(place, path):
  return os.path.basename(place.get("file") or path) == os.path.basename(path)


def _notes(outcome, path):
  """(line, sentence) for each finding, at the last of its accesses."""
  notes = []
  for finding in outcome.result.get("findings") or []:
    places = [a for a in finding.get("accesses") or [] if a.get("line") and _same_file(a, path)]
    if places:
      line = max(a["line"] for a in places)
      notes.append((line, "▲ " + (finding.get("message") or finding.get("kind", "finding"))))
  return notes


def _edits(outcome, path):
  edits = []
  for edit in (outcome.result.get("repair") or {}).get("edits") or []:
    if edit.get("line") and _same_file(edit, path):
      text = edit.get("text") or (f"{edit.get('action')} a {edit.get('scope')} barrier "
                                  f"({edit.get('where')})")
      edits.append((edit["line"], edit.get("action"), "+ " + text))
  return edits
