#include "ir/shared_terms.h"

#include <algorithm>

#include "ir/uses.h"

namespace barricade {
namespace {

// Nodes of a term that is written out wherever it stands.
constexpr std::uint64_t largest = 1000;

}  // namespace

const SharedTerms::Shared* SharedTerms::find(Expr e) {
  if (!isLarge(e)) return nullptr;
  examine(e);
  const auto known = shared_.find(e);
  if (known == shared_.end()) return nullptr;
  Shared& shared = known->second;
  if (shared.name.empty()) {
    order_.push_back(&shared);
    shared.name = "$shared" + std::to_string(order_.size());
  }
  return &shared;
}

bool SharedTerms::isLarge(Expr e) {
  const auto known = [](Expr) { return std::optional<std::uint64_t>(); };
  return fold(e, sizes_, known, [](Expr, const std::vector<std::uint64_t>& parts) {
           std::uint64_t sum = 1;
           for (const std::uint64_t part : parts) sum = std::min(sum + part, largest);
           return sum;
         }) == largest;
}

// A function takes no arrays.
void SharedTerms::examine(Expr root) {
  std::unordered_map<Expr, unsigned> uses;
  forEachNodeWhile({root}, [&](Expr e) {
    if (!isLarge(e) || !examined_.insert(e).second) return false;
    for (Expr part : e->args()) ++uses[part];
    return true;
  });
  for (const auto& [part, count] : uses) {
    if (count < 2 || !isLarge(part)) continue;
    Shared shared{"", part, {}};
    forEachVariable(part, [&](const Variable* variable) { shared.parameters.push_back(variable); });
    if (std::ranges::none_of(shared.parameters,
                             [](const Variable* variable) { return variable->type->isMap(); }))
      shared_.emplace(part, std::move(shared));
  }
}

}  // namespace barricade
