"""Finds clang and runs its front end: source text to LLVM IR text, without any optimisation."""

import functools
import glob
import os
import re
import shutil
import subprocess
import tempfile

from kernel_files import is_hip, is_opencl

from . import toolkit
from .errors import LoweringError
from .host_notes import remarks
from .macros import behind_headers, headers_first
from .precompiled import HEADER as CUDA_HEADER, failed, with_precompiled

_HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(_HERE, "include")
_VERSIONS = ("", "-14", "-15", "-16", "-13", "-17", "-18", "-19")
# What clang rejects and other compilers take: (its message, arguments with which it takes that).
_DIALECTS = (
    # `__shared__ alignas(16) int a[4];`, which clang 14 knows with a GNU attribute only.
    (re.compile(r"an attribute list cannot appear here|'alignas' attribute cannot be applied to types"),
     ["-Dalignas(...)=__attribute__((aligned(__lowering_alignment<size_t(__VA_ARGS__)>())))"]),
    (re.compile(r"\.cl:\d+:\d+: error: call to '(?:f?min|f?max|pow|clamp|mad|fma|mix)' is ambiguous"),
     ["-include", os.path.join(INCLUDE, "opencl_mixed_types.h")]))
# What only C++20 has.
_NEWER = re.compile(rb"^[ \t]*(?:#[ \t]*include[ \t]*<(?:concepts|ranges|bit|numbers|source_location|span)>"
                    rb"|template[ \t]*<[^;{}]*>\s*(?:concept|requires)\b|concept\s+\w+\s*=)", re.MULTILINE)


def find_clang(chosen=None):
  """Path of the clang to use: the chosen one, $BARRICADE_CLANG, or the first found on PATH."""
  return _located(chosen or os.environ.get("BARRICADE_CLANG"), os.environ.get("PATH"))


@functools.lru_cache(maxsize=None)
def _located(chosen, _):
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


@functools.lru_cache(maxsize=None)
def builtin_headers(clang):
  """Folder of clang's own headers (stddef.h and the like)."""
  root = os.path.dirname(os.path.dirname(os.path.realpath(clang)))
  folders = glob.glob(os.path.join(root, "lib", "clang", "*", "include"))
  if len(folders) == 1:
    return folders[0]
  run = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True, timeout=30,
                       check=False)
  return os.path.join(run.stdout.strip(), "include")


def _standard(source):
  """The standard of C++ that a file is written in, where nobody says: nvcc's, or what it must be."""
  with open(source, "rb") as stream:
    return "c++20" if _NEWER.search(stream.read()) else "c++17"


def front_end_arguments(source, options):
  """Arguments of `clang -cc1` that fix language, target and headers of a source file."""
  bits = options.pointer_size or (32 if is_opencl(source) else 64)
  if is_opencl(source):
    arguments = ["-triple", "spir-unknown-unknown" if bits == 32 else "spir64-unknown-unknown",
                 "-x", "cl", f"-cl-std={options.standard or 'CL2.0'}",
                 "-finclude-default-header", "-fdeclare-opencl-builtins", "-fpreserve-vec3-type",
                 "-cl-ext=+all", "-D__GPU_VERIFICATION__",
                 "-include", os.path.join(INCLUDE, "opencl_prelude.h")]
  else:
    arguments = ["-triple", "nvptx-nvidia-cuda" if bits == 32 else "nvptx64-nvidia-cuda",
                 "-aux-triple", "i386-unknown-linux-gnu" if bits == 32
                 else "x86_64-unknown-linux-gnu", "-target-cpu", "sm_70", "-fcuda-is-device",
                 "-x", "cuda", f"-std={options.standard or _standard(source)}", "-fno-builtin",
                 "-fcuda-allow-variadic-functions", "-fgnuc-version=4.2.1", "-fdeprecated-macro",
                 "-Wno-register", "-Wno-reserved-user-defined-literal",  # as nvcc
                 "-Wno-c++11-narrowing",
                 "-D__GPU_VERIFICATION__",
                 "-include", CUDA_HEADER]
    arguments += ["-D__HIP_PLATFORM_AMD__", "-D__HIPCC__", "-include",
                  os.path.join(INCLUDE, "hip", "hip_runtime.h")] \
        if is_hip(source) else ["-D__NVCC__", "-D__CUDACC__"]
    with open(source, encoding="utf-8", errors="replace") as stream:
      for header in headers_first(stream.read(), options.defines, INCLUDE):
        arguments += ["-include", header]
  for define in options.defines:
    arguments += ["-D", define]
  for name in options.undefines:
    arguments += ["-U", name]
  for folder in toolkit.split(options.includes)[0]:
    arguments += ["-I", folder]
  for header in options.preincluded:
    arguments += ["-include", header]
  return arguments + ["-fno-rtti", "-ffp-contract=off", "-fno-strict-return", "-nostdsysteminc", "-isystem", INCLUDE,
                      "-internal-isystem", builtin_headers(find_clang(options.clang)),
                      "-ferror-limit", "10"]


