// What a session hands its terms to. Terms are IR expressions without Select and Old.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "ir/expr.h"

namespace barricade {

enum class Answer { Satisfiable, Unsatisfiable, Unknown };

// How long a check may take; 0 is no limit. `seconds` are the clock's, `processorSeconds` what the
// check itself uses, which the load of the machine does not change. `work` counts steps of the
// search where the engine can, so that what it cuts off is the same on every machine, and else time
// of the processor.
struct Limit {
  double seconds = 0;
  double processorSeconds = 0;
  std::uint64_t work = 0;
};

// Roughly, on a machine of our days.
inline constexpr double workPerSecond = 40000;

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void assertTrue(Expr e) = 0;
  // Whether the assumptions can hold together with what is asserted.
  virtual Answer check(std::span<const Expr> assumptions, const Limit& limit) = 0;
  // The work of the last check in steps; 0 of an engine that does not count them.
  virtual std::uint64_t work() const { return 0; }
  // In the model of the last check, if that was Satisfiable: the value of a variable, quantifier or
  // application to `arguments`; 0 where the engine has never seen it.
  virtual BigInt value(Expr leaf, std::span<const BigInt> arguments) = 0;
};

// Our own bit-blasting over CaDiCaL: bit vectors, booleans and uninterpreted functions. Gives a
// model with or without a time limit.
std::unique_ptr<Engine> makeBitEngine();

// Integer sets over isl, for arithmetic on indices (index_engine.cpp). Gives a model with or
// without a time limit; gives up (Unknown) where a term is outside its vocabulary and matters.
std::unique_ptr<Engine> makeIndexEngine(ExprPool& pool);

}  // namespace barricade
