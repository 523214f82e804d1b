"""Annotations in the source as statements, specification lines and expressions of the output."""

from . import fact_conditions, preconditions, reference
from .declarations import INITIALIZERS
from .errors import fail
from .expr import (FALSE, Expr, apply, binary, bool_of, bv_of, equal, extend, from_linear, implies,
                   ite, lit, resize, uninterpreted, var)
from .function_pointers import points_to_function
from .marking import annotation_name, flatten_conditions, has_condition, tainted_by
from .memory import cleaned
from .pointers import Ptr

_CONTENTS = {"__requires_distinct": "distinct", "__requires_ordered": "ordered"}
_ORDER = {"requires": 0, "ensures": 1, "modifies": 2}


class AnnotationMixin:
  """The part of FunctionEmitter that deals with annotations."""

  def prepare_annotations(self):
    self.indices = {}  # of each `__forall`, by its call
    flatten_conditions(self.function)
    self.unlogged = {i for b in self.function.blocks for i in b.instructions
                     if i.op == "load" and i.attrs.get("unlogged")}
    self.unevaluated = tainted_by(self.function, self.unlogged)

  def annotated(self, v):
    """An annotation's condition, as bool, from values that already have their names."""
    e = bool_of(self.scalar(v))
    if has_forall(e):
      fail("__forall is supported inside __ensures of a kernel only", self.loc)
    return e

  def specified(self, v):
    """A condition for a specification line: over parameters and globals only."""
    before, self.pure, self.may_assign = self.may_assign, True, False
    try:
      return bool_of(self.scalar(v))
    finally:
      self.pure, self.may_assign = False, before

  def specification(self, kind, attributes, v, i):
    e = self.specified(v)
    local = {name for name, _ in self.variables + self.temporaries}
    if local & set(names(e)):
      fail("a contract or function-wide invariant can speak only of parameters and arrays", i.loc)
    if has_forall(e) and (kind != "ensures" or self.function not in self.program.functions.kernels):
      fail("__forall is supported inside __ensures of a kernel only", i.loc)
    self.specs.append((_ORDER[kind], len(self.specs),
                       f"{kind}{attributes}{self.where(i.loc)} {self.text(e)};"))

  def modifies(self, name):
    line = f"modifies {name};"
    if all(text != line for _, _, text in self.specs):
      self.specs.append((_ORDER["modifies"], len(self.specs), line))

  def specification_lines(self):
    initial = []
    if self.function in self.program.functions.kernels:
      initial = [INITIALIZERS] + self.argument_values() + self.compared_with()
    elif self.function in self.program.functions.kernel_of:
      initial = [INITIALIZERS]
    return initial + [text for _, _, text in sorted(self.specs)]

  def compared_with(self):
    """The function that the kernel is to be equivalent to."""
    compared = self.program.functions.references.get(self.function)
    if compared is None:
      return []
    parameters = {arg.index: self.known[arg].name for arg in self.function.args
                  if arg.type.kind == "float"}
    return [reference.specification(self.program, self.function, parameters,
                                    self.where(compared.loc),
                                    "$" + cleaned(compared.function.name))]

  def argument_values(self):
    """What --kernel-args or the launch says about the parameters that are no pointers."""
    names = self.program.functions.names
    options, kernel = self.program.options, names.source_name(self.function.name)
    values = options.arguments_of(kernel)
    given = dict.fromkeys(self.struct_of.get(name, name) for name, _ in self.parameters)
    if kernel in options.kernel_arguments and len(values) > len(given):
      fail(f"--kernel-args gives {len(values)} values, {kernel} has {len(given)} parameters that are no pointers",
           self.function_loc)
    known = {name: value for name, value in zip(given, values) if value is not None}
    for name, type_ in self.parameters:
      if name in known and type_.startswith("bv") and not -1 << int(type_[2:]) - 1 <= known[name] < 1 << int(type_[2:]):
        fail(f"--kernel-args gives {name.lstrip('$')} the value {known[name]}, which does not fit into it",
             self.function_loc)
    for arg in known.keys() & set(self.struct_of.values()):
      fail(f"the parameter {arg.name} is a struct, whose value --kernel-args cannot say", self.function_loc)
    for position, parameter in self.host_parameters().items():
      value = self.program.options.launched_with.get(position)
      if value is not None:
        known.setdefault(parameter.name, value)
    return [f"requires {name} == {known[name] % (1 << int(type_[2:]))}{type_};"
            for name, type_ in self.parameters if name in known and type_.startswith("bv")] \
        + self.size_relations() \
        + [f"requires {self.text(e)};" for e in preconditions.expressions(self.program, self.function,
                                                                         self.known)]

  def host_parameters(self):
    """The integer parameters, and the members of structs, by their positions in what host code says."""
    names = self.program.options.launched_members
    positions = {name: position for position, name in names.items()}
    result = {arg.index: self.known[arg] for arg in self.function.args if arg.type.kind == "int"}
    if names:
      result |= {positions[name]: value for name, _, value in preconditions.integers(
        self.program, self.function, self.known) if name in positions and value.kind == "var"}
    return result

  def size_relations(self):
    """What the launch says of sizes in terms of the parameters, and of these."""
    parameters, lines = self.host_parameters(), []
    for (name, axis), term in self.program.options.size_terms.items():
      if all(position in parameters and parameters[position].width >= bits
             for position, bits in term.parameters().items()):
        relation = term.relation(self.program.launch.part(name, axis), parameters)
        lines.append(f"requires {self.text(relation)};")
    lines += [f"requires {self.text(fact_conditions.condition(term, parameters))};" for term in self.program.options.facts]
    return lines

  def emit_spec(self):
    """A `__spec` function: its contract stands for its body."""
    self.prepare_annotations()
    self.count_uses()
    self.declare_parameters()
    for block in self.function.blocks:
      for instruction in block.instructions:
        if instruction.op == "call":
          self.loc = instruction.loc
          self.call(instruction)
    return [self.header() + ";"] + self.specification_lines() + [""]


