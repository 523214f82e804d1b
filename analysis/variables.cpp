#include "analysis/variables.h"

#include <algorithm>
#include <optional>

#include "ir/uses.h"

namespace barricade {

Variables numberVariables(const Procedure& procedure) {
  Variables variables;
  for (const auto* list : {&procedure.parameters, &procedure.results, &procedure.locals})
    for (Variable* variable : *list) {
      variables.indices[variable] = variables.all.size();
      variables.all.push_back(variable);
    }
  return variables;
}

std::unordered_set<const Variable*> findTemporaries(const Procedure& procedure,
                                                    const ControlFlow& flow,
                                                    const Variables& variables) {
  struct Place {
    unsigned block;
    std::size_t statement;
  };
  std::vector<std::vector<Place>> definitions(variables.all.size());
  std::vector<std::vector<Place>> uses(variables.all.size());
  for (unsigned b : flow.order()) {
    const auto& statements = procedure.blocks[b]->statements;
    for (std::size_t s = 0; s < statements.size(); ++s) {
      forEachExpression(statements[s], [&](Expr e) {
        forEachVariable(e, [&](const Variable* v) {
          if (auto it = variables.indices.find(v); it != variables.indices.end())
            uses[it->second].push_back({b, s});
        });
      });
      forEachAssigned(statements[s], [&](const Variable* v) {
        if (auto it = variables.indices.find(v); it != variables.indices.end())
          definitions[it->second].push_back({b, s});
      });
    }
  }
  std::unordered_set<const Variable*> temporaries;
  for (std::size_t v = 0; v < variables.all.size(); ++v) {
    if (definitions[v].size() != 1 || variables.all[v]->kind != Variable::Kind::Local) continue;
    const Place definition = definitions[v].front();
    const int loop = flow.innermostLoop(definition.block);
    const bool local = std::all_of(uses[v].begin(), uses[v].end(), [&](const Place& use) {
      if (use.block == definition.block) return use.statement > definition.statement;
      return flow.dominates(definition.block, use.block) &&
             (loop < 0 || flow.inLoop(use.block, static_cast<unsigned>(loop)));
    });
    if (local) temporaries.insert(variables.all[v]);
  }
  return temporaries;
}

// Forward dataflow: the variables that are assigned on every path.
std::vector<bool> findUninitialized(const Procedure& procedure, const ControlFlow& flow,
                                    const Variables& variables) {
  std::vector<bool> uninitialized(variables.all.size());
  std::vector<std::optional<std::vector<bool>>> atEnd(procedure.blocks.size());
  auto transfer = [&](unsigned b, std::vector<bool>& assigned, bool record) {
    for (const Statement& statement : procedure.blocks[b]->statements) {
      if (record)
        forEachExpression(statement, [&](Expr e) {
          forEachVariable(e, [&](const Variable* v) {
            auto it = variables.indices.find(v);
            if (it != variables.indices.end() && !assigned[it->second])
              uninitialized[it->second] = true;
          });
        });
      forEachAssigned(statement, [&](const Variable* v) {
        if (auto it = variables.indices.find(v); it != variables.indices.end())
          assigned[it->second] = true;
      });
    }
  };
  auto atStart = [&](unsigned b) {
    std::vector<bool> assigned(variables.all.size(), b != 0);
    if (b == 0)
      for (const Variable* p : procedure.parameters) assigned[variables.indices.at(p)] = true;
    for (unsigned p : flow.predecessors(b))
      if (atEnd[p])
        for (std::size_t v = 0; v < assigned.size(); ++v)
          if (!(*atEnd[p])[v]) assigned[v] = false;
    return assigned;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b : flow.order()) {
      std::vector<bool> assigned = atStart(b);
      transfer(b, assigned, false);
      if (atEnd[b] != assigned) {
        atEnd[b] = std::move(assigned);
        changed = true;
      }
    }
  }
  for (unsigned b : flow.order()) {
    std::vector<bool> assigned = atStart(b);
    transfer(b, assigned, true);
  }
  return uninitialized;
}

}  // namespace barricade
