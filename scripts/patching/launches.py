"""Launches that a barrier of the grid needs: with `cudaLaunchCooperativeKernel`.

    k<<<blocks, threads>>>(v, n + 1);        {
                                               int tmp = n + 1;
                                               void *args[] = {&v, &tmp};
                                               cudaLaunchCooperativeKernel((void *)k, blocks, threads,
                                                                           args);
                                             }
"""

from .errors import PatchError
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
        _rewrite(file, function, call)


def _callee(call):
  for node in call.children[0].walk():
    name = node.data.get("referencedDecl", {}).get("name")
    if name:
      return name
  return None


def _rewrite(file, function, call):
  source = file.source
  statement = anchor(call.parent if call.parent.kind == "ExprWithCleanups" else call)
  if call.macro or in_template(call) or statement.parent.kind != "CompoundStmt":
    raise PatchError(f"{source.path}:{source.line_of(call.begin)}: the launch of the kernel has to "
                     "become cooperative (cudaLaunchCooperativeKernel), and is not one that can be "
                     "rewritten here")
  text = lambda node: source.text[node.begin:node.end]
  configuration = [a for a in call.children[1].children[1:] if a.begin is not None]
  parameters = _parameter_types(call)
  lines, addresses, names = [], [], file.names_in(function)
  for argument, kind in zip(call.children[2:], parameters):
    plain = argument
    while plain.kind in ("ImplicitCastExpr", "ParenExpr") and (
        plain.data.get("castKind") in (None, "LValueToRValue")):
      plain = plain.children[0]
    if plain.kind == _PLAIN and plain.type.removeprefix("const ") == kind:
      addresses.append("&" + text(plain))
      continue
    name = names.fresh()
    lines.append(f"{kind} {name} = {text(argument)};")
    addresses.append("&" + name)
  configuration = ", ".join(text(a) for a in configuration[:2])
  rest = "".join(", " + text(a) for a in call.children[1].children[3:] if a.begin is not None)
  array = names.fresh("args")
  lines.append(f"void *{array}[] = {{{', '.join(addresses)}}};")
  lines.append(f"cudaLaunchCooperativeKernel((void *){text(call.children[0])}, {configuration}, "
               f"{array}{rest});")
  glue = source.line_break() + source.indent(statement.begin)
  body = "".join(glue + source.indent_unit() + line for line in lines)
  file.rewriter.replace(statement.begin, end_of(statement, source), "{" + body + glue + "}")


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
