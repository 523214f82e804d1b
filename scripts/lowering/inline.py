"""Inlines calls of defined functions.

A function that is called from several places is inlined into and simplified first, and copied as it
is then. One that is called from a single place is copied as it stands, and what it calls is inlined
in the copy: so a recursion of templates a thousand deep is copied once, not once for each level.

Functions that carry a contract or call themselves stay procedures; so do those whose address is
taken where the callee of an indirect call cannot be determined. Locations keep the call sites.
"""

import collections

from .carried_turns import carry_turns
from .cfg import apply_replacements, remove_unreachable
from .dynamic_shared import unify_dynamic_shared
from .field_splitting import split_fields
from .ir import Block, Constant, Instruction, callee
from .lltypes import VOID
from .marking import mark_annotations
from .normalize import normalize_function
from .promote import Promoter
from .references import function_names
from .repeated_tests import make_waits
from .simplify import simplify_function
from .validated import mark_validated
from .volatile import mark_signals

CONTRACTS = ("__requires", "__global_requires", "__ensures", "__global_ensures",
             "__candidate_requires", "__candidate_ensures", "__candidate_global_requires",
             "__candidate_global_ensures", "__function_wide_invariant",
             "__function_wide_candidate_invariant", "__reads_from", "__writes_to",
             "__reads_from_local", "__reads_from_global", "__writes_to_local",
             "__writes_to_global")