def names(e):
  """The names of the variables in an expression."""
  return (v.name for v in variables(e))


def variables(e):
  """The variables in an expression, as nodes."""
  if e.kind == "var":
    yield e
  for part in e.args:
    if isinstance(part, Expr):
      yield from variables(part)


def has_forall(e):
  return e.kind == "forall" or any(isinstance(part, Expr) and has_forall(part) for part in e.args)


def compared_as_bits(e):
  """With floats equal when their bits are: what a kernel copies is equal, a NaN as well."""
  if e.kind == "fn" and e.name in ("FEQ16", "FEQ32", "FEQ64"):
    return equal(*e.args)
  args = tuple(compared_as_bits(a) if isinstance(a, Expr) else a for a in e.args)
  return Expr(e.kind, e.width, args, e.name, e.decl)


def taken_for(name, options):
  """The annotation that one in the source is taken for; None if the options leave it out."""
  is_requirement = name in ("__requires", "__global_requires", *_CONTENTS)
  if (has_condition(name) or name in _CONTENTS) and name != "__axiom" and options.annotations != "all" \
      and not (options.annotations == "requires" and is_requirement):
    return None
  return _CANDIDATES.get(name, name) if options.invariants_as_candidates else name


def _assertion(attributes="", candidate=False):
  def handler(emitter, i, arguments):
    e = emitter.text(emitter.annotated(arguments[0]))
    if candidate:
      e = f"{emitter.program.declarations.candidate()} ==> {e}" if _simple(e) \
          else f"{emitter.program.declarations.candidate()} ==> ({e})"
    emitter.line(f"assert{attributes}{emitter.where(i.loc)} {e};")
  return handler


def _simple(text):
  return "==>" not in text


def _assume(emitter, i, arguments):
  emitter.line(f"assume {emitter.text(emitter.annotated(arguments[0]))};")


def _specification(kind, attributes=""):
  def handler(emitter, i, arguments):
    emitter.specification(kind, attributes, arguments[0], i)
  return handler


def _access_specification(kinds, contents):
  def handler(emitter, i, arguments):
    ptr = emitter.pointer(arguments[0])
    for array in _arrays(emitter, ptr):
      if array.shared:
        for kind in kinds:
          emitter.modifies(f"_{kind}_HAS_OCCURRED_{array.name}")
      if contents:
        emitter.modifies(array.name)
  return handler


