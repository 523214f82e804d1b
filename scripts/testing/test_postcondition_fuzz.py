"""A few random kernels: what they ensure of final contents against brute force
(postcondition_fuzz.py)."""

import io
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import postcondition_fuzz


class PostconditionFuzz(unittest.TestCase):
  def test_seeded(self):
    out = io.StringIO()
    self.assertEqual(postcondition_fuzz.run(3, 60, out), 0, out.getvalue())
    self.assertIn("verified that keep", out.getvalue())
    self.assertIn("refuted that break", out.getvalue())


if __name__ == "__main__":
  unittest.main()
