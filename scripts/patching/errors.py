"""The one exception of this package: an edit that cannot become source text, and why."""


class PatchError(Exception):
  """No patch is offered; the message says why in terms of the user's source."""
