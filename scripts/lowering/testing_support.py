"""Lowers source text in tests."""

import os
import re
import tempfile

from lowering import LaunchOptions, lower_file


def lower_text(text, suffix=".cu", **settings):
  """The IR of a source given as text, without locations; sizes default to 64 and 4, pointers to
  32 bits, so that what is expected is short."""
  options = LaunchOptions()
  options.pointer_size = 32
  if suffix != ".cl":
    options.block_dim, options.grid_dim = [64], [4]
  else:
    options.local_size, options.num_groups = [64], [4]
  for name, value in settings.items():
    setattr(options, name, value)
  with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "kernel" + suffix)
    with open(path, "w", encoding="utf-8") as stream:
      stream.write(text)
    result = lower_file(path, options).text
  result = re.sub(r' \{:(?:line|col) \d+\}| \{:(?:fname|dir) "[^"]*"\}| \{:inlined_at [^}]*\}',
                  "", result)
  return re.sub(r"\n  assert \{:(?:block_)?sourceloc\} true;", "", result)


def statements(text, procedure=None):
  """The statements of the first (or a named) procedure with a body, without declarations."""
  pattern = r"\nprocedure [^\n]*" + (re.escape(procedure) if procedure else "") + \
      r"[^\n]*\n(?:requires[^\n]*\n|ensures[^\n]*\n)*\{\n(.*?)\n\}"
  body = re.search(pattern, text, re.DOTALL).group(1)
  return [line.strip() for line in body.split("\n")
          if not line.startswith("  var ") and line.startswith("  ")]
