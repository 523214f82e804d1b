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

// Where an array is read, and by which statements.
using Reads = std::map<std::pair<Expr, BigInt>, std::set<LocationId>>;

// Whether the element of a read is one of four in a row that are read at one place, as a vector is.
bool isOfVector(const Reads& reads, const std::pair<Expr, BigInt>& place, LocationId location) {
  auto isRead = [&](const BigInt& offset) {
    const auto other = reads.find({place.first, offset});
    return other != reads.end() && other->second.contains(location);
  };
  unsigned row = 1;
  for (BigInt after = place.second + 1; isRead(after) && row < 4; ++after) ++row;
  for (BigInt before = place.second - 1; isRead(before) && row < 4; --before) ++row;
  return location != noLocation && row == 4;
}

bool readsNext(const Reads& reads) {
  return std::ranges::any_of(reads, [&](const auto& read) {
    const auto& [place, locations] = read;
    return reads.contains({place.first, place.second + 1}) &&
           std::ranges::any_of(
               locations, [&](LocationId location) { return !isOfVector(reads, place, location); });
  });
}

}  // namespace

std::vector<const Array*> rowOffsets(const Program& program, const Procedure& kernel) {
  std::map<const Variable*, Reads> reads;
  std::set<const Variable*> written;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      forEachExpression(statement, [&](Expr root) {
        forEachNode({root}, [&](Expr e) {
          if (e->op() == Op::Select && e->arg(0)->op() == Op::Variable)
            reads[e->arg(0)->variable()][partsOf(e->arg(1))].insert(statement.location);
        });
      });
      forEachAssigned(statement, [&](const Variable* v) { written.insert(v); });
    }
  std::vector<const Array*> offsets;
  for (const Array* array : program.arrays())
    if (!written.contains(array->variable) && readsNext(reads[array->variable]))
      offsets.push_back(array);
  return offsets;
}

}  // namespace barricade
