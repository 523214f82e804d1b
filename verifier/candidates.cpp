// Which invariants are guessed, and for which variables.
//
// A variable with a closed form is known exactly at each head (loop_summary.h), so candidates are
// for what is left: variables that change by a condition, by what is read from memory, or by what
// other such variables hold. Of these only variables of the control slice count whose values are
// still needed at the head; a value that is only stored needs no bound.
//
// Candidates cost a query or two of Houdini each when they are wrong, and none when they hold, so
// the families are wide where a family is cheap and narrow where it is quadratic:
//
//   equality     both threads hold the same, or have moved by the same: for variables that are not
//                uniform, in modes with two threads
//   bounds       not negative, not zero, zero or a power of two, 0 or 1, at most what the form of
//                one iteration's result allows
//   direction    at most, at least the initial value; signed and unsigned
//   stride       the lowest bits stay, where all steps are literals: the largest power of two that
//                divides them
//   invariance   the initial value is kept
//   guards       below, at most, ... a term that the loop compares the variable with, or a literal
//                that it compares a sum with
//   exchange     two variables differ, or hold their initial values, exchanged or not: buffers.
//                Quadratic, so not for more than a dozen variables
//   token        it is that of the thread's last arrival, where one iteration may make none
//   presence     both threads are in the loop or neither, where one may leave alone
//   the user's   `__candidate_invariant` and the like
//
// Counters of phases (analysis/counters.h) are known by their guards, where they are known at all
// (encoding/guarded_counts.cpp); of them it is guessed only that they are as they were.
//
// Closed forms need candidates too, for one thing: they are exact modulo 2^width and say nothing of
// wrapping around. "Has not wrapped around" bounds the counter by the iterations that fit, and "not
// below a bound" says so where the bound leaves room for a step.
//
// Each is a function of the state at the head (LoopView), so that the same candidate is stated at
// the entry, assumed after skipped iterations and demanded after a body. Any of them may be wrong:
// none is used before Houdini has shown all that are left to be inductive together.
#include "verifier/candidates.h"

#include <algorithm>

#include "analysis/counters.h"
#include "analysis/set_bits.h"
#include "encoding/number_range.h"
#include "encoding/problem.h"
#include "encoding/token.h"
#include "ir/semantics.h"
#include "ir/uses.h"

namespace barricade {
namespace {

class CandidateMaker {
 public:
  CandidateMaker(Problem& problem, std::vector<Candidate>& candidates)
      : problem_(problem), kernel_(problem.subject().kernel), candidates_(candidates) {}

  void makeFor(const Loop& loop) {
    loop_ = loop.index;
    const bool pair = problem_.mode() != Mode::Single;
    if (pair && !problem_.uniformity().loop(loop_)) {
      // One that was left behind in a loop before takes no part in this one.
      add("both threads are in the loop or neither", [](Terms& terms, const LoopView& view) {
        return terms.lor(terms.lor(view.paused[0], view.paused[1]),
                         terms.equal(view.running[0], view.running[1]));
      });
    }
    const LoopSummary& summary = problem_.subject().summaries[loop_];
    auto counts = [&](std::size_t v) {
      return kernel_.inControlSlice(kernel_.variable(v)) && kernel_.liveAtHead(v, loop_);
    };
    std::vector<std::size_t> open;
    for (std::size_t v : kernel_.modifiedIn(loop_))
      if (!summary.closed.contains(v) && counts(v)) open.push_back(v);
    std::erase_if(open, [&](std::size_t v) {
      const bool isCount = isCounter(*kernel_.variable(v));
      if (isCount) makeSteady(v);
      return isCount;
    });
    for (std::size_t v : open) {
      if (pair && !problem_.uniformity().variable(v)) makeEqualities(v);
      if (!kernel_.countsAsNumber(kernel_.variable(v))) continue;
      if (hasBounds(v)) makeBounds(v);
      makeSteady(v);
      makeTokens(v);
    }
    for (const auto& [v, form] : summary.closed)
      if (counts(v) && !isCounter(*kernel_.variable(v))) makeForClosed(v, form);
    for (const auto& comparison : summary.comparisons)
      if (std::find(open.begin(), open.end(), comparison.variable) != open.end())
        makeGuardBounds(comparison);
    std::erase_if(open, [&](std::size_t v) { return !isNumber(v); });
    makeExchanges(open);
    makeUserCandidates();
  }

