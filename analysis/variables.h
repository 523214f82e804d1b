// The kernel's variables: parameters, results and locals, numbered, with what is known of how each
// is assigned.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

struct Variables {
  std::vector<Variable*> all;
  std::unordered_map<const Variable*, std::size_t> indices;
};

Variables numberVariables(const Procedure& procedure);

// Variables that are assigned once, where every use is dominated by that and in the same
// iteration: they need no merge.
std::unordered_set<const Variable*> findTemporaries(const Procedure& procedure,
                                                    const ControlFlow& flow,
                                                    const Variables& variables);

// By variable: some use may see no earlier assignment.
std::vector<bool> findUninitialized(const Procedure& procedure, const ControlFlow& flow,
                                    const Variables& variables);

}  // namespace barricade
