"""The smallest kernel of each family is what its description says."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from benchmark.families import FAMILIES

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BARRICADE_PROGRAM", str(ROOT / "build/release/bin/barricade"))


class Families(unittest.TestCase):
  def test_smallest_kernels_are_verified_or_repaired(self):
    with tempfile.TemporaryDirectory() as folder:
      path = pathlib.Path(folder) / "kernel.gbpl"
      for name, (make, command, sizes) in FAMILIES.items():
        with self.subTest(name):
          path.write_text(make(sizes[0]))
          done = subprocess.run([PROGRAM, command, str(path)], capture_output=True, text=True,
                                check=False)
          self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
          self.assertIn("verified" if command == "verify" else "repaired",
                        done.stdout + done.stderr)


if __name__ == "__main__":
  unittest.main()
