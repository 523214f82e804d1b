"""Limits of stages: what is interrupted, what is not, and what the messages say."""

import threading
import time
import unittest

from stage_limits import BadLimit, DEFAULTS, OutOfTime, StageLimits


def limits(*texts):
  result = StageLimits()
  for text in texts:
    result.set(text)
  return result


class Values(unittest.TestCase):
  def test_one_stage_all_stages_and_none(self):
    self.assertEqual(limits().seconds("clang"), DEFAULTS["clang"])
    both = limits("7", "lowering=0.5", "reading=0")
    self.assertEqual([both.seconds(s) for s in ("clang", "lowering", "reading")], [7, 0.5, None])

  def test_nonsense(self):
    for text, message in (("soon", "'soon' is no number"), ("clang=-1", "'-1' is no number"),
                          ("clang=nan", "'nan' is no number"), ("tea=3", "no stage 'tea'"),
                          ("", "'' is no number")):
      with self.assertRaisesRegex(BadLimit, message):
        StageLimits().set(text)


class Limited(unittest.TestCase):
  def spin(self):
    with limits("lowering=0.1").limited("lowering"):
      end = time.monotonic() + 30
      while time.monotonic() < end:
        pass

  def test_a_stage_that_does_not_end_is_named(self):
    start = time.monotonic()
    with self.assertRaisesRegex(OutOfTime, "'lowering' did not end within 0.1 s .*=lowering="):
      self.spin()
    self.assertLess(time.monotonic() - start, 20)

  def test_in_another_thread(self):
    caught = []

    def run():
      try:
        self.spin()
      except OutOfTime as error:
        caught.append(error.stage)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    self.assertEqual(caught, ["lowering"])

  def test_what_ends_in_time_is_left_alone(self):
    with limits("lowering=0.05").limited("lowering"):
      pass
    with self.assertRaises(KeyError), limits("lowering=0.05").limited("lowering"):
      raise KeyError
    time.sleep(0.2)

  def test_no_limit(self):
    with limits("lowering=0").limited("lowering"):
      pass


if __name__ == "__main__":
  unittest.main()
