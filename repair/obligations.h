// What has to be proven for a barrier to go: that the accesses which only it lies between do not
// meet unordered on one element without it.
#pragma once

#include <map>
#include <string>

#include "instrument/instrument.h"

namespace barricade {

using Obligations = std::map<SiteId, std::string>;  // of the barriers that go

// In words, for the barrier of that site in an instrumented kernel whose barriers are those of
// `placement` (and those that are no sites): "proven without it: ...". The proof itself is the
// verification of the kernel as repaired.
std::string obligationWithout(const Program& program, const Procedure& kernel, const SiteId& site,
                              const Placement& placement);

}  // namespace barricade
