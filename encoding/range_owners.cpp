#include "encoding/range_owners.h"

#include <algorithm>

#include "encoding/monitor_choice.h"

namespace barricade {

bool RangeOwners::isBegun(Expr offset) const {
  return !subject_.options.begins.empty() && !beginsOf(offset).empty();
}

Expr RangeOwners::goneUp(Expr initial, Expr anything) {
  zeros_[anything] = subject_.terms.number(0, anything->type());
  return subject_.terms.add(initial, anything);
}

Expr RangeOwners::isInRange(Expr offset) {
  Terms& terms = subject_.terms;
  Expr all = terms.yes();
  if (subject_.options.begins.empty()) return all;
  for (const auto& [element, added] : beginsOf(offset)) {
    const Expr index = element->arg(0);
    Expr& owner = owners_[element->function()];
    if (!owner) owner = freshOwner(terms, index->type());
    Expr isUpwards = terms.yes();
    for (const Expr more : added) {
      std::unordered_map<Expr, Expr> memo;
      isUpwards =
          terms.land(isUpwards, terms.lessEqual(terms.number(0, more->type()),
                                                terms.substitute(more, zeros_, memo), true));
    }
    all = terms.land(all, terms.implies(isUpwards, terms.equal(index, owner)));
  }
  return all;
}

std::vector<RangeOwners::Begin> RangeOwners::beginsOf(Expr offset) const {
  std::vector<Begin> begins;
  addBegins(offset, offset, begins);
  return begins;
}

// The elements among the summands of `sum`, which `part` is one of, whatever its conditions.
void RangeOwners::addBegins(Expr part, Expr sum, std::vector<Begin>& begins) const {
  Terms& terms = subject_.terms;
  switch (part->op()) {
    case Op::BvAdd:
    case Op::IntAdd:
      for (const Expr summand : part->args()) addBegins(summand, sum, begins);
      break;
    case Op::BvSub:
    case Op::IntSub: addBegins(part->arg(0), sum, begins); break;
    case Op::SignExtend:
    case Op::ZeroExtend:
      for (Begin begin : beginsOf(part->arg(0))) {
        begin.added.push_back(terms.sub(sum, part));
        begins.push_back(std::move(begin));
      }
      break;
    case Op::Ite: {
      std::vector<Begin> then, otherwise;
      addBegins(part->arg(1), sum, then);
      addBegins(part->arg(2), sum, otherwise);
      std::ranges::copy_if(then, std::back_inserter(begins), [&](const Begin& one) {
        return std::ranges::count(otherwise, one) > 0;
      });
      break;
    }
    case Op::Apply:
      for (const Variable* array : subject_.options.begins)
        if (const auto it = subject_.readOnlyFunctions.find(array);
            it != subject_.readOnlyFunctions.end() && it->second == part->function())
          begins.push_back({part, {terms.sub(sum, part)}});
      break;
    default: break;
  }
}

}  // namespace barricade
