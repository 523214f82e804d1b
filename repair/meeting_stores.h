// Why threads store in one element, as far as what the index is made of tells it: what a person
// needs to know who looks for the mistake that no edit of the repair takes away.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/options.h"
#include "ir/program.h"

namespace barricade {

// For plain stores that meet, each at its place, one line each: the index comes from an atomic
// operation or an array, or leaves out what the threads differ in.
std::vector<std::string> whyStoresMeet(Program& program, Procedure& kernel,
                                       const VerifyOptions& options,
                                       const std::set<LocationId>& stores);

}  // namespace barricade
