"""Annotations in the source as statements, specification lines and expressions of the output."""

from .errors import fail
from .expr import (FALSE, Expr, apply, binary, boolOf, bvOf, equal, extend, fromLinear, implies,
                   ite, lit, resize, uninterpreted, var)
from .marking import flattenConditions, hasCondition, taintedBy
from .pointers import Ptr

_ORDER = {"requires": 0, "ensures": 1, "modifies": 2}


class AnnotationMixin:
  """The part of FunctionEmitter that deals with annotations."""

  def prepareAnnotations(self):
    flattenConditions(self.function)
    self.unlogged = {i for b in self.function.blocks for i in b.instructions
                     if i.op == "load" and i.attrs.get("unlogged")}
    self.unevaluated = taintedBy(self.function, self.unlogged)

  def annotated(self, v):
    """An annotation's condition, as bool, from values that already have their names."""
    return boolOf(self.scalar(v))

  def specified(self, v):
    """A condition for a specification line: over parameters and globals only."""
    before, self.pure, self.mayAssign = self.mayAssign, True, False
    try:
      return boolOf(self.scalar(v))
    finally:
      self.pure, self.mayAssign = False, before

  def specification(self, kind, attributes, v, i):
    e = self.specified(v)
    local = {name for name, _ in self.variables + self.temporaries}
    if local & set(names(e)):
      fail("a contract or function-wide invariant can speak only of parameters and arrays", i.loc)
    self.specs.append((_ORDER[kind], len(self.specs),
                       f"{kind}{attributes}{self.where(i.loc)} {self.text(e)};"))

  def modifies(self, name):
    line = f"modifies {name};"
    if all(text != line for _, _, text in self.specs):
      self.specs.append((_ORDER["modifies"], len(self.specs), line))

  def specificationLines(self):
    initial = []
    if self.function in self.program.kernels:
      initial = self.program.initializerLines() + self.argumentValues()
    return initial + [text for _, _, text in sorted(self.specs)]

  def argumentValues(self):
    """What --kernel-args says about the parameters that are no pointers."""
    values = self.program.options.argumentsOf(self.program.sourceName(self.function.name))
    return [f"requires {name} == {value % (1 << int(type_[2:]))}{type_};"
            for (name, type_), value in zip(self.parameters, values)
            if value is not None and type_.startswith("bv")]

  def emitSpec(self):
    """A `__spec` function: its contract stands for its body."""
    self.prepareAnnotations()
    self.countUses()
    self.declareParameters()
    for block in self.function.blocks:
      for instruction in block.instructions:
        if instruction.op == "call":
          self.loc = instruction.loc
          self.call(instruction)
    return [self.header() + ";"] + self.specificationLines() + [""]


def names(e):
  """The variables in an expression."""
  if e.kind == "var":
    yield e.name
  for part in e.args:
    if isinstance(part, Expr):
      yield from names(part)


def takenFor(name, options):
  """The annotation that one in the source is taken for; None if the options leave it out."""
  if hasCondition(name) and name != "__axiom" and options.annotations != "all" and not (
      options.annotations == "requires" and name in ("__requires", "__global_requires")):
    return None
  return _CANDIDATES.get(name, name) if options.invariantsAsCandidates else name


def _assertion(attributes="", candidate=False):
  def handler(emitter, i, arguments):
    e = emitter.text(emitter.annotated(arguments[0]))
    if candidate:
      e = f"{emitter.program.candidate()} ==> {e}" if _simple(e) \
          else f"{emitter.program.candidate()} ==> ({e})"
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


def _accessSpecification(kinds, contents):
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
    return [emitter.program.use(a) for a in emitter.pointers.candidates(ptr.targets)]
  return [emitter.program.use(ptr.base)] if ptr.base is not None else []


def _overArrays(emitter, ptr, function):
  """function(array) for what a pointer points into, as a chain of conditions."""
  result = FALSE
  arrays = _arrays(emitter, ptr)
  if not isinstance(ptr.base, Expr):
    return function(arrays[0]) if arrays else FALSE
  for array in reversed(arrays):
    result = ite(emitter.pointers.isBase(ptr, array), function(array), result)
  return result


def _occurred(kind):
  def handler(emitter, i, arguments):
    ptr = emitter.pointer(arguments[0])
    return _overArrays(emitter, ptr, lambda a: var(f"_{kind}_HAS_OCCURRED_{a.name}", 0)
                       if a.shared else FALSE)
  return handler