 private:
  using Invariant = std::function<Expr(Terms&, const LoopView&)>;

  void add(std::string text, Invariant invariant) {
    Candidate candidate;
    candidate.loop = loop_;
    candidate.text = std::move(text);
    candidate.invariant = std::move(invariant);
    candidate.selector = problem_.subject().terms.fresh("candidate", boolType());
    candidates_.push_back(std::move(candidate));
  }

  unsigned threads() const { return problem_.mode() == Mode::Single ? 1 : 2; }

  // For each thread that is in the loop.
  void addForEach(const std::string& text,
                  const std::function<Expr(Terms&, const LoopView&, unsigned)>& holds) {
    add(text, [threads = threads(), holds](Terms& terms, const LoopView& view) {
      Expr all = terms.yes();
      for (unsigned t = 0; t < threads; ++t)
        all = terms.land(all, terms.implies(view.running[t], holds(terms, view, t)));
      return all;
    });
  }

  // Whether bounds of it are of use, and may be known.
  bool isNumber(std::size_t v) const {
    return kernel_.countsAsNumber(kernel_.variable(v)) && !isFloating(v);
  }

  bool hasBounds(std::size_t v) const {
    const Type type = kernel_.variable(v)->type;
    return type->isBitVector() && type->width() > 1 && isNumber(v);
  }

  void makeEqualities(std::size_t v) {
    const std::string& name = kernel_.variable(v)->name;
    auto both = [](Terms& terms, const LoopView& view) {
      return terms.land(view.running[0], view.running[1]);
    };
    add(name + " is equal for both threads", [v, both](Terms& terms, const LoopView& view) {
      return terms.implies(both(terms, view), terms.equal(view.value(0, v), view.value(1, v)));
    });
    if (!kernel_.countsAsNumber(kernel_.variable(v)) || kernel_.variable(v)->type->isBool()) return;
    add(name + " has moved equally for both threads",
        [v, both](Terms& terms, const LoopView& view) {
          if (!view.initial(0, v) || !view.initial(1, v)) return terms.yes();
          return terms.implies(both(terms, view),
                               terms.equal(terms.sub(view.value(0, v), view.initial(0, v)),
                                           terms.sub(view.value(1, v), view.initial(1, v))));
        });
  }

  void makeBounds(std::size_t v) {
    const std::string& name = kernel_.variable(v)->name;
    addForEach(name + " is not negative", [v](Terms& terms, const LoopView& view, unsigned t) {
      const Expr value = view.value(t, v);
      return terms.lessEqual(terms.number(0, value->type()), value, true);
    });
    addForEach(name + " is not zero", [v](Terms& terms, const LoopView& view, unsigned t) {
      const Expr value = view.value(t, v);
      return terms.lnot(terms.equal(value, terms.number(0, value->type())));
    });
    addForEach(
        name + " is zero or a power of two", [v](Terms& terms, const LoopView& view, unsigned t) {
          const Expr value = view.value(t, v);
          const Expr less = terms.sub(value, terms.number(1, value->type()));
          const Expr both = terms.rebuild(terms.pool().make(Op::BvAnd, value, less), {value, less});
          return terms.equal(both, terms.number(0, value->type()));
        });
    makeDirections(v);
    makeStrides(v);
    makeRange(v);
  }

