"""From a JSON document of a command to what an editor shows: diagnostics, hovers, edits."""

import os
import re
import urllib.parse

from commands.summary import condition_parts

ERROR, WARNING, INFORMATION = 1, 2, 3


def uri_of(path):
  return "file://" + urllib.parse.quote(os.path.abspath(path))


def path_of(uri):
  return urllib.parse.unquote(urllib.parse.urlparse(uri).path)


def kernels(document):
  """The parts of a document that hold findings."""
  parts = document.get("kernels") or [document]
  return [part for file in document.get("files", ()) for part in kernels(file)] or parts


def findings(document):
  """(part, finding, clause) of all findings, and of those that a clause of the condition excludes;
  `clause` is None for those that happen anyway."""
  return [(part, one, clause) for part in kernels(document)
          for clause, several in _by_clause(part) for one in several]


def _by_clause(part):
  excluded = part.get("condition_clauses", ()) if part.get("verdict") == "conditional" else ()
  return [(None, part.get("findings", ())),
          *((clause["text"], clause["excluded"]) for clause in excluded)]


class Text:
  """The lines of a buffer, for columns: ours count bytes, an editor's UTF-16 units."""

  def __init__(self, text):
    self.lines = text.split("\n")

  def range(self, place):
    """From the place to the end of the name or operator there."""
    number = max(place["line"], 1) - 1
    line = self.lines[number] if number < len(self.lines) else ""
    column = max(place["column"], 1) - 1
    start = len(line.encode()[:column].decode("utf-8", "ignore"))
    length = len(re.match(r"\w*", line[start:]).group(0)) or 1
    return {"start": {"line": number, "character": _units(line[:start])},
            "end": {"line": number, "character": _units(line[:start + length])}}


def _units(text):
  return len(text.encode("utf-16-le")) // 2


def diagnostics(document, path, text):
  """The diagnostics of a file."""
  lines, result = Text(text), []
  for part, finding, clause in findings(document):
    places = finding["accesses"] or [{"file": path, "line": 1, "column": 1}]
    here = next((p for p in places if _is(p, path)), None)
    result.append({
        "range": lines.range(here) if here else _top(),
        "severity": INFORMATION if clause else ERROR if finding["confirmed"] else WARNING,
        "code": finding["kind"], "source": "barricade",
        "message": _message(part, finding, clause, here),
        "relatedInformation": [
            {"location": {"uri": uri_of(_full(place)), "range": lines.range(place)},
             "message": _access(place)} for place in places]})
  for part in kernels(document):
    for reason in part.get("undecided", ()):
      result.append({"range": _top(), "severity": INFORMATION, "source": "barricade",
                     "code": "undecided", "message": f"undecided: {reason}"})
  for error in document.get("errors", ()):
    place, message = _error(error)
    result.append({"range": lines.range(place), "severity": ERROR, "source": "barricade",
                   "code": "rejected", "message": message})
  return result


def _message(part, finding, clause, here):
  text = f"needs {clause}: else " if clause else ""
  text += finding["message"]
  if here is not None:
    text += ": " + _access(here)
  if part.get("kernel"):
    text += f" (kernel '{part['kernel']}')"
  return text if finding["confirmed"] else f"possible {text}; {finding['unconfirmed_reason']}"


def _access(place):
  text = place.get("kind") or "here"
  if place.get("thread"):
    text += f" by thread ({','.join(map(str, place['thread']))})" \
            f" of block ({','.join(map(str, place['block']))})"
  return text


def _error(error):
  """(place, message); a message of the lowering holds its place in its text."""
  found = re.match(r"[^\n]*?:(\d+):(?:(\d+):)? (?:error: )?(.*)", error["message"], re.DOTALL)
  if error.get("line"):
    return {"line": error["line"], "column": error.get("column") or 1}, error["message"]
  if found:
    return {"line": int(found.group(1)), "column": int(found.group(2) or 1)}, found.group(3)
  return {"line": 1, "column": 1}, error["message"]


def _full(place):
  return os.path.join(place.get("directory") or "", place["file"])


def _is(place, path):
  return os.path.realpath(_full(place)) == os.path.realpath(path)


def _top():
  return {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}


def hover(document, path, line):
  """What is known of a line (from 0), as Markdown, or None."""
  texts = []
  for part, finding, _ in findings(document):
    if any(_is(p, path) and p["line"] == line + 1 for p in finding["accesses"]):
      values = ", ".join(f"{n} = {v}" for n, v in finding.get("values", {}).items()
                         if n not in finding.get("irrelevant", ()))
      texts.append("\n\n".join(filter(None, (
          f"**{finding['message']}**", *("- " + _access(p) for p in finding["accesses"]),
          f"with {values}" if values else "", _condition(part)))))
  return "\n\n---\n\n".join(texts) or None


def _condition(part):
  """The condition under which a kernel is right, where the document has it."""
  if not part.get("condition"):
    return ""
  parts = " and ".join(f"`{text}`" for text in condition_parts(part)) or "nothing overflows"
  return f"right {'exactly ' if part['condition_exact'] else ''}when {parts}"


def edits(diff, path):
  """The TextEdits of a patch of one file, or None when it changes another one as well."""
  result, line = [], None
  for text in diff.splitlines(keepends=True):
    if text.startswith("+++ "):
      if not text[4:].rstrip("\r\n").endswith(os.path.basename(path)) or result:
        return None
    elif text.startswith("@@"):
      line = int(re.match(r"@@ -(\d+)", text).group(1)) - 1
    elif line is not None and text.startswith("-"):
      result.append(_edit(line, line + 1, ""))
      line += 1
    elif line is not None and text.startswith("+"):
      if result and result[-1]["range"]["end"]["line"] == line:
        result[-1]["newText"] += text[1:]
      else:
        result.append(_edit(line, line, text[1:]))
    elif line is not None and text.startswith(" "):
      line += 1
  return result or None


def _edit(first, end, text):
  return {"range": {"start": {"line": first, "character": 0},
                    "end": {"line": end, "character": 0}}, "newText": text}
