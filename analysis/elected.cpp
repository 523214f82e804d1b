#include "analysis/elected.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "analysis/block_totals.h"
#include "analysis/signals.h"
#include "analysis/team_barriers.h"
#include "analysis/uniformity.h"
#include "analysis/warp_convergence.h"
#include "ir/copy.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr std::string_view electedAttribute = "elected";
constexpr std::string_view comesThroughAttribute = "comes_through";
constexpr std::string_view ofAllAttribute = "of_all";

struct ElectedRegion {
  unsigned branch = 0;  // the block that decides
  unsigned first = 0;   // the successor that the elected thread goes to
  unsigned exit = 0;    // where it comes out
  std::vector<unsigned> blocks;
  Expr guard = nullptr;  // of the elected thread
  Performer performer = Performer::First;
  Variable* comesThrough = nullptr;
};

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

// Finds the regions, copies the kernel, then each region; what is known of an expression in a copy
// takes most of its many methods.
class Elector {
 public:
  // `warps`: lanes are elected for their warps, where these lanes come together; null: threads for
  // their blocks.
  Elector(Program& program, const Kernel& kernel, Terms& terms, const LaunchFacts& launch,
          const WarpConvergence* warps = nullptr)
      : warps_(warps),
        program_(program),
        kernel_(kernel),
        original_(kernel.procedure()),
        terms_(terms),
        launch_(launch),
        uniformity_(uniformityWithin(kernel)),
        setOnce_(original_, kernel.flow()),
        copy_(copyDeclaration(original_)) {
    if (const auto size = greatestSize(terms, launch); size && !warps_)
      totals_ = findBlockTotals(kernel, *size);
  }

  std::unique_ptr<Procedure> run() {
    findDefinitions();
    findRegions();
    if (warps_ && (regions_.empty() || !handsOnInWarps())) return nullptr;
    if (!warps_) findBroadcasts();
    for (ElectedRegion& region : regions_)
      if (mayStay(region)) {
        region.comesThrough = newLocal("comes_through", boolType());
        region.comesThrough->attributes.push_back({std::string(comesThroughAttribute), {}});
      }
    copyKernel();
    for (const ElectedRegion& region : regions_) copyRegion(region);
    return std::move(copy_);
  }

 private:
  // Whether all for whom a thread is elected come to a block, or none; and hold one value.
  bool areTogether(unsigned block) const {
    return warps_ ? warps_->block(block) : uniformity_.block(block);
  }
  bool haveOne(const Variable* local) const {
    return warps_ ? warps_->isEqual(local) : uniformity_.variable(kernel_.indexOf(local));
  }

  //--- Which regions

