"""What may stay in a patched source, and what may not."""

import unittest

from commands.patch_check import STORES, check_again


class Program:
  """Answers each verification with the same findings, and notes what it is asked."""

  def __init__(self, findings):
    self.findings, self.arguments = findings, []

  def document(self, _command, _path, arguments, _result):
    self.arguments.append(arguments)
    return 1, {"kernel": "k", "verdict": "refuted", "findings": self.findings}


def race(array, *kinds):
  return {"kind": "race", "array": array, "message": f"race on {array}",
          "accesses": [{"kind": kind} for kind in kinds]}


class StoresThatMeet(unittest.TestCase):
  def check(self, *findings):
    program = Program(list(findings))
    reason, _ = check_again(program, "k.gbpl", [], {STORES + "out"}, "result.json")
    self.assertIn("--all", program.arguments[0])
    return reason

  def test_they_stay(self):
    self.assertIsNone(self.check(race("out", "write", "write")))

  def test_nothing_else_does(self):
    for other in race("out", "read", "write"), race("tile", "write", "write"):
      self.assertEqual(self.check(race("out", "write", "write"), other), "race on out")


if __name__ == "__main__":
  unittest.main()