def _watched(emitter, i, arguments):
  """The watched offset in bytes: the same constant for every array, in the array's elements."""
  ptr = emitter.pointer(arguments[0])
  width = emitter.layout.storeBits(i.type)
  watched = var("_WATCHED_OFFSET", emitter.bits)
  arrays = _arrays(emitter, ptr)
  if not arrays:
    fail("an access annotation on a null pointer", i.loc)
  scaled = lambda a: binary("MUL", watched, lit(a.bytes, emitter.bits))
  result = scaled(arrays[-1])
  if isinstance(ptr.base, Expr):
    for array in reversed(arrays[:-1]):
      result = ite(emitter.pointers.isBase(ptr, array), scaled(array), result)
  return resize(result, width)


def _pointerOffset(emitter, i, arguments):
  ptr = emitter.pointer(arguments[0])
  return resize(fromLinear(ptr.terms, ptr.constant, emitter.bits),
                emitter.layout.storeBits(i.type))


def _pointerBase(emitter, i, arguments):
  """The array's number, as an integer."""
  ptr = emitter.pointer(arguments[0])
  width = emitter.layout.storeBits(i.type)
  result = lit(0, width)
  arrays = emitter.program.table.arrays
  if not isinstance(ptr.base, Expr):
    return lit(arrays.index(ptr.base) + 1 if ptr.base is not None else 0, width)
  for array in _arrays(emitter, ptr):
    result = ite(emitter.pointers.isBase(ptr, array), lit(arrays.index(array) + 1, width), result)
  return result


def _hasTakenValue(emitter, i, arguments):
  ptr = emitter.pointer(arguments[0])
  array = next(iter(_arrays(emitter, ptr)), None)
  if array is None or isinstance(ptr.base, Expr):
    fail("__atomic_has_taken_value of a pointer that is not known", i.loc)
  offset = resize(bvOf(emitter.scalar(arguments[1])), emitter.bits)
  if array.bytes > 1:
    offset = binary("UDIV", offset, lit(array.bytes, emitter.bits))
  base = emitter.pointers.offset(ptr, array.bytes, [array])
  value = resize(bvOf(emitter.scalar(arguments[2])), array.width)
  emitter.program.usedMaps.add(array)
  index = binary("ADD", base, offset)
  return Expr("select", 0, (value,), f"_USED_{array.name}[{emitter.text(index)}]")


def _enabled(name):
  return lambda emitter, i, arguments: var(name, 0, f"const {{:{name}}} {name} : bool;")


def _other(emitter, i, arguments):
  e = emitter.scalar(arguments[0])
  if i.type.kind == "int" and i.type.bits == 1:
    return uninterpreted("__other_bool", (boolOf(e),), 0)
  e = bvOf(e)
  return uninterpreted(f"__other_bv{e.width}", (e,), e.width)


def _old(emitter, i, arguments):
  e = emitter.scalar(arguments[0])
  return apply("old", (e,), e.width)


def _returnValue(emitter, i, arguments):
  type_ = emitter.function.returnType
  if type_.isPointer:
    targets = emitter.points.returns.get(emitter.function, frozenset())
    e = var("$ret", emitter.bits)
    if emitter.program.isFunctionPointer(targets):
      return resize(e, emitter.program.functionWidth)
    array = emitter.pointers.single(targets)
    if array is not None:
      return Ptr(array, [(array.bytes, e)], 0, targets)
    return emitter.pointers.fromStored(e, emitter.pointers.unit(targets), targets)
  width = emitter.layout.storeBits(type_)
  if i.type.kind == "void":
    fail("a return value is asked for where there is none", i.loc)
  value = emitter.split(var("$ret", width), type_)
  return value


def _implies(emitter, i, arguments):
  return implies(boolOf(emitter.scalar(arguments[0])), boolOf(emitter.scalar(arguments[1])))


def _ite(emitter, i, arguments):
  cond, yes, no = (emitter.value(a) for a in arguments)
  return emitter.choose(boolOf(cond), yes, no, i)