  // Variables with one definition, an expression over other variables.
  void findDefinitions() {
    std::unordered_set<const Variable*> several;
    for (unsigned b : kernel_.flow().order())
      for (const Statement& statement : original_.blocks[b]->statements) {
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
    // One that is defined by itself has other values in other iterations.
    for (auto& [variable, definition] : definitions_)
      if (definition && mentions(definition, variable, 0)) definition = nullptr;
  }

  bool mentions(Expr e, const Variable* variable, unsigned depth) const {
    bool found = depth > 64;
    forEachVariable(e, [&](const Variable* v) {
      if (found || v == variable) {
        found = true;
      } else if (auto it = definitions_.find(v); it != definitions_.end() && it->second) {
        found = mentions(it->second, variable, depth + 1);
      }
    });
    return found;
  }

  // `e` for the thread with the given ids; null where it depends on what is not known of it. A
  // variable of a definition may have been set anew since then, unless it is a parameter.
  Expr forThread(Expr e, Performer performer, bool ofDefinition = false) {
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
  std::optional<unsigned> laneOf(Expr e, const std::vector<Expr>& args) {
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

  BigInt warpSize() const { return warpSizeOf(kernel_, launch_); }

  // Of the first lane of a warp, or the second one, in terms of the thread's own.
  Expr idOfLane(Performer performer, unsigned dimension, Type type) {
    ExprPool& pool = program_.pool();
    const Variable* own =
        kernel_.program().launchConstant({LaunchConstant::Kind::LocalId, dimension});
    if (dimension > 0 || !own || own->type != type) return terms_.number(0, type);
    const BigInt ones = (BigInt(1) << type->width()) - 1;
    const Expr first =
        pool.make(Op::BvAnd, pool.variable(own), terms_.number(ones - (warpSize() - 1), type));
    return performer == Performer::First ? first
                                         : pool.make(Op::BvOr, first, terms_.number(1, type));
  }

  Expr idOf(Performer performer, unsigned dimension, Type type) {
    if (warps_) return idOfLane(performer, dimension, type);
    const Expr zero = terms_.number(0, type);
    if (performer == Performer::First) return zero;
    const Expr size = launch_.groupSize[dimension];
    return size->type() == type ? terms_.sub(size, terms_.number(1, type)) : zero;
  }

  void findRegions() {
    std::set<unsigned> taken;
    for (unsigned b : kernel_.flow().order()) {
      const Branch& branch = kernel_.branch(b);
      if (taken.contains(b) || !areTogether(b) || branch.kind != Branch::Kind::Guarded ||
          branch.guards.size() != 2)
        continue;
      for (std::size_t s = 0; s < 2; ++s)
        if (auto region = regionOf(b, s)) {
          taken.insert(region->blocks.begin(), region->blocks.end());
          regions_.push_back(std::move(*region));
          break;
        }
    }
  }

  std::optional<ElectedRegion> regionOf(unsigned branch, std::size_t successor) {
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
    for (Performer performer : {Performer::First, Performer::Last}) {
      const Expr guard = forThread(kernel_.branch(branch).guards[successor], performer);
      if (!guard || guard->isFalse()) continue;
      region.guard = guard;
      region.performer = performer;
      return region;
    }
    return std::nullopt;
  }

  // The blocks that the branch leads to alone, with one exit; they have to be worth it.
  bool findExtent(ElectedRegion& region) const {
    const ControlFlow& flow = kernel_.flow();
    std::set<unsigned> exits;
    bool signals = false;
    for (unsigned b : flow.order()) {
      if (!flow.dominates(region.first, b)) continue;
      region.blocks.push_back(b);
      if (flow.successors(b).empty()) return false;
      for (unsigned s : flow.successors(b))
        if (!flow.dominates(region.first, s)) exits.insert(s);
      for (const Statement& statement : original_.blocks[b]->statements) {
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

  // Whether the elected thread may stay in the region: it loops there, or waits for others.
  bool mayStay(const ElectedRegion& region) const {
    const ControlFlow& flow = kernel_.flow();
    return std::any_of(region.blocks.begin(), region.blocks.end(), [&](unsigned b) {
      const auto& statements = original_.blocks[b]->statements;
      const int loop = flow.innermostLoop(b);
      return (loop >= 0 && !flow.inLoop(region.branch, static_cast<unsigned>(loop))) ||
             std::any_of(statements.begin(), statements.end(), [](const Statement& statement) {
               const Call* call = statement.as<Call>();
               return call && !call->atomic && !call->callee->isFence();
             });
    });
  }

  //--- Broadcasts

  void findBroadcasts() {
    std::map<const Variable*, std::set<Performer>> writers;
    std::unordered_set<const Variable*> others;
    for (unsigned b : kernel_.flow().order()) {
      const auto region = std::find_if(regions_.begin(), regions_.end(), [&](const auto& r) {
        return std::find(r.blocks.begin(), r.blocks.end(), b) != r.blocks.end();
      });
      for (const Statement& statement : original_.blocks[b]->statements)
        forEachAssigned(statement, [&](const Variable* v) {
          if (!v->array) return;
          if (region != regions_.end() && isElementWrite(statement, v))
            writers[v].insert(region->performer);
          else
            others.insert(v);
        });
    }
    for (const auto& [array, performers] : writers)
      if (array->array->space == AddressSpace::GroupShared && !others.contains(array) &&
          performers.size() == 1)
        broadcasts_.insert(array);
  }

  static bool isElementWrite(const Statement& statement, const Variable* array) {
    const Assign* assign = statement.as<Assign>();
    return assign &&
           std::all_of(assign->targets.begin(), assign->targets.end(), [&](const Target& target) {
             return target.variable != array ||
                    (target.indices.size() == 1 && target.indices[0]->isLiteral());
           });
  }

  // The variable for an element of a broadcast; null where it is none.
  Variable* broadcast(const Variable* array, Expr index) {
    if (!broadcasts_.contains(array) || !index->isLiteral()) return nullptr;
    Variable*& variable = elements_[{array, index->value()}];
    if (!variable) variable = newLocal(array->name + ".broadcast", array->type->range());
    return variable;
  }

  //--- Copies

  Variable* newLocal(const std::string& name, Type type) {
    Variable* variable = program_.newVariable();
    variable->name = name + "." + std::to_string(count_++);
    variable->kind = Variable::Kind::Local;
    variable->type = type;
    copy_->locals.push_back(variable);
    return variable;
  }

  // With the variables of broadcasts in place of their elements.
  Expr withBroadcasts(Expr e) {
    if (!e) return e;
    if (e->op() == Op::Select && e->arg(0)->op() == Op::Variable)
      if (Variable* variable = broadcast(e->arg(0)->variable(), e->arg(1)))
        return program_.pool().variable(variable);
    if (e->args().empty()) return e;
    std::vector<Expr> args;
    for (Expr arg : e->args()) args.push_back(withBroadcasts(arg));
    return program_.pool().withArgs(e, args);
  }

  void copyKernel() {
    Procedure& copy = *copy_;
    std::set<unsigned> elected;
    for (const ElectedRegion& region : regions_)
      elected.insert(region.blocks.begin(), region.blocks.end());
    for (const auto& block : original_.blocks) {
      Block* copied = copy.addBlock(block->label);
      copied->location = block->location;
      copied->statements = withKnowledge(*block);
      for (Statement& statement : copied->statements) {
        const Call* call = statement.as<Call>();
        if (call && (call->callee->isFence() || isBarrierOfWarps(*call)) &&
            kernel_.flow().reachable(block->index) && areTogether(block->index))
          statement.attributes.push_back({std::string(ofAllAttribute), {}});
        if (Assign* assign = statement.as<Assign>(); assign && !elected.contains(block->index))
          for (Expr& value : assign->values) value = withBroadcasts(value);
      }
    }
    for (const auto& block : original_.blocks)
      for (const Block* successor : block->successors)
        copy.blocks[block->index]->successors.push_back(copy.blocks[successor->index].get());
  }

  // Whether it is a barrier of all lanes of each warp, for which lanes are elected.
  bool isBarrierOfWarps(const Call& call) const {
    return warps_ && call.callee->synchronization &&
           call.callee->synchronization->primitive == SyncPrimitive::WarpBarrier &&
           call.site.isNone() && ordersAlike(call, true);
  }

  bool handsOnInWarps() const {
    return std::ranges::any_of(kernel_.flow().order(), [&](unsigned b) {
      const auto& statements = original_.blocks[b]->statements;
      return areTogether(b) && std::ranges::any_of(statements, [&](const Statement& statement) {
               const Call* call = statement.as<Call>();
               return call && isBarrierOfWarps(*call);
             });
    });
  }

  // The block's statements, with what whoever has passed a barrier knows.
  std::vector<Statement> withKnowledge(const Block& block) {
    ExprPool& pool = program_.pool();
    std::vector<Statement> statements;
    if (&block == original_.entry()) {
      Assign all;
      for (const ElectedRegion& region : regions_) {
        if (!region.comesThrough) continue;
        all.targets.push_back({region.comesThrough, {}});
        all.values.push_back(pool.boolean(true));
      }
      if (!all.targets.empty()) statements.push_back({std::move(all), {}, block.location, {}});
    }
    for (const Statement& statement : block.statements) {
      statements.push_back(statement);
      const Call* call = statement.as<Call>();
      if (!call || !(isBarrierOfBlock(*call) ||
                     (isBarrierOfWarps(*call) && kernel_.flow().reachable(block.index) &&
                      areTogether(block.index))))
        continue;
      for (const ElectedRegion& region : regions_)
        if (region.comesThrough)
          statements.push_back({Assume{pool.variable(region.comesThrough), false, true},
                                {},
                                statement.location,
                                {}});
    }
    return statements;
  }

  Block* newBlock(const std::string& label, LocationId location) {
    Block* block = copy_->addBlock(label + ".elected." + std::to_string(count_++));
    block->location = location;
    return block;
  }

  // The branch's block goes through the copy, or past it, to a block of its own that branches.
  void copyRegion(const ElectedRegion& region) {
    Block* before = copy_->blocks[region.branch].get();
    Block* branch = newBlock(before->label, before->location);
    branch->successors = std::move(before->successors);
    Block* enter = newBlock(before->label, before->location);
    ExprPool& pool = program_.pool();
    Expr enters = region.guard;
    if (region.comesThrough) {
      before->statements.push_back({Havoc{{region.comesThrough}}, {}, before->location, {}});
      enters = pool.make(Op::And, enters, pool.variable(region.comesThrough));
    }
    before->successors = {enter};
    if (!enters->isTrue()) {
      Block* pass = newBlock(before->label, before->location);
      before->successors = {enter, pass};
      enter->statements.push_back({Assume{enters, true, true}, {}, before->location, {}});
      pass->statements.push_back(
          {Assume{pool.make(Op::Not, enters), true, true}, {}, before->location, {}});
      pass->successors = {branch};
    }

    values_.clear();
    std::unordered_map<unsigned, Block*> copies;
    for (unsigned b : region.blocks)
      copies[b] = newBlock(original_.blocks[b]->label, original_.blocks[b]->location);
    Havoc unknown;
    for (unsigned b : region.blocks) {
      Block* block = copies[b];
      for (const Statement& statement : original_.blocks[b]->statements)
        copyStatement(statement, b == region.first, region, *block);
      for (const Block* successor : original_.blocks[b]->successors)
        block->successors.push_back(copies.contains(successor->index) ? copies[successor->index]
                                                                      : branch);
    }
    for (const auto& [variable, own] : values_) unknown.targets.push_back(own);
    std::sort(unknown.targets.begin(), unknown.targets.end(),
              [](const Variable* a, const Variable* b) { return a->name < b->name; });
    enter->statements.push_back({unknown, {}, before->location, {}});
    enter->successors = {copies[region.first]};
  }

  // Whether it holds what the block has counted, which every thread has read that comes to `use`,
  // the elected one as well, or is computed from that and what is one value for the block.
  bool isOfTotal(const Variable* variable, const StatementPlace& use) const {
    const auto* definition = setOnce_.of(variable, use);
    if (!definition) return false;
    if (const auto total = totals_.find(definition->statement); total != totals_.end())
      return total->second.value == variable;
    bool isOfTotals = definition->value != nullptr;
    if (isOfTotals)
      forEachVariable(definition->value, [&](const Variable* v) {
        isOfTotals = isOfTotals && !v->isThreadId() && !v->array &&
                     (!kernel_.isLocal(v) || haveOne(v) || isOfTotal(v, definition->place));
      });
    return isOfTotals;
  }

  // The elected thread's own variable; arbitrary where the region does not set it.
  Variable* ownOf(const Variable* variable) {
    Variable*& own = values_[variable];
    if (!own) own = newLocal(variable->name + ".elected", variable->type);
    return own;
  }

  // Null where it reads what is not known.
  Expr forElected(Expr e, const ElectedRegion& region) {
    if (e->op() == Op::Select) {
      if (e->arg(0)->op() != Op::Variable) return nullptr;
      const Variable* array = e->arg(0)->variable();
      if (Variable* variable = broadcast(array, e->arg(1)))
        return program_.pool().variable(variable);
      if (!array->array || array->array->space != AddressSpace::Global ||
          !kernel_.arrays()[kernel_.arrayIndex(array)].readOnly())
        return nullptr;
      const Expr index = forElected(e->arg(1), region);
      return index ? program_.pool().withArgs(e, {e->arg(0), index}) : nullptr;
    }
    if (e->op() == Op::Variable) {
      const Variable* v = e->variable();
      if (v->launch && v->launch->kind == LaunchConstant::Kind::LocalId)
        return idOf(region.performer, v->launch->dimension, e->type());
      if (!kernel_.isLocal(v) || haveOne(v) ||
          isOfTotal(v, {region.branch, original_.blocks[region.branch]->statements.size()}))
        return e;
      if (const Expr known = forThread(e, region.performer)) return known;
      return program_.pool().variable(ownOf(v));
    }
    std::vector<Expr> args;
    for (Expr arg : e->args()) {
      args.push_back(forElected(arg, region));
      if (!args.back()) return nullptr;
    }
    return args.empty() ? e : program_.pool().withArgs(e, args);
  }

  void copyStatement(const Statement& statement, bool opensRegion, const ElectedRegion& region,
                     Block& block) {
    Statement copy = statement;
    copy.attributes.push_back(
        {std::string(electedAttribute), {region.performer == Performer::First ? "first" : "last"}});
    if (const Assign* assign = statement.as<Assign>()) {
      copyAssign(*assign, region, std::move(copy), block);
    } else if (const Assume* assume = statement.as<Assume>()) {
      if (opensRegion && assume->partition) return;  // decided before
      const Expr condition = forElected(assume->condition, region);
      if (!condition && !assume->partition) return;
      copy.node = Assume{condition ? condition : terms_.yes(), assume->partition, true};
      block.statements.push_back(std::move(copy));
    } else if (const Call* call = statement.as<Call>()) {
      copyCall(*call, region, std::move(copy), block);
    } else if (statement.as<Havoc>()) {
      havoc(statement, block);
    }
  }

  void copyAssign(const Assign& assign, const ElectedRegion& region, Statement copy, Block& block) {
    Assign known;
    Havoc unknown;
    for (std::size_t i = 0; i < assign.targets.size(); ++i) {
      const Target& target = assign.targets[i];
      Variable* own =
          target.variable->array
              ? target.indices.empty() ? nullptr : broadcast(target.variable, target.indices[0])
              : ownOf(target.variable);
      if (!own) continue;
      if (const Expr value = forElected(assign.values[i], region)) {
        known.targets.push_back({own, {}});
        known.values.push_back(value);
      } else {
        unknown.targets.push_back(own);
      }
    }
    if (!known.targets.empty()) {
      copy.node = std::move(known);
      block.statements.push_back(copy);
    }
    if (!unknown.targets.empty()) {
      if (const Expr element = elementAhead(assign, region)) markRead(copy, element);
      copy.node = std::move(unknown);
      block.statements.push_back(std::move(copy));
    }
  }

  // The element that the statement reads into a variable, as the elected thread finds it ahead of
  // the region; null where that may have stored there by then. It may store there next, right
  // behind the statement: whether it reads the element once more has to be looked at.
  Expr elementAhead(const Assign& read, const ElectedRegion& region) {
    const Expr element = read.values.size() == 1 ? read.values[0] : nullptr;
    if (warps_ || !element || element->op() != Op::Select || element->arg(0)->op() != Op::Variable)
      return nullptr;
    for (unsigned b : region.blocks) {
      bool isBehind = false;  // nothing that the index is computed from has changed since
      for (const Statement& statement : original_.blocks[b]->statements) {
        const Assign* assign = statement.as<Assign>();
        const bool isInPlace = isBehind && assign && assign->targets.size() == 1 &&
                               assign->targets[0].indices == std::vector<Expr>{element->arg(1)};
        bool storesElsewhere = false;
        forEachAssigned(statement, [&](const Variable* v) {
          if (v == element->arg(0)->variable()) storesElsewhere = storesElsewhere || !isInPlace;
          forEachVariable(element->arg(1), [&](const Variable* of) {
            if (of == v) isBehind = false;
          });
        });
        if (storesElsewhere) return nullptr;
        isBehind = isBehind || assign == &read;
      }
    }
    const Expr index = forElected(element->arg(1), region);
    return index ? program_.pool().withArgs(element, {element->arg(0), index}) : nullptr;
  }

  void copyCall(const Call& call, const ElectedRegion& region, Statement copy, Block& block) {
    Call made = call;
    bool isKnown = call.atomic.has_value() || call.callee->isFence();
    auto replace = [&](Expr& e) {
      const Expr own = e->type()->isMap() ? e : forElected(e, region);
      isKnown = isKnown && own;
      if (own) e = own;
    };
    for (Expr& arg : made.args) replace(arg);
    if (made.atomic)
      for (Expr& operand : made.atomic->args) replace(operand);
    if (!isKnown) return havoc({call, {}, noLocation, {}}, block);
    for (Variable*& result : made.results)
      if (!result->array) result = ownOf(result);
    copy.node = std::move(made);
    block.statements.push_back(std::move(copy));
  }

  void havoc(const Statement& statement, Block& block) {
    Havoc havoc;
    forEachAssigned(statement, [&](const Variable* v) {
      if (kernel_.isLocal(v)) havoc.targets.push_back(ownOf(v));
    });
    if (!havoc.targets.empty()) block.statements.push_back({havoc, {}, statement.location, {}});
  }

  const WarpConvergence* warps_;
  Program& program_;
  const Kernel& kernel_;
  const Procedure& original_;
  Terms& terms_;
  const LaunchFacts& launch_;
  const Uniformity uniformity_;
  const SingleDefinitions setOnce_;
  BlockTotals totals_;
  std::unique_ptr<Procedure> copy_;
  std::unordered_map<const Variable*, Expr> definitions_;
  std::vector<ElectedRegion> regions_;
  std::unordered_set<const Variable*> broadcasts_;
  std::map<std::pair<const Variable*, BigInt>, Variable*> elements_;
  std::unordered_map<const Variable*, Variable*> values_;  // of the region that is copied
  unsigned count_ = 0;
};

}  // namespace

Performer performerOf(const Statement& statement) {
  const Attribute* attribute = findAttribute(statement.attributes, electedAttribute);
  if (!attribute) return Performer::Own;
  return std::get<std::string>(attribute->args.front()) == "first" ? Performer::First
                                                                   : Performer::Last;
}

bool tellsComingThrough(const Variable& variable) {
  return hasAttribute(variable.attributes, comesThroughAttribute);
}

bool isOfAll(const Statement& statement) {
  return hasAttribute(statement.attributes, ofAllAttribute);
}

bool handsOnResults(const Kernel& kernel) {
  const auto& arrays = kernel.arrays();
  return std::any_of(arrays.begin(), arrays.end(),
                     [](const KernelArray& array) {
                       return array.array->space == AddressSpace::Global &&
                              array.results.kind != ResultRule::Kind::None;
                     }) &&
         std::any_of(arrays.begin(), arrays.end(), [](const KernelArray& array) {
           return array.array->space == AddressSpace::GroupShared && array.written &&
                  !array.atomic && array.influences;
         });
}

std::unique_ptr<Procedure> withElectedThreads(Program& program, const Kernel& kernel, Terms& terms,
                                              const LaunchFacts& launch) {
  return Elector(program, kernel, terms, launch).run();
}

std::unique_ptr<Procedure> withElectedLanes(Program& program, const Kernel& kernel, Terms& terms,
                                            const LaunchFacts& launch) {
  const unsigned warp = warpSizeOf(kernel, launch);
  const bool isRow = std::all_of(launch.groupSize.begin() + 1, launch.groupSize.end(),
                                 [](Expr size) { return size->isLiteral() && size->value() == 1; });
  if (!isRow || !std::has_single_bit(warp) || !launch.groupSize[0]->type()->isBitVector())
    return nullptr;
  const WarpConvergence convergence(kernel, launch, {}, true);
  return Elector(program, kernel, terms, launch, &convergence).run();
}

}  // namespace barricade
