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
    self.assertGreater(sum(times for outcome, times in outcomes.items()
                           if "patch verified" in outcome), 8, outcomes)
    self.assertGreater(outcomes["improved, patch verified, double-buffer"], 0, outcomes)

  def test_what_is_kept_as_given_is_the_program_without_places_for_barriers(self):
    outcomes, wrong = patch_fuzz.check_all([930000000429])
    self.assertEqual(wrong, [])
    self.assertEqual(outcomes["repaired, patch verified"], 1, outcomes)


if __name__ == "__main__":
  unittest.main()
