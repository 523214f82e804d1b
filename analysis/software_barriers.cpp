#include "analysis/software_barriers.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/atomic_meaning.h"
#include "analysis/uniformity.h"
#include "ir/copy.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using Meaning = AtomicMeaning::Kind;

// One that orders global memory, whatever a repair decides.
bool isBlockBarrier(const Statement& statement) {
  const Call* call = statement.as<Call>();
  if (!call || call->callee->role != Procedure::Role::Barrier || call->args.size() != 2 ||
      !call->site.isNone())
    return false;
  const Expr global = call->args[1];
  return global->isLiteral() && !global->isFalse() && global->value() != 0;
}

bool readsArray(Expr e) {
  bool reads = false;
  forEachVariable(e, [&](const Variable* v) { reads = reads || v->array; });
  return reads;
}

// The cell of an atomic operation or of a store; nothing where it is none, or no single one.
std::optional<SignalCell> cellOf(const Statement& statement) {
  const Variable* array = nullptr;
  Expr offset = nullptr;
  if (const Call* call = statement.as<Call>();
      call && call->atomic && call->atomic->parts == 1 && call->args.size() == 2) {
    array = call->args[0]->variable();
    offset = call->args[1];
  } else if (const Assign* assign = statement.as<Assign>();
             assign && assign->targets.size() == 1 && assign->targets[0].indices.size() == 1) {
    array = assign->targets[0].variable;
    offset = assign->targets[0].indices[0];
  }
  if (!array || !array->array || array->array->space != AddressSpace::Global ||
      !array->type->range()->isBitVector() || !offset->isLiteral())
    return std::nullopt;
  return SignalCell{array, offset->value()};
}

bool isCountOfOne(const Statement& statement) {
  const Call* call = statement.as<Call>();
  if (!call || !call->atomic || !cellOf(statement)) return false;
  const AtomicMeaning meaning = meaningOf(*call);
  return meaning.kind == Meaning::Count && meaning.step == 1;
}

// All that may stand between the barriers: arithmetic, fences, and what is done to cells.
bool mayStandBetween(const Statement& statement) {
  if (statement.as<Havoc>()) return true;
  bool reads = false;
  forEachExpression(statement, [&](Expr e) { reads = reads || readsArray(e); });
  if (const Assert* check = statement.as<Assert>()) return check->isMarker();
  if (statement.as<Assume>()) return !reads;
  if (const Assign* assign = statement.as<Assign>()) {
    for (Expr value : assign->values)
      if (readsArray(value)) return false;
    const bool local = std::none_of(assign->targets.begin(), assign->targets.end(),
                                    [](const Target& t) { return t.variable->array; });
    return local || cellOf(statement);
  }
  const Call* call = statement.as<Call>();
  if (call->callee->isFence()) return call->callee->synchronization.has_value();
  return call->atomic && includesOtherBlocks(call->atomic->scope) && cellOf(statement);
}

class BarrierFinder {
 public:
  explicit BarrierFinder(const Kernel& kernel)
      : kernel_(kernel), flow_(kernel.flow()), uniformity_(kernel, Mode::Intra) {}

  std::vector<SoftwareBarrier> find() {
    std::map<SignalCell, SoftwareBarrier> found;
    std::set<SignalCell> refused;
    for (unsigned b : flow_.order()) {
      const auto& statements = statementsOf(b);
      for (std::size_t i = 0; i < statements.size(); ++i) {
        if (!isCountOfOne(statements[i])) continue;
        const SignalCell counter = *cellOf(statements[i]);
        if (!add(b, i, found[counter])) refused.insert(counter);
      }
    }
    std::vector<SoftwareBarrier> barriers;
    for (auto& [counter, barrier] : found) {
      barrier.counter = counter;
      if (!refused.contains(counter) && !barrier.sites.empty() && findFlag(barrier))
        barriers.push_back(std::move(barrier));
    }
    std::erase_if(barriers, [&](const SoftwareBarrier& b) { return isUsedElsewhere(b); });
    return barriers;
  }

 private:
  const std::vector<Statement>& statementsOf(unsigned b) const {
    return kernel_.procedure().blocks[b]->statements;
  }

