// What an execution assumes at a loop's skips and is to show after its bodies: a candidate loop
// invariant, stated over the values at the loop's head.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "encoding/event.h"

namespace barricade {

// What an invariant is stated over, at the head of a loop.
struct LoopView {
  std::function<Expr(unsigned thread, std::size_t variable)> value;
  std::function<Expr(unsigned thread, std::size_t variable)> initial;  // when the loop was entered
  // A term over placeholders, with the values at loop entry.
  std::function<Expr(unsigned thread, Expr)> instantiate;
  // A condition of the program.
  std::function<Expr(unsigned thread, Expr)> evaluate;
  PerThread running{};  // still in the loop, and not paused
  PerThread paused{};
  Expr counter = nullptr;
};

struct Candidate {
  unsigned loop = 0;
  std::string text;
  std::function<Expr(Terms&, const LoopView&)> invariant;
  Expr selector = nullptr;  // assume it to assume the invariant
  bool alive = true;
  bool isUsers = false;  // not guessed
};

struct Obligation {  // of a candidate, to be shown
  std::size_t candidate = 0;
  Expr violation = nullptr;
};

}  // namespace barricade
