// What an atomic operation does to its element, as far as the order of threads depends on it: which
// value it leaves behind, and whether it counts. By Bugle's names of atomic functions
// (`__atomicAdd_unsigned_int`, `__bugle_atomic_cmpxchg_local_int`; docs/ir.md, "Statements").
#pragma once

#include <optional>

#include "ir/program.h"

namespace barricade {

struct AtomicMeaning {
  enum class Kind {
    Load,   // leaves the element as it is
    Store,  // as does Exchange: `written`
    Exchange,
    CompareAndSwap,  // `written` if the element was `expected`
    Count,  // adds `step`, a positive number; wraps around after `bound` where there is one
    Other,
  };
  Kind kind = Kind::Other;
  Expr written = nullptr;
  Expr expected = nullptr;
  BigInt step = 0;
  Expr bound = nullptr;

  bool reads() const { return kind != Kind::Store; }
  bool writes() const { return kind != Kind::Load; }
  // Whether the element holds `written` afterwards, at least if the operation succeeds.
  bool leavesValue() const { return written != nullptr; }
};

AtomicMeaning meaningOf(const Call& atomic);

// An atomic operation on one element of an array of one dimension.
struct ElementOperation {
  Variable* result = nullptr;
  const Variable* array = nullptr;
  Expr offset = nullptr;
  AtomicMeaning meaning;
};

std::optional<ElementOperation> elementOperation(const Statement& statement);

// The name of an atomic function with another one in place of what it does: of CUDA ("CAS"), or of
// OpenCL ("cmpxchg") where it is one of these.
std::string nameWithFunction(const std::string& name, std::string_view cuda,
                             std::string_view openCl);

// "atomicAdd", for messages.
std::string nameOfAtomic(const Call& atomic);

}  // namespace barricade