  // A count of a flag is taken for one of a counter first: it has no site, or the same.
  bool add(unsigned block, std::size_t at, SoftwareBarrier& barrier) const {
    const auto site = siteOf(block, at);
    if (!site) return false;
    const bool known =
        std::any_of(barrier.sites.begin(), barrier.sites.end(),
                    [&](const BarrierSite& s) { return s.opening == site->opening; });
    if (!known) barrier.sites.push_back(*site);
    return true;
  }

  std::optional<BarrierSite> siteOf(unsigned block, std::size_t at) const {
    BarrierSite site;
    site.location = statementsOf(block)[at].location;
    int opening = static_cast<int>(block);
    for (std::size_t end = at; opening >= 0;
         opening = flow_.immediateDominator(static_cast<unsigned>(opening))) {
      const auto& statements = statementsOf(static_cast<unsigned>(opening));
      if (opening != static_cast<int>(block)) end = statements.size();
      while (end > 0 && !isBlockBarrier(statements[end - 1])) --end;
      site.openingAt = end - 1;
      if (end > 0) break;
    }
    int closing = flow_.immediatePostDominator(block);
    for (; closing >= 0; closing = flow_.immediatePostDominator(static_cast<unsigned>(closing))) {
      const auto& statements = statementsOf(static_cast<unsigned>(closing));
      const auto barrier = std::find_if(statements.begin(), statements.end(), isBlockBarrier);
      site.closingAt = static_cast<std::size_t>(barrier - statements.begin());
      if (barrier != statements.end()) break;
    }
    if (opening < 0 || closing < 0 || opening == closing) return std::nullopt;
    site.opening = static_cast<unsigned>(opening);
    site.closing = static_cast<unsigned>(closing);
    if (!findBetween(site) || !areAllowed(site)) return std::nullopt;
    return site;
  }

  // What leads from the first barrier to the second, and nowhere else. All threads of the block
  // come to both.
  bool findBetween(BarrierSite& site) const {
    if (!uniformity_.block(site.opening) || !uniformity_.block(site.closing)) return false;
    std::set<unsigned> seen;
    std::vector<unsigned> open(flow_.successors(site.opening));
    while (!open.empty()) {
      const unsigned b = open.back();
      open.pop_back();
      if (b == site.closing || !seen.insert(b).second) continue;
      if (b == site.opening || flow_.successors(b).empty()) return false;
      open.insert(open.end(), flow_.successors(b).begin(), flow_.successors(b).end());
    }
    site.between.assign(seen.begin(), seen.end());
    auto isInside = [&](unsigned b) { return b == site.opening || seen.contains(b); };
    auto isEnteredFromInside = [&](unsigned b) {
      const auto& before = flow_.predecessors(b);
      return std::all_of(before.begin(), before.end(), isInside);
    };
    return isEnteredFromInside(site.closing) &&
           std::all_of(seen.begin(), seen.end(), isEnteredFromInside);
  }

  template <typename Visit>
  void forEachBetween(const BarrierSite& site, const Visit& visit) const {
    const auto& first = statementsOf(site.opening);
    for (std::size_t i = site.openingAt + 1; i < first.size(); ++i) visit(first[i]);
    for (unsigned b : site.between)
      for (const Statement& statement : statementsOf(b)) visit(statement);
    for (std::size_t i = 0; i < site.closingAt; ++i) visit(statementsOf(site.closing)[i]);
  }

  bool areAllowed(const BarrierSite& site) const {
    bool allowed = true;
    forEachBetween(site, [&](const Statement& s) { allowed = allowed && mayStandBetween(s); });
    return allowed;
  }

  // The one other cell that its sites use. Whether there is one.
  bool findFlag(SoftwareBarrier& barrier) const {
    std::set<SignalCell> cells;
    for (const BarrierSite& site : barrier.sites)
      forEachBetween(site, [&](const Statement& statement) {
        if (const auto cell = cellOf(statement); cell && *cell != barrier.counter)
          cells.insert(*cell);
      });
    if (cells.size() == 1) barrier.flag = *cells.begin();
    return cells.size() <= 1;
  }

