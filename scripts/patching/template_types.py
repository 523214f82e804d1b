"""The type of a value in a template, as its text spells it: `T` of `v[i + 1]` with `const T *v`.

An instance of the template has one type of many; the declarations of its pattern have the name.
"""

import re

from .errors import PatchError
from .tree import FUNCTIONS

ELEMENT = re.compile(r"(?:const |volatile )*(\w+) ?(?:\*|\[).*")


def element_type(source, function, statement, value):
  """The type of `value`, an element or what is assigned to one in `statement`."""
  owner = next((a for a in function.ancestors() if a.kind == "FunctionTemplateDecl"), None)
  if owner is not None:
    parameters = {n.name for n in owner.children if n.kind == "TemplateTypeParmDecl"}
    pattern = next(c for c in owner.children if c.kind in FUNCTIONS)
    for node in statement.walk():
      target = _typed_like(source, node, value)
      name = target and _base(target)
      declared = next((n for n in pattern.walk() if n.kind in ("ParmVarDecl", "VarDecl")
                       and n.name == name), None) if name else None
      match = ELEMENT.fullmatch(declared.type) if declared is not None else None
      if match and (match.group(1) in parameters or match.group(1) in ("int", "float", "double")):
        return match.group(1)
  raise PatchError(f"{source.path}:{source.line_of(statement.begin)}: the types of the values before "
                   "the barrier depend on the template")


def _typed_like(source, node, value):
  """An element that has the type of `value`."""
  if node.begin is None:
    return None
  if node.kind == "BinaryOperator" and node.opcode == "=":
    right = node.children[1]
    return node.children[0] if source.text[right.begin:right.end] == value else None
  is_value = node.kind == "ArraySubscriptExpr" and source.text[node.begin:node.end] == value
  return node if is_value else None


def _base(element):
  """The name of the array."""
  return next((n.data.get("referencedDecl", {}).get("name") for n in element.walk()
               if n.kind == "DeclRefExpr"), None)
