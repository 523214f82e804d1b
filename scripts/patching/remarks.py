"""Comments and empty lines above a statement: a barrier before it ends what comes before these."""


def above_remarks(source, offset):
  """Above the comments that stand directly above a line, and above an empty line there."""
  place = offset
  while _is_remark(source, place):
    opens = place - 1 if _line_before(source, place).startswith("//") else \
        source.text.rfind("/*", 0, place)
    place = source.line_start(opens)
  while place > 0 and not _line_before(source, place):
    place = source.line_start(place - 1)
  return place if not _line_before(source, place).endswith("\\") else offset


def _line_before(source, offset):
  start = source.line_start(offset - 1) if offset > 0 else 0
  return source.text[start:offset].strip()


def _is_remark(source, offset):
  """Whether the line before has nothing but the end of a comment."""
  line = _line_before(source, offset)
  if line.startswith("//"):
    return not line.endswith("\\")
  opening = source.text.rfind("/*", 0, offset)
  return line.endswith("*/") and opening >= 0 and source.starts_line(opening) and \
      source.text.find("*/", opening) == source.text.rfind("*/", 0, offset)
