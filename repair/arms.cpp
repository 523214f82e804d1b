// The writes of thread 1 that are in no other arm than the one of thread 2 are taken not to happen:
// then what is pending is a write of another arm. A store of just the value that was loaded from
// the element (clang stores a whole vector for `v.xy = w`) is no write of its own here.
#include "repair/arms.h"

#include <algorithm>
#include <optional>
#include <set>

namespace barricade {
namespace {

std::optional<unsigned> blockOf(const Kernel& kernel, const Statement& statement) {
  for (unsigned block : kernel.flow().order()) {
    const auto& list = kernel.procedure().blocks[block]->statements;
    if (!list.empty() && &statement >= list.data() && &statement < list.data() + list.size())
      return block;
  }
  return std::nullopt;
}

// By edges that go forward.
bool leadsTo(const ControlFlow& flow, unsigned from, unsigned to) {
  std::set<unsigned> seen;
  std::vector<unsigned> work{from};
  while (!work.empty()) {
    const unsigned block = work.back();
    work.pop_back();
    if (block == to) return true;
    for (unsigned next : flow.successors(block))
      if (!flow.dominates(next, block) && seen.insert(next).second) work.push_back(next);
  }
  return false;
}

bool isPlainWrite(const Event& event, std::size_t array) {
  return event.array == array && event.access == AccessKind::Write && !event.async;
}

}  // namespace

bool areInDifferentArms(const Kernel& kernel, const Statement& a, const Statement& b) {
  const auto from = blockOf(kernel, a);
  const auto to = blockOf(kernel, b);
  return from && to && *from != *to && !leadsTo(kernel.flow(), *from, *to) &&
         !leadsTo(kernel.flow(), *to, *from);
}

std::vector<ArmClash> clashesOfArms(Problem& problem, const Execution& execution,
                                    const std::vector<ErrorCondition>& races) {
  Subject& subject = problem.subject();
  Terms& terms = subject.terms;
  const Updates& updates = *subject.updates;
  const auto clash = [&](const Statement& a, const Statement& b) {
    return !updates.writesBack(a) && !(updates.has(a) && updates.has(b)) &&
           areInDifferentArms(subject.kernel, a, b);
  };
  std::vector<ArmClash> clashes;
  for (const ErrorCondition& race : races) {
    const Event& checked = execution.events()[race.event];
    if (!isPlainWrite(checked, race.array) || updates.writesBack(*checked.statement)) continue;
    ArmClash found{terms.no(), race.array, race.event, {}};
    Expr elsewhere = terms.no();
    for (std::size_t i = 0; i < race.event; ++i) {
      const Event& log = execution.events()[i];
      if (log.kind != Event::Kind::Log || !isPlainWrite(log, race.array)) continue;
      if (clash(*log.statement, *checked.statement))
        found.others.push_back(i);
      else
        elsewhere = terms.lor(elsewhere, log.running[0]);
    }
    if (found.others.empty()) continue;
    for (const Conflict& conflict : race.conflicts)
      if (conflict.kind == AccessKind::Write && !conflict.async)
        found.condition = terms.lor(found.condition, conflict.condition);
    found.condition = terms.land(race.condition, found.condition, terms.lnot(elsewhere));
    if (!found.condition->isFalse()) clashes.push_back(std::move(found));
  }
  return clashes;
}

std::string inWords(Problem& problem, const Execution& execution, const ArmClash& clash,
                    SolverSession& model) {
  const Subject& subject = problem.subject();
  const auto& events = execution.events();
  const auto placeOf = [&](std::size_t event) {
    const SourceChain& chain = subject.program.sources.chain(events[event].statement->location);
    return isKnown(chain) ? chain.front().toString() : std::string("an unknown line");
  };
  const auto other = std::find_if(clash.others.begin(), clash.others.end(), [&](std::size_t event) {
    return model.holds(events[event].running[0]);
  });
  return "no branch is split: the writes of '" +
         subject.kernel.arrays()[clash.array].array->sourceName + "' at " +
         placeOf(other == clash.others.end() ? clash.others.front() : *other) + " and " +
         placeOf(clash.event) +
         " are in two arms and leave different values: a barrier between them would decide which "
         "one stays, which the program leaves open";
}

}  // namespace barricade
