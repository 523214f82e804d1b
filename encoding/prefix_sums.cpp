#include "encoding/prefix_sums.h"

#include "encoding/evaluator.h"
#include "encoding/loop_head.h"
#include "encoding/pair_run.h"

namespace barricade {
namespace {

Expr numberOf(PairRun& run, const OfThread& form, unsigned thread) {
  Terms& terms = run.terms;
  Expr id = nullptr;
  for (unsigned d = 3; d-- > 0;) {
    const Expr mine = run.pair.localId[thread][d];
    id = id ? terms.add(terms.mul(id, run.launch.groupSize[d]), mine) : mine;
  }
  if (form.per > 1) {
    const Expr per = terms.number(form.per, id->type());
    id = terms.rebuild(terms.pool().make(Op::BvUDiv, id, per), {id, per});
  }
  return terms.add(terms.mul(id, terms.number(form.slope, id->type())),
                   terms.number(form.offset, id->type()));
}

// Of numbers that are small enough for either type.
Expr resized(Terms& terms, Expr e, Type type) {
  const unsigned width = type->width();
  return e->type()->width() < width ? terms.zeroExtend(e, width) : terms.extract(e, width, 0);
}

}  // namespace

void PrefixSums::store(PairRun& run, const BlockScans::Summand& summand, const PerThread& value,
                       const Step& step) {
  if (!value[0] || !value[run.threads() - 1]) return;
  const Type type = value[0]->type();
  auto& ofThread = scans_[summand.scan];
  if (summand.isFirst) {
    // Threads that leave a loop by themselves are in iterations of their own.
    const bool together = run.pair.mode != Mode::Inter && step.pass.check;
    for (unsigned t = 0; t < 2; ++t) {
      const Points begin{run.subject.scans.scans[summand.scan].most, type, {}};
      ofThread[t] = t == 1 && together ? ofThread[0] : std::make_shared<Points>(begin);
    }
  }
  for (unsigned t = 0; t < run.threads(); ++t) {
    if (!ofThread[t]) continue;
    assumeStep(run, *ofThread[t], numberOf(run, summand.number, t), value[t], step.path[t]);
  }
}

void PrefixSums::assumeStep(PairRun& run, Points& points, Expr number, Expr value, Expr path) {
  Terms& terms = run.terms;
  const Expr next = terms.add(number, terms.number(1, number->type()));
  const Expr before = sumBefore(run, points, number);
  const Expr after = sumBefore(run, points, next);
  run.assume(terms.implies(path, terms.equal(after, terms.add(before, value))));
}

void PrefixSums::assumeSum(PairRun& run, Evaluator& evaluator, const BlockScans::Sum& sum,
                           const PerThread& path, const PerThread& base) {
  const auto scan = scans_.find(sum.scan);
  if (scan == scans_.end() || !run.kernel.inSlice(sum.variable)) return;
  Terms& terms = run.terms;
  for (unsigned t = 0; t < run.threads(); ++t) {
    const auto& points = scan->second[t];
    const Expr value = run.state.values[t][run.kernel.indexOf(sum.variable)];
    if (!points || !value) continue;
    const Expr all = sumBefore(run, *points, numberOf(run, sum.end, t));
    const Expr others = sumBefore(run, *points, numberOf(run, sum.first, t));
    const Expr added = base[t] ? terms.sub(value, base[t]) : value;
    run.assume(terms.implies(
        path[t], terms.equal(added, resized(terms, terms.sub(all, others), value->type()))));
  }
  if (!sum.ofWarp) return;
  const PerThread ofWarp = evaluator.evaluate(sum.ofWarp->value, path);
  for (unsigned t = 0; t < run.threads(); ++t)
    if (scan->second[t] && ofWarp[t])
      assumeStep(run, *scan->second[t], numberOf(run, sum.ofWarp->number, t), ofWarp[t], path[t]);
}

void PrefixSums::assumeAfterLoop(PairRun& run, Evaluator& evaluator, const LoopRun& loop) {
  const auto sums = run.subject.scans.sumsAfter.find(loop.loop.index);
  if (sums == run.subject.scans.sumsAfter.end()) return;
  PerThread left{run.terms.no(), run.terms.no()};
  for (const auto& [target, condition] : loop.exits)
    for (unsigned t = 0; t < 2; ++t) left[t] = run.terms.lor(left[t], condition[t]);
  for (const BlockScans::Sum& sum : sums->second) {
    const std::size_t v = run.kernel.indexOf(sum.variable);
    const PerThread entered{loop.initial[0][v], loop.initial[run.threads() - 1][v]};
    if (!sum.isAdded)
      assumeSum(run, evaluator, sum, left);
    else if (entered[0] && entered[1])
      assumeSum(run, evaluator, sum, left, entered);
  }
}

Expr PrefixSums::sumBefore(PairRun& run, Points& points, Expr count) {
  Terms& terms = run.terms;
  if (points.known.empty())
    points.known.emplace_back(terms.number(0, count->type()), terms.number(0, points.type));
  for (const auto& [known, sum] : points.known)
    if (known == count) return sum;
  const std::pair added{count, terms.fresh("sum", points.type)};
  for (const auto& known : points.known) {
    assumeOrder(run, points, known, added);
    assumeOrder(run, points, added, known);
  }
  points.known.push_back(added);
  return added.second;
}

void PrefixSums::assumeOrder(PairRun& run, const Points& points, const std::pair<Expr, Expr>& less,
                             const std::pair<Expr, Expr>& more) {
  Terms& terms = run.terms;
  const Expr steps = resized(terms, terms.sub(more.first, less.first), points.type);
  const Expr most = terms.mul(steps, terms.number(points.most, points.type));
  run.assume(
      terms.implies(terms.lessEqual(less.first, more.first, false),
                    terms.land(terms.lessEqual(less.second, more.second, false),
                               terms.lessEqual(terms.sub(more.second, less.second), most, false))));
}

}  // namespace barricade
