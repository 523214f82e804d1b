#include "encoding/population_counts.h"

#include <algorithm>

namespace barricade {

void PopulationCounts::add(Expr bits, Expr count) {
  constexpr std::size_t most = 24;  // every two of them make a fact
  if (counts_.size() >= most ||
      std::find(counts_.begin(), counts_.end(), std::pair(bits, count)) != counts_.end())
    return;
  counts_.emplace_back(bits, count);
}

Expr PopulationCounts::facts(Terms& terms) const {
  Expr all = terms.yes();
  auto both = [&](Expr x, Expr y) {
    return terms.rebuild(terms.pool().make(Op::BvAnd, x, y), {x, y});
  };
  for (const auto& [bits, count] : counts_) {
    const Expr none = terms.equal(bits, terms.number(0, bits->type()));
    all = terms.land(all, terms.equal(none, terms.equal(count, terms.number(0, count->type()))));
    const BigInt width = bits->type()->width();
    const Expr most = terms.number(width, count->type());
    const Expr full =
        terms.equal(bits, terms.number((BigInt(1) << bits->type()->width()) - 1, bits->type()));
    all = terms.land(all, terms.lessEqual(count, most, false),
                     terms.equal(full, terms.equal(count, most)));
    // A proper part has fewer.
    for (const auto& [other, larger] : counts_) {
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
