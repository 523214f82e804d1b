#include "encoding/match_count_encoder.h"

#include <algorithm>

#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

// Of the numbers of threads, and of values that the condition compares the index with.
constexpr std::size_t mostIndices = 6;

Expr resized(Terms& terms, Expr e, Type type) {
  return e->type()->width() < type->width() ? terms.zeroExtend(e, type->width())
                                            : terms.extract(e, type->width(), 0);
}

}  // namespace

void MatchCountEncoder::assume() {
  if (!matches_) return;
  for (const auto& [target, condition] : loop_.exits)
    for (unsigned t = 0; t < 2; ++t) left_[t] = run_.terms.lor(left_[t], condition[t]);
  for (const auto& [variable, when] : matches_->counts) assumeCounts(variable, when);
}

void MatchCountEncoder::assumeCounts(std::size_t variable, Expr when) {
  Terms& terms = run_.terms;
  const unsigned threads = run_.threads();
  const std::size_t index = matches_->index;
  const Type type = run_.kernel.variable(variable)->type;
  const Type ofIndex = run_.kernel.variable(index)->type;
  if (!run_.kernel.inSlice(run_.kernel.variable(variable)) || type->width() < ofIndex->width())
    return;
  if (!isKnown(when) || !isKnown(matches_->goesOn)) return;
  PerThread count{}, most{};
  for (unsigned t = 0; t < threads; ++t) {
    const Expr before = loop_.initial[t][variable];
    const Expr now = run_.state.values[t][variable];
    if (!before || !now || !loop_.initial[t][index]) return;
    count[t] = terms.sub(now, before);
    most[t] = iterations(t, type);
  }
  std::vector<Visits> asked;
  for (Expr one : indicesAskedFor(when)) asked.push_back(visits(when, one));

  for (unsigned t = 0; t < threads; ++t) {
    run_.assume(terms.implies(left_[t], terms.lessEqual(count[t], most[t], false)));
    for (const Visits& one : asked)
      run_.assume(terms.implies(terms.land(left_[t], one[t].comes, terms.lnot(one[t].counts)),
                                terms.less(count[t], most[t], false)));
  }
  if (threads == 1) return;
  for (unsigned t = 0; t < 2; ++t) {
    const unsigned other = 1 - t;
    auto onlyFirst = [&](const Visits& v, unsigned first) {
      return terms.land(v[first].counts, terms.lnot(v[1 - first].counts));
    };
    Expr hasMore = terms.lessEqual(count[t], count[other], false);
    for (const Visits& one : asked)
      hasMore = terms.land(
          hasMore, terms.implies(onlyFirst(one, other), terms.less(count[t], count[other], false)));
    const Expr some = onlyFirst(visits(when, terms.fresh("index", ofIndex)), t);
    run_.assume(terms.implies(terms.land(left_[0], left_[1]), terms.lor(some, hasMore)));
  }
}

// Whether it speaks of nothing but the index, what the loop leaves alone, and arrays whose contents
// are followed.
bool MatchCountEncoder::isKnown(Expr e) const {
  const std::vector<Expr>& heads = run_.subject.placeholders.variables;
  const std::vector<std::size_t>& modified = run_.kernel.modifiedIn(loop_.loop.index);
  auto isKnownLeaf = [&](const Variable* leaf) {
    if (!run_.terms.isFresh(leaf)) return true;
    const auto head = std::ranges::find_if(
        heads, [&](Expr one) { return one && !one->isLiteral() && one->variable() == leaf; });
    if (head == heads.end()) return false;
    const auto v = static_cast<std::size_t>(head - heads.begin());
    if (std::ranges::find(modified, v) != modified.end()) return v == matches_->index;
    return loop_.initial[0][v] && loop_.initial[run_.threads() - 1][v];
  };
  auto isFollowed = [&](const auto& array) {
    if (run_.subject.readOnlyFunctions.contains(array.first)) return true;
    const std::size_t a = run_.kernel.arrayIndex(array.first);
    return array.first->array->space == AddressSpace::Private || run_.options.precise[a];
  };
  const bool areFollowed = std::ranges::all_of(matches_->contents, [&](const auto& array) {
    return isFollowed(array) || !anyNode(e, [&](Expr part) {
             return part->op() == Op::Apply && part->function() == array.second;
           });
  });
  return areFollowed && std::ranges::all_of(leavesOf(e), isKnownLeaf);
}

