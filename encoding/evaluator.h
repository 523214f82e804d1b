// Expressions of the kernel to terms: what a thread of the pair gets for one, where it is.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include "encoding/memory.h"
#include "encoding/pair_run.h"

namespace barricade {

// What names mean beyond the pair's state, while a contract or a barrier invariant is instantiated.
struct Bindings {
  // The values of the callee's parameters and results, by thread.
  std::array<std::unordered_map<Expr, Expr>, 2> actuals;
  // What local_id_x means to each thread.
  std::optional<PerThread> ids;
  // Whether an access has occurred, before and after the call.
  struct Occurred {
    Expr before, after;
  };
  std::map<const Variable*, Occurred> occurred;
  // The state that `old` speaks of; null: there is none.
  const PairState* before = nullptr;
};

class Evaluator {
 public:
  Evaluator(PairRun& run, Memory& memory) : run_(run), memory_(memory) {}

  Expr evaluate(Expr e, unsigned thread, const PerThread& path, const Bindings* bindings = nullptr);
  PerThread evaluate(Expr e, const PerThread& path);  // for each thread

  Expr freshValue(std::size_t variable);
  // Of a variable that has no value yet it may be any.
  Expr currentValue(std::size_t variable, unsigned thread);
  // _READ_HAS_OCCURRED_$$A and the like: the access is pending.
  Expr hasOccurred(const Variable* variable) const;

 private:
  std::optional<Expr> evaluateLeaf(Expr e, unsigned thread, const PerThread& path,
                                   const Bindings* bindings);
  Expr evaluateVariable(Expr e, unsigned thread, const PerThread& path, const Bindings* bindings);
  Expr evaluateOld(Expr e, unsigned thread, const PerThread& path, const Bindings* bindings);
  Expr wasReturned(Expr used, unsigned thread, const PerThread& path, const Bindings* bindings);

  PairRun& run_;
  Memory& memory_;
};

}  // namespace barricade
