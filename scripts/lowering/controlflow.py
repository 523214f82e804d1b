"""Branches, switches, returns, and the phi assignments on the edges between blocks."""

from .expr import Expr, both, bool_of, bv_of, equal, lit, negate, not_equal
from .function_pointers import points_to_function
from .pointers import Ptr


class ControlFlowMixin:
  """The part of FunctionEmitter that ends blocks."""

  def terminate(self, block, last):
    if last.op == "ret":
      if last.operands:
        self.line(f"$ret := {self.text(self.returned(last.operands[0]))};")
      self.line("return;")
    elif last.op == "unreachable":
      self.line(f"assert{self.where(last.loc)} false;")
      self.line("return;")
    elif len(last.attrs["targets"]) == 1:
      target = last.attrs["targets"][0]
      self.assign_phis(block, target)
      self.line(f"goto {self.label(target)};")
    elif last.op == "br":
      cond = bool_of(self.scalar(last.operands[0]))
      if cond.kind != "bool":
        cond = self.assign(cond)
      labels = [self.fresh_label("$truebb"), self.fresh_label("$falsebb")]
      self.line(f"goto {', '.join(labels)};")
      body = self.out
      for label, c, target in zip(labels, (cond, negate(cond)), last.attrs["targets"]):
        self.arm(label, block, target, c, last.loc)
      self.out = body
    else:
      self.switch(block, last)

  def switch(self, block, last):
    value = self.assign(self.bv(last.operands[0]))
    targets, cases = last.attrs["targets"], last.attrs["cases"]
    labels = [self.fresh_label("$casebb") for _ in cases] + [self.fresh_label("$defaultbb")]
    self.line(f"goto {', '.join(labels)};")
    body = self.out
    default = None
    for case, label, target in zip(cases, labels, targets[1:]):
      self.arm(label, block, target, equal(value, lit(case, value.width)), last.loc)
    for case in cases:
      c = not_equal(value, lit(case, value.width))
      default = c if default is None else both(default, c)
    self.arm(labels[-1], block, targets[0], default or bool_of(lit(1, 1)), last.loc)
    self.out = body

  def arm(self, label, block, target, cond, loc):
    """A block of its own for one outcome of a branch."""
    self.out = [label + ":"]
    self.line(f"assume {{:partition}} {self.text(cond)};")
    self.marker(loc, "block_sourceloc")
    self.assign_phis(block, target)
    self.line(f"goto {self.label(target)};")
    self.tail += self.out

  def assign_phis(self, block, target):
    names, values = [], []
    for phi in target.instructions:
      if phi.op != "phi":
        break
      index = phi.attrs["blocks"].index(block)
      operand = phi.operands[index]
      if phi in self.unevaluated and self.uses.get(phi, 0) == 0:
        continue
      self.phi_assignment(self.known[phi], self.value(operand), phi, names, values)
    pairs = [(n, v) for n, v in zip(names, values) if n != v]
    if pairs:
      self.line(f"{', '.join(n for n, _ in pairs)} := {', '.join(v for _, v in pairs)};")

  def phi_assignment(self, variable, value, phi, names, values):
    if isinstance(variable, list):
      for x, y in zip(variable, value):
        self.phi_assignment(x, y, phi, names, values)
    elif isinstance(variable, Ptr):
      if not isinstance(value, Ptr):
        value = self.pointers.from_integer(value)
      if isinstance(variable.base, Expr):
        unit = self.pointers.unit(variable.targets)
        names += [variable.base.name, variable.terms[0][1].name]
        values += [self.text(self.pointers.id_of(value.base)),
                   self.text(self.pointers.offset(value, unit))]
      else:
        names.append(variable.terms[0][1].name)
        if value.base is None:
          value = Ptr(variable.base, [], 0, variable.targets)
        values.append(self.text(self.pointers.offset(value, variable.base.bytes,
                                                     [variable.base])))
    elif phi.type.is_pointer:
      names.append(variable.name)
      values.append(self.text(self.program.function_pointers.value(value)))
    else:
      names.append(variable.name)
      values.append(self.text(bv_of(value)))

  def returned(self, v):
    targets = self.points.returns.get(self.function, frozenset())
    if v.type.is_pointer and points_to_function(targets):
      return self.program.function_pointers.value(self.value(v))
    if v.type.is_pointer:
      array = self.pointers.single(targets)
      ptr = self.pointer(v)
      if array is not None:
        return self.pointers.offset(ptr, array.bytes, [array])
      return self.pointers.stored(ptr, self.pointers.unit(targets))
    return self.joined(self.value(v), v.type)
