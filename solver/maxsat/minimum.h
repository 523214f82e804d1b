// What an optimising engine is given besides the problem, and what it answers.
#pragma once

#include <functional>
#include <optional>

#include "solver/maxsat/weighted_cnf.h"

namespace barricade::sat {

struct Minimum {
  std::optional<Model> model;  // the best one found
  Cost cost;                   // of `model`
  Cost lowerBound;             // proven: no model costs less; without meaning when infeasible
  bool complete = false;       // `model` is a minimum, or there is none at all

  bool isOptimal() const { return complete && model.has_value(); }
  bool isInfeasible() const { return complete && !model; }
};

struct Limits {
  // Asked now and then; once it says true the engine returns the best it has. May be empty.
  std::function<bool()> stop;
};

}  // namespace barricade::sat
