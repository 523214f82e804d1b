"""What differs between an expectation and the result of a run, as sentences."""


def differences(expected, result):
  """The mismatches; none means that the case passes."""
  if result.get("failure"):
    return [result["failure"]]
  return (_verdict(expected, result) + _condition(expected, result)
          + _equivalence(expected, result) + _repair(expected, result)
          + _patch(expected, result) + _advice(expected, result) + _consistency(result)
          + (result.get("laws") or {}).get("problems", []))


def lines_of(finding):
  return {a.get("line") for a in finding.get("accesses", []) if a.get("line")}


def describe_findings(findings):
  texts = []
  for finding in findings:
    lines = ", ".join(str(n) for n in sorted(lines_of(finding)))
    text = finding.get("kind", "?") + (f" at line {lines}" if lines else "")
    if text not in texts:
      texts.append(text)
  return "; ".join(texts)


def _verdict(expected, result):
  if expected.verdict is None:
    return []
  verdict = result.get("verdict")
  found = result.get("findings", [])
  shown = str(verdict) + (f" ({describe_findings(found)})" if verdict == "refuted" else "")
  if verdict == "rejected" and result.get("message"):
    shown += f": {result['message']}"
  if verdict != expected.verdict:
    wanted = " and ".join(sorted({kind for kind, _, _ in expected.findings})) or expected.verdict
    return [f"expected {wanted}, is {shown}"]
  wanted_kinds = {kind for kind, _, _ in expected.findings}
  kinds = {f.get("kind") for f in found}
  out = []
  if wanted_kinds and kinds != wanted_kinds:
    out.append(f"expected {' and '.join(sorted(wanted_kinds))}, is {describe_findings(found)}")
  for kind, lines, confirmed in expected.findings:
    same_kind = [f for f in found if f.get("kind") == kind]
    there = [f for f in same_kind if lines <= lines_of(f)]
    at = f"{kind} at line {', '.join(str(n) for n in sorted(lines))}" if lines else kind
    if same_kind and not there:
      out.append(f"expected {at}, is {describe_findings(same_kind)}")
    elif confirmed is not None and any(f.get("confirmed") is not confirmed for f in there):
      out.append(f"expected {at} to be {'confirmed' if confirmed else 'possible'}, it is not")
  return out


def _equivalence(expected, result):
  """Whether runs were compared."""
  given = result.get("equivalence")
  if expected.equivalence is None:
    return []
  if given is None:
    return ["the kernel is compared with no function"]
  standing = given["verdict"]
  if standing == "undecided":
    standing = "bounded" if given["runs"] else "none"
  if standing == expected.equivalence:
    return []
  return [f"expected the equivalence to be {expected.equivalence}, is {standing}: {given['text']}"]


def _condition(expected, result):
  """The condition is the expected one, and no weaker or stronger than it has to be."""
  if expected.condition is None or result.get("verdict") != "conditional":
    return []
  out = []
  if result.get("condition") != expected.condition:
    out.append(f"expected the condition '{expected.condition}', is '{result.get('condition')}'")
  if bool(result.get("condition_exact")) != expected.is_exact:
    out.append("the condition is " + ("not shown to be exact" if expected.is_exact else "exact"))
  return out


def _edit_of(edit):
  return edit.get("action"), edit.get("scope"), edit.get("where"), edit.get("line")


def describe_edits(edits):
  texts = []
  for action, scope, where, line in edits:
    texts.append(f"{action} {scope}" + (f" {where or 'at'} line {line}" if line else ""))
  return "; ".join(sorted(texts)) or "no edit"


def _repair(expected, result):
  repair = result.get("repair")
  if expected.repair is None and expected.edits is None and expected.cost is None:
    return []
  if repair is None:
    return ["the repair did not run"] if "repair" in result.get("stages", []) else []
  out = []
  if expected.repair is not None and repair.get("status") != expected.repair:
    out.append(f"expected the repair to be {expected.repair}, is {repair.get('status')}")
  if expected.edits is not None:
    edits = sorted({tuple(map(str, _edit_of(e))): _edit_of(e) for e in repair.get("edits", [])}
                   .values(), key=str)
    if not _same_edits(expected.edits, edits):
      out.append(f"expected the repair '{describe_edits(expected.edits)}', is "
                 f"'{describe_edits(edits)}' ({repair.get('status')})")
  if expected.cost is not None:
    cost = (repair.get("cost_before"), repair.get("cost_after"))
    if cost != expected.cost:
      out.append("expected the cost {:g} -> {:g}, is {} -> {}".format(*expected.cost, *cost))
  if expected.least is not None and result.get("least_cost") != expected.least:
    out.append(f"expected the least cost {expected.least:g}, is {result.get('least_cost')}")
  return out


def _same_edits(expected, edits):
  """Whether the edits match one to one; an expected place `at` or none at all matches any."""
  if len(expected) != len(edits):
    return False
  left = list(edits)
  for action, scope, where, line in sorted(expected, key=lambda e: (e[3] is None, e[2] == "at")):
    for edit in left:
      if edit[:2] == (action, scope) and (line is None or edit[3] == line) and (
          where in (None, "at") or edit[2] == where):
        left.remove(edit)
        break
    else:
      return False
  return True


def _patch(expected, result):
  """A repair of source has to end in a verified patch, unless the head says otherwise."""
  patch = result.get("patch")
  if patch is None or expected.is_empty:
    return []
  wanted = expected.patch or ("verified" if patch.get("edits") else None)
  if wanted is None or patch.get("status") == wanted:
    return []
  reason = f": {patch['reason']}" if patch.get("reason") else ""
  return [f"expected the patch to be {wanted}, is {patch.get('status')}{reason}"]


def describe_advice(advice):
  texts = []
  for kind, figures, line in advice:
    number = " " + " of ".join(map(str, figures)) if figures else ""
    texts.append(f"{kind}{number} at line {line}")
  return "; ".join(texts) or "none"


def _advice_of(piece):
  figures = {"bank-conflict": ("degree",), "coalescing": ("sectors", "minimum")}
  names = figures.get(piece.get("kind"))
  return (piece.get("kind"), tuple(piece.get(name) for name in names) if names else None,
          piece.get("line"))


def _advice(expected, result):
  """All advice is expected; figures count where they are given."""
  if expected.advice is None:
    return []
  if result.get("advice") is None:
    return ["there is no advice, as the kernel could not be run"]
  given = sorted({_advice_of(piece) for piece in result["advice"]}, key=str)
  left = list(given)
  for kind, figures, line in sorted(expected.advice, key=lambda piece: piece[1] is None):
    same = next((piece for piece in left if piece[0] == kind and piece[2] == line
                 and figures in (None, piece[1])), None)
    if same is None:
      break
    left.remove(same)
  else:
    if not left:
      return []
  return [f"expected the advice '{describe_advice(expected.advice)}', is "
          f"'{describe_advice(given)}'"]


def _consistency(result):
  """Verify and repair look at the same kernel and must agree about it, but for what verify alone
  looks at."""
  if any(finding.get("kind") in ("uninitialized", "overflow", "misaligned", "shared-memory")
         for finding in result.get("findings") or []):
    return []
  verified, repaired = result.get("verdict"), result.get("repair_verdict")
  if repaired is not None and "undecided" not in (verified, repaired) and verified != repaired:
    if (verified, repaired) == ("conditional", "refuted"):  # what a repair does away with
      return []
    return [f"verify says {verified}, repair says {repaired}"]
  return []
