"""A few random kernels: patches against the interpreter (patch_fuzz.py)."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import patch_fuzz


class PatchFuzz(unittest.TestCase):
  def test_seeded(self):
    outcomes, wrong = patch_fuzz.check(5, 12)
    self.assertEqual(wrong, [])
    self.assertGreater(outcomes["repaired, patch verified"], 2, outcomes)


if __name__ == "__main__":
  unittest.main()
