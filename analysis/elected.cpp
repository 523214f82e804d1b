#include "analysis/elected.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "analysis/block_totals.h"
#include "analysis/elected_alone.h"
#include "analysis/elected_regions.h"
#include "analysis/signals.h"
#include "analysis/team_barriers.h"
#include "analysis/uniformity.h"
#include "analysis/warp_convergence.h"
#include "ir/copy.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr unsigned mostChosen = 8;  // elements of a broadcast, by a computed index
constexpr std::string_view electedAttribute = "elected";
constexpr std::string_view valueAttribute = "elected_value";
constexpr std::array<std::string_view, 4> performerNames{"", "first", "last", "chosen"};
constexpr std::string_view chosenAttribute = "chosen_thread";
constexpr std::string_view comesThroughAttribute = "comes_through";
constexpr std::string_view ofAllAttribute = "of_all";

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
        elected_(kernel, terms, launch, warps),
        setOnce_(original_, kernel.flow()),
        copy_(copyDeclaration(original_)) {
    if (const auto size = greatestSize(terms, launch); size && !warps_)
      totals_ = findBlockTotals(kernel, *size);
  }

  std::unique_ptr<Procedure> run() {
    regions_ = elected_.find();
    copy_->attributes.push_back(
        {std::string(chosenAttribute), {std::to_string(elected_.chosen())}});
    if (warps_ && (regions_.empty() || !handsOnInWarps())) return nullptr;
    if (!warps_) findBroadcasts();
    findCarried();
    for (ElectedRegion& region : regions_)
      if (elected_.mayStay(region)) {
        region.comesThrough = newLocal("comes_through", boolType());
        region.comesThrough->attributes.push_back({std::string(comesThroughAttribute), {}});
      }
    copyKernel();
    for (const ElectedRegion& region : regions_) copyRegion(region);
    return std::move(copy_);
  }

 private:
  //--- Broadcasts

  // What others than the elected thread write there it writes, too, or they race.
  void findBroadcasts() {
    ElectedAlone alone(kernel_, terms_, launch_, elected_);
    std::map<const Variable*, std::set<Performer>> writers;
    std::unordered_set<const Variable*> others;
    for (unsigned b : kernel_.flow().order()) {
      const ElectedRegion* region = regionOf(b);
      for (const Statement& statement : original_.blocks[b]->statements)
        forEachAssigned(statement, [&](const Variable* v) {
          if (!v->array || v->array->space != AddressSpace::GroupShared) return;
          if (region && isElementWrite(statement, v) &&
              (alone.isAloneAt(b, *region) ||
               (alone.isOnAllPaths(b, *region) && isOneElement(statement, v))))
            writers[v].insert(region->performer);
          else
            others.insert(v);
        });
    }
    for (const auto& [array, performers] : writers)
      if (!others.contains(array) && performers.size() == 1) broadcasts_.insert(array);
  }

  static bool isElementWrite(const Statement& statement, const Variable* array) {
    const Assign* assign = statement.as<Assign>();
    return assign &&
           std::all_of(assign->targets.begin(), assign->targets.end(), [&](const Target& target) {
             return target.variable != array ||
                    (target.indices.size() == 1 &&
                     (target.indices[0]->isLiteral() || fewElementsOf(array) > 0));
           });
  }

  // Whether all who come to an element write write the same one.
  bool isOneElement(const Statement& statement, const Variable* array) const {
    return std::ranges::all_of(statement.as<Assign>()->targets, [&](const Target& target) {
      bool isOne = true;
      if (target.variable == array)
        forEachVariable(target.indices[0], [&](const Variable* v) {
          isOne = isOne && !v->array && !v->isThreadId() &&
                  (!kernel_.isLocal(v) || elected_.haveOne(v));
        });
      return isOne;
    });
  }

  // Of an array of so few that each may be looked at where an index is computed; else 0.
  static unsigned fewElementsOf(const Variable* array) {
    const BigInt elements = extentOf(*array->array).value_or(0);
    return elements <= mostChosen ? static_cast<unsigned>(elements) : 0;
  }

  Variable* broadcast(const Variable* array, const BigInt& index) {
    Variable*& variable = elements_[{array, index}];
    if (!variable) variable = newLocal(array->name + ".broadcast", array->type->range());
    return variable;
  }

  // What is read of an element of a broadcast; null where it is none.
  Expr readBroadcast(Expr select, Expr index) {
    const Variable* array = select->arg(0)->variable();
    ExprPool& pool = program_.pool();
    if (!broadcasts_.contains(array)) return nullptr;
    if (index->isLiteral()) return pool.variable(broadcast(array, index->value()));
    if (fewElementsOf(array) == 0) return nullptr;
    Expr value = pool.withArgs(select, {select->arg(0), index});
    for (unsigned i = 0; i < fewElementsOf(array); ++i)
      value = pool.make(Op::Ite, {isElement(index, i), pool.variable(broadcast(array, i)), value});
    return value;
  }

  Expr isElement(Expr index, unsigned number) {
    return program_.pool().make(Op::Equal, index, terms_.number(number, index->type()));
  }

  //--- What is carried from region to region

  // Variables that only regions of one performer set, and another one of these reads: the elected
  // thread still has what it has set. Others may set them where that thread does not come.
  void findCarried() {
    std::map<const Variable*, std::set<const ElectedRegion*>> setters;
    std::set<const Variable*> others;
    for (unsigned b : kernel_.flow().order()) {
      const ElectedRegion* region = regionOf(b);
      if (!region && isForOthers(b)) continue;
      for (const Statement& statement : original_.blocks[b]->statements)
        forEachAssigned(statement, [&](const Variable* v) {
          if (region)
            setters[v].insert(region);
          else
            others.insert(v);
        });
    }
    for (const ElectedRegion& region : regions_)
      for (unsigned b : region.blocks)
        for (const Statement& statement : original_.blocks[b]->statements)
          forEachExpression(statement, [&](Expr e) {
            forEachVariable(e, [&](const Variable* v) {
              const auto known = setters.find(v);
              if (known == setters.end() || others.contains(v) || v->array ||
                  known->second.contains(&region) ||
                  std::ranges::any_of(known->second, [&](const ElectedRegion* setter) {
                    return setter->performer != region.performer;
                  }))
                return;
              Variable*& own = carried_[region.performer][v];
              if (!own) own = newLocal(v->name + ".carried", v->type);
            });
          });
  }

  const ElectedRegion* regionOf(unsigned block) const {
    const auto region = std::ranges::find_if(
        regions_, [&](const ElectedRegion& r) { return std::ranges::count(r.blocks, block) > 0; });
    return region == regions_.end() ? nullptr : &*region;
  }

  // Whether no elected thread ever comes to the block: it is in the other arm of a region's branch,
  // and there is no other kind of them.
  bool isForOthers(unsigned block) const {
    const ControlFlow& flow = kernel_.flow();
    return std::ranges::any_of(regions_, [&](const ElectedRegion& region) {
      const auto& arms = flow.successors(region.branch);
      const unsigned other = arms[arms[0] == region.first ? 1 : 0];
      return region.guard->isTrue() && flow.predecessors(other).size() == 1 &&
             flow.dominates(other, block) &&
             std::ranges::all_of(regions_, [&](const ElectedRegion& one) {
               return one.performer == region.performer;
             });
    });
  }

  // What passes the region by does not know what the elected thread sets there.
  Havoc carriedFrom(const ElectedRegion& region) {
    Havoc unknown;
    for (unsigned b : region.blocks)
      for (const Statement& statement : original_.blocks[b]->statements)
        forEachAssigned(statement, [&](const Variable* v) {
          const auto& carried = carried_[region.performer];
          if (const auto own = carried.find(v);
              own != carried.end() && std::ranges::count(unknown.targets, own->second) == 0)
            unknown.targets.push_back(own->second);
        });
    return unknown;
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

  // With the variables of broadcasts, but for those of `others`, in place of their elements.
  Expr withBroadcasts(Expr e, const std::unordered_set<const Variable*>& others) {
    if (!e) return e;
    if (e->op() == Op::Select && e->arg(0)->op() == Op::Variable &&
        !others.contains(e->arg(0)->variable()))
      if (const Expr element = readBroadcast(e, withBroadcasts(e->arg(1), others))) return element;
    if (e->args().empty()) return e;
    std::vector<Expr> args;
    for (Expr arg : e->args()) args.push_back(withBroadcasts(arg, others));
    return program_.pool().withArgs(e, args);
  }

  // The broadcasts of the region that the block is in: its copy, ahead of it, has set them already.
  std::unordered_set<const Variable*> broadcastsBy(unsigned block) const {
    std::unordered_set<const Variable*> written;
    if (const ElectedRegion* region = regionOf(block))
      for (unsigned b : region->blocks)
        for (const Statement& statement : original_.blocks[b]->statements)
          forEachAssigned(statement, [&](const Variable* v) {
            if (broadcasts_.contains(v)) written.insert(v);
          });
    return written;
  }

  void copyKernel() {
    Procedure& copy = *copy_;
    for (const auto& block : original_.blocks) {
      Block* copied = copy.addBlock(block->label);
      copied->location = block->location;
      copied->statements = withKnowledge(*block);
      const auto setAhead = broadcastsBy(block->index);
      for (Statement& statement : copied->statements) {
        const Call* call = statement.as<Call>();
        if (call && (call->callee->isFence() || isBarrierOfWarps(*call)) &&
            kernel_.flow().reachable(block->index) && elected_.areTogether(block->index))
          statement.attributes.push_back({std::string(ofAllAttribute), {}});
        if (Assign* assign = statement.as<Assign>())
          for (Expr& value : assign->values) value = withBroadcasts(value, setAhead);
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
      return elected_.areTogether(b) &&
             std::ranges::any_of(statements, [&](const Statement& statement) {
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
                      elected_.areTogether(block.index))))
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
      if (Havoc unknown = carriedFrom(region); !unknown.targets.empty())
        pass->statements.push_back({std::move(unknown), {}, before->location, {}});
      pass->successors = {branch};
    }

    const auto& carried = carried_[region.performer];
    values_ = carried;
    std::unordered_map<unsigned, Block*> copies;
    for (unsigned b : region.blocks)
      copies[b] = newBlock(original_.blocks[b]->label, original_.blocks[b]->location);
    Havoc unknown;
    for (unsigned b : region.blocks) {
      Block* block = copies[b];
      if (!warps_) beginWithValues(b, region, *block);
      for (const Statement& statement : original_.blocks[b]->statements)
        copyStatement(statement, b == region.first, region, *block);
      for (const Block* successor : original_.blocks[b]->successors)
        block->successors.push_back(copies.contains(successor->index) ? copies[successor->index]
                                                                      : branch);
    }
    for (const auto& [variable, own] : values_)
      if (!carried.contains(variable)) unknown.targets.push_back(own);
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
        isOfTotals =
            isOfTotals && !v->isThreadId() && !v->array &&
            (!kernel_.isLocal(v) || elected_.haveOne(v) || isOfTotal(v, definition->place));
      });
    return isOfTotals;
  }

  // The elected thread's own variable; arbitrary where the region does not set it, and it is not
  // carried there.
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
      const Expr index = forElected(e->arg(1), region);
      if (!index) return nullptr;
      if (const Expr element = readBroadcast(e, index)) return element;
      const bool isGiven = array->array && array->array->space == AddressSpace::Global &&
                           kernel_.arrays()[kernel_.arrayIndex(array)].readOnly();
      return isGiven ? program_.pool().withArgs(e, {e->arg(0), index}) : nullptr;
    }
    if (e->op() == Op::Variable) {
      const Variable* v = e->variable();
      if (v->launch && v->launch->kind == LaunchConstant::Kind::LocalId)
        return elected_.idOf(region.performer, v->launch->dimension, e->type());
      if (!kernel_.isLocal(v) || elected_.haveOne(v) ||
          isOfTotal(v, {region.branch, original_.blocks[region.branch]->statements.size()}))
        return e;
      if (const Expr known = elected_.forThread(e, region.performer)) return known;
      return program_.pool().variable(ownOf(v));
    }
    std::vector<Expr> args;
    for (Expr arg : e->args()) {
      args.push_back(forElected(arg, region));
      if (!args.back()) return nullptr;
    }
    return args.empty() ? e : program_.pool().withArgs(e, args);
  }

  // On the way to atomic operations, of what the block uses that its elected thread has set before.
  void beginWithValues(unsigned b, const ElectedRegion& region, Block& block) {
    if (!leadsToAtomics(b, region)) return;
    std::set<const Variable*> told;
    auto tell = [&](Expr e) {
      forEachVariable(e, [&](const Variable* v) {
        if (!kernel_.isLocal(v) || v->kind == Variable::Kind::Parameter || elected_.haveOne(v) ||
            elected_.forThread(program_.pool().variable(v), region.performer) ||
            !told.insert(v).second)
          return;
        Statement value{Assume{terms_.yes(), false, true}, {}, block.location, {}};
        value.attributes.push_back(electedBy(region));
        value.attributes.push_back(
            {std::string(valueAttribute),
             {program_.pool().variable(v), program_.pool().variable(ownOf(v)), std::to_string(b)}});
        block.statements.push_back(std::move(value));
      });
    };
    for (const Statement& statement : original_.blocks[b]->statements) {
      forEachExpression(statement, tell);
      forEachAssigned(statement, [&](const Variable* v) { told.insert(v); });
    }
    for (Expr guard : kernel_.branch(b).guards)
      if (guard) tell(definedIn(b, guard));
  }

  // With what the block's statements set the variables of its branch to.
  Expr definedIn(unsigned b, Expr guard) const {
    return setOnce_.expanded(program_.pool(), guard, {b, original_.blocks[b]->statements.size()});
  }

  bool leadsToAtomics(unsigned b, const ElectedRegion& region) const {
    return std::ranges::any_of(region.blocks, [&](unsigned other) {
      return kernel_.flow().dominates(b, other) &&
             std::ranges::any_of(original_.blocks[other]->statements, [](const Statement& one) {
               const Call* call = one.as<Call>();
               return call && call->atomic;
             });
    });
  }

  static Attribute electedBy(const ElectedRegion& region) {
    const auto performer = static_cast<std::size_t>(region.performer);
    return {std::string(electedAttribute), {std::string(performerNames[performer])}};
  }

  void copyStatement(const Statement& statement, bool opensRegion, const ElectedRegion& region,
                     Block& block) {
    Statement copy = statement;
    copy.attributes.push_back(electedBy(region));
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
    const auto set = [&](Variable* own, Expr value) {
      if (!value) return unknown.targets.push_back(own);
      known.targets.push_back({own, {}});
      known.values.push_back(value);
    };
    for (std::size_t i = 0; i < assign.targets.size(); ++i) {
      const Target& target = assign.targets[i];
      if (target.variable->array && !broadcasts_.contains(target.variable)) continue;
      const Expr value = forElected(assign.values[i], region);
      if (target.variable->array)
        setBroadcast(target, value, region, set);
      else
        set(ownOf(target.variable), value);
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

  // `value`: null where it is not known.
  template <typename Set>
  void setBroadcast(const Target& target, Expr value, const ElectedRegion& region, const Set& set) {
    const Expr given = target.indices[0];
    if (given->isLiteral()) return set(broadcast(target.variable, given->value()), value);
    const Expr index = forElected(given, region);
    ExprPool& pool = program_.pool();
    for (unsigned i = 0; i < fewElementsOf(target.variable); ++i) {
      Variable* element = broadcast(target.variable, i);
      set(element, index && value
                       ? pool.make(Op::Ite, {isElement(index, i), value, pool.variable(element)})
                       : nullptr);
    }
  }

  // The element that the statement reads into a variable, as the elected thread finds it ahead of
  // the region; null where that may have stored there by then. It may store there next, in the
  // statement's block or behind it: whether it reads the element once more has to be looked at.
  Expr elementAhead(const Assign& read, const ElectedRegion& region) {
    const Expr element = read.values.size() == 1 ? read.values[0] : nullptr;
    if (warps_ || !element || element->op() != Op::Select || element->arg(0)->op() != Op::Variable)
      return nullptr;
    for (unsigned b : region.blocks) {
      // Nothing that the index is computed from has changed since.
      bool isBehind = element->arg(1)->isLiteral() && isBehindOnce(b, read, region);
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

  // Whether the region comes to a block only when it has passed the statement, and then to that no
  // more.
  bool isBehindOnce(unsigned block, const Assign& read, const ElectedRegion& region) const {
    const ControlFlow& flow = kernel_.flow();
    return std::ranges::any_of(region.blocks, [&](unsigned b) {
      return b != block && flow.dominates(b, block) &&
             flow.innermostLoop(b) == flow.innermostLoop(region.branch) &&
             std::ranges::any_of(original_.blocks[b]->statements, [&](const Statement& statement) {
               return statement.as<Assign>() == &read;
             });
    });
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
  ElectedRegions elected_;
  const SingleDefinitions setOnce_;
  BlockTotals totals_;
  std::unique_ptr<Procedure> copy_;
  std::vector<ElectedRegion> regions_;
  std::unordered_set<const Variable*> broadcasts_;
  std::map<std::pair<const Variable*, BigInt>, Variable*> elements_;
  std::unordered_map<const Variable*, Variable*> values_;  // of the region that is copied
  std::map<Performer, std::unordered_map<const Variable*, Variable*>> carried_;
  unsigned count_ = 0;
};

}  // namespace

Performer performerOf(const Statement& statement) {
  const Attribute* attribute = findAttribute(statement.attributes, electedAttribute);
  if (!attribute) return Performer::Own;
  const auto name =
      std::ranges::find(performerNames, std::get<std::string>(attribute->args.front()));
  return static_cast<Performer>(name - performerNames.begin());
}

unsigned chosenThread(const Procedure& copy) {
  const Attribute* attribute = findAttribute(copy.attributes, chosenAttribute);
  return attribute ? static_cast<unsigned>(std::stoul(std::get<std::string>(attribute->args[0])))
                   : 0;
}

std::optional<ElectedValue> electedValueAt(const Statement& statement) {
  const Attribute* attribute = findAttribute(statement.attributes, valueAttribute);
  if (!attribute) return std::nullopt;
  auto variable = [&](std::size_t i) { return std::get<Expr>(attribute->args[i])->variable(); };
  const std::string& block = std::get<std::string>(attribute->args[2]);
  return ElectedValue{variable(0), variable(1), static_cast<unsigned>(std::stoul(block))};
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
