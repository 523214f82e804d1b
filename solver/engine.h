// What a session hands its terms to. Terms are IR expressions without Select and Old.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "ir/expr.h"

namespace barricade {

enum class Answer { Satisfiable, Unsatisfiable, Unknown };

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void assertTrue(Expr e) = 0;
  // Whether the assumptions can hold together with what is asserted. `seconds` <= 0: no limit.
  virtual Answer check(std::span<const Expr> assumptions, double seconds) = 0;
  // In the model of the last check, if that was Satisfiable: the value of a variable, quantifier or
  // application to `arguments`; 0 where the engine has never seen it.
  virtual BigInt value(Expr leaf, std::span<const BigInt> arguments) = 0;
};

// Our own bit-blasting over CaDiCaL: bit vectors, booleans and uninterpreted functions. Gives a
// model with or without a time limit.
std::unique_ptr<Engine> makeBitEngine();

}  // namespace barricade
