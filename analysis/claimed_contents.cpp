#include "analysis/claimed_contents.h"

#include <algorithm>
#include <set>

#include "analysis/atomic_meaning.h"
#include "analysis/atomic_results.h"
#include "analysis/definitions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

// The array that a variable is an element of, as one statement reads it.
const Variable* arrayRead(const SingleDefinitions& definitions, Expr value,
                          const StatementPlace& use) {
  if (value->op() != Op::Variable) return nullptr;
  const auto* definition = definitions.of(value->variable(), use);
  const Expr read = definition ? definition->value : nullptr;
  return read && read->op() == Op::Select && read->arg(0)->op() == Op::Variable
             ? read->arg(0)->variable()
             : nullptr;
}

}  // namespace

std::vector<ExcludedValue> claimedContents(const Program& program, const Procedure& kernel) {
  const ControlFlow flow(kernel);
  const SingleDefinitions definitions(kernel, flow);
  std::set<const Variable*> given;
  for (const Array* array : program.arrays())
    if (array->space == AddressSpace::Global) given.insert(array->variable);
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachAssigned(statement, [&](const Variable* written) { given.erase(written); });
  std::vector<ExcludedValue> excluded;
  for (const auto& block : kernel.blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i) {
      const Call* call = block->statements[i].as<Call>();
      if (!call || !call->atomic || resultRuleOf(*call).kind != ResultRule::Kind::Swap) continue;
      const AtomicMeaning meaning = meaningOf(*call);
      const Variable* array = arrayRead(definitions, meaning.written, {block->index, i});
      const ExcludedValue one{array, meaning.expected->value()};
      if (given.contains(array) && std::ranges::find(excluded, one) == excluded.end())
        excluded.push_back(one);
    }
  return excluded;
}

}  // namespace barricade