def _arrays(emitter, ptr):
  if isinstance(ptr.base, Expr):
    return [a.use() for a in emitter.pointers.candidates(ptr.targets)]
  return [ptr.base.use()] if ptr.base is not None else []


def _over_arrays(emitter, ptr, function):
  """function(array) for what a pointer points into, as a chain of conditions."""
  result = FALSE
  arrays = _arrays(emitter, ptr)
  if not isinstance(ptr.base, Expr):
    return function(arrays[0]) if arrays else FALSE
  for array in reversed(arrays):
    result = ite(emitter.pointers.is_base(ptr, array), function(array), result)
  return result


def _occurred(kind):
  def handler(emitter, i, arguments):
    ptr = emitter.pointer(arguments[0])
    return _over_arrays(emitter, ptr, lambda a: var(f"_{kind}_HAS_OCCURRED_{a.name}", 0)
                        if a.shared else FALSE)
  return handler


def _watched(emitter, i, arguments):
  """The watched offset in bytes: the same constant for every array, in the array's elements."""
  ptr = emitter.pointer(arguments[0])
  width = emitter.layout.store_bits(i.type)
  watched = var("_WATCHED_OFFSET", emitter.bits)
  arrays = _arrays(emitter, ptr)
  if not arrays:
    fail("an access annotation on a null pointer", i.loc)
  scaled = lambda a: binary("MUL", watched, lit(a.bytes, emitter.bits))
  result = scaled(arrays[-1])
  if isinstance(ptr.base, Expr):
    for array in reversed(arrays[:-1]):
      result = ite(emitter.pointers.is_base(ptr, array), scaled(array), result)
  return resize(result, width)


def _pointer_offset(emitter, i, arguments):
  ptr = emitter.pointer(arguments[0])
  return resize(from_linear(ptr.terms, ptr.constant, emitter.bits),
                emitter.layout.store_bits(i.type))


def _pointer_base(emitter, i, arguments):
  """The array's number, as an integer."""
  ptr = emitter.pointer(arguments[0])
  width = emitter.layout.store_bits(i.type)
  result = lit(0, width)
  arrays = emitter.program.objects.table.arrays
  if not isinstance(ptr.base, Expr):
    return lit(arrays.index(ptr.base) + 1 if ptr.base is not None else 0, width)
  for array in _arrays(emitter, ptr):
    result = ite(emitter.pointers.is_base(ptr, array), lit(arrays.index(array) + 1, width), result)
  return result


def _has_taken_value(emitter, i, arguments):
  ptr = emitter.pointer(arguments[0])
  array = next(iter(_arrays(emitter, ptr)), None)
  if array is None or isinstance(ptr.base, Expr):
    fail("__atomic_has_taken_value of a pointer that is not known", i.loc)
  offset = resize(bv_of(emitter.scalar(arguments[1])), emitter.bits)
  if array.bytes > 1:
    offset = binary("UDIV", offset, lit(array.bytes, emitter.bits))
  base = emitter.pointers.offset(ptr, array.bytes, [array])
  value = resize(bv_of(emitter.scalar(arguments[2])), array.width)
  emitter.program.declarations.used_maps.add(array)
  index = binary("ADD", base, offset)
  return Expr("select", 0, (value,), f"_USED_{array.name}[{emitter.text(index)}]")


def _enabled(name):
  return lambda emitter, i, arguments: var(name, 0, f"const {{:{name}}} {name} : bool;")


def _other(emitter, i, arguments):
  e = emitter.scalar(arguments[0])
  if i.type.kind == "int" and i.type.bits == 1:
    return uninterpreted("__other_bool", (bool_of(e),), 0)
  e = bv_of(e)
  return uninterpreted(f"__other_bv{e.width}", (e,), e.width)


def _old(emitter, i, arguments):
  e = emitter.scalar(arguments[0])
  return apply("old", (e,), e.width)


def _index(width):
  """The index that a `__forall` speaks about."""
  def handler(emitter, i, arguments):
    name = emitter.indices.setdefault(i, f"$index{len(emitter.indices)}")
    return var(name, width)
  return handler


