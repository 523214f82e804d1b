#include "encoding/range_owners.h"

#include <algorithm>

#include "encoding/monitor_choice.h"

namespace barricade {

Expr RangeOwners::isInRange(Expr offset) {
  Terms& terms = subject_.terms;
  std::vector<Expr> begins;
  if (!subject_.options.begins.empty()) addParts(offset, begins);
  Expr all = terms.yes();
  for (const Expr begin : begins) {
    const Expr index = begin->arg(0);
    Expr& owner = owners_[begin->function()];
    if (!owner) owner = freshOwner(terms, index->type());
    all = terms.land(all, terms.equal(index, owner));
  }
  return all;
}

// The elements that are summands of the offset.
void RangeOwners::addParts(Expr offset, std::vector<Expr>& begins) const {
  switch (offset->op()) {
    case Op::BvAdd:
    case Op::IntAdd:
      for (const Expr part : offset->args()) addParts(part, begins);
      break;
    case Op::BvSub:
    case Op::IntSub:
    case Op::SignExtend:
    case Op::ZeroExtend: addParts(offset->arg(0), begins); break;
    case Op::Apply:
      for (const Variable* array : subject_.options.begins)
        if (const auto it = subject_.readOnlyFunctions.find(array);
            it != subject_.readOnlyFunctions.end() && it->second == offset->function())
          begins.push_back(offset);
      break;
    default: break;
  }
}

}  // namespace barricade
