"""Runs kernels side by side, each in a process group of its own with limits on time and memory.

A child is a fork of this process, so that it has everything imported; the pool has no threads, which
a fork would not survive. Whatever happens to a child (a crash, a time-out, no result at all)
becomes its result; the others go on.
"""

import contextlib
import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback

import lowering
from kernel_files import is_source
from patching.files import signals_held

from .single import Single

GRACE = 2.0  # seconds beyond the limit, for the child to report on its own


class Pool:
  def __init__(self, jobs, timeout, memory_mb, stages, program, extra):
    self.jobs, self.timeout, self.memory_mb = jobs, timeout, memory_mb
    self.stages, self.program, self.extra = stages, program, extra
    self.running = {}  # by the descriptor that tells of the child's end

  def run(self, paths, finished):
    """Calls `finished(result)` for each path, in the order in which they end."""
    todo = list(reversed(paths))
    if any(map(is_source, paths)):
      lowering.load()
    poll = select.poll()
    try:
      while todo or self.running:
        while todo and len(self.running) < self.jobs:
          with signals_held():
            child = self._start(todo.pop())
            self.running[child.descriptor] = child
          poll.register(child.descriptor, select.POLLIN)
        for child in self._ended(poll):
          poll.unregister(child.descriptor)
          finished(child.result(self.stages))
          del self.running[child.descriptor]
          child.close()
    finally:
      for child in self.running.values():
        child.kill()
        child.close()

  def _ended(self, poll):
    """Those children that have ended or whose time is over: at least one."""
    while True:
      deadline = min(child.deadline for child in self.running.values())
      wait = None if deadline == float("inf") else max(0, deadline - time.monotonic()) * 1000 + 1
      ready = {descriptor for descriptor, _ in poll.poll(wait)}
      now = time.monotonic()
      late = [child for child in self.running.values()
              if child.descriptor not in ready and child.deadline <= now]
      for child in late:
        child.time_out(self.timeout)
      ended = [self.running[descriptor] for descriptor in ready] + late
      if ended:
        return ended

  def _start(self, path):
    sys.stdout.flush()
    sys.stderr.flush()
    # What a killed child has started may still be ending, and write, while the folder is removed.
    folder = tempfile.TemporaryDirectory(prefix="barricade-suite-", ignore_cleanup_errors=True)
    pid = os.fork()
    if pid == 0:
      self._become_child(path, folder.name)
    _lead_group(pid)
    return Child(path, pid, folder, self.timeout + GRACE if self.timeout else float("inf"))

  def _become_child(self, path, folder):
    """The forked process; does not return."""
    code = 1
    try:
      _lead_group(0)
      for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
      signal.pthread_sigmask(signal.SIG_SETMASK, ())
      self._redirect(os.path.join(folder, Child.ERRORS))
      self._limit()
      os.environ["TMPDIR"] = tempfile.tempdir = folder
      Single(path, os.path.join(folder, Child.RESULT), self.stages, self.timeout, self.program,
             self.extra).run()
      code = 0
    except BaseException:
      traceback.print_exc()
    finally:
      sys.stderr.flush()
      os._exit(code)

  @staticmethod
  def _redirect(errors):
    for target, path, mode in ((0, os.devnull, os.O_RDONLY), (1, os.devnull, os.O_WRONLY),
                               (2, errors, os.O_WRONLY | os.O_CREAT)):
      descriptor = os.open(path, mode)
      os.dup2(descriptor, target)
      os.close(descriptor)

  def _limit(self):
    if self.memory_mb:
      limit = self.memory_mb * 1024 * 1024
      resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _lead_group(pid):
  """Done on both sides of a fork, as either may come first."""
  with contextlib.suppress(PermissionError, ProcessLookupError):
    os.setpgid(pid, pid)


class Child:
  """The process that runs one kernel, seen from outside."""

  RESULT, ERRORS = "result.json", "stderr"  # within the child's folder

  def __init__(self, path, pid, folder, seconds):
    self.path, self.pid, self.folder = path, pid, folder
    self.descriptor = os.pidfd_open(pid)
    self.start = time.monotonic()
    self.deadline = self.start + seconds
    self.limit = None  # in seconds, when it is exceeded

  def time_out(self, limit):
    self.limit = limit

  def kill(self):
    """Ends it with all that it has started. The exit code, or minus the signal."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
      os.killpg(self.pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

  def close(self):
    os.close(self.descriptor)
    self.folder.cleanup()

  def result(self, stages):
    code = self.kill()
    seconds = time.monotonic() - self.start
    try:
      result = json.loads(self._read(self.RESULT))
    except ValueError:
      result = {"kernel": self.path, "stage": "start", "stages": list(stages), "verdict": None,
                "seconds": {}}
    result["seconds"]["total"] = round(seconds, 3)
    stage = result["stage"]
    if self.limit is not None:
      result["failure"] = f"time-out after {self.limit:g} s in stage '{stage}'"
    elif code < 0:
      result["failure"] = f"ended by {signal.Signals(-code).name} in stage '{stage}'"
    elif code != 0 or stage != "done":
      last = (self._read(self.ERRORS).strip().splitlines() or ["no message"])[-1]
      result["failure"] = f"crashed in stage '{stage}' with exit code {code}: {last}"
    return result

  def _read(self, name):
    try:
      with open(os.path.join(self.folder.name, name), encoding="utf-8", errors="replace") as file:
        return file.read()
    except OSError:
      return ""
