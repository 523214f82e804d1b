"""Finds clang and runs its front end: source text to LLVM IR text, without any optimisation."""

import glob
import os
import re
import shutil
import subprocess
import tempfile

from .errors import LoweringError
from .hostcode import HostCode

_HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(_HERE, "include")
_VERSIONS = ("", "-14", "-15", "-16", "-13", "-17", "-18", "-19")


def findClang(chosen=None):
  """Path of the clang to use: the chosen one, $BARRICADE_CLANG, or the first found on PATH."""
  chosen = chosen or os.environ.get("BARRICADE_CLANG")
  if chosen:
    path = shutil.which(chosen)
    if path is None:
      raise LoweringError(f"clang not found: {chosen}")
    return path
  for suffix in _VERSIONS:
    path = shutil.which("clang" + suffix)
    if path is not None:
      return path
  raise LoweringError("clang was not found on PATH; versions 13 to 19 will do")


def builtinHeaders(clang):
  """Folder of clang's own headers (stddef.h and the like)."""
  root = os.path.dirname(os.path.dirname(os.path.realpath(clang)))
  folders = glob.glob(os.path.join(root, "lib", "clang", "*", "include"))
  if len(folders) == 1:
    return folders[0]
  run = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True, timeout=30,
                       check=False)
  return os.path.join(run.stdout.strip(), "include")


def isOpenCL(source):
  if source.endswith(".cl"):
    return True
  if source.endswith((".cu", ".cuh")):
    return False
  raise LoweringError(f"{source}: neither CUDA (.cu) nor OpenCL (.cl)")


def frontEndArguments(source, options):
  """Arguments of `clang -cc1` that fix language, target and headers of a source file."""
  bits = options.pointerSize
  if isOpenCL(source):
    arguments = ["-triple", "spir-unknown-unknown" if bits == 32 else "spir64-unknown-unknown",
                 "-x", "cl", f"-cl-std={options.standard or 'CL2.0'}",
                 "-finclude-default-header", "-fdeclare-opencl-builtins", "-fpreserve-vec3-type",
                 "-cl-ext=+all", "-D__GPU_VERIFICATION__",
                 "-include", os.path.join(INCLUDE, "opencl_prelude.h")]
  else:
    arguments = ["-triple", "nvptx-nvidia-cuda" if bits == 32 else "nvptx64-nvidia-cuda",
                 "-aux-triple", "i386-unknown-linux-gnu" if bits == 32
                 else "x86_64-unknown-linux-gnu", "-target-cpu", "sm_70", "-fcuda-is-device",
                 "-x", "cuda", f"-std={options.standard or 'c++17'}", "-fno-builtin",
                 "-fcuda-allow-variadic-functions", "-fgnuc-version=4.2.1", "-fdeprecated-macro",
                 "-Wno-register", "-Wno-reserved-user-defined-literal",  # as nvcc
                 "-D__NVCC__", "-D__GPU_VERIFICATION__",
                 "-include", os.path.join(INCLUDE, "cuda_runtime.h")]
  for define in options.defines:
    arguments += ["-D", define]
  for folder in options.includes:
    arguments += ["-I", folder]
  return arguments + ["-nostdsysteminc", "-isystem", INCLUDE,
                      "-internal-isystem", builtinHeaders(findClang(options.clang)),
                      "-ferror-limit", "10"]


class Compilation:
  """One source file as clang accepts it: with its host code left out where that has errors. `folder`
  keeps what clang has to find then, for as long as the compilation is used."""

  def __init__(self, source, options, folder):
    self.source, self.options, self.folder = source, options, folder
    self.extra = []  # arguments for what was left out
    self.remarks = []

  def command(self):
    """The command line of clang's front end, without an action and the source."""
    return [findClang(self.options.clang), "-cc1",
            *frontEndArguments(self.source, self.options), *self.extra, "-w"]

  def toLLVM(self):
    """LLVM IR text; clang's diagnostics in the LoweringError if the source is rejected."""
    action = ["-O0", "-disable-O0-optnone", "-emit-llvm", "-debug-info-kind=limited",
              "-dwarf-version=4", "-fdebug-compilation-dir=" + os.getcwd(), "-fno-rtti",
              "-ffp-contract=off", "-fno-strict-return", "-o", "-"]
    accepted, output, diagnostics = self._run(action)
    if not accepted and not isOpenCL(self.source):
      accepted, diagnostics = self.leaveOutHostCode()
      if accepted:
        accepted, output, diagnostics = self._run(action)
    if not accepted:
      self._reject(diagnostics)
    return output

  def settle(self):
    """Leaves out what the front end rejects, if anything; errors that remain are told by others."""
    if not isOpenCL(self.source) and not self._run(["-fsyntax-only"])[0]:
      self.leaveOutHostCode()

  def leaveOutHostCode(self):
    """(whether clang accepts the source without it, its diagnostics)."""
    def front(arguments):
      accepted, output, diagnostics = self._run(
        arguments if "-E" in arguments else ["-fsyntax-only", *arguments])
      return accepted, output if "-E" in arguments else diagnostics

    host = HostCode(self.source, front, tempfile.mkdtemp(dir=self.folder),
                    [INCLUDE, builtinHeaders(findClang(self.options.clang)), self.folder],
                    self.options.kernel)
    accepted = host.settle()
    self.extra, self.remarks = host.arguments, host.remarks()
    return accepted, host.diagnostics

  def _run(self, arguments):
    try:
      run = subprocess.run([*self.command(), *arguments, self.source], stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=self.options.timeLimit, check=False)
    except subprocess.TimeoutExpired:
      raise LoweringError(f"clang did not finish within {self.options.timeLimit:g} s",
                          self.source) from None
    except OSError as problem:
      raise LoweringError(f"clang could not be run: {problem}") from None
    return (run.returncode == 0, run.stdout.decode("utf-8", "replace"),
            run.stderr.decode("utf-8", "replace"))

  def _reject(self, diagnostics):
    match = re.search(r"^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$", diagnostics, re.MULTILINE)
    if match:
      raise LoweringError(match.group(4), match.group(1), int(match.group(2)),
                          int(match.group(3)), diagnostics)
    raise LoweringError("clang rejects the source", self.source, diagnostics=diagnostics)
