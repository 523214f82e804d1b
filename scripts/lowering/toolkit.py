"""Headers of a CUDA toolkit: where there is one, they serve for what our own headers lack.

    toolkit.view([toolkit.found(DIR)], folder)    # a folder for -idirafter

Our headers are what the lowering understands: they declare CUDA's functions in a form that says what
each does, are read by any clang that it knows, and in a tenth of the time. So they win, and a
toolkit adds the rest, such as the types and constants of cuSPARSE, NPP, NVTX and NVML. As its
headers include each other by quotes, which look beside the file first, clang sees a folder of links
to those that ours do not replace. CUB, Thrust and libcu++ are left out there: each is one piece,
written for compilers that clang 14 is not, and ours model what kernels use most.
"""

import os

from .errors import LoweringError

_HERE = os.path.dirname(os.path.abspath(__file__))
_OURS = frozenset(os.listdir(os.path.join(_HERE, "include")))
_ONE_PIECE = frozenset(("cccl", "cub", "cuda", "thrust", "nv"))
_INSIDE = frozenset(("crt", "nvcc"))  # what nvcc includes by itself
_FAMILIES = ("cu", "nv", "npp", "nccl", "thrust/", "math_constants", "library_types", "sm_",
             "texture_", "surface_")


def found(folder):
  """The folder of the headers of the toolkit at `folder`, as in clang's --cuda-path."""
  for place in ("include", os.path.join("targets", "x86_64-linux", "include")):
    if is_toolkit(os.path.join(folder, place)):
      return os.path.join(folder, place)
  raise LoweringError(f"--cuda-path: there is no CUDA toolkit in '{folder}': neither "
                      f"{os.path.join(folder, 'include', 'cuda_runtime.h')} nor the like")


def is_toolkit(folder):
  """Whether a folder holds a toolkit's headers."""
  return all(os.path.isfile(os.path.join(folder, name)) for name in ("cuda_runtime.h",
                                                                     "driver_types.h"))


def split(folders):
  """(include folders that are none of a toolkit, the folders of the toolkits among them): builds
  name a toolkit's, which must not come before ours."""
  own, toolkits = [], []
  for folder in folders:
    path = os.path.normpath(folder)
    if is_toolkit(path):
      toolkits.append(path)
    elif os.path.basename(path) != "cccl" or not is_toolkit(os.path.dirname(path)):
      own.append(folder)
  return own, toolkits


def view(toolkits, folder):
  """A folder, made in `folder`, that shows of toolkits' headers what ours lack; the first has more."""
  result = os.path.join(folder, "toolkit")
  os.makedirs(result, exist_ok=True)
  for headers in toolkits:
    for name in sorted(set(os.listdir(headers)) - _OURS - _ONE_PIECE - _INSIDE):
      link = os.path.join(result, name)
      if not os.path.lexists(link):
        os.symlink(os.path.abspath(os.path.join(headers, name)), link)
  return result


def may_have(name):
  """Whether a toolkit is where a header of this name is likely to be."""
  return name.startswith(_FAMILIES)


def lacks(name):
  """Whether a header is one of those that are not taken from a toolkit."""
  return name.partition("/")[0] in _ONE_PIECE
