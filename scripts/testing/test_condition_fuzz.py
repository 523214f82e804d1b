"""A few random kernels: conditions against brute force (condition_fuzz.py)."""

import io
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import condition_fuzz


class ConditionFuzz(unittest.TestCase):
  def test_seeded(self):
    out = io.StringIO()
    self.assertEqual(condition_fuzz.run(7, 60, out), 0, out.getvalue())
    self.assertIn("exact", out.getvalue())


if __name__ == "__main__":
  unittest.main()