def _forall(emitter, i, arguments):
  index, in_range, condition = arguments
  found = [v for v in variables(bv_of(emitter.scalar(index))) if v.name in emitter.indices.values()]
  if len(found) != 1:
    fail("__forall(i, lo, hi, condition) is understood directly inside __ensures only", i.loc)
  body = implies(bool_of(emitter.scalar(in_range)),
                 compared_as_bits(bool_of(emitter.scalar(condition))))
  return Expr("forall", 0, (body,), name=f"{found[0].name} : bv{found[0].width}")


def _return_value(emitter, i, arguments):
  type_ = emitter.function.return_type
  if type_.is_pointer:
    targets = emitter.points.returns.get(emitter.function, frozenset())
    e = var("$ret", emitter.bits)
    if points_to_function(targets):
      return resize(e, emitter.program.functions.pointer_bits)
    array = emitter.pointers.single(targets)
    if array is not None:
      return Ptr(array, [(array.bytes, e)], 0, targets)
    return emitter.pointers.from_stored(e, emitter.pointers.unit(targets), targets)
  width = emitter.layout.store_bits(type_)
  if i.type.kind == "void":
    fail("a return value is asked for where there is none", i.loc)
  value = emitter.split(var("$ret", width), type_)
  return value


def _implies(emitter, i, arguments):
  return implies(bool_of(emitter.scalar(arguments[0])), bool_of(emitter.scalar(arguments[1])))


def _ite(emitter, i, arguments):
  cond, yes, no = (emitter.value(a) for a in arguments)
  return emitter.choose(bool_of(cond), yes, no, i)


def _no_overflow(emitter, i, arguments):
  """__add_noovfl: whether a sum of unsigned values fits."""
  values = [bv_of(emitter.scalar(a)) for a in arguments]
  values = [resize(v, values[0].width) for v in values]
  count, width = len(values), values[0].width
  if count == 1:
    return bool_of(lit(1, 1))
  extra = (count - 1).bit_length()
  wide = width + extra
  names = [f"v{n}" for n in range(count)]
  total = f"0bv{extra} ++ v0"
  for name in names[1:]:
    total = f"BV{wide}_ADD({total}, 0bv{extra} ++ {name})"
  emitter.program.declarations.lines.add(
      f'function {{:bvbuiltin "bvadd"}} BV{wide}_ADD(bv{wide}, bv{wide}) : bv{wide};')
  parameters = ", ".join(f"{name}:bv{width}" for name in names)
  name = f"__add_noovfl_{count}"
  declaration = (f"function {{:inline true}} {name}({parameters}) : bv1 "
                 f"{{if {total}[{wide}:{width}] == 0bv{extra} then 1bv1 else 0bv1}}")
  return apply(name, values, 1, declaration)


def _checked_add(is_signed):
  """__add_noovfl_int and __add_noovfl_unsigned_int: a sum assumed not to overflow."""
  def handler(emitter, i, arguments):
    x, y = (bv_of(emitter.scalar(a)) for a in arguments)
    wide = x.width + 1
    total = binary("ADD", extend(x, wide, is_signed), extend(y, wide, is_signed))
    result = binary("ADD", x, y)
    fits = equal(total, extend(result, wide, is_signed))
    emitter.line(f"assume {emitter.text(fits)};")
    return result
  return handler


def _snapshot(emitter, i, arguments):
  target, source = (emitter.pointer(a) for a in arguments[:2])
  if isinstance(target.base, Expr) or isinstance(source.base, Expr) \
      or target.base is None or source.base is None:
    fail("__array_snapshot needs pointers into known arrays", i.loc)
  a, b = target.base.use(), source.base.use()
  if a.width != b.width:
    fail("__array_snapshot needs arrays of one element type", i.loc)
  emitter.line(f"{a.name} := {b.name};")


def _barrier_invariant(binary_form):
  def handler(emitter, i, arguments):
    count = len(arguments) - 1
    name = "__barrier_invariant_" + ("binary_" if binary_form else "")
    shown = count // 2 if binary_form else count
    name = f"${name}{shown}{shown}"
    expression = bv_of(bool_of(emitter.scalar(arguments[0])))
    values = [bv_of(emitter.scalar(a)) for a in arguments[1:]]
    types = [v.width for v in values]
    emitter.program.declarations.invariants[name] = (binary_form, types)
    texts = ", ".join(emitter.text(e) for e in [expression] + values)
    emitter.line(f"call{emitter.where(i.loc)} {name}({texts});")
  return handler