  // What one iteration makes of it is no larger, by the form of that.
  void makeRange(std::size_t v) {
    const Terms& terms = problem_.subject().terms;
    const Type type = kernel_.variable(v)->type;
    BigInt most = 0;
    for (Expr next : nextValues(v)) most = std::max(most, rangeOf(terms, next, false).high);
    if (most == 0 || most >= BigInt(1) << (type->width() - 1)) return;
    addForEach(kernel_.variable(v)->name + " is at most " + most.str(),
               [v, most](Terms& pool, const LoopView& view, unsigned t) {
                 const Expr value = view.value(t, v);
                 return pool.lessEqual(value, pool.number(most, value->type()), false);
               });
  }

  void makeDirections(std::size_t v) {
    const std::string& name = kernel_.variable(v)->name;
    for (const bool isSigned : {true, false}) {
      const std::string order = isSigned ? " (signed)" : " (unsigned)";
      addForEach(name + " is at most its initial value" + order,
                 [v, isSigned](Terms& terms, const LoopView& view, unsigned t) {
                   if (!view.initial(t, v)) return terms.yes();
                   return terms.lessEqual(view.value(t, v), view.initial(t, v), isSigned);
                 });
      addForEach(name + " is at least its initial value" + order,
                 [v, isSigned](Terms& terms, const LoopView& view, unsigned t) {
                   if (!view.initial(t, v)) return terms.yes();
                   return terms.lessEqual(view.initial(t, v), view.value(t, v), isSigned);
                 });
    }
  }

  // A closed form says nothing of wrapping around; that a guard excludes.
  void makeForClosed(std::size_t v, const ClosedForm& form) {
    Type type = kernel_.variable(v)->type;
    if (!type->isBitVector() || type->width() < 2) return;
    if (form.kind == ClosedForm::Kind::Periodic) return;
    makeDirections(v);
    const std::string& name = kernel_.variable(v)->name;
    BigInt limit = 0;
    if (form.kind != ClosedForm::Kind::Affine) {
      limit = type->width() / form.amount + 1;
    } else if (form.step->isLiteral() && form.step->value() != 0) {
      const BigInt step = toSigned(form.step->value(), type->width());
      limit = (BigInt(1) << type->width()) / (step < 0 ? BigInt(-step) : step);
      limit = std::min(limit, BigInt(1) << 63);  // no counter gets further
    }
    if (limit > 0)
      add(name + " has not wrapped around",
          [limit, threads = threads()](Terms& terms, const LoopView& view) {
            const Expr going = terms.lor(view.running[0], view.running[threads - 1]);
            return terms.implies(
                going, terms.less(view.counter, terms.number(limit, view.counter->type()), false));
          });
    if (form.kind == ClosedForm::Kind::Affine && limit > 0) makeRoom(v, form.step, limit);
    if (form.kind == ClosedForm::Kind::ShiftLeft)
      addForEach(name + " is not zero", [v](Terms& terms, const LoopView& view, unsigned t) {
        const Expr value = view.value(t, v);
        return terms.lnot(terms.equal(value, terms.number(0, value->type())));
      });
  }

  // A variable that goes up below a bound cannot wrap around when a step from the bound does not.
  // Where the bound stays that is known (Execution::withinBound); of one that moves nothing is
  // said: it may wrap, and the bounds that do not are to be shown.
  void makeRoom(std::size_t v, Expr step, const BigInt& limit) {
    const LoopSummary& summary = problem_.subject().summaries[loop_];
    const Expr head = problem_.subject().placeholders.variables[v];
    Type type = head->type();
    if (toSigned(step->value(), type->width()) < 1) return;
    for (Expr fact : summary.facts) {
      const auto inequality = inequalityOf(fact);
      if (!inequality || inequality->lesser != head || !moves(inequality->greater)) continue;
      const bool isSigned = inequality->isSigned;
      const BigInt most = (BigInt(1) << (type->width() - (isSigned ? 1 : 0))) - step->value() -
                          (inequality->strict ? 0 : 1);
      addForEach(kernel_.variable(v)->name + " has not wrapped around below a bound that moves",
                 [v, bound = inequality->greater, most, limit, isSigned](
                     Terms& terms, const LoopView& view, unsigned t) {
                   if (!view.initial(t, v)) return terms.yes();
                   const Expr value = view.value(t, v);
                   const Expr room = terms.lessEqual(view.instantiate(t, bound),
                                                     terms.number(most, bound->type()), isSigned);
                   return terms.implies(
                       room,
                       terms.land(terms.lessEqual(view.initial(t, v), value, isSigned),
                                  terms.less(view.counter,
                                             terms.number(limit, view.counter->type()), false)));
                 });
    }
  }

