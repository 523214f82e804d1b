"""By which labels of a `switch` of host code a place in its body is reached."""

from typing import NamedTuple

_LABELS = ("case", "default")


class _Section(NamedTuple):
  """What follows some labels: the words of each one's value, none of `default`; `falls`: whether what
  stands before may go on here."""
  start: int
  labels: list
  falls: bool


def cases(flow, control, place):
  """(labels, holds) for a place in the body of a `switch` (a Control of `flow`): the value that it
  branches on is one of the labels, or where `holds` is false, none of them. None where what stands before
  may fall through, or labels stand within inner statements."""
  body = control.closing + 1
  if flow.words[body] != "{" or body not in flow.partner:
    return None
  sections = _sections(flow, body)
  if sum(len(section.labels) for section in sections) != _count(flow, body):
    return None
  around = next((section for section in reversed(sections) if section.start < place), None)
  if around is None or around.falls:
    return None
  if [] not in around.labels:
    return around.labels, True
  return [label for section in sections if section is not around for label in section.labels], False


def _sections(flow, body):
  """Those of a body, whose brace is given."""
  words, at = flow.words, body + 1
  result, leaves, is_label = [], True, False
  while at < flow.partner[body]:
    if words[at] in _LABELS:
      colon = _colon(words, at, flow.partner[body])
      if not is_label:
        result.append(_Section(at, [], not leaves))
      result[-1].labels.append(words[at + 1:colon])
      at, is_label = colon + 1, True
      continue
    end = flow.end_of(at)
    if words[at] != ";":
      leaves, is_label = flow.leaves(at, end), False
    at = end + 1
  return result


def _count(flow, body):
  """How many labels stand in a body but for those of inner ones."""
  at, found = body, 0
  while at < flow.partner[body]:
    found += flow.words[at] in _LABELS
    at = flow.end_of(at) + 1 if flow.words[at] == "switch" else at + 1
  return found


def _colon(words, at, end):
  """Where a label ends."""
  while at < end and (words[at] != ":" or words[at + 1] == ":"):
    at += 2 if words[at] == ":" else 1
  return at
