// What the access monitor leaves to the solver: which of several accesses to an element is
// followed, and which value is watched (access_monitor.h). Whatever happens is found with some
// choice, so a model's choices say nothing about the kernel.
#pragma once

#include <string>

#include "solver/smt/terms.h"

namespace barricade {

namespace monitor_choice {
inline const std::string followed = "followed";
inline const std::string value = "value";
}  // namespace monitor_choice

// `touched`, and the solver follows this access.
inline Expr followedIf(Terms& terms, Expr touched) {
  return terms.land(touched, terms.fresh(monitor_choice::followed, boolType()));
}

inline Expr freshWatchedValue(Terms& terms, Type type) {
  return terms.fresh(monitor_choice::value, type);
}

inline bool isMonitorChoice(const Terms& terms, const Variable& variable) {
  return terms.isFresh(&variable) && (variable.name.starts_with(monitor_choice::followed + "!") ||
                                      variable.name.starts_with(monitor_choice::value + "!"));
}

}  // namespace barricade