  bool moves(Expr bound) const {
    const auto leaves = leavesOf(bound);
    const auto& modified = kernel_.modifiedIn(loop_);
    return std::any_of(modified.begin(), modified.end(), [&](std::size_t v) {
      return leaves.contains(problem_.subject().placeholders.variables[v]->variable());
    });
  }

  // What it may be after an iteration; nothing where that is not known.
  std::vector<Expr> nextValues(std::size_t v) const {
    const LoopSummary& summary = problem_.subject().summaries[loop_];
    const auto next = summary.next.find(v);
    if (next == summary.next.end()) return {};
    std::vector<Expr> values, work{next->second};
    std::unordered_set<Expr> seen;
    while (!work.empty()) {
      const Expr e = work.back();
      work.pop_back();
      if (!seen.insert(e).second) continue;
      if (e->op() == Op::Ite)
        work.insert(work.end(), {e->arg(1), e->arg(2)});
      else
        values.push_back(e);
    }
    return values;
  }

  // Whether it holds what a function gives of which nothing is known, as those of floating-point
  // arithmetic: no bounds are to be had.
  bool isFloating(std::size_t v) const {
    return std::ranges::any_of(nextValues(v), [&](Expr e) {
      return e->op() == Op::Apply && !isPopulationCount(e) &&
             !problem_.subject().terms.isFreshFunction(e->function());
    });
  }

  // Conditional steps by a literal keep the remainder modulo its largest power of two.
  void makeStrides(std::size_t v) {
    const Expr head = problem_.subject().placeholders.variables[v];
    unsigned stride = head->type()->width();
    for (Expr e : nextValues(v)) {
      if (e->op() == Op::BvAdd && e->arg(0) == head && e->arg(1)->isLiteral()) {
        stride = std::min(
            stride, static_cast<unsigned>(boost::multiprecision::lsb(BigInt(e->arg(1)->value()))));
      } else if (e != head) {
        return;
      }
    }
    if (stride == 0 || stride >= head->type()->width()) return;
    addForEach(kernel_.variable(v)->name + " keeps its lowest " + std::to_string(stride) + " bits",
               [v, stride](Terms& terms, const LoopView& view, unsigned t) {
                 if (!view.initial(t, v)) return terms.yes();
                 return terms.equal(terms.extract(view.value(t, v), stride, 0),
                                    terms.extract(view.initial(t, v), stride, 0));
               });
  }

  void makeSteady(std::size_t v) {
    addForEach(kernel_.variable(v)->name + " has its initial value",
               [v](Terms& terms, const LoopView& view, unsigned t) {
                 if (!view.initial(t, v)) return terms.yes();
                 return terms.equal(view.value(t, v), view.initial(t, v));
               });
  }

  void makeTokens(std::size_t v) {
    for (const Channel& channel : kernel_.counters().channels) {
      if (channel.kind != Channel::Kind::Objects || channel.stages == 0) continue;
      const std::size_t arrived = kernel_.indexOf(channel.arrived);
      const Expr head = problem_.subject().placeholders.variables[arrived];
      if (!head || head->isLiteral() || std::ranges::none_of(nextValues(v), [&](Expr next) {
            return leavesOf(next).contains(head->variable());
          }))
        continue;
      addForEach(kernel_.variable(v)->name + " is the token of the last arrival",
                 [v, arrived, &channel](Terms& terms, const LoopView& view, unsigned t) {
                   const Expr value = view.value(t, v);
                   const Expr token =
                       tokenOf(terms, channel, view.value(t, arrived), value->type());
                   return token ? terms.equal(value, token) : terms.yes();
                 });
    }
  }

