"""Lowers CUDA and OpenCL source to the Boogie-like IR that Barricade verifies.

    from lowering import LaunchOptions, lower
    options = LaunchOptions()
    options.block_dim, options.grid_dim = [128], [1]
    text = lower(Path("kernel.cu"), options)

Rejected input raises LoweringError.
"""

import importlib
import os
import tempfile

from kernel_files import is_opencl, is_source

from .clang import Compilation
from .errors import LoweringError
from .options import LaunchOptions, parse_size
from .stack import on_large_stack

__all__ = ["LaunchOptions", "LoweringError", "LoweringResult", "load", "lower", "lower_file", "parse_size"]


class LoweringResult:
  """The IR's text, the names of the kernels, and what the user should know of what was left out."""

  def __init__(self, text, kernels, remarks=()):
    self.text = text
    self.kernels = kernels
    self.remarks = list(remarks)


def load():
  """Imports what is else imported with the first file: for processes that fork before."""
  for name in ("parser", "preconditions", "program"):
    importlib.import_module(f".{name}", __name__)


def lower_file(source, options):
  """Lowers a file as the options say; what stands in its head is the caller's to read."""
  source = os.fspath(source)
  try:
    with open(source, "rb"):
      pass
  except OSError as problem:
    raise LoweringError(f"cannot be read: {problem.strerror}", source) from None
  if not is_source(source):
    raise LoweringError("neither CUDA (.cu), HIP (.hip, .cpp with kernels) nor OpenCL (.cl)", source)
  return on_large_stack(lambda: _translate(source, options))


def lower(source, options):
  """The IR's text of a CUDA or OpenCL file."""
  return lower_file(source, options).text


def _translate(source, options):
  from .parser import parse_module
  from .preconditions import told
  from .program import lower_module
  with tempfile.TemporaryDirectory(prefix="barricade-") as folder:
    compilation = Compilation(source, options, folder)
    try:
      with options.limits.limited("clang"):
        text = compilation.to_llvm()
      with options.limits.limited("reading"):
        module = parse_module(text)
      with options.limits.limited("lowering"):
        lowered = lower_module(module, options, is_opencl(source))
        notes = [note for name in lowered.names for note in told(source, options, name)]
        return LoweringResult(lowered.text, lowered.names,
                              [*compilation.remarks, *notes, *lowered.remarks])
    except LoweringError as problem:
      problem.file = problem.file or source
      problem.remarks = compilation.remarks
      raise
