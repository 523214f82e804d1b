"""The live line on a terminal: how far the run is, what failed, and how long it will take."""

import shutil
import sys
import time


class Progress:
  def __init__(self, total, done=0):
    self.total, self.done, self.failed = total, done, 0
    self.first, self.start = done, time.monotonic()
    self.live = sys.stderr.isatty()

  def step(self, path, passed):
    self.done += 1
    self.failed += not passed
    if not self.live:
      return
    fresh = self.done - self.first
    left = (time.monotonic() - self.start) / fresh * (self.total - self.done)
    text = f"[{self.done}/{self.total}] {self.failed} failed, {left:.0f} s left: {path}"
    width = shutil.get_terminal_size().columns - 1
    sys.stderr.write("\r\x1b[K" + text[:width])
    sys.stderr.flush()

  def clear(self):
    if self.live:
      sys.stderr.write("\r\x1b[K")
      sys.stderr.flush()
