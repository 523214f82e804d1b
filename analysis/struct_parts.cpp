#include "analysis/struct_parts.h"

#include <algorithm>
#include <bit>
#include <set>

#include "analysis/atomic_meaning.h"
#include "analysis/definitions.h"
#include "ir/uses.h"

namespace barricade {

// Which parts of a struct an index may be of, as far as its form tells.
class PartsOfIndices {
 public:
  using Parts = StructParts::Parts;

  PartsOfIndices(const Kernel& kernel, unsigned count)
      : count_(count),
        procedure_(kernel.procedure()),
        definitions_(kernel.procedure(), kernel.flow()),
        ids_(kernel.greatestIds()) {
    for (unsigned b : kernel.flow().order()) {
      StatementPlace place{b, 0};
      for (const Statement& statement : procedure_.blocks[b]->statements) {
        if (const Assign* assign = statement.as<Assign>())
          for (std::size_t t = 0; t < assign->targets.size(); ++t)
            assigned_[assign->targets[t].variable].push_back({place, assign->values[t]});
        else
          forEachAssigned(statement, [&](const Variable* variable) {
            assigned_[variable].push_back({place, nullptr});
          });
        ++place.position;
      }
    }
  }

  std::optional<Parts> of(Expr index, const StatementPlace& use) const {
    // Multiples of another number than a power of two are none any more where they wrap around.
    if (!std::has_single_bit(count_)) {
      const std::optional<BigInt> most = magnitude(index, use);
      if (!most || *most >= BigInt(1) << (index->type()->width() - 1)) return std::nullopt;
    }
    return remainders(index, use);
  }

 private:
  struct Assigned {
    StatementPlace place;
    Expr value = nullptr;  // null: no assignment sets it
  };

  // All that a variable may have been given before `use`; nothing: it may hold something else.
  const std::vector<Assigned>* assignedTo(Expr e, const StatementPlace& use) const {
    const auto found = e->op() == Op::Variable ? assigned_.find(e->variable()) : assigned_.end();
    if (found == assigned_.end() || !isSurelySet(found->second, use) ||
        std::ranges::any_of(found->second, [](const Assigned& one) { return !one.value; }))
      return nullptr;
    return &found->second;
  }

  // Whether each path to `use` comes through one of the assignments.
  bool isSurelySet(const std::vector<Assigned>& assigned, const StatementPlace& use) const {
    auto sets = [&](unsigned block) {
      return std::ranges::any_of(assigned, [&](const Assigned& one) {
        return one.place.block == block &&
               (block != use.block || one.place.position < use.position);
      });
    };
    std::vector<unsigned> open{0};
    std::set<unsigned> seen{0};
    while (!open.empty()) {
      const unsigned block = open.back();
      open.pop_back();
      if (sets(block)) continue;
      if (block == use.block) return false;
      for (const Block* next : procedure_.blocks[block]->successors)
        if (seen.insert(next->index).second) open.push_back(next->index);
    }
    return true;
  }

  // `join` of what `evaluate` says of all values that a variable may have been given.
  template <typename Result>
  std::optional<Result> ofAll(Expr e, const StatementPlace& use, auto evaluate, auto join) const {
    const std::vector<Assigned>* all = assignedTo(e, use);
    if (!all || !visited_.insert(e->variable()).second) return std::nullopt;  // or it moves on
    std::optional<Result> result;
    for (const Assigned& one : *all) {
      const std::optional<Result> found = evaluate(one.value, one.place);
      result = !found ? found : result ? join(*result, *found) : found;
      if (!result) break;
    }
    visited_.erase(e->variable());
    return result;
  }

  // Where the remainders of the numbers between the two are, if they do not begin anew at 0.
  std::optional<Parts> between(const BigInt& first, const BigInt& last) const {
    if (first / count_ != last / count_) return std::nullopt;
    return Parts{static_cast<unsigned>(first % count_), static_cast<unsigned>(last % count_)};
  }

  // Of a division by the number of parts.
  std::optional<Parts> remainders(Expr e, const StatementPlace& use) const {
    if (e->isLiteral()) return between(e->value(), e->value());
    auto both = [&](auto combine) -> std::optional<Parts> {
      const auto a = remainders(e->arg(0), use);
      const auto b = remainders(e->arg(1), use);
      if (!a || !b) return std::nullopt;
      return between(combine(BigInt(a->first), BigInt(b->first)),
                     combine(BigInt(a->last), BigInt(b->last)));
    };
    auto isMultiple = [&](Expr factor) {
      const auto parts = remainders(factor, use);
      return parts && parts->first == 0 && parts->last == 0;
    };
    std::optional<Parts> found;
    if (e->op() == Op::BvAdd) {
      found = both([](const BigInt& a, const BigInt& b) { return BigInt(a + b); });
    } else if (e->op() == Op::BvSub) {
      const auto a = remainders(e->arg(0), use);
      const auto b = remainders(e->arg(1), use);
      if (a && b) found = between(a->first + count_ - b->last, a->last + count_ - b->first);
    } else if (e->op() == Op::BvMul) {
      if (isMultiple(e->arg(0)) || isMultiple(e->arg(1))) return Parts{0, 0};
      found = both([](const BigInt& a, const BigInt& b) { return BigInt(a * b); });
    } else if (e->op() == Op::BvShl && e->arg(1)->isLiteral() &&
               e->arg(1)->value() < e->type()->width()) {
      const BigInt factor = BigInt(1) << static_cast<unsigned>(e->arg(1)->value());
      if (factor % count_ == 0) return Parts{0, 0};
      if (const auto parts = remainders(e->arg(0), use))
        found = between(parts->first * factor, parts->last * factor);
    }
    if (const auto parts = ofSmall(e->op() == Op::SignExtend ? e->arg(0) : e, use)) return parts;
    if (found) return found;
    found = ofAll<Parts>(
        e, use, [&](Expr value, const StatementPlace& place) { return remainders(value, place); },
        hull);
    if (found) return found;
    const std::optional<BigInt> bound = definitions_.bound(e, use, ids_);
    return bound ? between(0, *bound) : std::nullopt;
  }