def _nothing(emitter, i, arguments):
  return None


def _fresh_array(emitter, i, arguments):
  """Pointer parameters and the pointers in struct parameters have arrays of their own anyway."""
  return None


def _holds(attribute):
  """What an array that the kernel is given holds when it begins."""
  def handler(emitter, i, arguments):
    ptr = emitter.pointer(arguments[0])
    arrays = _arrays(emitter, ptr)
    if len(arrays) != 1 or ptr.terms or ptr.constant or arrays[0].kernel is None:
      fail(f"{annotation_name(i)} speaks of an array that is a parameter of the kernel", i.loc)
    arrays[0].holds = attribute
  return handler


_GLOBAL, _TAG, _INVARIANT = (" {:do_not_predicate}", ' {:tag "user"}',
                             " {:originated_from_invariant}")
_CANDIDATES = {"__invariant": "__candidate_invariant",
               "__global_invariant": "__candidate_global_invariant",
               "__function_wide_invariant": "__function_wide_candidate_invariant"}
_WIDE = " {:procedure_wide_invariant} {:do_not_predicate}"

ANNOTATIONS = {
    "__assert": _assertion(), "__global_assert": _assertion(_GLOBAL),
    "__candidate_assert": _assertion(_TAG, True),
    "__candidate_global_assert": _assertion(_GLOBAL + _TAG, True),
    "__invariant": _assertion(_INVARIANT), "__global_invariant": _assertion(_GLOBAL + _INVARIANT),
    "__candidate_invariant": _assertion(_TAG + _INVARIANT, True),
    "__candidate_global_invariant": _assertion(_GLOBAL + _TAG + _INVARIANT, True),
    "__assume": _assume, "bugle_assume": _assume, "__bugle_assert": _assertion(),
    "__requires": _specification("requires"),
    "__global_requires": _specification("requires", _GLOBAL),
    "__ensures": _specification("ensures"),
    "__global_ensures": _specification("ensures", _GLOBAL),
    "__function_wide_invariant": _specification("requires", _WIDE),
    "__function_wide_candidate_invariant": _specification("requires", " {:candidate}" + _WIDE),
    "__reads_from": _access_specification(("READ",), False),
    "__writes_to": _access_specification(("WRITE",), True),
    "__read": _occurred("READ"), "__write": _occurred("WRITE"), "__atomic": _occurred("ATOMIC"),
    "__read_offset_bytes": _watched, "__write_offset_bytes": _watched,
    "__atomic_offset_bytes": _watched,
    "__ptr_offset_bytes": _pointer_offset, "__ptr_base": _pointer_base,
    "__atomic_has_taken_value": _has_taken_value,
    "__enabled": _enabled("__enabled"), "__dominator_enabled": _enabled("__dominator_enabled"),
    "__other_int": _other, "__other_bool": _other, "__old_int": _old, "__old_bool": _old,
    "__lowering_return_value": _return_value,
    "__lowering_index_int": _index(32), "__lowering_index_long": _index(64),
    "__lowering_forall": _forall, "__implies": _implies, "__ite": _ite,
    "__add_noovfl": _no_overflow, "__add_noovfl_int": _checked_add(True),
    "__add_noovfl_unsigned_int": _checked_add(False), "__array_snapshot": _snapshot,
    **{name: _holds(attribute) for name, attribute in _CONTENTS.items()},
    "__requires_fresh_array": _fresh_array, "__non_temporal_loads_begin": _nothing,
    "__non_temporal_loads_end": _nothing,
}
for _type in ("unsigned", "short", "ushort", "char", "uchar", "uint", "long", "ulong", "longlong",
              "size_t", "float", "double"):
  ANNOTATIONS[f"__other_{_type}"] = _other
  ANNOTATIONS[f"__old_{_type}"] = _old
for _count in range(1, 41):
  ANNOTATIONS[f"__barrier_invariant_{_count}"] = _barrier_invariant(False)
  ANNOTATIONS[f"__barrier_invariant_binary_{_count}"] = _barrier_invariant(True)
