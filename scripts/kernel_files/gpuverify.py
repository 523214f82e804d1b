"""Kernel files that were written for GPUVerify: the first line `//pass` or `//xfail:CODE`, the
second its options. What those options mean here stands in one table."""

import re

FIRST_LINE = re.compile(r"(pass|xfail(?::(\w+))?)", re.IGNORECASE)

# Options that only concern GPUVerify's own machinery (its inliner, its inference engine, its
# sub-processes), or that print something. Barricade's verdict does not depend on them.
IGNORED = {
    "no-inline", "only-log", "infer-info", "debug", "verbose", "silent", "time",
    "k-induction-depth", "vcgen-opt", "vcgen-op", "cruncher-opt",
    "boogie-opt", "bugle-lang", "no-refined-atomics", "no-barrier-access-checks",
    "no-uniformity-analysis", "staged-inference", "stop-at-cce", "stop-at-gbpl", "stop-at-opt",
    "stop-at-bc", "keep-temps",
    "solver", "race-instrumenter", "ptr-size", "bad-pointers", "timeout", "watchdog",
}

# What these kernels take for granted: in GPUVerify a wait completes an asynchronous copy for the
# waiting thread only, barriers wait for threads that have ended, and shared memory holds any values.
IMPLIED = ("--async-needs-barrier", "--exited-threads=required", "--initialized-shared-memory")


def translate(words):
  """(options that mean something here, options that are ignored)."""
  kept, ignored = [], []
  for word in words:
    name = word.lstrip("-").split("=", 1)[0]
    (ignored if word.startswith("--") and name in IGNORED else kept).append(word)
  return kept, ignored