def _functions_without_body(text):
  """Functions of the source that `text`, LLVM IR, declares only; built-in ones have mangled names."""
  return set(re.findall(r"^declare [^@\n]*@(?!_Z|llvm\.)([\w.$]+)\(", text, re.MULTILINE))


class Compilation:
  """One source file as clang accepts it: with its host code left out where that has errors.
  `folder` keeps what clang has to find then, for as long as the compilation is used."""

  def __init__(self, source, options, folder):
    self.source, self.options = source, options
    self.folder = os.path.abspath(folder)  # an overlay of clang's does not find a/./b
    self.extra = []  # arguments for what was left out and added
    self.dialect = []  # arguments for what this clang spells otherwise
    self.remarks = []
    self.refused = []  # kernels with errors: (kernel, message, path, line, column)
    self.host = None
    self.precompiled = True  # our headers, where they can be
    self.after = self._of_toolkits()

  def _of_toolkits(self):
    """Arguments for headers of CUDA that ours lack."""
    headers = toolkit.split(self.options.includes)[1]
    if self.options.cuda_path:
      headers.insert(0, toolkit.found(self.options.cuda_path))
    if not headers or is_opencl(self.source):
      return []
    return ["-idirafter", toolkit.view(headers, self.folder)]

  def command(self, extra=None):
    """The command line of clang's front end, without an action and the source."""
    command = [find_clang(self.options.clang), "-cc1",
               *front_end_arguments(self.source, self.options), *self.dialect, *self.after,
               *(self.extra if extra is None else extra), "-w"]
    return command if is_opencl(self.source) else behind_headers(command, INCLUDE, self.folder)

  def fast_command(self, extra=None):
    """Likewise, with our headers in their precompiled form where they can be."""
    command = self.command(extra)
    if self.precompiled and not (self.host and self.host.given_way):
      command = with_precompiled(command)
    return command

  def to_llvm(self):
    """LLVM IR text; clang's diagnostics in the LoweringError if the source is rejected."""
    action = ["-O0", "-disable-O0-optnone", "-emit-llvm", "-debug-info-kind=limited",
              "-dwarf-version=4", "-fdebug-compilation-dir=" + os.getcwd(), "-o", "-"]
    accepted, output, diagnostics = self._run(action)
    if is_opencl(self.source):
      if not accepted and self._complete():
        accepted, output, diagnostics = self._run(action)
      return (self._with_inline_bodies(output, action) if accepted
              else self._reject(diagnostics))
    if not accepted:
      accepted, diagnostics = self.leave_out_host_code()
      if accepted:
        accepted, output, diagnostics = self._run(action)
    if accepted and self._instantiate(output):
      accepted, output, diagnostics = self._run(action)
    if not accepted:
      self._reject(diagnostics)
    return output

  def preprocessed(self):
    """(the user's part of the preprocessed source, as bytes: with the code that is left out, without
    macros; for each of its lines the file and the line that it comes from)."""
    output = self._run([*(self.host.settings if self.host else ()), "-E"], False)[1]
    own = os.path.realpath(INCLUDE) + os.sep
    kept, places, ours, file, number = [], [], False, self.source, 1
    for line in output.split("\n"):
      marker = re.match(r'# (\d+) "((?:[^"\\]|\\.)*)"', line)
      if marker:
        number, file = int(marker.group(1)), marker.group(2)
        ours = os.path.realpath(file).startswith(own) or file.startswith("<")
        continue
      if not ours:
        kept.append(line)
        places.append((file, number))
      number += 1
    return "\n".join(kept).encode("utf-8", "replace"), places

  def _with_inline_bodies(self, output, action):
    """In C99 a function that is `inline` without `static` or `extern` has its body elsewhere, and
    without optimisation clang leaves out the one that it sees. With GNU89's meaning of `inline` it
    keeps that, but leaves out `extern inline` ones; so that is only taken where it lacks less."""
    lacking = _functions_without_body(output)
    if not lacking:
      return output
    accepted, other, _ = self._run([*action, "-fgnu89-inline"])
    return other if accepted and _functions_without_body(other) < lacking else output

  def settle(self):
    """Leaves out what the front end rejects, if anything; errors that remain are told by others."""
    if is_opencl(self.source):
      return
    if not self._run(["-fsyntax-only"])[0]:
      self.leave_out_host_code()

  def leave_out_host_code(self):
    """(whether clang accepts the source without it, its diagnostics)."""
    host = self._host_code()
    if self.options.refuse_single_kernels:
      host.define()
    accepted = host.settle()
    while not accepted and self.options.refuse_single_kernels and host.assume():
      accepted = host.settle()
    if not accepted and self.options.refuse_single_kernels:
      accepted = host.refuse()
      self.refused = host.refused
    self.extra, self.remarks = host.arguments, remarks(host)
    return accepted, host.diagnostics

  def _complete(self):
    """Adds the headers and names that an OpenCL file lacks; whether clang accepts it then."""
    host = self._host_code()
    host.find_headers()
    while host.hoist() or self.options.refuse_single_kernels and host.assume():
      pass
    self.extra, self.remarks = host.arguments, remarks(host)
    accepted, host.diagnostics = host.run(self.extra)
    return accepted

  def _host_code(self):
    if self.host is None:
      from .hostcode import HostCode  # most files compile as they are

      def front(arguments):
        text = {"-E", "-Eonly"} & set(arguments)
        accepted, output, diagnostics = self._run(
          arguments if text else ["-fsyntax-only", *arguments], False)
        return accepted, output if text else diagnostics

      self.host = HostCode(self.source, front, tempfile.mkdtemp(dir=self.folder),
                           [INCLUDE, builtin_headers(find_clang(self.options.clang)), self.folder],
                           self.options.kernel, self.options.project)
    return self.host

  def _instantiate(self, output):
    """Adds instances of the kernel templates that have none in the LLVM IR; true if there are
    any."""
    with open(self.source, "rb") as stream:
      text = stream.read()
    if b"template" not in text or b"__global__" not in text:
      return False
    from .instances import kernel_templates
    absent = [template for template in kernel_templates(text)
              if self.options.kernel in (None, template.name)
              and not re.search(rf"^define [^@]*@\S*?{len(template.name)}{template.name}I", output,
                                re.MULTILINE)]
    if not absent:
      return False
    host = self._host_code()
    found = host.instantiate(absent, (self.options.block_dim or [None])[0], self.preprocessed()[0])
    self.extra, self.remarks = host.arguments, remarks(host)
    return found

  def unmade(self, source):
    """Kernel templates without an instance, as `refused`, but of those."""
    result, known = [], {name for name, *_ in self.refused}
    for template in (self.host.unmade if self.host else ()):
      if template.name in known:
        continue
      tried = self.host.why_unmade(template)
      reason = f"; {template.name}<{tried[0]}>: {tried[1]}" if tried else ""
      result.append((template.name, "a template that nothing instantiates, and that no guess "
                     f"instantiates; `template __global__ void {template.name}<..>(..);` does{reason}",
                     source, template.line, 1))
    return result

  def _run(self, arguments, settled=True):
    """(whether clang accepts the source, its output, its diagnostics); if not yet `settled`, the
    arguments say what is left out."""
    command = self.fast_command(self.extra if settled else ())
    try:
      run = subprocess.run([*command, *arguments, self.source], stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=self.options.limits.seconds("clang"),
                           check=False)
    except subprocess.TimeoutExpired:
      raise self.options.limits.out_of_time("clang") from None
    except OSError as problem:
      raise LoweringError(f"clang could not be run: {problem}") from None
    diagnostics = run.stderr.decode("utf-8", "replace")
    if run.returncode != 0 and failed(command, diagnostics):
      self.precompiled = False
      return self._run(arguments, settled)
    for message, taken in _DIALECTS:
      if run.returncode != 0 and message.search(diagnostics) and taken[-1] not in self.dialect:
        self.dialect += taken
        return self._run(arguments, settled)
    return run.returncode == 0, run.stdout.decode("utf-8", "replace"), diagnostics

  def _reject(self, diagnostics):
    match = re.search(r"^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$", diagnostics, re.MULTILINE)
    if match:
      from .hints import hint
      told = hint(match.group(4), self.source, self.host.missing if self.host else ())
      if told:
        self.remarks.append(f"{self.source}: note: {told}")
      raise LoweringError(match.group(4), match.group(1), int(match.group(2)),
                          int(match.group(3)), diagnostics)
    raise LoweringError("clang rejects the source", self.source, diagnostics=diagnostics)