  void makeGuardBounds(const LoopSummary::Comparison& comparison) {
    const std::size_t v = comparison.variable;
    const Expr bound = comparison.bound;
    const bool s = comparison.isSigned;
    const std::string& name = kernel_.variable(v)->name;
    auto compare = [&](const std::string& relation, auto relate) {
      addForEach(name + relation + "a bound that the loop tests",
                 [v, bound, relate](Terms& terms, const LoopView& view, unsigned t) {
                   return relate(terms, view.value(t, v), view.instantiate(t, bound));
                 });
    };
    compare(" <= ", [s](Terms& terms, Expr a, Expr b) { return terms.lessEqual(a, b, s); });
    compare(" < ", [s](Terms& terms, Expr a, Expr b) { return terms.less(a, b, s); });
    compare(" >= ", [s](Terms& terms, Expr a, Expr b) { return terms.lessEqual(b, a, s); });
    compare(" > ", [s](Terms& terms, Expr a, Expr b) { return terms.less(b, a, s); });
  }

  // Buffers that are exchanged: each is one of the initial values, and they differ.
  void makeExchanges(const std::vector<std::size_t>& variables) {
    if (variables.size() > 12) return;
    for (std::size_t v : variables)
      for (std::size_t w : variables) {
        if (v >= w || kernel_.variable(v)->type != kernel_.variable(w)->type) continue;
        const std::string pair = kernel_.variable(v)->name + " and " + kernel_.variable(w)->name;
        addForEach(pair + " differ", [v, w](Terms& terms, const LoopView& view, unsigned t) {
          return terms.lnot(terms.equal(view.value(t, v), view.value(t, w)));
        });
        addForEach(pair + " hold their initial values, exchanged or not",
                   [v, w](Terms& terms, const LoopView& view, unsigned t) {
                     if (!view.initial(t, v) || !view.initial(t, w)) return terms.yes();
                     auto are = [&](std::size_t a, std::size_t b) {
                       return terms.land(terms.equal(view.value(t, v), view.initial(t, a)),
                                         terms.equal(view.value(t, w), view.initial(t, b)));
                     };
                     return terms.lor(are(v, w), are(w, v));
                   });
      }
    // A buffer index that flips between two literals.
    for (std::size_t v : variables) {
      Type type = kernel_.variable(v)->type;
      if (!type->isBitVector() || type->width() < 2) continue;
      addForEach(kernel_.variable(v)->name + " is 0 or 1",
                 [v](Terms& terms, const LoopView& view, unsigned t) {
                   const Expr value = view.value(t, v);
                   return terms.less(value, terms.number(2, value->type()), false);
                 });
    }
  }

  // `__candidate_invariant` and the like.
  void makeUserCandidates() {
    for (const Statement* statement : kernel_.invariants(loop_)) {
      const Assert& check = *statement->as<Assert>();
      if (!check.optional && !check.candidate) continue;
      bool direct = true;
      forEachVariable(check.condition, [&](const Variable* v) {
        direct = direct && v->role != VariableRole::HasOccurred;
      });
      if (!direct) continue;
      addForEach("the user's candidate",
                 [condition = check.condition](Terms&, const LoopView& view, unsigned t) {
                   return view.evaluate(t, condition);
                 });
      candidates_.back().isUsers = true;
    }
  }

  Problem& problem_;
  const Kernel& kernel_;
  std::vector<Candidate>& candidates_;
  unsigned loop_ = 0;
};

}  // namespace

std::vector<Candidate> makeCandidates(Problem& problem) {
  std::vector<Candidate> candidates;
  CandidateMaker maker(problem, candidates);
  for (const Loop& loop : problem.subject().kernel.flow().loops()) maker.makeFor(loop);
  return candidates;
}

}  // namespace barricade
