#include "analysis/selectors.h"

#include <algorithm>

#include "ir/uses.h"

namespace barricade {
namespace {

// All values that it may have; none: they are too many, or it is no selector.
std::vector<std::uint64_t> optionsOf(Expr e) {
  constexpr std::uint64_t mostBuffers = 4;
  if (e->args().size() != 2 || !e->arg(1)->isLiteral() || e->type()->width() > 64) return {};
  const BigInt literal = e->arg(1)->value();
  if (literal < 1 || literal > mostBuffers) return {};
  const auto n = static_cast<std::uint64_t>(literal);
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - e->type()->width());
  std::vector<std::uint64_t> options;
  switch (e->op()) {
    case Op::BvAnd:
      for (std::uint64_t i = 0; i <= n; ++i)
        if ((i & n) == i) options.push_back(i);
      break;
    case Op::BvURem:
      for (std::uint64_t i = 0; i < n; ++i) options.push_back(i);
      break;
    case Op::BvSRem:
      for (std::uint64_t i = 0; i < n; ++i) options.push_back(i);
      for (std::uint64_t i = 1; i < n; ++i) options.push_back((0 - i) & all);
      break;
    default: break;
  }
  return options;
}

}  // namespace

std::optional<std::uint64_t> Selectors::valueOf(Expr e) {
  if (const auto it = known_.find(e); it != known_.end()) return it->second;
  std::vector<std::uint64_t> options = optionsOf(e);
  if (options.empty()) return std::nullopt;
  if (asked_ == chosen_.size()) chosen_.push_back({std::move(options)});
  const Choice& choice = chosen_[asked_++];
  return known_[e] = choice.options[choice.taken];
}

void Selectors::forget(const Variable* variable) {
  std::erase_if(known_, [&](const auto& known) {
    bool mentions = false;
    forEachVariable(known.first, [&](const Variable* v) { mentions = mentions || v == variable; });
    return mentions;
  });
}

bool Selectors::advance() {
  known_.clear();
  asked_ = 0;
  while (!chosen_.empty() && chosen_.back().taken + 1 == chosen_.back().options.size())
    chosen_.pop_back();
  if (chosen_.empty() || ++runs_ > mostRuns) return false;
  ++chosen_.back().taken;
  return true;
}

}  // namespace barricade
