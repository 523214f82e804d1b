"""Which kernels use a function: a change of it is one of all of them.

Functions are known by their names, so that overloads count as one; a kernel too many is only looked
at in vain.
"""

KERNEL_ATTRIBUTES = {"CUDAGlobalAttr", "OpenCLKernelAttr", "DeviceKernelAttr"}


def is_kernel(function):
  return any(child.kind in KERNEL_ATTRIBUTES for child in function.children)


def kernels_using(tree, names):
  """The names of the kernels that call one of the functions with these names, or one that does."""
  calls = {}
  for function in tree.functions:
    calls.setdefault(function.name, set()).update(_mentioned(function))
  using = set(names)
  while True:
    more = {name for name, mentioned in calls.items() if mentioned & using} - using
    if not more:
      break
    using |= more
  return sorted({f.name for f in tree.functions if is_kernel(f) and f.name in using})


def _mentioned(function):
  for node in function.walk():
    if node.kind == "DeclRefExpr":
      yield node.data.get("referencedDecl", {}).get("name", "")
    elif node.kind == "MemberExpr":
      yield node.name.removeprefix("->").removeprefix(".")
    elif node.kind == "CXXConstructExpr":
      yield node.type.partition("<")[0].rpartition(":")[2]
