#include "encoding/population_counts.h"

#include <algorithm>

namespace barricade {

namespace {

// Of these every two make a fact; of those behind them, which rounds of loops in each other make,
// two of which one is a part of the other by its form.
constexpr std::size_t mostCompared = 24;
constexpr std::size_t mostCounts = 256;

bool isPartByForm(Expr bits, Expr other) {
  return bits->op() == Op::BvAnd && std::ranges::find(bits->args(), other) != bits->args().end();
}

}  // namespace

void PopulationCounts::add(Expr bits, Expr count) {
  if (counts_.size() >= mostCounts ||
      std::find(counts_.begin(), counts_.end(), std::pair(bits, count)) != counts_.end())
    return;
  counts_.emplace_back(bits, count);
}

Expr PopulationCounts::facts(Terms& terms) const {
  Expr all = terms.yes();
  auto both = [&](Expr x, Expr y) {
    return terms.rebuild(terms.pool().make(Op::BvAnd, x, y), {x, y});
  };
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const auto& [bits, count] = counts_[i];
    const Expr none = terms.equal(bits, terms.number(0, bits->type()));
    all = terms.land(all, terms.equal(none, terms.equal(count, terms.number(0, count->type()))));
    const BigInt width = bits->type()->width();
    const Expr most = terms.number(width, count->type());
    const Expr full =
        terms.equal(bits, terms.number((BigInt(1) << bits->type()->width()) - 1, bits->type()));
    all = terms.land(all, terms.lessEqual(count, most, false),
                     terms.equal(full, terms.equal(count, most)));
    // A proper part has fewer.
    for (std::size_t j = 0; j < counts_.size(); ++j) {
      const auto& [other, larger] = counts_[j];
      if (std::max(i, j) >= mostCompared && !isPartByForm(bits, other)) continue;
      if (other->type() != bits->type() || larger->type() != count->type() || other == bits)
        continue;
      const Expr isPart =
          terms.land(terms.equal(both(bits, other), bits), terms.lnot(terms.equal(bits, other)));
      all = terms.land(all, terms.implies(isPart, terms.less(count, larger, false)));
    }
  }
  return all;
}

void PopulationCounts::assumeIn(Terms& terms, std::vector<ErrorCondition>& errors) const {
  if (counts_.empty()) return;
  const Expr all = facts(terms);
  for (ErrorCondition& error : errors) {
    error.condition = terms.land(error.condition, all);
    for (Conflict& conflict : error.conflicts)
      conflict.condition = terms.land(conflict.condition, all);
  }
}

}  // namespace barricade
