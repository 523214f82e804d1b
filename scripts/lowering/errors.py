"""The one exception that leaves this package.

Every input that cannot be lowered ends in a LoweringError that names the construct and, where it
is known, the place in the source. A construct is never skipped or guessed at.
"""


class LoweringError(Exception):
  """A rejected input: message, and the source position when there is one (line and col from 1).
  `remarks` are notes on what was left out before, each a line."""

  def __init__(self, message, file=None, line=0, col=0, diagnostics=""):
    super().__init__(message)
    self.message = message
    self.file = file
    self.line = line
    self.col = col
    self.diagnostics = diagnostics
    self.remarks = []

  def told(self):
    """All there is to say: clang's own diagnostics if it has rejected the input, and the notes."""
    return "\n".join([self.diagnostics.rstrip() or str(self), *self.remarks])

  def __str__(self):
    if self.file and self.line:
      return f"{self.file}:{self.line}:{self.col}: error: {self.message}"
    if self.file:
      return f"{self.file}: error: {self.message}"
    return f"error: {self.message}"


class NoKernel(LoweringError):
  """There is no kernel to lower, or not the one that is asked for."""


def fail(message, loc=None):
  """Raises a LoweringError at an instruction's location (a Location of metadata.py, or None)."""
  if loc is None:
    raise LoweringError(message)
  loc = loc.outside_headers()
  raise LoweringError(message, loc.path, loc.line, loc.col)
