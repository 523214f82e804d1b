// What expressions and calls of a program speak of.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/program.h"

namespace barricade {

// Whether `e` speaks of pending accesses (_READ_HAS_OCCURRED_$$A and the like).
bool mentionsPending(Expr e);
// Whether `e` speaks of the other thread's values (`__other_bv32` and the like).
bool mentionsOther(Expr e);
bool containsQuantifier(Expr e);
// Whether `barrier` surely ends accesses of `space` (any space when unset), by its fence flags.
bool mustFence(const Call& barrier, std::optional<AddressSpace> space);
// The array reads in `e` (Select nodes over an array variable), inner ones first.
void collectReads(Expr e, std::vector<Expr>& reads);

// For each variable the expressions that define it; for each array those stored in it.
using Definitions = std::unordered_map<const Variable*, std::vector<Expr>>;
// `known`, and all variables that the expressions depend on.
std::unordered_set<const Variable*> dependencies(std::vector<Expr> expressions,
                                                 const Definitions& definitions,
                                                 std::unordered_set<const Variable*> known = {});

}  // namespace barricade
