"""Lowers CUDA and OpenCL source to the Boogie-like IR that Barricade verifies.

    from lowering import LaunchOptions, lower
    options = LaunchOptions()
    options.blockDim, options.gridDim = [128], [1]
    text = lower(Path("kernel.cu"), options)

`lowerFile` returns the options of the file's comment as well. Rejected input raises LoweringError.
"""

import os
import sys
import tempfile
import threading

from .clang import Compilation, isOpenCL
from .errors import LoweringError, NoKernel
from .hostcode import kernelTemplates
from .options import LaunchOptions, parseSize

__all__ = ["LaunchOptions", "LoweringError", "LoweringResult", "lower", "lowerFile", "parseSize"]

_STACK = 256 << 20


class LoweringResult:
  """The IR's text, the options after reading the file's comment, the names of the kernels, and what
  the user should know of what was left out."""

  def __init__(self, text, options, kernels, remarks=()):
    self.text = text
    self.options = options
    self.verifierOptions = options.verifierOptions
    self.verifier_options = options.verifierOptions
    self.kernels = kernels
    self.remarks = list(remarks)


def lowerFile(source, options):
  """Lowers a file; options in its first comment lines count where `options` says nothing."""
  source = os.fspath(source)
  try:
    with open(source, encoding="utf-8", errors="replace") as stream:
      head = "".join(stream.readline() for _ in range(2))
  except OSError as problem:
    raise LoweringError(f"cannot be read: {problem.strerror}", source) from None
  opencl = isOpenCL(source)
  options.parseComment(head)
  return _onLargeStack(lambda: _translate(source, options, opencl))


def lower(source, options):
  """The IR's text of a CUDA or OpenCL file."""
  return lowerFile(source, options).text


def _translate(source, options, opencl):
  from .parser import parseModule
  from .program import Program
  with tempfile.TemporaryDirectory(prefix="barricade-") as folder:
    compilation = Compilation(source, options, folder)
    try:
      program = Program(parseModule(compilation.toLLVM()), options, opencl)
      return LoweringResult(program.lower(), options,
                            [program.sourceName(f.name) for f in program.kernels],
                            compilation.remarks)
    except LoweringError as problem:
      problem.file = problem.file or source
      problem.remarks = compilation.remarks
      if isinstance(problem, NoKernel) and not opencl:
        for name in kernelTemplates(source):
          problem.remarks.append(f"{source}: note: '{name}' is a template that nothing instantiates; "
                                 f"`template __global__ void {name}<..>(..);` does")
      raise


def _onLargeStack(function):
  """Runs a function where deep expressions do not overflow the stack."""
  result, problem = [], []

  def run():
    try:
      result.append(function())
    except BaseException as caught:  # handed to the caller's thread below
      problem.append(caught)

  limit, size = sys.getrecursionlimit(), threading.stack_size(_STACK)
  sys.setrecursionlimit(100000)
  try:
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
  finally:
    threading.stack_size(size)
    sys.setrecursionlimit(limit)
  if problem:
    raise problem[0]
  return result[0]
