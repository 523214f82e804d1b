// Of placements that add as little as the one found, one with fewer edits. A barrier in a loop that
// is added at the start of its body may make the one before the loop needless, which at the end of
// the body it does not; then the change is one line, and nothing that is there has to go:
//
//     s[t] = a;                          s[t] = a;
//     __syncthreads();                   __syncthreads();
//     for (..) {                         for (..) {
//   +   __syncthreads();         or        ..
//       ..                           +     __syncthreads();
//
// What can go with every such placement is needless as the kernel is written, and goes.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "repair/checker.h"
#include "repair/placement.h"

namespace barricade {

struct EditComparison {
  const PlacementProblem& problem;  // of what is known, which a check adds to
  const std::vector<Site>& sites;
  const std::set<SiteId>& illegal;  // sites that no barrier stays at
  std::function<PlacementVerdict(const Placement&)> check;
  std::function<bool()> stop;
};

// `found` is correct, and so is the result.
Placement withFewestEdits(const EditComparison& comparison, const Placement& found);

}  // namespace barricade
