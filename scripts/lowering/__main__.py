"""The command: python3 -m lowering kernel.cu --blockDim=[16,16] --gridDim=[8,8] -o out.gbpl"""

import os
import sys
import tempfile

from . import LaunchOptions, LoweringError, lowerFile

USAGE = """usage: lower KERNEL.cu|KERNEL.cl [options]

Writes the kernel in Barricade's input language, to standard output or a file.

  -o FILE                 write to FILE
  --blockDim=N|[X,Y,Z]    CUDA: threads of a block; '*' stands for any size
  --gridDim=N|[X,Y,Z]     CUDA: blocks of the grid
  --local_size=...        OpenCL: work-items of a group
  --num_groups=...        OpenCL: groups
  --global_size=...       OpenCL: work-items in all, instead of --num_groups
  --global_offset=...     OpenCL: first global id (default 0)
  --kernel=NAME           only this kernel
  --pointer-size=32|64    width of pointers and size_t (default 32)
  --kernel-arrays=K,N,..  sizes of the arrays that the kernel K takes, '*' for unknown
  --kernel-args=[K,]N,..  values of the kernel's parameters that are no pointers, '*' for any
  --all-procedures        also functions that nothing calls, as if they were kernels
  --no-annotations        leave out invariants, contracts and assertions of annotations
  --only-requires         leave out all of them but preconditions
  --invariants-as-candidates  take invariants only where they can be proved
  -D NAME[=VALUE]         define a macro
  -I FOLDER               look for included files in FOLDER
  -std=STANDARD           language standard, such as c++14 or CL1.2
  --clang=PROGRAM         the clang to use (default: the first on PATH)
  --time-limit=SECONDS    for clang (default 30)
  --help                  this text

Sizes may also stand in a comment on one of the first two lines: //--blockDim=128 --gridDim=1
Exit codes: 0 lowered, 2 usage, 3 the source is rejected, 5 internal error.
"""


def main(arguments):
  if "--help" in arguments or "-h" in arguments:
    print(USAGE, end="")
    return 0
  options, output, sources, rest = LaunchOptions(), None, [], []
  try:
    index = 0
    while index < len(arguments):
      argument = arguments[index]
      if argument == "-o" and index + 1 < len(arguments):
        output = arguments[index + 1]
        index += 1
      elif argument.startswith("-o") and len(argument) > 2 and argument[2] != "-":
        output = argument[2:]
      elif argument.startswith("-"):
        rest.append(argument)
        if argument in ("-D", "-I", "--kernel", "--clang") and index + 1 < len(arguments):
          rest.append(arguments[index + 1])
          index += 1
      else:
        sources.append(argument)
      index += 1
    options.parse(rest, False)
    if len(sources) != 1:
      raise LoweringError("give one source file" if not sources else
                          "more than one source file: " + ", ".join(sources))
  except LoweringError as problem:
    print(f"lower: {problem}\nTry 'lower --help'.", file=sys.stderr)
    return 2
  try:
    result = lowerFile(sources[0], options)
    for remark in result.remarks:
      print(remark, file=sys.stderr)
    write(result.text, output)
  except LoweringError as problem:
    print(problem.told(), file=sys.stderr)
    return 3
  except OSError as problem:
    print(f"lower: {problem}", file=sys.stderr)
    return 5
  except Exception as problem:  # a mistake of ours: never a half-written file, never silence
    print(f"lower: internal error: {type(problem).__name__}: {problem}", file=sys.stderr)
    return 5
  return 0


def write(text, output):
  """To standard output, or to a file that is complete or not there."""
  if output is None or output == "-":
    sys.stdout.write(text)
    return
  folder = os.path.dirname(os.path.abspath(output))
  handle, temporary = tempfile.mkstemp(dir=folder, prefix=".lower-")
  try:
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
      stream.write(text)
    os.chmod(temporary, 0o644)
    os.replace(temporary, output)
  except BaseException:
    os.unlink(temporary)
    raise


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