def _noOverflow(emitter, i, arguments):
  """__add_noovfl: whether a sum of unsigned values fits."""
  values = [bvOf(emitter.scalar(a)) for a in arguments]
  values = [resize(v, values[0].width) for v in values]
  count, width = len(values), values[0].width
  if count == 1:
    return boolOf(lit(1, 1))
  extra = (count - 1).bit_length()
  wide = width + extra
  names = [f"v{n}" for n in range(count)]
  total = f"0bv{extra} ++ v0"
  for name in names[1:]:
    total = f"BV{wide}_ADD({total}, 0bv{extra} ++ {name})"
  emitter.program.decls.add(f'function {{:bvbuiltin "bvadd"}} BV{wide}_ADD(bv{wide}, bv{wide}) '
                            f": bv{wide};")
  parameters = ", ".join(f"{name}:bv{width}" for name in names)
  name = f"__add_noovfl_{count}"
  declaration = (f"function {{:inline true}} {name}({parameters}) : bv1 "
                 f"{{if {total}[{wide}:{width}] == 0bv{extra} then 1bv1 else 0bv1}}")
  return apply(name, values, 1, declaration)


def _checkedAdd(isSigned):
  """__add_noovfl_int and __add_noovfl_unsigned_int: a sum assumed not to overflow."""
  def handler(emitter, i, arguments):
    x, y = (bvOf(emitter.scalar(a)) for a in arguments)
    wide = x.width + 1
    total = binary("ADD", extend(x, wide, isSigned), extend(y, wide, isSigned))
    result = binary("ADD", x, y)
    fits = equal(total, extend(result, wide, isSigned))
    emitter.line(f"assume {emitter.text(fits)};")
    return result
  return handler


def _snapshot(emitter, i, arguments):
  target, source = (emitter.pointer(a) for a in arguments[:2])
  if isinstance(target.base, Expr) or isinstance(source.base, Expr) \
      or target.base is None or source.base is None:
    fail("__array_snapshot needs pointers into known arrays", i.loc)
  a, b = emitter.program.use(target.base), emitter.program.use(source.base)
  if a.width != b.width:
    fail("__array_snapshot needs arrays of one element type", i.loc)
  emitter.line(f"{a.name} := {b.name};")


def _barrierInvariant(binaryForm):
  def handler(emitter, i, arguments):
    count = len(arguments) - 1
    name = "__barrier_invariant_" + ("binary_" if binaryForm else "")
    shown = count // 2 if binaryForm else count
    name = f"${name}{shown}{shown}"
    expression = bvOf(boolOf(emitter.scalar(arguments[0])))
    values = [bvOf(emitter.scalar(a)) for a in arguments[1:]]
    types = [v.width for v in values]
    emitter.program.barrierInvariant(name, binaryForm, types)
    texts = ", ".join(emitter.text(e) for e in [expression] + values)
    emitter.line(f"call{emitter.where(i.loc)} {name}({texts});")
  return handler


def _nothing(emitter, i, arguments):
  return None


def _freshArray(emitter, i, arguments):
  """Pointer parameters and the pointers in struct parameters have arrays of their own anyway."""
  return None


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
    "__reads_from": _accessSpecification(("READ",), False),
    "__writes_to": _accessSpecification(("WRITE",), True),
    "__read": _occurred("READ"), "__write": _occurred("WRITE"), "__atomic": _occurred("ATOMIC"),
    "__read_offset_bytes": _watched, "__write_offset_bytes": _watched,
    "__atomic_offset_bytes": _watched,
    "__ptr_offset_bytes": _pointerOffset, "__ptr_base": _pointerBase,
    "__atomic_has_taken_value": _hasTakenValue,
    "__enabled": _enabled("__enabled"), "__dominator_enabled": _enabled("__dominator_enabled"),
    "__other_int": _other, "__other_bool": _other, "__old_int": _old, "__old_bool": _old,
    "__lowering_return_value": _returnValue, "__implies": _implies, "__ite": _ite,
    "__add_noovfl": _noOverflow, "__add_noovfl_int": _checkedAdd(True),
    "__add_noovfl_unsigned_int": _checkedAdd(False), "__array_snapshot": _snapshot,
    "__requires_fresh_array": _freshArray, "__non_temporal_loads_begin": _nothing,
    "__non_temporal_loads_end": _nothing,
}
for _type in ("unsigned", "short", "ushort", "char", "uchar", "uint", "long", "ulong", "longlong",
              "size_t", "float", "double"):
  ANNOTATIONS[f"__other_{_type}"] = _other
  ANNOTATIONS[f"__old_{_type}"] = _old
for _count in range(1, 41):
  ANNOTATIONS[f"__barrier_invariant_{_count}"] = _barrierInvariant(False)
  ANNOTATIONS[f"__barrier_invariant_binary_{_count}"] = _barrierInvariant(True)
