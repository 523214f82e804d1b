"""Launches that a barrier of the grid needs: with `cudaLaunchCooperativeKernel`.

    k<<<blocks, threads>>>(v, n + 1);        {
                                               int count = n + 1;
                                               void *args[] = {&v, &count};
                                               cudaLaunchCooperativeKernel((void *)k, blocks, threads,
                                                                           args);
                                             }

What is no variable gets the name that the kernel's parameter has.
"""

from .barriers import is_hip
from .errors import PatchError
from .splitting import Names
from .statements import anchor, end_of
from .tree import in_template

_PLAIN = "DeclRefExpr"


def plan_cooperative_launches(file, tree, kernels):
  """Changes the launches in `file` of the kernels with these names."""
  for function in tree.functions:
    if function.file is None or tree.source(function.file) is not file.source:
      continue
    for call in function.walk():
      if call.kind == "CUDAKernelCallExpr" and _callee(call) in kernels:
        _rewrite(tree, file, function, call)


def _function(source):
  return f"{'hip' if is_hip(source) else 'cuda'}LaunchCooperativeKernel"


def _callee(call):
  for node in call.children[0].walk():
    name = node.data.get("referencedDecl", {}).get("name")
    if name:
      return name
  return None


def _rewrite(tree, file, function, call):
  source = file.source
  statement = anchor(call.parent if call.parent.kind == "ExprWithCleanups" else call)
  if call.macro or in_template(call) or statement.parent.kind != "CompoundStmt":
    raise PatchError(f"{source.path}:{source.line_of(call.begin)}: the launch of the kernel has to "
                     f"become cooperative ({_function(source)}), and is not one that can be "
                     "rewritten here")
  text = lambda node: source.text[node.begin:node.end]
  configuration = [a for a in call.children[1].children[1:] if a.begin is not None]
  parameters = _parameter_types(call)
  lines, addresses, names = [], [], Names(_names_in(function))
  called = _parameter_names(tree, _callee(call), len(parameters))
  for argument, kind, parameter in zip(call.children[2:], parameters, called):
    plain = argument
    while plain.kind in ("ImplicitCastExpr", "ParenExpr") and (
        plain.data.get("castKind") in (None, "LValueToRValue")):
      plain = plain.children[0]
    if plain.kind == _PLAIN and plain.type.removeprefix("const ") == kind:
      addresses.append("&" + text(plain))
      continue
    name = names.fresh(parameter)
    lines.append(f"{kind} {name} = {text(argument)};")
    addresses.append("&" + name)
  configuration = ", ".join(text(a) for a in configuration[:2])
  rest = [text(a) for a in call.children[1].children[3:] if a.begin is not None]
  if is_hip(source):  # whose function has no defaults
    rest += ["0"] * (2 - len(rest))
  array = names.fresh("args")
  lines.append(f"void *{array}[] = {{{', '.join(addresses)}}};")
  lines.append(f"{_function(source)}((void *){text(call.children[0])}, "
               f"{', '.join([configuration, array, *rest])});")
  glue = source.line_break() + source.indent(statement.begin)
  body = "".join(glue + source.indent_unit() + line for line in lines)
  file.rewriter.replace(statement.begin, end_of(statement, source), "{" + body + glue + "}")


def _names_in(function):
  return {name for node in function.walk()
          for name in (node.name, node.data.get("referencedDecl", {}).get("name")) if name}


def _parameter_names(tree, kernel, count):
  """Of the kernel; `tmp` where one has none."""
  for function in tree.functions:
    parameters = [c.name for c in function.children if c.kind == "ParmVarDecl"]
    if function.name == kernel and len(parameters) == count:
      return [name or "tmp" for name in parameters]
  return ["tmp"] * count


def _parameter_types(call):
  """Of the kernel, as written in its type: `void (int *, int)`."""
  for node in call.children[0].walk():
    kind = node.data.get("referencedDecl", {}).get("type", {}).get("qualType", "")
    if kind.endswith(")") and "(" in kind:
      inside = kind[kind.index("(") + 1:-1]
      if any(sign in inside for sign in "(<"):
        break
      return [part.strip().removeprefix("const ") if "*" not in part else part.strip()
              for part in inside.split(",")] if inside else []
  raise PatchError("the launch of the kernel has to become cooperative "
                   "(cudaLaunchCooperativeKernel), and the types of its arguments are not plain")
