#include "analysis/struct_parts.h"

#include <algorithm>
#include <bit>
#include <set>

#include "analysis/atomic_meaning.h"
#include "ir/uses.h"

namespace barricade {
namespace {

// The low `bits` of an index, as far as its form tells them.
std::optional<unsigned> lowBits(Expr e, unsigned bits) {
  const BigInt modulus = BigInt(1) << bits;
  if (e->isLiteral()) return static_cast<unsigned>(e->value() & (modulus - 1));
  auto both = [&](auto combine) -> std::optional<unsigned> {
    const auto a = lowBits(e->arg(0), bits);
    const auto b = lowBits(e->arg(1), bits);
    if (!a || !b) return std::nullopt;
    return static_cast<unsigned>(combine(BigInt(*a), BigInt(*b)) & (modulus - 1));
  };
  switch (e->op()) {
    case Op::BvAdd: return both([](const BigInt& a, const BigInt& b) { return BigInt(a + b); });
    case Op::BvMul:
      for (unsigned side : {0U, 1U})
        if (lowBits(e->arg(side), bits) == 0U) return 0;
      return both([](const BigInt& a, const BigInt& b) { return BigInt(a * b); });
    case Op::BvShl:
      if (e->arg(1)->isLiteral() && e->arg(1)->value() >= bits) return 0;
      return std::nullopt;
    default: return std::nullopt;
  }
}

// Of a struct, as a power of two; 0: it has one, or another number of them.
unsigned bitsOfParts(const Array& array) {
  if (array.elementWidth == 0 || array.sourceElementWidth % array.elementWidth != 0) return 0;
  const unsigned parts = array.sourceElementWidth / array.elementWidth;
  return std::has_single_bit(parts) ? static_cast<unsigned>(std::countr_zero(parts)) : 0;
}

}  // namespace

bool areStoresApart(const Kernel& kernel, const Array& array) {
  const unsigned bits = bitsOfParts(array);
  if (bits == 0) return false;
  std::set<std::optional<unsigned>> updated, stored;
  for (unsigned b : kernel.flow().order())
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      const Call* call = statement.as<Call>();
      const Assign* assign = statement.as<Assign>();
      if (call && call->callee->role == Procedure::Role::AtomicOp) {
        if (call->args[0]->variable() == array.variable &&
            meaningOf(*call).kind != AtomicMeaning::Kind::Load)
          updated.insert(lowBits(call->args[1], bits));
      } else if (assign) {
        for (const Target& target : assign->targets)
          if (target.variable == array.variable)
            stored.insert(target.indices.empty() ? std::nullopt
                                                 : lowBits(target.indices.front(), bits));
      } else {
        forEachAssigned(statement, [&](const Variable* variable) {
          if (variable == array.variable) stored.insert(std::nullopt);
        });
      }
    }
  return !updated.contains(std::nullopt) && !stored.contains(std::nullopt) &&
         std::ranges::none_of(stored, [&](const auto& part) { return updated.contains(part); });
}

}  // namespace barricade
