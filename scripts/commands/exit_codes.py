"""The exit codes, those of the program itself (barricade/exit_code.h), and how commands end."""

FINE = 0  # verified; repaired, with no finding left; nothing to repair
FINDINGS = 1  # a finding that stays; no repair, or none that could be written as a patch
USAGE = 2
REJECTED = 3
UNDECIDED = 4
INTERNAL = 5
CONDITIONAL = 6  # right under the condition that is reported, wrong without it

HELP = """exit codes:
  0  verified; repaired, with no finding left; nothing to repair
  1  a race, a divergence or another finding; not repairable, a finding stays, or
     the patch is withheld
  2  the command line is wrong
  3  the input cannot be read, does not compile, or is not supported
  4  undecided: out of time or memory, or interrupted
  5  internal error, or the output cannot be written
  6  right under the condition that is reported, wrong without it
"""


class Stop(Exception):
  """Ends the command with a message on standard error and an exit code."""

  def __init__(self, code, message):
    super().__init__(message)
    self.code = code
