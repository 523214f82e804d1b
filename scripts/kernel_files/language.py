"""Which files are source with kernels, and in which language: by their ending, and of a file of C++, as
projects of HIP have them, by what it holds."""

import re

ENDINGS = (".cu", ".cuh", ".hip", ".cl")
CPLUSPLUS = (".cpp", ".cc", ".cxx")  # source if it has a kernel
SOURCES = ", ".join(ENDINGS) + "; .cpp with kernels"  # for messages
_KERNEL = re.compile(rb"\b__global__\s+(?:void|static|inline|__\w+)\b|\bvoid\s+__global__\b")
_HIP = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]hip/', re.MULTILINE)


def is_source(path):
  return path.endswith(ENDINGS) or path.endswith(CPLUSPLUS) and _holds(path, _KERNEL)


def is_opencl(path):
  return path.endswith(".cl")


def is_hip(path):
  """Of a source file."""
  return path.endswith(".hip") or path.endswith(CPLUSPLUS) and _holds(path, _HIP)


def _holds(path, pattern):
  try:
    with open(path, "rb") as file:
      return pattern.search(file.read()) is not None
  except OSError:
    return False
