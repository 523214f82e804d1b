// What CaDiCaL's solve() returns; 0 when it was stopped.
#pragma once

namespace barricade::sat {

inline constexpr int satisfiable = 10;
inline constexpr int unsatisfiable = 20;

}  // namespace barricade::sat
