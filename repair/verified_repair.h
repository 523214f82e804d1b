// A repair beyond barriers that verifies, and the restructurings that it is made of.
#pragma once

#include <optional>
#include <vector>

#include "instrument/site.h"
#include "repair/result.h"
#include "restructure/body.h"
#include "restructure/rewrite.h"

namespace barricade {

// A restructuring, as an edit and by what it costs.
struct RestructuringStep {
  RepairEdit edit;
  double weight = 0;
  std::string left{};  // what is wrong once it is made; empty: nothing, or not known
};

struct VerifiedRepair {
  RepairResult result;  // of the restructured kernel
  std::vector<RestructuringStep> steps;
  Body kernel;
  std::vector<std::string> overflowLeft;  // findings that stay where arithmetic wraps around
  std::optional<unsigned> readEarly{};    // places (RepairOptions::placesReadEarly)
  bool isReadEarlyAsked = false;          // else not looked at yet
};

// `site` is that of the barrier which control flow was restructured for; `loopWeight` is that of
// RepairOptions.
RestructuringStep stepOf(const Rewrite& rewrite, const std::optional<Site>& site,
                         double loopWeight);

PlaceInArm placeOf(const Site& site);

// Of the barriers and the steps.
double weightOf(const VerifiedRepair& repair);

// Whether a branch is split, or what follows an early return.
bool isSplit(const RestructuringStep& step);
bool splitsOneBranch(const VerifiedRepair& repair);

// The splits of a repair, without those whose barrier turned out to be needless once others were
// made; nothing where all are needed.
std::vector<RepairEdit> stepsNeeded(const VerifiedRepair& repair);

// The steps and the barriers.
std::vector<RepairEdit> editsOf(const VerifiedRepair& repair);

// The same edits in another order are the same repair, and so is a barrier before the branch or
// loop that a line begins with and one before its condition.
bool isSame(const VerifiedRepair& a, const VerifiedRepair& b);

}  // namespace barricade
