"""Runs the C++ tests (ctest), the Python tests (unittest) and the kernels (suite), and sums up.

`scripts/test` calls this after the build. Whatever does not report a count (a crash, a missing
program) counts as one failure, so that silence is never taken for success. The last line is
`N passed, N failed`.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "release"


def run_ctest():
  """Returns (passed, failed) of all tests that CMake knows."""
  with tempfile.TemporaryDirectory() as folder:
    junit = pathlib.Path(folder) / "ctest.xml"
    command = ["ctest", "--test-dir", str(BUILD), "-j", str(os.cpu_count() or 1),
               "--output-on-failure", "--no-tests=error", "--progress",
               "--output-junit", str(junit)]
    code = subprocess.run(command, cwd=ROOT).returncode
    try:
      return count_junit(junit.read_text(), code)
    except (OSError, xml.etree.ElementTree.ParseError):
      return 0, 1


def count_junit(text, code):
  """Counts a JUnit report; a failing exit code without a failed case is one failure."""
  passed = failed = 0
  for case in xml.etree.ElementTree.fromstring(text).iter("testcase"):
    if case.get("status") == "run":
      passed += 1
    elif case.get("status") != "disabled":
      failed += 1
  if code != 0 and failed == 0:
    failed = 1
  return passed, failed


def test_files(root):
  """The files test_*.py of the project, each with the folder that its imports start at."""
  sources = [entry for entry in root.iterdir()
             if entry.is_dir() and not entry.name.startswith((".", "build"))]
  for path in sorted(path for source in sources for path in source.rglob("test_*.py")):
    top = path.parent
    while (top / "__init__.py").exists():
      top = top.parent
    yield path, top


def run_unittests():
  """Yields (passed, failed) of each folder of Python tests.

  As many files run at once as there are cores, the largest first.
  """
  files = sorted(test_files(ROOT), key=lambda pair: -pair[0].stat().st_size)
  counts = collections.defaultdict(lambda: (0, 0))
  with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
    for (path, _), done in zip(files, pool.map(run_unittest, files)):
      passed, failed = count_unittest(done.stderr, done.returncode)
      if failed:
        print(f"{path.relative_to(ROOT)}:\n{done.stdout}{done.stderr}", flush=True)
      known = counts[path.parent]
      counts[path.parent] = (known[0] + passed, known[1] + failed)
  for folder, (passed, failed) in sorted(counts.items()):
    print(f"{folder.relative_to(ROOT)}: {passed} passed, {failed} failed", flush=True)
    yield passed, failed


def run_unittest(pair):
  """What became of one file of Python tests, run in a process of its own."""
  path, top = pair
  command = [sys.executable, "-m", "unittest", "discover", "-s", str(path.parent), "-p", path.name,
             "-t", str(top)]
  return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def count_unittest(text, code):
  """Counts the closing lines of unittest's text runner."""
  ran = re.search(r"^Ran (\d+) tests?", text, re.MULTILINE)
  if not ran:
    return 0, 1
  failed = sum(int(n) for n in re.findall(r"\b(?:failures|errors)=(\d+)", text))
  skipped = sum(int(n) for n in re.findall(r"\bskipped=(\d+)", text))
  if code != 0 and failed == 0:
    failed = 1
  return max(int(ran.group(1)) - failed - skipped, 0), failed


def run_suite():
  """Returns (passed, failed) of the kernels of the test suite but for those that are slow."""
  with tempfile.TemporaryDirectory() as folder:
    report = pathlib.Path(folder) / "suite.json"
    command = [sys.executable, str(ROOT / "scripts" / "suite"), "testsuite", "--quick",
               "--json", str(report), "--state", str(pathlib.Path(folder) / "state.jsonl")]
    code = subprocess.run(command, cwd=ROOT).returncode
    try:
      return count_suite(report.read_text(), code)
    except OSError:
      return 0, 1


def count_suite(text, code):
  """Counts the JSON report of a suite; a kernel without an expectation counts for nothing."""
  totals = json.loads(text)["totals"]
  failed = totals["fail"] + totals["error"]
  return totals["pass"], max(failed, 1) if code else failed


def main():
  results = [run_ctest()]
  results += run_unittests()
  results.append(run_suite())
  passed = sum(result[0] for result in results)
  failed = sum(result[1] for result in results)
  print(f"{passed} passed, {failed} failed")
  return 1 if failed else 0


if __name__ == "__main__":
  sys.exit(main())
