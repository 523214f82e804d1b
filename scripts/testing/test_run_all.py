"""The sum at the end of scripts/test must not turn a crash into a success."""

import unittest

import run_all


class CountUnittest(unittest.TestCase):
  def test_all_passed(self):
    self.assertEqual(run_all.count_unittest("Ran 3 tests in 0.1s\n\nOK\n", 0), (3, 0))

  def test_failures_errors_and_skips(self):
    text = "Ran 9 tests in 1s\n\nFAILED (failures=1, errors=2, skipped=3)\n"
    self.assertEqual(run_all.count_unittest(text, 1), (3, 3))

  def test_crash_is_a_failure(self):
    self.assertEqual(run_all.count_unittest("Segmentation fault", -11), (0, 1))

  def test_bad_exit_code_is_a_failure(self):
    self.assertEqual(run_all.count_unittest("Ran 0 tests in 0s\n\nOK\n", 5), (0, 1))


class CountJunit(unittest.TestCase):
  def test_counts_by_status(self):
    text = ('<testsuite><testcase status="run"/><testcase status="fail"/>'
            '<testcase status="disabled"/></testsuite>')
    self.assertEqual(run_all.count_junit(text, 8), (1, 1))

  def test_bad_exit_code_is_a_failure(self):
    self.assertEqual(run_all.count_junit("<testsuite/>", 8), (0, 1))


class CountSuite(unittest.TestCase):
  def test_failures_and_crashes(self):
    text = '{"totals": {"pass": 7, "fail": 1, "error": 2, "unchecked": 4}}'
    self.assertEqual(run_all.count_suite(text, 1), (7, 3))

  def test_bad_exit_code_is_a_failure(self):
    text = '{"totals": {"pass": 7, "fail": 0, "error": 0, "unchecked": 0}}'
    self.assertEqual(run_all.count_suite(text, 5), (7, 1))


if __name__ == "__main__":
  unittest.main()
