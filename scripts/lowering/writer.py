"""The text of a `.gbpl` file in its fixed order: types, arrays, pointers, intrinsics, procedures,
axioms."""

from .builtins_common import leadingZerosProcedure
from .expr import show, typeName
from .memory import arrayInfo, cleaned

_LARGEST_INITIALIZER = 4096


def writeProgram(program, bodies, axioms):
  bits = program.pointerBits
  axiomLines = [f"axiom {show(e, program.decls)};" for e in axioms]
  arrays = [a for a in program.table.arrays if a.used or a.shared and mentioned(program, a)]
  for array in arrays:
    array.used = True
  count = program.table.number()
  lines = [f"type _SIZE_T_TYPE = bv{bits};", ""]
  lines += [f"procedure _ATOMIC_OP{w}(x : [bv{bits}]bv{w}, y : bv{bits}) "
            f"returns (z : bv{w}, A : [bv{bits}]bv{w});"
            for w in sorted({a.width for a in arrays})]
  for array in arrays:
    lines += arrayInfo(array, array.shared, bits)
    if program.usesPointers:
      lines.append(f"const $arrayId{array.name} : arrayId;")
      lines.append(f"axiom $arrayId{array.name} == {array.number}bv{idWidth(count)};")
    lines.append("")
  if program.usesPointers:
    lines += pointerDeclarations(bits, idWidth(count))
  lines.append(f"const _WATCHED_OFFSET : bv{bits};")
  if program.usesFunctions:
    lines += functionPointerDeclarations(program)
  lines += sorted(intrinsics(program))
  for body in bodies:
    for line in body:
      if line == "@initializers":
        lines += initializerLines(program, arrays, "\n".join(body))
      else:
        lines.append(line)
  lines += externalProcedures(program)
  return "\n".join(lines + axiomLines) + "\n"


def mentioned(program, array):
  """Kernel parameters are declared although nothing accesses them."""
  return array.name.startswith("$$arg.")


def idWidth(arrays):
  return max(1, (arrays + 1).bit_length())


def pointerDeclarations(bits, k):
  return [f"type ptr = bv{bits};", f"type arrayId = bv{k};", "",
          f"function {{:inline true}} MKPTR(base: arrayId, offset: bv{bits}) : ptr {{",
          f"  base ++ offset[{bits - k}:0]", "}", "",
          "function {:inline true} base#MKPTR(p: ptr) : arrayId {",
          f"  p[{bits}:{bits - k}]", "}", "",
          f"function {{:inline true}} offset#MKPTR(p : ptr) : bv{bits} {{",
          f"  0bv{k} ++ p[{bits - k}:0]", "}", "",
          "const $arrayId$$null$ : arrayId;", f"axiom $arrayId$$null$ == 0bv{k};", ""]


def functionPointerDeclarations(program):
  width = program.functionWidth
  lines = [f"type functionPtr = bv{width};"]
  for number, name in enumerate(program.addressTaken):
    lines.append(f"const $functionId$${cleaned(name)} : functionPtr;")
    lines.append(f"axiom $functionId$${cleaned(name)} == {number + 1}bv{width};")
  return lines + ["const $functionId$$null$ : functionPtr;",
                  f"axiom $functionId$$null$ == 0bv{width};"]


def intrinsics(program):
  bits, result = program.pointerBits, set(program.decls)
  for width in program.asyncWidths:
    result.add("procedure {:async_work_group_copy} "
               f"_ASYNC_WORK_GROUP_COPY_{width}(dstOffset : bv{bits}, src : [bv{bits}]bv{width}, "
               f"srcOffset : bv{bits}, size : bv{bits}, handle : bv{bits}) "
               f"returns (handle' : bv{bits}, dst : [bv{bits}]bv{width});")
  if program.waits:
    result.add(f"procedure {{:wait_group_events}} _WAIT_GROUP_EVENTS(handle : bv{bits});")
  for width in program.leadingZeros:
    result.add(leadingZerosProcedure(width))
  for array in program.usedMaps:
    result.add(f"var {{:atomic_usedmap}} {{:atomic_{array.space}}}_USED_{array.name} : "
               f"[bv{bits}][bv{array.width}]bool;")
  return result


def initializerLines(program, arrays, body):
  """What the constant arrays that a procedure mentions hold, element by element."""
  lines = []
  for array in arrays:
    data = array.initializer
    if data is None or array.space != "constant" or array.name + "[" not in body:
      continue
    size = array.width // 8
    if len(data) // size > _LARGEST_INITIALIZER:
      continue
    if array.width == program.pointerBits and program.usesFunctions:
      for offset, name in array.addresses.items():
        lines.append(f"requires {array.name}[{offset // size}bv{program.pointerBits}] == "
                     f"0bv{array.width - program.functionWidth} ++ $functionId$${cleaned(name)};")
    for index in range(len(data) // size):
      part = data[index * size:(index + 1) * size]
      if None not in part:
        value = int.from_bytes(bytes(part), "little")
        lines.append(f"requires {array.name}[{index}bv{program.pointerBits}] == "
                     f"{value}bv{array.width};")
  return lines


def externalProcedures(program):
  """Procedures without body: barriers, fences, functions that are only declared."""
  lines = []
  for function in program.external.values():
    name = cleaned(function.name)
    parameters = ", ".join(f"${n}:{parameterType(program, a)}" for n, a in enumerate(function.args))
    result = ""
    if function.returnType.kind != "void":
      result = f" returns ($ret:{parameterType(program, function, function.returnType)})"
    lines.append(f'procedure {{:source_name "{function.name}"}} ${name}({parameters}){result};')
  if program.barrier:
    lines.append('procedure {:source_name "bugle_barrier"} {:barrier} '
                 "$bugle_barrier($0:bv1, $1:bv1);")
  if program.gridBarrier:
    lines.append('procedure {:source_name "bugle_grid_barrier"} {:grid_barrier} '
                 "$bugle_grid_barrier($0:bv1, $1:bv1);")
  for name, (isBinary, widths) in sorted(program.invariants.items()):
    kind = "binary_barrier_invariant" if isBinary else "barrier_invariant"
    names = [f"$instantiation{n + 1}" for n in range(len(widths))]
    if isBinary:
      names = [f"$instantiation{n // 2}_{n % 2 + 1}" for n in range(len(widths))]
    parameters = ", ".join(["$expr:bv1"] + [f"{n}:bv{w}" for n, w in zip(names, widths)])
    lines.append(f'procedure {{:source_name "{name[1:]}"}} {{:{kind}}} {name}({parameters});')
  return lines


def parameterType(program, value, type_=None):
  type_ = type_ or value.type
  if type_.isPointer:
    targets = program.points.of(value) if type_ is getattr(value, "type", None) else frozenset()
    if program.isFunctionPointer(targets):
      return typeName(program.functionWidth)
    return f"bv{program.pointerBits}" if program.pointers.single(targets) \
        else program.pointerType()
  return typeName(program.layout.storeBits(type_))
