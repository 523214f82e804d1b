"""The command line of `scripts/suite` and the course of a run."""

import argparse
import json
import os
import sys
import time

from commands.command import Interrupted, interruptible
from commands.exit_codes import FINDINGS, FINE, INTERNAL, REJECTED, UNDECIDED, USAGE, Stop
from commands.output import write_output
from commands.program import Program

from . import baseline, kernels, page, reports, snakemake
from .outcome import Outcome
from .pool import Pool
from .progress import Progress
from .state import State, settings_of

STAGES = ("verify", "repair", "laws")
DEFAULT_STAGES = ("verify", "repair")
EPILOG = """exit codes:
  0  every kernel does what its head says or is open, and nothing got worse than in the baseline
  1  a kernel does not, crashed or timed out, or something got worse
  2  the command line is wrong
  3  the head of a kernel is malformed
  4  interrupted; --resume goes on from there
  5  internal error, or a report cannot be written

examples:
  scripts/suite testsuite --jobs 2 --html report.html
  scripts/suite testsuite --filter 'reductions/*' --baseline last.json --json now.json
  scripts/suite ~/gpuverify/testsuite --expect=gpuverify --stages=verify --timeout 30

The stage `laws` checks, for every kernel that is correct or can be repaired: the repaired program
verifies, stays as it is when repaired again and is refuted without any one of its barriers; and
--strip-barriers on a correct kernel gives a placement that verifies and costs no more.

How a kernel's head states what is expected, and more on the laws: testsuite/README.md."""


def parser():
  result = argparse.ArgumentParser(
      prog="scripts/suite", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
      description="Runs lowering, verification and repair over kernels and compares the results "
                  "with the expectations in their heads.")
  result.add_argument("inputs", nargs="*", metavar="DIR|FILE", help="default: testsuite")
  result.add_argument("--jobs", "-j", type=_positive, default=os.cpu_count() or 1, metavar="N",
                      help="kernels at a time (default: one a processor)")
  result.add_argument("--timeout", type=_seconds, default=60.0, metavar="S",
                      help="seconds for a kernel, all stages together (default 60; 0: no limit)")
  result.add_argument("--memory", type=int, default=8192, metavar="MB",
                      help="address space of each process (default 8192; 0: no limit)")
  result.add_argument("--stages", type=_stages, default=None, metavar="LIST",
                      help="of verify,repair,laws (default: the first two; with --expect=gpuverify "
                           "only verify)")
  result.add_argument("--filter", action="append", default=[], metavar="GLOB",
                      help="only kernels whose path matches; may be repeated")
  result.add_argument("--open", action="store_true",
                      help="also kernels that are marked as open; one that does what is true of it "
                           "is reported as solved")
  result.add_argument("--quick", action="store_true",
                      help="without the kernels that slow.txt in an input folder lists")
  result.add_argument("--expect", choices=("barricade", "gpuverify"), default="barricade",
                      help="the manner of the heads (default barricade)")
  result.add_argument("--baseline", metavar="OLD.json", help="compare with an earlier --json")
  result.add_argument("--json", metavar="FILE", help="write all results")
  result.add_argument("--junit", metavar="FILE", help="write a JUnit XML report")
  result.add_argument("--html", metavar="FILE", help="write one self-contained page")
  result.add_argument("--verbose", "-v", action="store_true", help="list every kernel in the table")
  result.add_argument("--resume", action="store_true", help="go on with an interrupted run")
  result.add_argument("--state", metavar="FILE", default=".barricade-suite.jsonl",
                      help="where finished kernels are remembered (default %(default)s)")
  result.add_argument("--pass", dest="extra", action="append", default=[], metavar="OPTION",
                      help="a further option for each kernel, as --pass=--no-benign-tolerance")
  result.add_argument("--program", metavar="FILE", help="use this program instead of building one")
  workflow = result.add_argument_group("workflow engines")
  workflow.add_argument("--snakemake", metavar="FILE",
                        help="write a Snakemake workflow of the run instead of running it")
  workflow.add_argument("--portion", type=_positive, metavar="N",
                        help="kernels for a job of the workflow (default: the root of their "
                             "number, 10 to 250)")
  workflow.add_argument("--collect", metavar="DIR",
                        help="report on the results that the jobs have left in a folder")
  return result


def main(arguments):
  options = parser().parse_args(arguments)
  if options.stages is None:
    options.stages = ("verify",) if options.expect == "gpuverify" else DEFAULT_STAGES
  try:
    with interruptible():
      return _suite(options)
  except Interrupted:
    print(f"interrupted; go on with --resume (state in {options.state})", file=sys.stderr)
    return UNDECIDED
  except Stop as stop:
    print(str(stop) if ": error:" in str(stop) else f"error: {stop}", file=sys.stderr)
    return stop.code
  except OSError as error:
    print(f"error: {error}", file=sys.stderr)
    return INTERNAL


