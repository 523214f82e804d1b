"""`barricade doctor`: what is found on this machine, and what is missing.

Each line is one thing: found (with its version and place), missing though it is needed, or absent
though it could be of use. The exit code is 0 when nothing that is needed is missing.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

from commands.exit_codes import FINE, INTERNAL
from commands.program import Program
from lowering import LoweringError
from lowering.clang import builtin_headers, find_clang

_OLDEST_PYTHON = (3, 11)
_CLANGS = range(13, 20)


class Line:
  """`state` is `ok`, `missing` (needed) or `absent` (optional)."""

  def __init__(self, state, name, text):
    self.state, self.name, self.text = state, name, text


def main(arguments):
  parser = argparse.ArgumentParser(prog="barricade doctor", description=__doc__.split("\n")[0])
  parser.parse_args(arguments)
  lines = [*_needed(), *_optional(), *_machine()]
  width = max(len(line.name) for line in lines)
  for line in lines:
    print(f"{line.state:8}{line.name:{width}}  {line.text}")
  missing = [line.name for line in lines if line.state == "missing"]
  if missing:
    print(f"\n{', '.join(missing)}: needed for kernels in CUDA, HIP and OpenCL")
  return INTERNAL if missing else FINE


def _needed():
  program = Program()
  if program.exists():
    yield Line("ok", "barricade", f"{program.version()}, {program.path}")
  else:
    yield Line("missing", "barricade", f"{program.path} is not built: scripts/build")
  version = ".".join(map(str, sys.version_info[:3]))
  new = sys.version_info >= _OLDEST_PYTHON
  yield Line("ok" if new else "missing", "python3",
             f"{version}, {sys.executable}" if new else f"{version} is older than 3.11")
  try:
    clang = find_clang()
  except LoweringError as error:
    yield Line("missing", "clang", f"{error.message}; Debian: apt install clang")
    return
  version = _version([clang, "--version"])
  known = version and int(version.split(".")[0]) in _CLANGS
  yield Line("ok" if known else "missing", "clang",
             f"{version}, {clang}" + ("" if known else ": versions 13 to 19 will do"))
  headers = builtin_headers(clang)
  found = os.path.exists(os.path.join(headers, "opencl-c-base.h"))
  yield Line("ok" if found else "missing", "clang's headers",
             headers if found else f"{headers} has no opencl-c-base.h; Debian: libclang-common-*-dev")


def _optional():
  """Kernels are compiled against our own headers; a toolkit is for what a project includes."""
  toolkit = os.environ.get("CUDA_PATH") or next(iter(sorted(glob.glob("/usr/local/cuda*"))), None)
  nvcc = shutil.which("nvcc") or (toolkit and shutil.which(os.path.join(toolkit, "bin", "nvcc")))
  yield Line("ok", "CUDA toolkit", f"{_version([nvcc, '--version'])}, {nvcc}") if nvcc else \
      Line("absent", "CUDA toolkit", "not needed: kernels are compiled against our own headers")
  hipcc = shutil.which("hipcc") or shutil.which("/opt/rocm/bin/hipcc")
  yield Line("ok", "HIP", f"{_version([hipcc, '--version'])}, {hipcc}") if hipcc else \
      Line("absent", "HIP", "not needed: kernels are compiled against our own headers")
  git = shutil.which("git")
  yield Line("ok", "git", f"{_version([git, '--version'])}, {git}") if git else \
      Line("absent", "git", "needed for --since, and to apply patches with `git apply`")


def _machine():
  cores = len(os.sched_getaffinity(0))
  yield Line("ok", "cores", f"{cores}: kernels that are verified at a time")
  pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
  yield Line("ok", "memory", f"{pages * size / 2**30:.1f} GiB; --memory limits a run")


def _version(command):
  """The first number with dots that a tool tells of itself, or None."""
  try:
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
  except (OSError, subprocess.TimeoutExpired):
    return None
  found = re.search(r"\d+(?:\.\d+)+", done.stdout)
  return found.group(0) if found else None
