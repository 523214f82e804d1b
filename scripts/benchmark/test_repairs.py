"""Which kernels the table of repairs counts, and when its goals are met."""

import contextlib
import io
import json
import os
import tempfile
import unittest

from benchmark.repairs import RepairTable, is_soon

# Answers with the line of the kernel that is for the kinds of edits.
PROGRAM = """#!/bin/sh
if [ "$1" = document ]; then echo '{"options": []}'; exit; fi
kinds=all
for word; do case $word in --json=*) out=${word#--json=};; --repair-kinds=*) kinds=barriers;; esac; done
sed -n "s|^//! $kinds ||p" "$2" > "$out"
"""


def answer(kinds, status, *reasons):
  repair = {"status": status, "edits": [], "explanation": list(reasons)}
  return f"//! {kinds} " + json.dumps({"repair": repair}) + "\n"


class Repairs(unittest.TestCase):
  def test_three_times_and_a_moment(self):
    self.assertTrue(is_soon(1.0, 3.04))
    self.assertFalse(is_soon(1.0, 3.06))

  def _table(self, kernels):
    with tempfile.TemporaryDirectory() as folder:
      for name, text in {**kernels, "program": PROGRAM}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
          file.write(text)
      os.chmod(os.path.join(folder, "program"), 0o755)
      with contextlib.redirect_stdout(io.StringIO()) as out:
        good = RepairTable(os.path.join(folder, "program"), 9).print([folder], "barricade")
    return good, out.getvalue()

  def test_sums(self):
    race, no = "// expect: race\n", answer("barriers", "unrepairable")
    kernels = {
        "a.gbpl": race + no + answer("all", "repaired"),
        "b.gbpl": race + no + answer("all", "unrepairable", "they may store different values",
                                     "no 'i', 'j' at k.cu:3:4 and at an unknown place"),
        "c.gbpl": race + answer("barriers", "repaired") + answer("all", "repaired"),
        "d.gbpl": "// expect: verified\n" + no + answer("all", "repaired")}
    good, text = self._table(kernels)
    self.assertFalse(good)
    self.assertIn("2 kernels are unrepairable with barriers alone", text)
    self.assertIn("50 % repaired (goal: 70 %)", text)
    self.assertIn("in 1 threads store different values in one element, of the others 100 % are", text)
    self.assertRegex(text, r"(?m)^ +1 no '\.\.' at \.\. and at \.\.$")
    del kernels["b.gbpl"]
    self.assertTrue(self._table(kernels)[0])


if __name__ == "__main__":
  unittest.main()