def _program(options):
  program = Program(options.program)
  program.build()
  program.table()  # asked once, for all kernels
  return program


def _suite(options):
  old = _read_baseline(options.baseline) if options.baseline else None
  if options.collect:
    results = _read_results(options.collect)
    cases = kernels.read_expectations(sorted(results), options.expect)
    return _report(options, cases, results, None, old)
  inputs = options.inputs or [os.path.join(os.path.dirname(__file__), "..", "..", "testsuite")]
  paths = kernels.find(inputs, options.filter)
  cases = kernels.read_expectations(paths, options.expect)
  if not options.open and not all(os.path.isfile(argument) for argument in inputs):
    cases = [case for case in cases if not case.expected.open]
  if options.quick:
    slow = kernels.read_slow(inputs)
    left = [case for case in cases if os.path.dirname(case.path) not in slow]
    print(f"slow kernels left out (--quick): {len(cases) - len(left)}", file=sys.stderr)
    cases = left
  paths = [case.path for case in cases]
  if options.snakemake:
    _write_workflow(options, paths)
    return FINE
  start = time.monotonic()
  results = _run(options, cases)
  return _report(options, cases, results, time.monotonic() - start, old)


def _write_workflow(options, paths):
  if any("\n" in path for path in paths):
    raise Stop(USAGE, "a kernel's path has a line break, which a workflow cannot name")
  names = "".join(os.path.abspath(path) + "\n" for path in paths)
  write_output(snakemake.kernel_list(options.snakemake), names.encode())
  write_output(options.snakemake,
               snakemake.workflow(options.snakemake, len(paths), options).encode())


def _run(options, cases):
  """{path: result} of all kernels, those of an interrupted run taken over."""
  program = _program(options)
  state = State(options.state, settings_of(program.path, options.stages, options.timeout, options.extra))
  expected = {case.path: case for case in cases}
  known = state.load() if options.resume else {}
  results = {path: result for path, result in known.items() if path in expected}
  state.start(results.values())
  progress = Progress(len(cases), len(results))

  def finished(result):
    results[result["kernel"]] = result
    state.add(result)
    outcome = Outcome(expected[result["kernel"]], result)
    progress.step(outcome.path, outcome.status not in ("fail", "error"))

  pool = Pool(options.jobs, options.timeout, options.memory, options.stages, program, options.extra)
  try:
    pool.run([case.path for case in cases if case.path not in results], finished)
  finally:
    progress.clear()
  state.finish()
  return results


def _report(options, cases, results, seconds, old):
  outcomes = [Outcome(case, results[case.path]) for case in cases]
  settings = {"stages": list(options.stages), "timeout": options.timeout, "expect": options.expect}
  regressions, others = baseline.changes(old, outcomes) if old else ([], [])
  sys.stdout.write(reports.table(outcomes, seconds, options.verbose))
  for title, lines in (("worse than the baseline:", regressions), ("changed:", others)):
    if lines:
      print("\n".join([title] + ["  " + line for line in lines]))
  for path, text in ((options.json, lambda: reports.as_json(outcomes, settings)),
                     (options.junit, lambda: reports.as_junit(outcomes)),
                     (options.html, lambda: page.as_html(outcomes, "Barricade test suite",
                                                         regressions + others))):
    if path:
      write_output(path, text().encode())
  bad = any(outcome.status in ("fail", "error") for outcome in outcomes)
  return FINDINGS if bad or regressions else FINE


def _read_baseline(path):
  try:
    with open(path, encoding="utf-8") as file:
      document = json.load(file)
  except OSError as error:
    raise Stop(USAGE, f"--baseline: {path}: {error.strerror}") from error
  except ValueError as error:
    raise Stop(USAGE, f"--baseline: {path} is not a report: {error}") from error
  if not isinstance(document, dict) or document.get("schema") != 1:
    raise Stop(USAGE, f"--baseline: {path} is not a report of this version")
  return document


def _read_results(folder):
  results = {}
  for name in sorted(os.listdir(folder)):
    if name.endswith(".json") and name != "report.json":
      try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
          portion = json.load(file)["kernels"]
        results.update({kernel["kernel"]: kernel["result"] for kernel in portion})
      except (ValueError, KeyError, TypeError) as error:
        raise Stop(REJECTED, f"{os.path.join(folder, name)} is not a portion's report: {error}") from error
  if not results:
    raise Stop(USAGE, f"there is no result in '{folder}'")
  return results


def _positive(text):
  value = int(text)
  if value < 1:
    raise argparse.ArgumentTypeError("must be at least 1")
  return value


def _seconds(text):
  value = float(text)
  if not value >= 0:
    raise argparse.ArgumentTypeError("must not be negative")
  return value


def _stages(text):
  stages = tuple(text.split(","))
  if not stages or any(stage not in STAGES for stage in stages):
    raise argparse.ArgumentTypeError(f"is a list of {', '.join(STAGES)}")
  return stages
