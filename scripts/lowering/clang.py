"""Finds clang and runs its front end: source text to LLVM IR text, without any optimisation."""

import glob
import os
import re
import shutil
import subprocess

from .errors import LoweringError

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
                 "-D__NVCC__", "-D__GPU_VERIFICATION__",
                 "-include", os.path.join(INCLUDE, "cuda_runtime.h")]
  for define in options.defines:
    arguments += ["-D", define]
  for folder in options.includes:
    arguments += ["-I", folder]
  return arguments + ["-nostdsysteminc", "-isystem", INCLUDE,
                      "-internal-isystem", builtinHeaders(findClang(options.clang)),
                      "-ferror-limit", "10"]


def compileToLLVM(source, options):
  """LLVM IR text of a source file; clang's diagnostics in the LoweringError if it is rejected."""
  command = [findClang(options.clang), "-cc1", *frontEndArguments(source, options),
             "-O0", "-disable-O0-optnone", "-emit-llvm", "-debug-info-kind=limited",
             "-dwarf-version=4", "-fdebug-compilation-dir=" + os.getcwd(), "-fno-rtti",
             "-ffp-contract=off", "-w", "-o", "-", source]
  try:
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True,
                         timeout=options.timeLimit, check=False)
  except subprocess.TimeoutExpired:
    raise LoweringError(f"clang did not finish within {options.timeLimit:g} s", source) from None
  except OSError as problem:
    raise LoweringError(f"clang could not be run: {problem}") from None
  diagnostics = run.stderr.decode("utf-8", "replace")
  if run.returncode != 0:
    match = re.search(r"^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$", diagnostics, re.MULTILINE)
    if match:
      raise LoweringError(match.group(4), match.group(1), int(match.group(2)),
                          int(match.group(3)), diagnostics)
    raise LoweringError("clang rejects the source", source, diagnostics=diagnostics)
  return run.stdout.decode("utf-8", "replace")
