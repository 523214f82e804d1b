// Which atomic operation does what a read-modify-write does to its element.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "ir/program.h"

namespace barricade {

struct AtomicForm {
  std::string operation;  // as CUDA calls it: "atomicAdd"
  std::string type;       // "int", "unsigned_int", "float", ...
  Expr operand = nullptr;

  std::string function() const { return "__" + operation + "_" + type; }
};

// The operation by which `value` comes from `old`; nothing when no atomic does that. `value`
// mentions `old`. Sums of several terms may be added up in another order.
std::optional<AtomicForm> atomicFormOf(ExprPool& pool, Expr value, Expr old);

// The procedure `_ATOMIC_OPw` for elements of an array; declared if the program has none.
Procedure* atomicProcedure(Program& program, const Array& array);

}  // namespace barricade
