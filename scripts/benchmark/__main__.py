"""scripts/bench [--runs N] [--only TEXT] [--time-limit S]: the table of medians; with
--first-finding FOLDER..., how soon the first finding of each refuted kernel is there; with
--repairs FOLDER..., what repairs beyond barriers add."""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from benchmark.families import FAMILIES
from benchmark.first_finding import Measurement
from benchmark.repairs import RepairTable

ROOT = pathlib.Path(__file__).resolve().parents[2]


def measure(program, arguments, runs, limit):
  """(median seconds, CPU seconds of the last run, peak MB, exit code) of `runs` runs."""
  seconds = []
  cpu = peak = code = 0
  for _ in range(runs):
    start = time.monotonic()
    child = subprocess.Popen([program, *arguments, f"--timeout={limit}"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = code = os.waitstatus_to_exitcode(status)
    seconds.append(time.monotonic() - start)
    cpu = usage.ru_utime + usage.ru_stime
    peak = usage.ru_maxrss / 1024
  return statistics.median(seconds), cpu, peak, code


def row(name, command, figures):
  seconds, cpu, peak, code = figures
  print("%-34s %-7s %9.3f %9.3f %8.0f %5d" % (name, command, seconds, cpu, peak, code), flush=True)


def main():
  parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
  parser.add_argument("--runs", type=int, default=3, help="runs of each, default 3")
  parser.add_argument("--only", default="", help="only rows whose name contains this")
  parser.add_argument("--time-limit", type=int, default=60, help="seconds a run, default 60")
  parser.add_argument("--first-finding", nargs="+", metavar="FOLDER",
                      help="instead: when the first finding of each refuted kernel below is there, "
                           "and whether that is within twice the time of the first satisfiable "
                           "answer and 0.2 s; exit code 1 if not")
  parser.add_argument("--repairs", nargs="+", metavar="FOLDER",
                      help="instead: the kernels below that barriers alone leave unrepairable, what "
                           "all kinds of edits make of each, and the times of both; exit code 1 "
                           "unless 70 %% are repaired and the others take no more than 3 times")
  parser.add_argument("--expect", choices=("barricade", "gpuverify"), default="barricade",
                      help="the manner of the heads, for --repairs (default barricade)")
  options = parser.parse_args()
  program = os.environ.get("BARRICADE") or str(ROOT / "build/release/bin/barricade")
  if options.first_finding:
    measurement = Measurement(program, options.runs, options.time_limit)
    return 1 if measurement.table(options.first_finding) else 0
  if options.repairs:
    table = RepairTable(program, options.time_limit)
    return 0 if table.print(options.repairs, options.expect) else 1
  print("%-34s %-7s %9s %9s %8s %5s" %
        ("kernel", "command", "median s", "CPU s", "peak MB", "exit"))
  for kernel in sorted((ROOT / "testsuite/samples").glob("*/kernel.gbpl")):
    if options.only not in kernel.parent.name:
      continue
    for command in ("verify", "repair"):
      row(kernel.parent.name, command,
          measure(program, [command, str(kernel)], options.runs, options.time_limit))
  with tempfile.TemporaryDirectory() as folder:
    for name, (make, command, sizes) in FAMILIES.items():
      if options.only not in name:
        continue
      for size in sizes:
        path = pathlib.Path(folder) / "kernel.gbpl"
        path.write_text(make(size))
        row(f"{name}, {size}", command,
            measure(program, [command, str(path)], options.runs, options.time_limit))
  return 0


if __name__ == "__main__":
  sys.exit(main())
