#include "analysis/elected_regions.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "analysis/signals.h"
#include "analysis/team_barriers.h"
#include "ir/uses.h"

namespace barricade {
namespace {

// Where nothing races, threads of a block that come to a read of shared memory together get one
// value, if only such barriers order what they do: what is written between two of these reads is
// ordered behind one and before the other by barriers to which both threads have come equally
// often, or neither. Whether they come together may depend on such values again, as long as they
// were equal until then.
Uniformity uniformityWithin(const Kernel& kernel) {
  Uniformity together(kernel, Mode::Intra, true);
  for (unsigned b : kernel.flow().order())
    for (const Statement& statement : kernel.procedure().blocks[b]->statements)
      if (const Call* call = statement.as<Call>();
          call && call->callee->synchronization && !ordersAlike(*call, together.block(b)))
        return Uniformity(kernel, Mode::Intra);
  return hasSignals(kernel.procedure()) ? Uniformity(kernel, Mode::Intra) : together;
}

}  // namespace

ElectedRegions::ElectedRegions(const Kernel& kernel, Terms& terms, const LaunchFacts& launch,
                               const WarpConvergence* warps)
    : warps_(warps),
      kernel_(kernel),
      terms_(terms),
      launch_(launch),
      uniformity_(uniformityWithin(kernel)) {
  findDefinitions();
  chosen_ = findChosen();
}

bool ElectedRegions::areTogether(unsigned block) const {
  return warps_ ? warps_->block(block) : uniformity_.block(block);
}

bool ElectedRegions::haveOne(const Variable* local) const {
  return warps_ ? warps_->isEqual(local) : uniformity_.variable(kernel_.indexOf(local));
}

// Variables with one definition, an expression over other variables.
void ElectedRegions::findDefinitions() {
  std::unordered_set<const Variable*> several;
  for (unsigned b : kernel_.flow().order())
    for (const Statement& statement : kernel_.procedure().blocks[b]->statements) {
      const Assign* assign = statement.as<Assign>();
      forEachAssigned(statement, [&](const Variable* v) {
        if (!assign || definitions_.contains(v)) several.insert(v);
        definitions_.try_emplace(v, nullptr);
      });
      if (!assign) continue;
      for (std::size_t i = 0; i < assign->targets.size(); ++i)
        definitions_[assign->targets[i].variable] = assign->values[i];
    }
  for (const Variable* v : several) definitions_[v] = nullptr;
  // One that is defined by itself, or by such a variable, has other values in other iterations.
  std::unordered_map<const Variable*, std::set<const Variable*>> awaited;
  std::unordered_map<const Variable*, std::vector<const Variable*>> uses;
  std::vector<const Variable*> settled;
  for (const auto& [variable, definition] : definitions_) {
    if (definition)
      forEachVariable(definition, [&](const Variable* v) {
        if (definitions_.contains(v) && awaited[variable].insert(v).second)
          uses[v].push_back(variable);
      });
    if (!awaited.contains(variable)) settled.push_back(variable);
  }
  while (!settled.empty()) {
    const Variable* of = settled.back();
    settled.pop_back();
    for (const Variable* user : uses[of])
      if (awaited[user].erase(of) > 0 && awaited[user].empty()) settled.push_back(user);
  }
  for (const auto& [variable, others] : awaited)
    if (!others.empty()) definitions_[variable] = nullptr;
}

// The last lane of a warp, unless conditions name others, and not that one: the last of these.
unsigned ElectedRegions::findChosen() const {
  constexpr unsigned lastLane = 31, mostThreads = 1024;
  std::set<unsigned> named;
  const auto collect = [&](Expr root) {
    forEachNode({root}, [&](Expr e) {
      if (e->op() != Op::Equal || !e->arg(0)->type()->isBitVector()) return;
      for (std::size_t side : {0U, 1U})
        if (const Expr number = e->arg(side); number->isLiteral() && number->value() > 0 &&
                                              number->value() < mostThreads &&
                                              isOfThread(e->arg(1 - side)))
          named.insert(number->value().convert_to<unsigned>());
    });
  };
  for (unsigned b : kernel_.flow().order())
    for (const Statement& statement : kernel_.procedure().blocks[b]->statements)
      forEachExpression(statement, collect);
  return named.empty() || named.contains(lastLane) ? lastLane : *named.rbegin();
}

bool ElectedRegions::isOfThread(Expr e) const {
  bool found = false;
  std::unordered_set<const Variable*> seen;
  for (std::vector<Expr> open{e}; !open.empty() && !found;) {
    const Expr part = open.back();
    open.pop_back();
    forEachVariable(part, [&](const Variable* v) {
      if (!seen.insert(v).second) return;
      found = found || (v->launch && v->launch->kind == LaunchConstant::Kind::LocalId);
      const auto definition = definitions_.find(v);
      if (definition != definitions_.end() && definition->second)
        open.push_back(definition->second);
    });
  }
  return found;
}

// `e` for the thread with the given ids; null where it depends on what is not known of it. A
// variable of a definition may have been set anew since then, unless it is a parameter.
Expr ElectedRegions::forThread(Expr e, Performer performer, bool ofDefinition) {
  const std::tuple key(e, performer, ofDefinition);
  if (const auto known = ofThreads_.find(key); known != ofThreads_.end()) return known->second;
  return ofThreads_[key] = computeForThread(e, performer, ofDefinition);
}

Expr ElectedRegions::computeForThread(Expr e, Performer performer, bool ofDefinition) {
  if (e->op() == Op::Select) return nullptr;
  if (e->op() == Op::Variable) {
    const Variable* v = e->variable();
    if (v->launch && v->launch->kind == LaunchConstant::Kind::LocalId)
      return idOf(performer, v->launch->dimension, e->type());
    if (!kernel_.isLocal(v)) return e;
    const bool isSet = definitions_.contains(v);
    if (!isSet && v->kind == Variable::Kind::Parameter) return e;
    if (!ofDefinition && haveOne(v)) return e;
    const Expr definition = isSet ? definitions_.at(v) : nullptr;
    return definition ? forThread(definition, performer, true) : nullptr;
  }
  std::vector<Expr> args;
  for (Expr arg : e->args()) {
    args.push_back(forThread(arg, performer, ofDefinition));
    if (!args.back()) return nullptr;
  }
  if (const auto lane = laneOf(e, args)) return terms_.number(*lane, e->type());
  return args.empty() ? e : terms_.rebuild(e, args);
}

// What `id % 32` and `id & 31` are of the first two lanes of a warp.
std::optional<unsigned> ElectedRegions::laneOf(Expr e, const std::vector<Expr>& args) {
  if (!warps_ || args.size() != 2 || !args[1]->isLiteral() || args[1]->value() <= 1)
    return std::nullopt;
  const BigInt& by = args[1]->value();
  const bool isLane = e->op() == Op::BvAnd ? by % 2 == 1 && by < warpSize()
                                           : (e->op() == Op::BvURem || e->op() == Op::BvSRem) &&
                                                 warpSize() % by == 0;
  for (Performer performer : {Performer::First, Performer::Last})
    if (isLane && args[0] == idOf(performer, 0, args[0]->type()))
      return performer == Performer::First ? 0 : 1;
  return std::nullopt;
}

BigInt ElectedRegions::warpSize() const {
  return warpSizeOf(kernel_, launch_);
}

// Of the first lane of a warp, or the second one, in terms of the thread's own.
Expr ElectedRegions::idOfLane(Performer performer, unsigned dimension, Type type) {
  ExprPool& pool = terms_.pool();
  const Variable* own =
      kernel_.program().launchConstant({LaunchConstant::Kind::LocalId, dimension});
  if (dimension > 0 || !own || own->type != type) return terms_.number(0, type);
  const BigInt ones = (BigInt(1) << type->width()) - 1;
  const Expr first =
      pool.make(Op::BvAnd, pool.variable(own), terms_.number(ones - (warpSize() - 1), type));
  return performer == Performer::First ? first : pool.make(Op::BvOr, first, terms_.number(1, type));
}

Expr ElectedRegions::idOf(Performer performer, unsigned dimension, Type type) {
  if (warps_) return idOfLane(performer, dimension, type);
  const Expr zero = terms_.number(0, type);
  if (performer == Performer::First) return zero;
  if (performer == Performer::Chosen) return dimension == 0 ? terms_.number(chosen_, type) : zero;
  const Expr size = launch_.groupSize[dimension];
  return size->type() == type ? terms_.sub(size, terms_.number(1, type)) : zero;
}

std::vector<ElectedRegion> ElectedRegions::find() {
  std::vector<ElectedRegion> regions;
  std::set<unsigned> taken;
  for (unsigned b : kernel_.flow().order()) {
    const Branch& branch = kernel_.branch(b);
    if (taken.contains(b) || !areTogether(b) || branch.kind != Branch::Kind::Guarded ||
        branch.guards.size() != 2)
      continue;
    for (std::size_t s = 0; s < 2; ++s)
      if (auto region = regionOf(b, s)) {
        taken.insert(region->blocks.begin(), region->blocks.end());
        regions.push_back(std::move(*region));
        break;
      }
  }
  return regions;
}

std::optional<ElectedRegion> ElectedRegions::regionOf(unsigned branch, std::size_t successor) {
  const ControlFlow& flow = kernel_.flow();
  ElectedRegion region;
  region.branch = branch;
  region.first = flow.successors(branch)[successor];
  if (flow.predecessors(region.first).size() != 1) return std::nullopt;
  bool decides = false;
  forEachVariable(kernel_.branch(branch).guards[successor], [&](const Variable* v) {
    decides = decides || (v->launch && v->launch->kind == LaunchConstant::Kind::LocalId) ||
              (kernel_.isLocal(v) && !haveOne(v));
  });
  if (!decides || !findExtent(region)) return std::nullopt;
  if (warps_) {  // of the first lane alone
    const Expr second = forThread(kernel_.branch(branch).guards[successor], Performer::Last);
    if (!second || !second->isFalse()) return std::nullopt;
  }
  std::size_t most = 0;
  for (Performer performer : performers()) {
    const Expr guard = forThread(kernel_.branch(branch).guards[successor], performer);
    if (!guard || guard->isFalse()) continue;
    const std::size_t atomics = atomicsOf(region, performer);
    if (region.guard && atomics <= most) continue;
    most = atomics;
    region.guard = guard;
    region.performer = performer;
  }
  return region.guard ? std::optional(region) : std::nullopt;
}

std::vector<Performer> ElectedRegions::performers() const {
  std::vector<Performer> all{Performer::First, Performer::Last};
  const Expr size = launch_.groupSize[0];
  if (!warps_ && size->isLiteral() && size->value() > chosen_ + 1) all.push_back(Performer::Chosen);
  return all;
}

// How many atomic operations of the region the thread may come to.
std::size_t ElectedRegions::atomicsOf(const ElectedRegion& region, Performer performer) {
  std::size_t count = 0;
  for (unsigned b : region.blocks)
    for (const Statement& statement : kernel_.procedure().blocks[b]->statements) {
      const Call* call = statement.as<Call>();
      count += call && call->atomic && mayComeTo(b, region, performer);
    }
  return count;
}

bool ElectedRegions::mayComeTo(unsigned block, const ElectedRegion& region, Performer performer) {
  const ControlFlow& flow = kernel_.flow();
  return std::ranges::none_of(region.blocks, [&](unsigned b) {
    if (!flow.dominates(b, block) || flow.predecessors(b).size() != 1) return false;
    const unsigned before = flow.predecessors(b).front();
    const Branch& branch = kernel_.branch(before);
    const auto& successors = flow.successors(before);
    if (branch.kind != Branch::Kind::Guarded) return false;
    const std::size_t edge = successors[0] == b ? 0 : 1;
    const Expr guard = forThread(branch.guards[edge], performer);
    return guard && guard->isFalse();
  });
}

// The blocks that the branch leads to alone, with one exit; they have to be worth it.
bool ElectedRegions::findExtent(ElectedRegion& region) const {
  const ControlFlow& flow = kernel_.flow();
  std::set<unsigned> exits;
  bool signals = false;
  for (unsigned b : flow.order()) {
    if (!flow.dominates(region.first, b)) continue;
    region.blocks.push_back(b);
    if (flow.successors(b).empty()) return false;
    for (unsigned s : flow.successors(b))
      if (!flow.dominates(region.first, s)) exits.insert(s);
    for (const Statement& statement : kernel_.procedure().blocks[b]->statements) {
      const Call* call = statement.as<Call>();
      if (call && (meetsThreads(*call) || (warps_ && meetsLanes(*call)))) return false;
      signals = signals || (call && (call->atomic || call->callee->isFence()));
      if (!call && !warps_)
        forEachAssigned(statement, [&](const Variable* v) {
          signals = signals || (v->array && v->array->space == AddressSpace::GroupShared);
        });
    }
  }
  if (!signals || exits.size() != 1) return false;
  region.exit = *exits.begin();
  return true;
}

// Loops without synchronisation are taken to end, as C++ takes them to ([intro.progress]).
bool ElectedRegions::mayStay(const ElectedRegion& region) const {
  const ControlFlow& flow = kernel_.flow();
  return std::any_of(region.blocks.begin(), region.blocks.end(), [&](unsigned b) {
    const auto& statements = kernel_.procedure().blocks[b]->statements;
    const int loop = flow.innermostLoop(b);
    const bool repeats = loop >= 0 && !flow.inLoop(region.branch, static_cast<unsigned>(loop));
    return (repeats && flow.loops()[static_cast<unsigned>(loop)].exits.empty()) ||
           std::any_of(statements.begin(), statements.end(), [&](const Statement& statement) {
             const Call* call = statement.as<Call>();
             return call && !call->callee->isFence() && (repeats || !call->atomic);
           });
  });
}

}  // namespace barricade
