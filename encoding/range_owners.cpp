#include "encoding/range_owners.h"

#include <algorithm>

#include "encoding/monitor_choice.h"

namespace barricade {

bool RangeOwners::isBegun(Expr offset) const {
  return !subject_.options.begins.empty() && !beginsOf(offset).empty();
}

Expr RangeOwners::isInRange(Expr offset) {
  Terms& terms = subject_.terms;
  Expr all = terms.yes();
  if (subject_.options.begins.empty()) return all;
  for (const Expr begin : beginsOf(offset)) {
    const Expr index = begin->arg(0);
    Expr& owner = owners_[begin->function()];
    if (!owner) owner = freshOwner(terms, index->type());
    all = terms.land(all, terms.equal(index, owner));
  }
  return all;
}

// The elements that are summands of the offset, whatever its conditions.
std::vector<Expr> RangeOwners::beginsOf(Expr offset) const {
  switch (offset->op()) {
    case Op::BvAdd:
    case Op::IntAdd: {
      std::vector<Expr> begins = beginsOf(offset->arg(0));
      const std::vector<Expr> others = beginsOf(offset->arg(1));
      begins.insert(begins.end(), others.begin(), others.end());
      return begins;
    }
    case Op::BvSub:
    case Op::IntSub:
    case Op::SignExtend:
    case Op::ZeroExtend: return beginsOf(offset->arg(0));
    case Op::Ite: {
      std::vector<Expr> begins = beginsOf(offset->arg(1));
      const std::vector<Expr> others = beginsOf(offset->arg(2));
      std::erase_if(begins, [&](Expr one) { return std::ranges::count(others, one) == 0; });
      return begins;
    }
    case Op::Apply:
      for (const Variable* array : subject_.options.begins)
        if (const auto it = subject_.readOnlyFunctions.find(array);
            it != subject_.readOnlyFunctions.end() && it->second == offset->function())
          return {offset};
      return {};
    default: return {};
  }
}

}  // namespace barricade
