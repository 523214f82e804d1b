#include "ir/row_offsets.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/semantics.h"
#include "ir/uses.h"

namespace barricade {
namespace {

// An index without what is added to it, and that.
std::pair<Expr, BigInt> partsOf(Expr index) {
  BigInt added = 0;
  while (true) {
    if (index->op() == Op::SignExtend || index->op() == Op::ZeroExtend) {
      index = index->arg(0);
    } else if ((index->op() == Op::BvAdd || index->op() == Op::BvSub) &&
               index->arg(1)->isLiteral()) {
      const BigInt number = toSigned(index->arg(1)->value(), index->type()->width());
      added += index->op() == Op::BvAdd ? number : -number;
      index = index->arg(0);
    } else {
      return {index, added};
    }
  }
}

}  // namespace

std::vector<const Array*> rowOffsets(const Program& program, const Procedure& kernel) {
  std::map<const Variable*, std::set<std::pair<Expr, BigInt>>> reads;
  std::set<const Variable*> written;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      forEachExpression(statement, [&](Expr root) {
        forEachNode({root}, [&](Expr e) {
          if (e->op() == Op::Select && e->arg(0)->op() == Op::Variable)
            reads[e->arg(0)->variable()].insert(partsOf(e->arg(1)));
        });
      });
      forEachAssigned(statement, [&](const Variable* v) { written.insert(v); });
    }
  std::vector<const Array*> offsets;
  for (const Array* array : program.arrays()) {
    const auto& places = reads[array->variable];
    if (!written.contains(array->variable) &&
        std::any_of(places.begin(), places.end(), [&](const auto& place) {
          return places.contains({place.first, place.second + 1});
        }))
      offsets.push_back(array);
  }
  return offsets;
}

}  // namespace barricade