class Inliner:
  """`roots` are the kernels; `source_name` maps a function's LLVM name to its source name."""

  def __init__(self, module, source_name, constants):
    self.module = module
    self.source_name = source_name
    self.constants = constants
    self.kept = set()
    self.recursive = set()
    self.prepared = set()
    self.done = set()
    self.references = self.count_references()
    self.results = {}
    self.active = []

  def run(self, roots):
    for function in roots:
      self.process(function)

  def process(self, function):
    """Promotes and simplifies a function and inlines what it calls."""
    if function in self.done:
      return
    self.prepare(function)
    self.active.append(function)
    while self.inline_calls(function):
      self.clean(function)
    self.active.pop()
    if make_waits(function):
      self.clean(function)
    if carry_turns(function):
      self.clean(function)
    mark_signals(function)
    mark_validated(function)
    unify_dynamic_shared(function)
    self.done.add(function)

  def prepare(self, function):
    """Promotes and simplifies a function and all that it calls, each by itself, and finds out which
    of them call themselves."""
    self.active.append(function)
    if function not in self.prepared:
      self.prepared.add(function)
      remove_unreachable(function)
      mark_annotations(function)
      normalize_function(function, self.module.layout)
      self.clean(function)
      for block in function.blocks:
        for call in block.instructions:
          target = self.defined(call)
          if target in self.active:
            self.kept.add(target)
            self.recursive.add(target)
          elif target is not None:
            self.prepare(target)
    self.active.pop()

  def count_references(self):
    """How often each function is named: where it is called, and where its address is taken."""
    counts = collections.Counter()
    for function in self.module.functions.values():
      for block in function.blocks:
        for instruction in block.instructions:
          counts.update(function_names(instruction.operands))
    for variable in self.module.globals.values():
      value = self.constants.initial_value(variable)
      counts.update(function_names([value] if value is not None else []))
    return counts

  def clean(self, function):
    promoter = Promoter(function, self.module.layout)
    simplify_function(function, self.constants)
    while promoter.run():
      if not simplify_function(function, self.constants):
        break
    if split_fields(function, self.module.layout):
      self.clean(function)

  def inline_calls(self, function):
    """Inlines the calls that can be; true if there was one."""
    changed, index, outer = False, 0, self.results
    self.results = {}  # call -> its value; replaced once at the end, as there may be many
    while index < len(function.blocks):
      block = function.blocks[index]
      position = 0
      while position < len(block.instructions):
        call = block.instructions[position]
        target = self.target(call)
        if target is None:
          position += 1
          continue
        changed = True
        at = position
        after = self.expand(function, block, position, target)
        # What a body that was copied as it stands calls is inlined now.
        block, position = after if target in self.done else (block, at)
      index += 1
    apply_replacements(function, self.results)
    self.results = outer
    remove_unreachable(function)  # what follows the call of a function that never returns
    return changed

  def defined(self, call):
    """The function with a body that an instruction calls, or None."""
    if call.op != "call":
      return None
    target = self.module.functions.get(callee(call) or "")
    if target is None or not target.defined:
      return None
    if self.source_name(target.name).startswith(("__spec_", "__uninterpreted_function_")):
      return None
    return target

  def target(self, call):
    """The function to inline at an instruction, or None."""
    target = self.defined(call)
    if target is None:
      return None
    if target in self.active:
      self.kept.add(target)
      self.recursive.add(target)
      return None
    self.prepare(target)
    if self.has_contract(target):
      self.kept.add(target)
    if target in self.kept or self.references[target.name] != 1:
      self.process(target)
    return None if target in self.kept else target

  def has_contract(self, function):
    for block in function.blocks:
      for instruction in block.instructions:
        if instruction.op == "call" and self.source_name(callee(instruction) or "") in CONTRACTS:
          return True
    return False

  def expand(self, function, block, position, target):
    """Replaces a call by the callee's body; returns where to go on."""
    call = block.instructions[position]
    rest = block.instructions[position + 1:]
    mapping = dict(zip(target.args, call.operands[:-1]))
    blocks, site = {}, call.loc
    for number, source in enumerate(target.blocks):
      blocks[source] = block if number == 0 else \
          Block(function.unique_name(source.name + ".i"))
    del block.instructions[position:]
    copies, returns, locations = [], [], {}
    for source in target.blocks:
      copy = blocks[source]
      for instruction in source.instructions:
        loc = instruction.loc
        if loc is None:
          loc = site
        elif site is not None:
          if loc not in locations:
            locations[loc] = loc.inlined_at(site)
          loc = locations[loc]
        clone = Instruction(instruction.op, instruction.type, list(instruction.operands),
                            instruction.name, loc, instruction.attrs)
        clone.block = copy
        mapping[instruction] = clone
        if instruction in self.module.metadata.variables:
          self.module.metadata.variables[clone] = self.module.metadata.variables[instruction]
        if clone.op == "ret":
          returns.append(clone)
        copies.append(clone)
        copy.instructions.append(clone)
    for clone in copies:
      clone.operands = [self.mapped(o, mapping) for o in clone.operands]
      if clone.op == "phi":
        clone.attrs = {"blocks": [blocks[b] for b in clone.attrs["blocks"]]}
      elif clone.op in ("br", "switch"):
        clone.attrs = dict(clone.attrs, targets=[blocks[b] for b in clone.attrs["targets"]])
    at = function.blocks.index(block) + 1
    function.blocks[at:at] = [blocks[b] for b in target.blocks[1:]]
    return self.join_returns(function, block, call, returns, rest, at + len(target.blocks) - 1)

  def join_returns(self, function, block, call, returns, rest, at):
    """Lets the code after the call follow the callee's returns."""
    if len(returns) == 1:
      final = returns[0].block
      final.instructions.pop()
      result = returns[0].operands[0] if returns[0].operands else None
    else:
      final = Block(function.unique_name("return.i"))
      function.blocks.insert(at, final)
      result = None
      if returns and returns[0].operands:
        result = Instruction("phi", call.type, [r.operands[0] for r in returns], name="retval",
                             loc=call.loc, attrs={"blocks": [r.block for r in returns]})
        result.block = final
        final.instructions.append(result)
      for instruction in returns:
        instruction.op, instruction.operands = "br", []
        instruction.attrs = {"targets": [final]}
    position = len(final.instructions)
    for instruction in rest:
      instruction.block = final
    final.instructions.extend(rest)
    if final is not block:
      for successor in dict.fromkeys(final.successors):
        for phi in successor.instructions:
          if phi.op != "phi":
            break
          phi.attrs = {"blocks": [final if b is block else b for b in phi.attrs["blocks"]]}
    if call.type is not VOID:
      self.results[call] = result if result is not None else Constant(call.type, "undef")
    return final, position

  def mapped(self, value, mapping):
    result = mapping.get(value)
    if result is not None:
      return result
    if isinstance(value, Instruction) and value.block is None and value not in mapping:
      operands = [self.mapped(o, mapping) for o in value.operands]
      if all(a is b for a, b in zip(operands, value.operands)):
        return value
      return Instruction(value.op, value.type, operands, value.name, value.loc, value.attrs)
    return value