// What it is for the thread in the iteration with that index.
Expr MatchCountEncoder::at(Expr e, unsigned thread, Expr index) {
  const std::vector<Expr>& heads = run_.subject.placeholders.variables;
  std::unordered_map<Expr, Expr> memo;
  memo[heads[matches_->index]] = index;
  for (std::size_t v = 0; v < heads.size(); ++v)
    if (heads[v] && !heads[v]->isLiteral() && loop_.initial[thread][v])
      memo.try_emplace(heads[v], loop_.initial[thread][v]);
  return fold<Expr>(
      e, memo,
      [&](Expr part) -> std::optional<Expr> {
        if (part->op() == Op::Variable && part->variable()->launch)
          return run_.pair.constant(run_.terms, run_.launch, part->variable(), thread);
        return part->args().empty() ? std::optional(part) : std::nullopt;
      },
      [&](Expr part, std::vector<Expr> args) {
        const Expr read = part->op() == Op::Apply ? element(part, thread, args[0]) : nullptr;
        return read ? read : run_.terms.rebuild(part, std::move(args));
      });
}

// What the loop finds in an array that it leaves alone; null where it is no read of one.
Expr MatchCountEncoder::element(Expr read, unsigned thread, Expr index) {
  for (const auto& [array, function] : matches_->contents)
    if (function == read->function() && !run_.subject.readOnlyFunctions.contains(array))
      return memory_.element(loop_.contents[thread][run_.kernel.arrayIndex(array)], index);
  return nullptr;
}

MatchCountEncoder::Visits MatchCountEncoder::visits(Expr when, Expr index) {
  Terms& terms = run_.terms;
  const bool isSigned = inequalityOf(matches_->goesOn)->isSigned;
  Visits of;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr begin = loop_.initial[t][matches_->index];
    of[t].comes =
        terms.land(terms.lessEqual(begin, index, isSigned), at(matches_->goesOn, t, index));
    of[t].counts = terms.land(of[t].comes, at(when, t, index));
  }
  return of;
}

// Those that the loop compares its index with, for both threads: their own elements as a rule.
std::vector<Expr> MatchCountEncoder::indicesAskedFor(Expr when) {
  const Expr head = run_.subject.placeholders.variables[matches_->index];
  std::vector<Expr> indices;
  auto add = [&](Expr e) {
    const Type type = head->type();
    const Expr index = e->type() == type ? e : resized(run_.terms, e, type);
    if (indices.size() < mostIndices && std::ranges::find(indices, index) == indices.end())
      indices.push_back(index);
  };
  forEachNode({when, matches_->goesOn}, [&](Expr e) {
    if (e->args().size() != 2 || !e->type()->isBool()) return;
    for (std::size_t side : {0U, 1U})
      if (e->arg(side) == head && !leavesOf(e->arg(1 - side)).contains(head->variable()))
        for (unsigned t = 0; t < run_.threads(); ++t) add(at(e->arg(1 - side), t, head));
  });
  for (unsigned t = 0; t < run_.threads(); ++t) add(run_.pair.localId[t][0]);
  return indices;
}

// How many there are of the thread that comes to the end, as a number without a sign.
Expr MatchCountEncoder::iterations(unsigned thread, Type type) {
  Terms& terms = run_.terms;
  const Inequality goesOn = *inequalityOf(matches_->goesOn);
  const Expr begin = loop_.initial[thread][matches_->index];
  const Expr bound = at(goesOn.greater, thread, begin);
  const Expr apart = terms.sub(bound, begin);
  const Expr count = goesOn.strict ? apart : terms.add(apart, terms.number(1, apart->type()));
  return resized(
      terms, terms.ite(at(matches_->goesOn, thread, begin), count, terms.number(0, apart->type())),
      type);
}

}  // namespace barricade
