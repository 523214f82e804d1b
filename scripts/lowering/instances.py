"""Instances for kernel templates that the source itself does not instantiate.

A template becomes code only where it is used. Its uses may be in host code that does not compile
here, or in a file that is not at hand. The template arguments of every `kernel<..><<<..>>>` that
can be seen are taken then, and otherwise types and values that compile; which ones is said, as a
verdict holds for them only.
"""

import itertools
import re

from .tokens import after_template, closing, declarations, declared_name, split, tokens

_TYPES = ("float", "double", "int", "unsigned")
_SHORT = ("__half", "__nv_bfloat16")
_VECTORS = ("float2", "float4")
OPERATIONS = ("std::plus<>", "std::negate<>")  # tried where a file has no function objects of its own
_TRIES = 48
_LAUNCHER = re.compile(r"[lL]aunch|LAUNCH|HIP_KERNEL_NAME")  # `hipLaunchKernelGGL((k<float>), ..)`
_SIZES = "<<<"
PREFIX = "lowering_instance_"


class KernelTemplate:
  """`parameters` are (kind, name) with the kinds "type", "bool" and "value", without those that
  have a default and without a pack at the end; `spaces` are the namespaces around it."""

  def __init__(self, name, parameters, spaces, line):
    self.name, self.parameters, self.spaces = name, parameters, spaces
    self.line = line  # where it starts

  def qualified(self):
    return "::".join([*self.spaces, self.name])


def kernel_templates(text):
  """The kernels of a file (bytes) that are templates."""
  found = tokens(text)
  result = []
  for first, last in declarations(found):
    if found[first].text != "template":
      continue
    start = after_template(found, first)
    head = [token.text for token in found[start:last + 1]]
    if "{" not in head or "__global__" not in head[:head.index("{")]:
      continue
    name = declared_name(head)
    parameters = _parameters([t.text for t in found[first + 2:start - 1]])
    if name and parameters is not None:
      result.append(KernelTemplate(name, parameters, _spaces(found, first),
                                   text.count(b"\n", 0, found[first].begin) + 1))
  return result


def _parameters(words):
  """The parameters that a use must name; None for what is not understood."""
  result = []
  for part in split(words, "([{<", ")]}>"):
    if "=" in part:
      break  # a default, and so all that follow have one
    if "..." in "".join(part):
      break
    if not part or part[0] == "template":
      return None
    name = part[-1] if len(part) > 1 else ""
    if part[0] in ("typename", "class"):
      result.append(("type", name))
    else:
      result.append(("bool" if part[0] == "bool" else "value", name))
  return result


def _spaces(found, index):
  """The names of the namespaces that are open at a token."""
  stack, words = [], []
  for token in found[:index]:
    if token.text == "{":
      head = words[1:] if words[:1] == ["inline"] else words
      stack.append("".join(head[1:]) if head[:1] == ["namespace"] else "")
      words = []
    elif token.text == "}":
      if stack:
        stack.pop()
      words = []
    elif token.text == ";":
      words = []
    else:
      words.append(token.text)
  return [name for name in stack if name]


def launched(text, names):
  """[(name, template arguments as text, offset)] of the launches in a file (bytes), in order; with
  what launches need of a kernel: `auto kernel = k<64>;`, `cudaFuncSetAttribute(k<64>, ..)`."""
  found = tokens(text)
  result = []
  for index, token in enumerate(found):
    if token.text not in names or index + 1 >= len(found) or found[index + 1].text != "<":
      continue
    end, depth = index + 1, 0
    while end < len(found) and found[end].text not in ";{}":
      if found[end].text in "([":
        end = closing(found, end)
      elif end > index + 1 and found[end].text == "<" == found[end + 1].text:
        end += 1  # a shift
      else:
        depth += {"<": 1, ">": -1}.get(found[end].text, 0)
        if depth == 0:
          break
      end += 1
    after = "".join(t.text for t in found[end:end + 5])
    if after.startswith((">" + _SIZES, ">)" + _SIZES, ">;", ">,", ">)")) \
        or after.startswith(">") and any(
          _LAUNCHER.search(t.text) for t in found[max(index - 6, 0):index]):
      words = " ".join(text[found[index + 2].begin:found[end].begin].decode("latin-1").split())
      if all((token.text, words) != one[:2] for one in result):
        result.append((token.text, words, token.begin))
  return result


def functors(text):
  """The types of a file (bytes) that can be called, for parameters that are functions."""
  found = tokens(text)
  names = []
  for first, last in declarations(found):
    words = [t.text for t in found[first:last + 1]]
    if words[0] in ("struct", "class") and len(words) > 2 and "operator" in words:
      at = words.index("operator")
      if words[at + 1:at + 3] == ["(", ")"]:
        names.append("::".join([*_spaces(found, first), words[1]]))
  return names[:4]


def types_of(text):
  """The types to try for a file (bytes): vectors and those of 16 bits where it names them."""
  return (*_TYPES, *(name for name in (*_SHORT, *_VECTORS)
                     if re.search(rb"\b(?:__)?" + name.strip("_").encode() + rb"\b", text)))


def guesses(template, threads, callables, types=_TYPES):
  """Template arguments to try, the likeliest first. `threads` are those of a block, if known;
  `callables` are types for parameters that are functions."""
  numbers = [str(n) for n in dict.fromkeys([threads or 256, 256, 32, 16, 8, 4, 2, 1, 0])]
  choices = {"type": types, "bool": ("true", "false"), "value": numbers}
  kinds = list(dict.fromkeys(kind for kind, _ in template.parameters))
  # All parameters of one kind take the same value first: few of the others compile.
  tries = [", ".join(dict(zip(kinds, values))[kind] for kind, _ in template.parameters)
           for values in _nearest([choices[kind] for kind in kinds])]
  if callables:
    choices = {"type": ("float", *callables), "bool": ("true",), "value": numbers[:2]}
    tries += [", ".join(values)
              for values in _nearest([choices[kind] for kind, _ in template.parameters[:6]])]
  return list(dict.fromkeys(tries))


def _nearest(choices):
  """Combinations of choices, those of the first ones first."""
  ranges = [range(len(values)) for values in choices]
  places = sorted(itertools.islice(itertools.product(*ranges), 4096), key=sum)[:_TRIES]
  return [[values[n] for values, n in zip(choices, place)] for place in places]


def appended(wanted, start):
  """What instantiates templates, as text for the end of a file, each of (template, arguments) on a
  line of its own, numbered from `start`."""
  lines = []
  for number, (template, arguments) in enumerate(wanted):
    opened = "".join(f"namespace {space} {{ " for space in template.spaces)
    lines.append(f"{opened}static inline void {PREFIX}{start + number}() "
                 f"{{ (void)&{template.name}<{arguments}>; }}" + " }" * len(template.spaces))
  return "\n".join(lines) + "\n"
