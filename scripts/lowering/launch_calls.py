"""How host code writes a launch: `k<<<grid, block>>>(a, n)`, or `cudaLaunchKernel((void *)k, grid,
block, pointers)` with an array of pointers to the arguments, or `cudaLaunchKernelEx(&config, k, a, n)`
with a structure that has the sizes.
"""

import re
from typing import NamedTuple

from .tokens import split

# (kernel, grid, block, pointers to the arguments, bytes of shared memory, stream)
_CALLS = frozenset(("cudaLaunchKernel", "cudaLaunchCooperativeKernel", "hipLaunchKernel",
                    "hipLaunchCooperativeKernel"))
_CONFIGURED = "cudaLaunchKernelEx"  # (pointer to the configuration, kernel, arguments..)


class LaunchCall(NamedTuple):
  """`arguments`: the template arguments as written, or None; `sizes`: the words of grid, block and
  bytes of shared memory, as far as given; `values`: those of the kernel's arguments, which stand
  behind the place `end`; `addresses`: where the address of an argument, or of the configuration, is taken
  for the launch only."""
  kernel: str
  arguments: str
  sizes: list
  values: list
  end: int
  addresses: list


def launch_at(words, index):
  """The LaunchCall whose `<<<` or function stands at a place, or None."""
  if words[index] in _CALLS and words[index + 1] == "(":
    return _called(words, index)
  if words[index] == _CONFIGURED and words[index + 1:index + 3] == ["(", "&"]:
    return _configured(words, index)
  if words[index:index + 3] != ["<", "<", "<"]:
    return None
  name, arguments = _launched(words, index)
  end = _end(words, index + 3)
  sizes = split(words[index + 3:end])
  if len(sizes) < 2:
    return None
  end += 3
  values = split(words[end + 1:_closing(words, end)]) if words[end:end + 1] == ["("] else []
  return LaunchCall(name, arguments, sizes, values, end, [])


def _called(words, index):
  parts = split(words[index + 2:_closing(words, index + 1)])
  name, arguments = _take_kernel(parts)
  if len(parts) < 3:
    return None
  addresses = _pointed_to(words, index, parts[2])
  values = [[words[at]] for at in addresses]
  return LaunchCall(name, arguments, parts[:2] + parts[3:4], values, index, addresses)


def _configured(words, index):
  parts = split(words[index + 2:_closing(words, index + 1)])
  config = parts.pop(0)[1:]
  if len(config) != 1 or not parts:
    return None
  name, arguments = _take_kernel(parts)
  sizes = [[*config, ".", member] for member in ("gridDim", "blockDim", "dynamicSmemBytes")]
  return LaunchCall(name, arguments, sizes, parts, index, [index + 3])


def _take_kernel(parts):
  """(name, template arguments or None) of the first of some arguments, which is taken off."""
  kernel = parts.pop(0)
  while kernel.count("<") > kernel.count(">") and parts:
    kernel += [",", *parts.pop(0)]
  while kernel and kernel[-1] == ")":
    kernel = kernel[:-1]
  if kernel[-1:] == [">"]:
    return _launched([*kernel, "<", "<", "<"], len(kernel))
  return (kernel[-1] if kernel else ""), None


def _pointed_to(words, index, pointers):
  """Where the variables stand whose addresses are in `void *pointers[] = {&a, (void *)&n}`, an array
  that only launches use; nothing for any other."""
  pointers = [word for word in pointers if word not in ("(", ")", "void", "*", "&")]
  if len(pointers) != 1:
    return []
  uses = [at for at in range(index) if words[at] == pointers[0]]
  declared = [at for at in uses if words[at - 1] == "*" and words[at + 1] == "["]
  start = declared[-1] if declared else 0
  while start and words[start] not in (";", "{", "("):
    start += 1
  if not start or words[start] != "{" or any(at > start and not _is_launched(words, at) for at in uses):
    return []
  end, result = _closing(words, start), []
  for part_end in [at for at in range(start + 1, end + 1) if words[at] in (",", "}")]:
    if part_end == end and words[part_end - 1] == ",":
      break
    if words[part_end - 2] != "&" or not re.match(r"[A-Za-z_]", words[part_end - 1]):
      return []
    result.append(part_end - 1)
  return result


def _is_launched(words, at):
  """Whether a name stands as the pointers of a launch."""
  while at > 0 and words[at] not in (";", "{", "}"):
    if words[at] in _CALLS:
      return True
    at -= 1
  return False


def _closing(words, index):
  depth = 0
  while index < len(words):
    depth += 1 if words[index] in "([{" else -1 if words[index] in ")]}" else 0
    if depth == 0:
      return index
    index += 1
  return index


def _launched(words, index):
  """(name, template arguments or None) of what stands before `<<<`."""
  if words[index - 1] == ")":  # `(k<float, 4>)`, as macros of HIP want it
    return _launched(words, index - 1)
  if words[index - 1] != ">":
    return words[index - 1], None
  depth, start = 0, index - 1
  while start > 0:
    if words[start] == "<" == words[start - 1]:
      start -= 2  # a shift
      continue
    depth += {">": 1, "<": -1}.get(words[start], 0)
    if depth == 0:
      break
    start -= 1
  return words[start - 1], "".join(words[start + 1:index - 1])


def _end(words, index):
  """Where the `>>>` stands that closes a launch."""
  while index < len(words):
    if words[index] in ("(", "[", "{"):
      depth = 0
      while index < len(words):
        depth += 1 if words[index] in "([{" else -1 if words[index] in ")]}" else 0
        if depth == 0:
          break
        index += 1
    elif words[index:index + 3] == [">", ">", ">"]:
      return index
    index += 1
  return index