  static Parts hull(const Parts& a, const Parts& b) {
    return {std::min(a.first, b.first), std::max(a.last, b.last)};
  }

  // Of a number that has no sign, so that it may be extended.
  std::optional<Parts> ofSmall(Expr e, const StatementPlace& use) const {
    const BigInt noSign = BigInt(1) << (e->type()->width() - 1);
    // Who indexes an array inside a struct stays within it, as C demands: no index is negative.
    if (e->op() == Op::BvSRem && e->arg(1)->isLiteral() && e->arg(1)->value() > 0 &&
        e->arg(1)->value() < noSign)
      return between(0, e->arg(1)->value() - 1);
    if (const auto most = definitions_.bound(e, use, ids_); most && *most < noSign)
      return between(0, *most);
    return ofAll<Parts>(
        e, use, [&](Expr value, const StatementPlace& place) { return ofSmall(value, place); },
        hull);
  }

  // No integer that is added up or multiplied for `e`, signed or not, is further from 0.
  std::optional<BigInt> magnitude(Expr e, const StatementPlace& use) const {
    if (e->isLiteral()) return e->value();
    switch (e->op()) {
      case Op::ZeroExtend:
      case Op::SignExtend: return BigInt(1) << e->arg(0)->type()->width();
      case Op::BvAdd:
      case Op::BvSub:
      case Op::BvMul: {
        const auto a = magnitude(e->arg(0), use);
        const auto b = magnitude(e->arg(1), use);
        if (!a || !b) return std::nullopt;
        return e->op() == Op::BvMul ? BigInt(*a * *b) : BigInt(*a + *b);
      }
      default: break;
    }
    const auto found = ofAll<BigInt>(
        e, use, [&](Expr value, const StatementPlace& place) { return magnitude(value, place); },
        [](const BigInt& a, const BigInt& b) { return std::max(a, b); });
    return found ? found : definitions_.bound(e, use, ids_);
  }

  unsigned count_;
  const Procedure& procedure_;
  SingleDefinitions definitions_;
  const SingleDefinitions::KnownBounds& ids_;
  std::unordered_map<const Variable*, std::vector<Assigned>> assigned_;
  mutable std::set<const Variable*> visited_;
};

unsigned partsOf(const Array& array) {
  if (array.elementWidth == 0 || array.sourceElementWidth % array.elementWidth != 0) return 1;
  return std::max(array.sourceElementWidth / array.elementWidth, 1U);
}

// By a marker; one that does not fit the structs says nothing.
std::optional<StructParts::Parts> StructParts::memberNamedBy(const Statement& statement,
                                                             unsigned count) {
  const Assert* marker = statement.as<Assert>();
  const Attribute* member =
      marker && marker->isMarker() ? findAttribute(statement.attributes, "member") : nullptr;
  if (!member) return std::nullopt;
  const BigInt first = std::get<Expr>(member->args[0])->value();
  const BigInt size = std::get<Expr>(member->args[1])->value();
  if (first < 0 || size < 1 || first + size > count) return std::nullopt;
  return Parts{static_cast<unsigned>(first), static_cast<unsigned>(first + size - 1)};
}

StructParts::StructParts(const Kernel& kernel, const Array& array) {
  const unsigned count = partsOf(array);
  const PartsOfIndices parts(kernel, count);
  for (unsigned b : kernel.flow().order()) {
    StatementPlace place{b, 0};
    std::optional<Parts> member;  // of the structs, that the next statement stays in
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      auto add = [&](Use use, Expr index) {
        auto found = index && count > 1 ? parts.of(index, place) : std::nullopt;
        const auto element =
            index && index->isLiteral() ? std::optional(index->value()) : std::nullopt;
        used_.insert({&statement, {use, found ? found : member, element}});
      };
      const Call* call = statement.as<Call>();
      const Assign* assign = statement.as<Assign>();
      if (call && call->callee->role == Procedure::Role::AtomicOp) {
        if (call->args[0]->variable() == array.variable)
          add(meaningOf(*call).kind == AtomicMeaning::Kind::Load ? Use::Read : Use::Changed,
              call->args[1]);
      } else if (assign) {
        for (const Target& target : assign->targets)
          if (target.variable == array.variable)
            add(Use::Stored, target.indices.empty() ? nullptr : target.indices.front());
      } else {
        forEachAssigned(statement, [&](const Variable* variable) {
          if (variable == array.variable) add(Use::Stored, nullptr);
        });
      }
      member = memberNamedBy(statement, count);
      ++place.position;
    }
  }
}

bool StructParts::mayMeet(const Used& a, const Used& b) {
  if (a.element && b.element) return *a.element == *b.element;
  return !a.parts || !b.parts ||
         (a.parts->first <= b.parts->last && b.parts->first <= a.parts->last);
}

bool StructParts::areStoresApart() const {
  return std::ranges::none_of(used_, [&](const auto& store) {
    return store.second.use == Use::Stored && std::ranges::any_of(used_, [&](const auto& other) {
             return other.second.use == Use::Changed && mayMeet(store.second, other.second);
           });
  });
}

bool StructParts::isApart(const Statement& store) const {
  const auto [first, last] = used_.equal_range(&store);
  return std::ranges::none_of(used_, [&](const auto& other) {
    return other.second.use != Use::Stored && std::any_of(first, last, [&](const auto& own) {
             return mayMeet(own.second, other.second);
           });
  });
}

}  // namespace barricade
