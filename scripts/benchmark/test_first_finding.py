"""When a first finding counts as soon, and which kernels are asked."""

import contextlib
import io
import json
import os
import tempfile
import unittest

from benchmark.first_finding import Measurement, is_soon, refuted_kernels

PROGRAM = """#!/bin/sh
if [ "$1" = document ]; then echo '{"options": []}'; exit; fi
for word; do case $word in --json=*) out=${word#--json=};; esac; done
sed -n 's|^//! stats ||p' "$2" > "$out"
"""


class FirstFinding(unittest.TestCase):
  def test_within_twice_the_answer_and_a_moment(self):
    self.assertTrue(is_soon(1.0, 2.2))
    self.assertFalse(is_soon(1.0, 2.3))
    self.assertTrue(is_soon(0.0, 0.1))
    self.assertTrue(is_soon(None, 0.5))  # found without the solver

  def test_table(self):
    with tempfile.TemporaryDirectory() as folder:
      def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
          file.write(text)
      def stats(finding):
        return "//! stats " + json.dumps({"stats": {
            "first_satisfiable_seconds": 0.1, "first_finding_seconds": finding, "seconds": 3}})
      write("a.gbpl", "// expect: race\n" + stats(0.2))
      write("b.gbpl", "// expect: race\n" + stats(0.7))
      write("c.gbpl", "// expect: divergence\n" + stats(None))
      write("d.gbpl", "// expect: verified\n")
      write("program", PROGRAM)
      os.chmod(os.path.join(folder, "program"), 0o755)
      self.assertEqual([os.path.basename(p) for p in refuted_kernels([folder])],
                       ["a.gbpl", "b.gbpl", "c.gbpl"])
      with contextlib.redirect_stdout(io.StringIO()) as out:
        late = Measurement(os.path.join(folder, "program"), 2, 9).table([folder])
      self.assertEqual(late, 2)
      rows = out.getvalue().splitlines()[1:]
      self.assertEqual([row.endswith("late") for row in rows], [False, True, True, True])
      self.assertRegex(rows[0], r"0\.100 +0\.200 +3\.000$")


if __name__ == "__main__":
  unittest.main()
