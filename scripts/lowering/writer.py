"""The text of a `.gbpl` file in its fixed order: types, arrays, pointers, intrinsics, procedures,
axioms."""

from .declarations import INITIALIZERS
from .early_return import EXCUSES_EXITED
from .expr import show, type_name
from .function_pointers import points_to_function
from .memory import array_info, cleaned

_LARGEST_INITIALIZER = 4096


def write_program(program, bodies, axioms):
  bits = program.pointer_bits
  axiom_lines = [f"axiom {show(e, program.declarations.lines)};" for e in axioms]
  arrays = [a for a in program.objects.table.arrays if a.used or a.shared and mentioned(program, a)]
  for array in arrays:
    array.used = True
  count = program.objects.table.number()
  lines = [f"type _SIZE_T_TYPE = bv{bits};", ""]
  lines += [f"procedure _ATOMIC_OP{w}(x : [bv{bits}]bv{w}, y : bv{bits}) "
            f"returns (z : bv{w}, A : [bv{bits}]bv{w});"
            for w in sorted({a.width for a in arrays})]
  for array in arrays:
    lines += array_info(array, array.shared, bits)
    if program.declarations.pointers:
      lines.append(f"const $arrayId{array.name} : arrayId;")
      lines.append(f"axiom $arrayId{array.name} == {array.number}bv{id_width(count)};")
    lines.append("")
  if program.declarations.pointers:
    lines += pointer_declarations(bits, id_width(count))
  lines.append(f"const _WATCHED_OFFSET : bv{bits};")
  if program.declarations.function_pointers:
    lines += function_pointer_declarations(program)
  lines += sorted(intrinsics(program))
  for body in bodies:
    for line in body:
      if line == INITIALIZERS:
        lines += initializer_lines(program, arrays, "\n".join(body))
      else:
        lines.append(excusing_exited(program, line))
  lines += external_procedures(program)
  return "\n".join(lines + axiom_lines) + "\n"


def excusing_exited(program, line):
  if not program.declarations.excuses_exited or not line.startswith("procedure ") \
      or EXCUSES_EXITED in line:
    return line
  return line.replace(" {:kernel}", " {:kernel}" + EXCUSES_EXITED, 1)


def mentioned(program, array):
  """Kernel parameters are declared although nothing accesses them."""
  return array.name.startswith("$$arg.")


def id_width(arrays):
  return max(1, (arrays + 1).bit_length())


def pointer_declarations(bits, k):
  return [f"type ptr = bv{bits};", f"type arrayId = bv{k};", "",
          f"function {{:inline true}} MKPTR(base: arrayId, offset: bv{bits}) : ptr {{",
          f"  base ++ offset[{bits - k}:0]", "}", "",
          "function {:inline true} base#MKPTR(p: ptr) : arrayId {",
          f"  p[{bits}:{bits - k}]", "}", "",
          f"function {{:inline true}} offset#MKPTR(p : ptr) : bv{bits} {{",
          f"  0bv{k} ++ p[{bits - k}:0]", "}", "",
          "const $arrayId$$null$ : arrayId;", f"axiom $arrayId$$null$ == 0bv{k};", ""]


def function_pointer_declarations(program):
  width = program.functions.pointer_bits
  lines = [f"type functionPtr = bv{width};"]
  for number, name in enumerate(program.functions.address_taken):
    lines.append(f"const $functionId$${cleaned(name)} : functionPtr;")
    lines.append(f"axiom $functionId$${cleaned(name)} == {number + 1}bv{width};")
  return lines + ["const $functionId$$null$ : functionPtr;",
                  f"axiom $functionId$$null$ == 0bv{width};"]


def intrinsics(program):
  bits, result = program.pointer_bits, set(program.declarations.lines)
  for width in program.declarations.async_widths:
    result.add("procedure {:async_work_group_copy} "
               f"_ASYNC_WORK_GROUP_COPY_{width}(dstOffset : bv{bits}, src : [bv{bits}]bv{width}, "
               f"srcOffset : bv{bits}, size : bv{bits}, handle : bv{bits}) "
               f"returns (handle' : bv{bits}, dst : [bv{bits}]bv{width});")
  if program.declarations.waits:
    result.add(f"procedure {{:wait_group_events}} _WAIT_GROUP_EVENTS(handle : bv{bits});")
  for array in program.declarations.used_maps:
    result.add(f"var {{:atomic_usedmap}} {{:atomic_{array.space}}}_USED_{array.name} : "
               f"[bv{bits}][bv{array.width}]bool;")
  return result


def initializer_lines(program, arrays, body):
  """What the constant arrays that a procedure mentions hold, element by element."""
  lines = []
  for array in arrays:
    data = array.initializer
    if data is None or array.space != "constant" or array.name + "[" not in body:
      continue
    size = array.width // 8
    if len(data) // size > _LARGEST_INITIALIZER:
      continue
    if array.width == program.pointer_bits and program.declarations.function_pointers:
      for offset, name in array.addresses.items():
        lines.append(f"requires {array.name}[{offset // size}bv{program.pointer_bits}] == "
                     f"0bv{array.width - program.functions.pointer_bits} ++ "
                     f"$functionId$${cleaned(name)};")
    for index in range(len(data) // size):
      part = data[index * size:(index + 1) * size]
      if None not in part:
        value = int.from_bytes(bytes(part), "little")
        lines.append(f"requires {array.name}[{index}bv{program.pointer_bits}] == "
                     f"{value}bv{array.width};")
  return lines


def external_procedures(program):
  """Procedures without body: barriers, fences, functions that are only declared."""
  lines = []
  for function in program.declarations.external.values():
    name = cleaned(function.name)
    parameters = ", ".join(f"${n}:{parameter_type(program, a)}"
                           for n, a in enumerate(function.args))
    result = ""
    if function.return_type.kind != "void":
      result = f" returns ($ret:{parameter_type(program, function, function.return_type)})"
    lines.append(f'procedure {{:source_name "{function.name}"}} ${name}({parameters}){result};')
  if program.declarations.barrier:
    lines.append('procedure {:source_name "bugle_barrier"} {:barrier} '
                 "$bugle_barrier($0:bv1, $1:bv1);")
  if program.declarations.grid_barrier:
    lines.append('procedure {:source_name "bugle_grid_barrier"} {:grid_barrier} '
                 "$bugle_grid_barrier($0:bv1, $1:bv1);")
  lines += [text for _, text in sorted(program.declarations.primitives.items())]
  for name, (is_binary, widths) in sorted(program.declarations.invariants.items()):
    kind = "binary_barrier_invariant" if is_binary else "barrier_invariant"
    names = [f"$instantiation{n + 1}" for n in range(len(widths))]
    if is_binary:
      names = [f"$instantiation{n // 2}_{n % 2 + 1}" for n in range(len(widths))]
    parameters = ", ".join(["$expr:bv1"] + [f"{n}:bv{w}" for n, w in zip(names, widths)])
    lines.append(f'procedure {{:source_name "{name[1:]}"}} {{:{kind}}} {name}({parameters});')
  return lines


def parameter_type(program, value, type_=None):
  type_ = type_ or value.type
  if type_.is_pointer:
    targets = program.points.of(value) if type_ is getattr(value, "type", None) else frozenset()
    if points_to_function(targets):
      return type_name(program.functions.pointer_bits)
    return f"bv{program.pointer_bits}" if program.pointers.single(targets) \
        else program.declarations.pointer_type()
  return type_name(program.layout.store_bits(type_))
