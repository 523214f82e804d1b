#include "encoding/participation.h"

#include <algorithm>

#include "analysis/warp_convergence.h"

namespace barricade {

namespace {

// k for the literal 2^k.
std::optional<unsigned> exponentOf(Expr e) {
  if (!e->isLiteral() || e->value() <= 0) return std::nullopt;
  const unsigned bit = static_cast<unsigned>(boost::multiprecision::lsb(e->value()));
  return e->value() == BigInt(1) << bit ? std::optional(bit) : std::nullopt;
}

}  // namespace

Expr Participation::linearId(unsigned thread) const {
  Terms& terms = run_.terms;
  const auto& id = run_.pair.localId[thread];
  const Expr row = terms.add(terms.mul(id[2], run_.launch.groupSize[1]), id[1]);
  return terms.add(terms.mul(row, run_.launch.groupSize[0]), id[0]);
}

Expr Participation::warpSize() const {
  return run_.terms.number(warpSizeOf(run_.kernel, run_.launch), run_.pair.localId[0][0]->type());
}

// The widths of powers of two are cut off and not divided by: ids are as narrow as they can be, so
// that few bits are left.
Expr Participation::quotient(Expr value, Expr divisor) const {
  Terms& terms = run_.terms;
  const Type type = value->type();
  const auto bits = exponentOf(divisor);
  if (type->isBitVector() && bits)
    return *bits == 0 ? value
           : *bits >= type->width()
               ? terms.number(0, type)
               : terms.zeroExtend(terms.extract(value, type->width(), *bits), type->width());
  return terms.rebuild(terms.pool().make(type->isInt() ? Op::IntDiv : Op::BvUDiv, value, divisor),
                       {value, divisor});
}

Expr Participation::remainder(Expr value, Expr divisor) const {
  Terms& terms = run_.terms;
  return terms.sub(value, terms.mul(quotient(value, divisor), divisor));
}

Expr Participation::sameTile(Expr size) const {
  if (run_.pair.mode != Mode::Intra) return run_.terms.no();
  const Type type = run_.pair.localId[0][0]->type();
  if (type->isBitVector() && size->type()->isBitVector() && size->type() != type)
    size = size->type()->width() < type->width() ? run_.terms.zeroExtend(size, type->width())
                                                 : run_.terms.extract(size, type->width(), 0);
  const Expr exists = run_.terms.lnot(run_.terms.equal(size, run_.terms.number(0, size->type())));
  return run_.terms.land(
      exists, run_.terms.equal(quotient(linearId(0), size), quotient(linearId(1), size)));
}

Expr Participation::within(Scope scope) const {
  if (run_.pair.mode != Mode::Inter) return run_.terms.yes();
  if (includesOtherBlocks(scope)) return run_.terms.yes();
  return scope == Scope::Cluster ? run_.sameCluster : run_.terms.no();
}

Expr Participation::inRange(unsigned thread, const ThreadRange& range) const {
  Terms& terms = run_.terms;
  const Expr id = linearId(thread);
  const auto number = [&](unsigned value) { return terms.number(value, id->type()); };
  const Expr inside = terms.land(terms.lessEqual(number(range.first), id, false),
                                 terms.lessEqual(id, number(range.end - 1), false));
  if (range.step == 1) return inside;
  const Expr rest = remainder(terms.sub(id, number(range.first)), number(range.step));
  return terms.land(inside, terms.equal(rest, number(0)));
}

Expr sameCluster(Terms& terms, const Kernel& kernel, const LaunchFacts& launch,
                 const ThreadPair& pair) {
  Expr same = terms.yes();
  for (unsigned d = 0; d < 3; ++d) {
    const Variable* size = kernel.program().launchConstant({LaunchConstant::Kind::ClusterSize, d});
    const auto fixed = size ? launch.constants.find(size) : launch.constants.end();
    if (size && (fixed == launch.constants.end() || !fixed->second->isLiteral()))
      return terms.fresh("same cluster", boolType());
    const Expr first = pair.groupId[0][d], second = pair.groupId[1][d];
    const Expr by = size ? fixed->second : terms.number(1, first->type());
    auto cluster = [&](Expr group) {
      if (by->value() <= 1) return group;
      const Op division = group->type()->isInt() ? Op::IntDiv : Op::BvUDiv;
      return terms.rebuild(terms.pool().make(division, group, by), {group, by});
    };
    same = terms.land(same, terms.equal(cluster(first), cluster(second)));
  }
  return same;
}

Expr Participation::lane(unsigned thread) const {
  return remainder(linearId(thread), warpSize());
}

Expr Participation::isLane(unsigned thread, Expr number) const {
  const Expr own = lane(thread);
  const unsigned width = std::max(own->type()->width(), number->type()->width());
  return run_.terms.equal(run_.terms.zeroExtend(own, width), run_.terms.zeroExtend(number, width));
}

Expr Participation::names(Expr mask, unsigned thread) const {
  return namesAll(mask) ? run_.terms.yes() : namesLane(mask, lane(thread));
}

Expr Participation::namesLane(Expr mask, Expr position) const {
  Terms& terms = run_.terms;
  const Type type = mask->type();
  if (position->type()->width() < type->width())
    position = terms.zeroExtend(position, type->width());
  else if (position->type()->width() > type->width())
    position = terms.extract(position, type->width(), 0);
  const Expr moved = terms.rebuild(terms.pool().make(Op::BvLShr, mask, position), {mask, position});
  return terms.equal(terms.extract(moved, 1, 0), terms.number(1, bitVectorType(1)));
}

bool Participation::namesAll(Expr mask) const {
  const BigInt all = (BigInt(1) << static_cast<unsigned>(warpSize()->value())) - 1;
  return mask->isLiteral() && (mask->value() & all) == all;
}

}  // namespace barricade
