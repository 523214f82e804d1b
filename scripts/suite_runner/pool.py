"""Runs kernels side by side, each in a process group of its own with limits on time and memory.

Whatever happens to one of them (a crash, a time-out, no result at all) becomes its result; the
others go on.
"""

import json
import os
import queue
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

SCRIPT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suite")
GRACE = 2.0  # seconds beyond the limit, for the child to report on its own


class Pool:
  """`finished(result)` is called in the caller's thread as results come in."""

  def __init__(self, jobs, timeout, memory_mb, stages, program, extra):
    self.jobs, self.timeout, self.memory_mb = jobs, timeout, memory_mb
    self.stages, self.program, self.extra = stages, program, extra
    self.running = {}
    self.lock = threading.Lock()
    self.stopping = False

  def run(self, paths, finished):
    todo, done = queue.Queue(), queue.Queue()
    for path in paths:
      todo.put(path)
    workers = [threading.Thread(target=self._work, args=(todo, done), daemon=True)
               for _ in range(min(self.jobs, len(paths)))]
    for worker in workers:
      worker.start()
    try:
      for _ in paths:
        finished(done.get())
    except BaseException:
      self.stop()
      raise

  def stop(self):
    """Ends all children; nothing new is started."""
    self.stopping = True
    with self.lock:
      for child in self.running.values():
        _kill(child)

  def _work(self, todo, done):
    while not self.stopping:
      try:
        path = todo.get_nowait()
      except queue.Empty:
        return
      try:
        result = self._run_one(path)
      except Exception as error:  # the suite survives whatever one kernel does to it
        result = {"kernel": path, "verdict": None, "failure": f"the run failed: {error}",
                  "stages": self.stages, "seconds": {}}
      done.put(result)

  def command(self, path, out):
    command = [sys.executable, SCRIPT, "--single", path, "--result", out,
               "--stages", ",".join(self.stages), "--program", self.program]
    if self.timeout:
      command += ["--timeout", str(self.timeout)]
    return command + [f"--pass={word}" for word in self.extra]

  def _run_one(self, path):
    with tempfile.TemporaryDirectory(prefix="barricade-suite-") as folder:
      out = os.path.join(folder, "result.json")
      start = time.monotonic()
      with open(os.path.join(folder, "stderr"), "w+b") as errors:
        environment = {**os.environ, "TMPDIR": folder}
        child = subprocess.Popen(self.command(path, out), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=errors, env=environment,
                                 start_new_session=True, preexec_fn=self._limit)
        with self.lock:
          self.running[child.pid] = child
        try:
          ended = _wait(child, self.timeout + GRACE if self.timeout else None)
        finally:
          with self.lock:
            self.running.pop(child.pid, None)
        seconds = time.monotonic() - start
        errors.seek(0)
        message = errors.read()[-2000:].decode("utf-8", "replace").strip()
      return self._result(path, out, ended, child.returncode, seconds, message)

  def _result(self, path, out, ended, code, seconds, message):
    try:
      with open(out, encoding="utf-8") as file:
        result = json.load(file)
    except (OSError, ValueError):
      result = {"kernel": path, "stage": "start", "stages": list(self.stages), "verdict": None,
                "seconds": {}}
    result["seconds"]["total"] = round(seconds, 3)
    stage = result.get("stage", "start")
    if not ended:
      result["failure"] = f"time-out after {self.timeout:g} s in stage '{stage}'"
    elif code < 0:
      result["failure"] = f"ended by {signal.Signals(-code).name} in stage '{stage}'"
    elif code != 0 or stage != "done":
      last = message.splitlines()[-1] if message else "no message"
      result["failure"] = f"crashed in stage '{stage}' with exit code {code}: {last}"
    return result

  def _limit(self):
    if self.memory_mb:
      limit = self.memory_mb * 1024 * 1024
      resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _wait(child, seconds):
  """Whether the child ended in time; its whole group is gone afterwards."""
  try:
    child.wait(seconds)
    return True
  except subprocess.TimeoutExpired:
    return False
  finally:
    _kill(child)
    child.wait()


def _kill(child):
  try:
    os.killpg(child.pid, signal.SIGKILL)
  except (ProcessLookupError, PermissionError):
    pass
