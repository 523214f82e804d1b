// What restructurings are told with: what was tried, why it was, and how one compares to another.
#pragma once

#include <string>
#include <vector>

#include "repair/verified_repair.h"

namespace barricade {

// "split-branch at k.cu:8:7, atomic at k.cu:12:5"
std::string inWords(const std::vector<RestructuringStep>& steps);

// Why `first`, and not another repair, is the first.
std::string comparedWith(const VerifiedRepair& first, const VerifiedRepair& other);

// The first of the lines that speaks of the race which the restructuring is for.
std::string reasonFor(const Rewrite& rewrite, const std::vector<std::string>& lines);

}  // namespace barricade
