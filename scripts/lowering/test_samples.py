"""Every sample and trap: our lowering against the IR that Bugle made of the same source."""

import unittest
from pathlib import Path

from lowering import LaunchOptions, lower
from lowering.comparison import facts, readLocations

_SUITE = Path(__file__).resolve().parents[2] / "testsuite"


def kernels():
  for folder in ("samples", "traps"):
    yield from sorted((_SUITE / folder).glob("*/kernel.c[ul]"))


class SamplesTest(unittest.TestCase):
  def testThereAreSamples(self):
    self.assertGreater(len(list(kernels())), 40)

  def testSameArraysAccessesAndLocationsAsBugle(self):
    for source in kernels():
      with self.subTest(kernel=source.parent.name):
        theirs = facts(source.with_name("kernel.gbpl").read_text(),
                       readLocations(source.with_name("kernel.loc").read_bytes()))
        ours = facts(lower(source, LaunchOptions()))
        for what, a, b in zip(("arrays", "axioms", "kernels", "statements"), theirs, ours):
          self.assertEqual(a, b, f"{source.parent.name}: {what}")


if __name__ == "__main__":
  unittest.main()
