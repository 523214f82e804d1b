#include "encoding/match_count_encoder.h"

#include <algorithm>

#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

Expr resized(Terms& terms, Expr e, Type type) {
  if (e->type() == type) return e;
  return e->type()->width() < type->width() ? terms.zeroExtend(e, type->width())
                                            : terms.extract(e, type->width(), 0);
}

}  // namespace

void MatchCountEncoder::assume() {
  if (!matches_) return;
  PerThread left{run_.terms.no(), run_.terms.no()};
  for (const auto& [target, condition] : loop_.exits)
    for (unsigned t = 0; t < 2; ++t) left[t] = run_.terms.lor(left[t], condition[t]);
  for (const auto& [variable, when] : matches_->counts) assumeCounts(variable, when, left);
}

// The first thread may have counted in this run of the loop or, in a loop around it, in one before.
void MatchCountEncoder::assumeCounts(std::size_t variable, Expr when, const PerThread& left) {
  constexpr std::size_t mostRuns = 4;
  const std::size_t index = matches_->index;
  const Variable* counter = run_.kernel.variable(variable);
  if (!run_.kernel.inSlice(counter) || !isKnown(when) || !isKnown(matches_->goesOn) ||
      counter->type->width() < run_.kernel.variable(index)->type->width())
    return;
  std::vector<MatchCount> now;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr before = loop_.initial[t][variable];
    const Expr after = run_.state.values[t][variable];
    if (!before || !after || !loop_.initial[t][index]) return;
    now.push_back({t, left[t], run_.terms.sub(after, before), loop_.initial[t], loop_.contents[t]});
    assumeMost(when, now.back());
  }
  std::vector<MatchCount>& first = run_.matchCounts[{loop_.loop.index, variable}];
  if (first.size() < mostRuns) first.push_back(now.front());
  if (run_.threads() == 2)
    for (const MatchCount& count : first) compare(when, count, now.back());
}

// It is no more than the values that the index has had, and less where it has left one out.
void MatchCountEncoder::assumeMost(Expr when, const MatchCount& count) {
  Terms& terms = run_.terms;
  const Expr most = iterations(count);
  run_.assume(terms.implies(count.left, terms.lessEqual(count.value, most, false)));
  std::vector<Expr> asked;
  addIndices(when, count, asked);
  for (Expr index : asked) {
    const Visit one = visit(when, count, index);
    run_.assume(terms.implies(terms.land(count.left, one.comes, terms.lnot(one.counts)),
                              terms.less(count.value, most, false)));
  }
}

void MatchCountEncoder::compare(Expr when, const MatchCount& one, const MatchCount& other) {
  std::vector<Expr> asked;
  addIndices(when, one, asked);
  addIndices(when, other, asked);
  assumeNoFewer(when, one, other, asked);
  assumeNoFewer(when, other, one, asked);
}

// There is an index that `one` counts and `other` does not, or `other` has no fewer, and more where
// it counts another one of those that are asked for.
void MatchCountEncoder::assumeNoFewer(Expr when, const MatchCount& one, const MatchCount& other,
                                      const std::vector<Expr>& asked) {
  Terms& terms = run_.terms;
  auto countsAlone = [&](const MatchCount& mine, const MatchCount& its, Expr index) {
    return terms.land(visit(when, mine, index).counts, terms.lnot(visit(when, its, index).counts));
  };
  Expr noFewer = terms.lessEqual(one.value, other.value, false);
  for (Expr index : asked)
    noFewer = terms.land(noFewer, terms.implies(countsAlone(other, one, index),
                                                terms.less(one.value, other.value, false)));
  const Expr some = terms.fresh("index", run_.kernel.variable(matches_->index)->type);
  run_.assume(terms.implies(terms.land(one.left, other.left),
                            terms.lor(countsAlone(one, other, some), noFewer)));
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
Expr MatchCountEncoder::at(Expr e, const MatchCount& count, Expr index) {
  const std::vector<Expr>& heads = run_.subject.placeholders.variables;
  std::unordered_map<Expr, Expr> memo;
  memo[heads[matches_->index]] = index;
  for (std::size_t v = 0; v < heads.size(); ++v)
    if (heads[v] && !heads[v]->isLiteral() && count.initial[v])
      memo.try_emplace(heads[v], count.initial[v]);
  return fold<Expr>(
      e, memo,
      [&](Expr part) -> std::optional<Expr> {
        if (part->op() == Op::Variable && part->variable()->launch)
          return run_.pair.constant(run_.terms, run_.launch, part->variable(), count.thread);
        return part->args().empty() ? std::optional(part) : std::nullopt;
      },
      [&](Expr part, std::vector<Expr> args) {
        const Expr read = part->op() == Op::Apply ? element(part, count, args[0]) : nullptr;
        return read ? read : run_.terms.rebuild(part, std::move(args));
      });
}

// What the loop finds in an array that it leaves alone; null where it is no read of one.
Expr MatchCountEncoder::element(Expr read, const MatchCount& count, Expr index) {
  for (const auto& [array, function] : matches_->contents)
    if (function == read->function() && !run_.subject.readOnlyFunctions.contains(array))
      return memory_.element(count.contents[run_.kernel.arrayIndex(array)], index);
  return nullptr;
}

MatchCountEncoder::Visit MatchCountEncoder::visit(Expr when, const MatchCount& count, Expr index) {
  Terms& terms = run_.terms;
  const bool isSigned = inequalityOf(matches_->goesOn)->isSigned;
  const Expr begin = count.initial[matches_->index];
  const Expr comes =
      terms.land(terms.lessEqual(begin, index, isSigned), at(matches_->goesOn, count, index));
  return {comes, terms.land(comes, at(when, count, index))};
}

// Those that the loop compares its index with, and the thread's number: its own element as a rule.
void MatchCountEncoder::addIndices(Expr when, const MatchCount& count, std::vector<Expr>& indices) {
  constexpr std::size_t most = 6;
  const Expr head = run_.subject.placeholders.variables[matches_->index];
  auto add = [&](Expr e) {
    const Expr index = resized(run_.terms, e, head->type());
    if (indices.size() < most && std::ranges::find(indices, index) == indices.end())
      indices.push_back(index);
  };
  forEachNode({when, matches_->goesOn}, [&](Expr e) {
    if (e->args().size() != 2 || !e->type()->isBool()) return;
    for (std::size_t side : {0U, 1U})
      if (e->arg(side) == head && !leavesOf(e->arg(1 - side)).contains(head->variable()))
        add(at(e->arg(1 - side), count, head));
  });
  add(run_.pair.localId[count.thread][0]);
}

// How many there are of the thread that comes to the end, as a number without a sign.
Expr MatchCountEncoder::iterations(const MatchCount& count) {
  Terms& terms = run_.terms;
  const Inequality goesOn = *inequalityOf(matches_->goesOn);
  const Expr begin = count.initial[matches_->index];
  const Expr apart = terms.sub(at(goesOn.greater, count, begin), begin);
  const Expr number = goesOn.strict ? apart : terms.add(apart, terms.number(1, apart->type()));
  const Expr none = terms.number(0, apart->type());
  return resized(terms, terms.ite(at(matches_->goesOn, count, begin), number, none),
                 count.value->type());
}

}  // namespace barricade
