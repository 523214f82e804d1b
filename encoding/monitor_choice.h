// What the access monitor leaves to the solver: which of several accesses to an element is
// followed, which value is watched (access_monitor.h), and which range the watched element is in
// (range_owners.h). Whatever happens is found with some choice, so a model's choices say nothing
// about the kernel.
#pragma once

#include <string>

#include "solver/smt/terms.h"

namespace barricade {

namespace monitor_choice {
inline const std::string followed = "followed";
inline const std::string value = "value";
inline const std::string owner = "owner";
}  // namespace monitor_choice

// `touched`, and the solver follows this access.
inline Expr followedIf(Terms& terms, Expr touched) {
  return terms.land(touched, terms.fresh(monitor_choice::followed, boolType()));
}

inline Expr freshWatchedValue(Terms& terms, Type type) {
  return terms.fresh(monitor_choice::value, type);
}

inline Expr freshOwner(Terms& terms, Type type) {
  return terms.fresh(monitor_choice::owner, type);
}

inline bool isMonitorChoice(const Terms& terms, const Variable& variable) {
  auto isNamed = [&](const std::string& name) { return variable.name.starts_with(name + "!"); };
  return terms.isFresh(&variable) &&
         (isNamed(monitor_choice::followed) || isNamed(monitor_choice::value) ||
          isNamed(monitor_choice::owner));
}

}  // namespace barricade