  bool isUsedElsewhere(const SoftwareBarrier& barrier) const {
    std::set<const Statement*> own;
    for (const BarrierSite& site : barrier.sites)
      forEachBetween(site, [&](const Statement& s) { own.insert(&s); });
    auto isItsArray = [&](const Variable* v) {
      return v == barrier.counter.array || (barrier.flag && v == barrier.flag->array);
    };
    bool elsewhere = false;
    for (unsigned b : flow_.order())
      for (const Statement& statement : statementsOf(b)) {
        if (own.contains(&statement)) continue;
        bool mentions = false;
        forEachAssigned(statement,
                        [&](const Variable* v) { mentions = mentions || isItsArray(v); });
        forEachExpression(statement, [&](Expr e) {
          forEachVariable(e, [&](const Variable* v) { mentions = mentions || isItsArray(v); });
        });
        const auto cell = cellOf(statement);
        const bool other = cell && *cell != barrier.counter && cell != barrier.flag;
        elsewhere = elsewhere || (mentions && !other);
      }
    for (const Specification& spec : kernel_.procedure().specifications)
      if (spec.condition)
        forEachVariable(spec.condition,
                        [&](const Variable* v) { elsewhere = elsewhere || isItsArray(v); });
    return elsewhere;
  }

  const Kernel& kernel_;
  const ControlFlow& flow_;
  const Uniformity uniformity_;
};

// Leaves out what is done to memory; what it would have told is arbitrary.
void leaveOut(std::vector<Statement>& statements, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    Statement& statement = statements[i];
    const Call* call = statement.as<Call>();
    if (!call && !cellOf(statement)) continue;
    Havoc unknown;
    if (call)
      for (Variable* result : call->results)
        if (!result->array) unknown.targets.push_back(result);
    statement.node = std::move(unknown);
  }
}

// Of global memory; the barriers of the block stay.
Statement gridBarrierCall(Program& program, Procedure& gridBarrier, LocationId location) {
  Call call;
  call.callee = &gridBarrier;
  for (const Variable* parameter : gridBarrier.parameters)
    call.args.push_back(
        program.pool().bitVector(call.args.empty() ? 0 : 1, parameter->type->width()));
  return {std::move(call), {}, location, {}};
}

void replace(Program& program, Procedure& copy, const BarrierSite& site, Procedure& gridBarrier) {
  Block& opening = *copy.blocks[site.opening];
  Block& closing = *copy.blocks[site.closing];
  leaveOut(opening.statements, site.openingAt + 1, opening.statements.size());
  leaveOut(closing.statements, 0, site.closingAt);
  std::set<std::pair<std::string, Variable*>> assigned;
  for (unsigned b : site.between) {
    for (const Statement& statement : copy.blocks[b]->statements)
      forEachAssigned(statement, [&](Variable* v) {
        if (!v->array) assigned.insert({v->name, v});
      });
    copy.blocks[b]->statements.clear();
    copy.blocks[b]->successors = {&closing};
  }
  Havoc unknown;
  for (const auto& [name, variable] : assigned) unknown.targets.push_back(variable);
  opening.statements.push_back({std::move(unknown), {}, site.location, {}});
  opening.statements.push_back(gridBarrierCall(program, gridBarrier, site.location));
  opening.successors = {&closing};
}

}  // namespace

std::vector<Completion> SoftwareBarrier::completions() const {
  if (!flag) return {Completion::Total};
  return {Completion::Change, Completion::Parity, Completion::Number};
}

std::vector<SoftwareBarrier> findSoftwareBarriers(const Kernel& kernel) {
  return BarrierFinder(kernel).find();
}

std::unique_ptr<Procedure> withGridBarriers(Program& program, const Procedure& kernel,
                                            const std::vector<SoftwareBarrier>& barriers,
                                            Procedure& gridBarrier) {
  auto copy = copyOf(kernel);
  for (const SoftwareBarrier& barrier : barriers)
    for (const BarrierSite& site : barrier.sites) replace(program, *copy, site, gridBarrier);
  return copy;
}

}  // namespace barricade
