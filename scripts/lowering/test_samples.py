"""Every sample and trap: our lowering against the IR that Bugle made of the same source."""

import unittest
from pathlib import Path

from kernel_files import read_head
from lowering import LaunchOptions, lower
from lowering.comparison import facts, read_locations
from lowering.options import parse_head, source_parser

_SUITE = Path(__file__).resolve().parents[2] / "testsuite"


def kernels():
  for folder in ("samples", "traps"):
    yield from sorted((_SUITE / folder).glob("*/kernel.c[ul]"))


class SamplesTest(unittest.TestCase):
  def test_there_are_samples(self):
    self.assertGreater(len(list(kernels())), 40)

  def test_same_arrays_accesses_and_locations_as_bugle(self):
    for source in kernels():
      with self.subTest(kernel=source.parent.name):
        theirs = facts(source.with_name("kernel.gbpl").read_text(),
                       read_locations(source.with_name("kernel.loc").read_bytes()))
        options = LaunchOptions()
        options.pointer_size = 32  # as theirs
        options.take(parse_head(source_parser(), read_head(source), source)[0])
        ours = facts(lower(source, options))
        for what, a, b in zip(("arrays", "axioms", "kernels", "statements"), theirs, ours):
          self.assertEqual(a, b, f"{source.parent.name}: {what}")


if __name__ == "__main__":
  unittest.main()
