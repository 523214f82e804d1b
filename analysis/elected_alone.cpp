#include "analysis/elected_alone.h"

#include <algorithm>
#include <unordered_map>

#include "ir/walk.h"

namespace barricade {
namespace {

// Conditions on ids are small.
constexpr Limit enough{.processorSeconds = 1, .work = static_cast<std::uint64_t>(workPerSecond)};

}  // namespace

ElectedAlone::ElectedAlone(const Kernel& kernel, Terms& terms, const LaunchFacts& launch,
                           ElectedRegions& elected)
    : kernel_(kernel),
      terms_(terms),
      launch_(launch),
      elected_(elected),
      definitions_(kernel.procedure(), kernel.flow()),
      pair_(makeThreadPair(terms, launch, Mode::Intra)) {}

bool ElectedAlone::isAloneAt(unsigned block, const ElectedRegion& region) {
  const auto [known, added] = known_.try_emplace({block, region.performer}, false);
  if (!added) return known->second;
  std::vector<Expr> question{conditionsTo(block, region)};
  for (unsigned d = 0; d < 3; ++d) {
    const Expr id = pair_.localId[1][d];
    question.push_back(terms_.equal(id, elected_.idOf(region.performer, d, id->type())));
  }
  known->second =
      session()->check("others than the elected thread", question, enough) == Answer::Unsatisfiable;
  return known->second;
}

bool ElectedAlone::isOnAllPaths(unsigned block, const ElectedRegion& region) const {
  const ControlFlow& flow = kernel_.flow();
  if (!region.guard->isTrue() || flow.innermostLoop(block) != flow.innermostLoop(region.branch))
    return false;
  // Without it, nobody comes from the first block to the exit.
  std::vector<unsigned> open{region.first}, seen;
  while (!open.empty()) {
    const unsigned b = open.back();
    open.pop_back();
    if (b == region.exit) return false;
    if (b == block || std::ranges::count(seen, b) > 0) continue;
    seen.push_back(b);
    for (unsigned s : flow.successors(b)) open.push_back(s);
  }
  return true;
}

std::unique_ptr<SolverSession> ElectedAlone::session() const {
  SessionOptions options;
  options.integers = kernel_.program().mathInt;
  options.quantifiers = std::ranges::any_of(pair_.constraints, containsQuantifier);
  if (options.integers || options.quantifiers) options.kind = SessionOptions::Kind::Smt;
  auto session = std::make_unique<SolverSession>(terms_.pool(), options);
  for (Expr constraint : pair_.constraints) session->assertTrue(constraint);
  return session;
}

// That another thread has gone the way from the region's branch.
Expr ElectedAlone::conditionsTo(unsigned block, const ElectedRegion& region) {
  const ControlFlow& flow = kernel_.flow();
  Expr all = terms_.yes();
  for (unsigned b : flow.order()) {
    const bool isOnTheWay = flow.dominates(region.first, b) && flow.dominates(b, block);
    if (!isOnTheWay || flow.predecessors(b).size() != 1) continue;
    const unsigned before = flow.predecessors(b).front();
    const Branch& branch = kernel_.branch(before);
    const auto& successors = flow.successors(before);
    const auto edge =
        static_cast<std::size_t>(std::ranges::find(successors, b) - successors.begin());
    if (branch.kind != Branch::Kind::Guarded || edge >= branch.guards.size()) continue;
    const StatementPlace end{before, kernel_.procedure().blocks[before]->statements.size()};
    all = terms_.land(all, ofOther(definitions_.expanded(terms_.pool(), branch.guards[edge], end)));
  }
  return all;
}

// Of what is no number that the launch gives, or computed from such, nothing is known.
Expr ElectedAlone::ofOther(Expr e) {
  std::unordered_map<Expr, Expr> memo;
  return fold<Expr>(
      e, memo,
      [&](Expr part) -> std::optional<Expr> {
        const bool isUnknown = part->op() == Op::Select || part->op() == Op::Apply ||
                               part->op() == Op::Old || part->op() == Op::Forall ||
                               part->op() == Op::Exists;
        if (isUnknown) return terms_.fresh("unknown", part->type());
        if (part->op() != Op::Variable) return std::nullopt;
        const Variable* variable = part->variable();
        if (variable->kind == Variable::Kind::Constant)
          return pair_.constant(terms_, launch_, variable, 0);
        const bool isFixed =
            variable->kind == Variable::Kind::Parameter && !definitions_.isSet(variable);
        return isFixed ? part : terms_.fresh("unknown", part->type());
      },
      [&](Expr part, const std::vector<Expr>& args) {
        return args.empty() ? part : terms_.rebuild(part, args);
      });
}

}  // namespace barricade
