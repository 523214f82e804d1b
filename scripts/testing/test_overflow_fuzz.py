"""A few random kernels whose indices can wrap around against brute force (overflow_fuzz.py)."""

import io
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import overflow_fuzz


class OverflowFuzz(unittest.TestCase):
  def test_seeded(self):
    out = io.StringIO()
    self.assertEqual(overflow_fuzz.run(1, 12, out), 0, out.getvalue())
    self.assertIn("without overflow", out.getvalue())


if __name__ == "__main__":
  unittest.main()
