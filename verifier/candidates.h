// Candidate loop invariants over values, to be sorted out by houdini.h. What has a closed form
// needs none; the families here are the ones that real kernels were found to need beyond those.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verifier/event.h"

namespace barricade {

class Problem;

// What an invariant is stated over, at the head of a loop.
struct LoopView {
  std::function<Expr(unsigned thread, std::size_t variable)> value;
  std::function<Expr(unsigned thread, std::size_t variable)> initial;  // when the loop was entered
  // A term over placeholders, with the values at loop entry.
  std::function<Expr(unsigned thread, Expr)> instantiate;
  // A condition of the program.
  std::function<Expr(unsigned thread, Expr)> evaluate;
  PerThread active{};  // still in the loop
  Expr counter = nullptr;
};

struct Candidate {
  unsigned loop = 0;
  std::string text;
  std::function<Expr(Terms&, const LoopView&)> invariant;
  Expr selector = nullptr;  // assume it to assume the invariant
  bool alive = true;
};

struct Obligation {  // of a candidate, to be shown
  std::size_t candidate = 0;
  Expr violation = nullptr;
};

std::vector<Candidate> makeCandidates(Problem& problem);

}  // namespace barricade
