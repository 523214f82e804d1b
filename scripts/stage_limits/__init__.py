"""Time limits for the stages of the scripts: no file, however strange, keeps one busy for ever.

    limits = StageLimits()
    limits.set("lowering=10")
    with limits.limited("lowering"):
      ...

What has not ended by then is interrupted where it is, in whatever thread it runs, and OutOfTime
names the stage. Child processes take what `seconds` says as their own limit.
"""

import contextlib
import threading
import time

# In seconds. The verification is the program's, which takes its limit as --timeout.
DEFAULTS = {"clang": 60.0, "reading": 60.0, "lowering": 120.0, "verification": 1800.0,
            "patching": 120.0}

HELP = ("stop a stage after this time; the stages are "
        + ", ".join(f"{stage} ({seconds:g})" for stage, seconds in DEFAULTS.items())
        + ". Without a name it is the limit of each; 0 is none; may be repeated")


class OutOfTime(Exception):
  """A stage did not end within its limit."""

  def __init__(self, stage, seconds):
    super().__init__(f"the stage '{stage}' did not end within {seconds:g} s "
                     f"(--time-limit={stage}=SECONDS allows more)")
    self.stage = stage


class BadLimit(ValueError):
  """A text that is no limit."""


class StageLimits:
  """How long each stage may take."""

  def __init__(self):
    self._seconds = dict(DEFAULTS)

  def set(self, text):
    """Takes over `[STAGE=]SECONDS`."""
    stage, equals, number = text.rpartition("=")
    if equals and stage not in self._seconds:
      raise BadLimit(f"there is no stage '{stage}'; the stages are {', '.join(self._seconds)}")
    try:
      seconds = float(number)
    except ValueError:
      seconds = -1.0
    if not 0 <= seconds < 1e9:
      raise BadLimit(f"'{number}' is no number of seconds")
    for name in [stage] if equals else self._seconds:
      self._seconds[name] = seconds

  def seconds(self, stage):
    """The limit, or None when there is none."""
    return self._seconds[stage] or None

  def out_of_time(self, stage):
    """The exception of a stage that a child process has not ended in time."""
    return OutOfTime(stage, self._seconds[stage])

  @contextlib.contextmanager
  def limited(self, stage):
    """Runs the body under the limit of the stage."""
    if self.seconds(stage) is None:
      yield
      return
    watch = _Watch(self._seconds[stage])
    try:
      yield
      watch.stop()
    except _Expired:
      raise self.out_of_time(stage) from None
    except BaseException:
      watch.cancel()
      raise


def interrupt(thread, kind=SystemExit):
  """Raises an exception in another thread, at its next step of Python code."""
  import ctypes  # which takes long to read, and is seldom needed
  ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))


class _Expired(BaseException):
  """Raised in the thread that is out of time."""


class _Watch:
  """Interrupts the thread that has made it after some time, unless it is stopped before."""

  def __init__(self, seconds):
    self._lock = threading.Lock()
    self._over = self._fired = False
    self._thread = threading.get_ident()
    self._timer = threading.Timer(seconds, self._fire)
    self._timer.daemon = True
    self._timer.start()

  def _fire(self):
    with self._lock:
      if not self._over:
        self._fired = True
        interrupt(self._thread, _Expired)

  def stop(self):
    """Ends the watch; raises what is on its way already."""
    with self._lock:
      self._over = True
      self._timer.cancel()
    while self._fired:
      time.sleep(0.001)

  def cancel(self):
    """Ends the watch; what is on its way arrives here."""
    with contextlib.suppress(_Expired):
      self.stop()
