#include "analysis/block_scans.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analysis/atomic_results.h"
#include "analysis/block_totals.h"
#include "analysis/elected.h"
#include "analysis/lane_values.h"
#include "analysis/selectors.h"
#include "analysis/shuffles.h"
#include "analysis/signals.h"
#include "analysis/uniformity.h"
#include "analysis/warp_summands.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr std::size_t mostThreads = 1024;
constexpr unsigned warpSize = 32;
constexpr std::size_t mostWork =
    4'000'000;  // operators, times the threads that they are applied by

// Whether a thread runs a block.
enum class Runs : std::uint8_t { No, Maybe, Yes };
using Mask = std::vector<Runs>;

Runs bothOf(Runs a, Runs b) {
  return std::min(a, b);
}
Runs eitherOf(Runs a, Runs b) {
  return std::max(a, b);
}

// A scan while the block runs: the elements to which summands are stored, in their order once the
// first of them is read.
struct RunningScan {
  std::uint64_t most = 0;
  std::uint64_t mostSum = 0;                        // that its type holds
  std::map<std::uint64_t, std::uint64_t> numberOf;  // of the summand, by element
  bool isClosed = false;
  bool mayWrap() const { return most > mostSum / numberOf.size(); }
};

// An element that holds a summand has the end `pending`, and its own number as `first`.
constexpr std::uint64_t pending = LaneValue::anything;

// The block while it runs. Its methods are in four parts (control flow, statements, scans,
// expressions) that all work on one state: what each thread has, and what the elements hold.
class BlockRun : public ScanBound {
 public:
  // Selectors may be null: nothing is known of their values then.
  BlockRun(const Kernel& kernel, const LaunchFacts& launch,
           const std::array<std::uint64_t, 3>& size, Selectors* selectors)
      : kernel_(kernel),
        selectors_(selectors),
        launch_(launch),
        uniformity_(kernel, Mode::Intra),
        shuffles_(hasShuffles(kernel, launch)),
        size_(size),
        threads_(size[0] * size[1] * size[2]) {}

  BlockScans find(const FixedParameters& fixed) {
    State state{std::vector<std::vector<LaneValue>>(kernel_.variableCount()),
                std::vector<std::unordered_map<std::uint64_t, LaneValue>>(kernel_.arrays().size())};
    for (const auto& [variable, literal] : fixed)
      if (kernel_.isLocal(variable) && literal->type()->isBitVector() &&
          literal->type()->width() <= 64)
        state.variables[kernel_.indexOf(variable)].assign(
            threads_, LaneValue::number(static_cast<std::uint64_t>(literal->value())));
    for (std::size_t v = 0; v < kernel_.variableCount(); ++v)
      if (state.variables[v].empty())
        state.variables[v] = unset(kernel_.maybeUninitialized(v) ||
                                   kernel_.variable(v)->kind == Variable::Kind::Parameter);
    state_ = std::move(state);
    std::map<unsigned, Mask> exits;
    walk(-1, Mask(threads_, Runs::Yes), exits);
    if (work_ > mostWork) return {};
    return result();
  }

  std::uint64_t mostOf(const LaneValue& sum) const override {
    return scans_[sum.scan].most * (sum.end - sum.first);
  }

 private:
  struct State {
    std::vector<std::vector<LaneValue>> variables;                       // by variable and thread
    std::vector<std::unordered_map<std::uint64_t, LaneValue>> elements;  // by array
  };
  using Lanes = std::vector<LaneValue>;

  //--- Control flow

  // The threads that come back to the region's head; those that leave it are added to `outside`.
  Mask walk(int loop, const Mask& entry, std::map<unsigned, Mask>& outside) {
    const Region& region = kernel_.region(loop);
    const ControlFlow& flow = kernel_.flow();
    const unsigned header =
        loop < 0 ? flow.order().front() : flow.loops()[static_cast<unsigned>(loop)].header;
    const Mask nobody(threads_, Runs::No);
    std::map<unsigned, Mask> inside, back;
    std::vector<Mask> paths;
    auto follow = [&](unsigned target, const Mask& mask) {
      auto& edges = loop >= 0 && target == header         ? back
                    : region.itemOfBlock.contains(target) ? inside
                                                          : outside;
      Mask& sum = edges.try_emplace(target, nobody).first->second;
      for (std::size_t t = 0; t < threads_; ++t) sum[t] = eitherOf(sum[t], mask[t]);
    };
    for (const Region::Item& item : region.items) {
      const unsigned first = item.isLoop ? flow.loops()[item.index].header : item.index;
      paths.push_back(paths.empty() ? entry
                      : item.controlEquivalent >= 0
                          ? paths[static_cast<std::size_t>(item.controlEquivalent)]
                          : inside.try_emplace(first, nobody).first->second);
      const Mask path = paths.back();
      if (work_ > mostWork || std::ranges::all_of(path, [](Runs r) { return r == Runs::No; }))
        continue;
      if (item.isLoop) {
        const Loop& inner = flow.loops()[item.index];
        for (const auto& [target, mask] : runLoop(inner, path)) follow(target, mask);
      } else {
        tellElected(item.index, path);
        for (const Statement& statement : kernel_.procedure().blocks[item.index]->statements)
          execute(statement, path);
        followSuccessors(region, item.index, path, follow);
      }
    }
    return back.try_emplace(header, nobody).first->second;
  }

  // Where threads go on together or leave together, those that are looked at go on.
  bool goOnTogether(const Region& region, unsigned block, std::size_t successor) const {
    if (!isRecorded_) return false;
    const auto& successors = kernel_.flow().successors(block);
    for (std::size_t s = 0; s < successors.size(); ++s)
      if (s == successor
              ? !uniformity_.block(successors[s])
              : region.itemOfBlock.contains(successors[s]) && !kernel_.onlyReturns(successors[s]))
        return false;
    return true;
  }

  template <typename Follow>
  void followSuccessors(const Region& region, unsigned block, const Mask& path,
                        const Follow& follow) {
    const Branch& branch = kernel_.branch(block);
    const auto& successors = kernel_.flow().successors(block);
    for (std::size_t s = 0; s < successors.size(); ++s) {
      Mask mask = path;
      if (branch.kind == Branch::Kind::Choice) {
        for (Runs& runs : mask) runs = bothOf(runs, Runs::Maybe);
      } else if (branch.kind == Branch::Kind::Guarded) {
        const Lanes guard = evaluate(branch.guards[s], path);
        const Runs open = goOnTogether(region, block, s) ? Runs::Yes : Runs::Maybe;
        for (std::size_t t = 0; t < threads_; ++t)
          mask[t] = !guard[t].isNumber()  ? bothOf(mask[t], open)
                    : guard[t].first != 0 ? mask[t]
                                          : Runs::No;
      }
      follow(successors[s], mask);
    }
  }

  // An iteration of which nothing else is known shows what holds in each. Then the iterations are
  // run one after the other, if the threads know when they leave.
  std::map<unsigned, Mask> runLoop(const Loop& loop, const Mask& path) {
    if (isRecorded_) {
      const State entry = state_;
      const auto scans = std::exchange(current_, {});  // an iteration's own are others in the next
      forget(loop);
      std::map<unsigned, Mask> exits;
      walk(static_cast<int>(loop.index), path, exits);
      state_ = entry;
      current_ = scans;
    }
    const bool outer = std::exchange(isRecorded_, false);
    if (outer) setBases(loop);
    std::map<unsigned, Mask> exits;
    Mask mask = path;
    while (std::ranges::any_of(mask, [](Runs r) { return r != Runs::No; })) {
      if (work_ > mostWork || std::ranges::any_of(mask, [](Runs r) { return r == Runs::Maybe; })) {
        exits = forgetLoop(loop, path);
        break;
      }
      work_ += threads_;
      mask = walk(static_cast<int>(loop.index), mask, exits);
    }
    isRecorded_ = outer;
    if (isRecorded_)
      for (std::size_t v : kernel_.modifiedIn(loop.index))
        if (const auto sum = sumOf(kernel_.variable(v), path, state_.variables[v]))
          found_.sumsAfter[loop.index].push_back(*sum);
    if (outer) forgetBases();
    return exits;
  }

  // What comes on top of what a thread has is a sum as well.
  void setBases(const Loop& loop) {
    for (std::size_t v : kernel_.modifiedIn(loop.index)) {
      Lanes& values = state_.variables[v];
      if (kernel_.liveAtHead(v, loop.index) && std::ranges::all_of(values, &LaneValue::isUnknown))
        values.assign(threads_, LaneValue::ofBase(static_cast<std::uint32_t>(v) + 1));
    }
  }

  void forgetBases() {
    for (Lanes& values : state_.variables)
      for (LaneValue& value : values) value = value.withoutBase();
  }

  std::map<unsigned, Mask> forgetLoop(const Loop& loop, const Mask& path) {
    forget(loop);
    std::map<unsigned, Mask> exits;
    for (const auto& [from, to] : loop.exits) exits[to] = path;
    if (exits.size() > 1)
      for (auto& [target, mask] : exits)
        for (Runs& runs : mask) runs = bothOf(runs, Runs::Maybe);
    return exits;
  }

  void forget(const Loop& loop) {
    for (std::size_t v : kernel_.modifiedIn(loop.index)) {
      if (selectors_) selectors_->forget(kernel_.variable(v));
      state_.variables[v] =
          unset(kernel_.liveAtHead(v, loop.index) || kernel_.liveAfter(v, loop.index));
    }
    for (unsigned b : loop.blocks)
      for (const Statement& statement : kernel_.procedure().blocks[b]->statements)
        forEachAssigned(statement, [&](const Variable* variable) {
          if (variable->array) forget(variable);
        });
  }

  // What nobody reads before it is set anew does not matter where paths come together.
  Lanes unset(bool isRead) const {
    return Lanes(threads_, isRead ? LaneValue{} : LaneValue::upTo(0));
  }

  void forget(const Variable* variable) {
    if (selectors_) selectors_->forget(variable);
    if (variable->array)
      state_.elements[kernel_.arrayIndex(variable)].clear();
    else if (kernel_.isLocal(variable))
      state_.variables[kernel_.indexOf(variable)] = Lanes(threads_);
  }

  //--- Statements

  void execute(const Statement& statement, const Mask& path) {
    const Assign* assign = statement.as<Assign>();
    if (!assign) {
      const Call* call = statement.as<Call>();
      if (shuffles_ && call && isShuffle(*call)) {
        set(statement, call->results.front(), path, shuffled(*call, path));
        return;
      }
      // What the elected thread of the block reads (elected.h), each thread knows.
      if (const Expr element = elementRead(statement)) {
        set(statement, statement.as<Havoc>()->targets[0], path,
            readAhead(statement, element, path));
        return;
      }
      if (call && call->atomic && isRecorded_) tellAddend(statement, *call, path);
      if (const auto value = electedValueAt(statement); value && isRecorded_)
        awaited_.emplace(value->block, Awaited{&statement, *value, scans_.size()});
      forEachAssigned(statement, [&](const Variable* variable) { forget(variable); });
      return;
    }
    std::vector<Lanes> values, indices;
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      values.push_back(evaluate(assign->values[i], path));
      const auto& index = assign->targets[i].indices;
      indices.push_back(index.size() == 1 ? evaluate(index.front(), path) : Lanes{});
    }
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      const Variable* target = assign->targets[i].variable;
      if (kernel_.isLocal(target)) {
        set(statement, target, path, values[i]);
      } else if (isFollowed(target) && !indices[i].empty()) {
        store(statement, *assign, i, path, indices[i], values[i]);
      } else {
        forget(target);
      }
    }
  }

  // What the elected thread has read of an element it may have stored there next (elected.h).
  Lanes readAhead(const Statement& statement, Expr element, const Mask& path) {
    const Lanes index = evaluate(element->arg(1), path);
    const bool isOne = std::ranges::all_of(
        index, [&](const LaneValue& i) { return i.isNumber() && i.first == index.front().first; });
    return isOne && readAhead_.emplace(&statement, index.front().first).second
               ? evaluate(element, path)
               : Lanes(threads_);
  }

  // Of those threads alone that come to the operation.
  void tellAddend(const Statement& statement, const Call& atomic, const Mask& path) {
    const Expr addend = addendOf(atomic);
    if (!addend || addend->op() != Op::Variable || !kernel_.isLocal(addend->variable()) ||
        std::ranges::count(atomic.results, addend->variable()) > 0)
      return;
    const Variable* variable = addend->variable();
    if (const auto sum = sumOf(variable, path, state_.variables[kernel_.indexOf(variable)]))
      found_.sums[&statement] = *sum;
  }

  // The elected thread is at a block of which a copy has been run: what it has there are sums of
  // scans that had begun before the copy.
  void tellElected(unsigned block, const Mask& path) {
    if (!isRecorded_) return;
    const auto [first, last] = awaited_.equal_range(block);
    for (auto it = first; it != last; ++it) {
      const auto& [statement, told, scans] = it->second;
      const Performer performer = performerOf(*statement);
      const std::size_t t = performer == Performer::First  ? 0
                            : performer == Performer::Last ? threads_ - 1
                                                           : chosenThread(kernel_.procedure());
      const LaneValue& value = state_.variables[kernel_.indexOf(told.variable)][t];
      if (path[t] != Runs::Yes || value.kind != LaneValue::Kind::Sum || value.scan >= scans)
        continue;
      if (const auto sum = sumOf(told.own, Mask(threads_, Runs::Yes), Lanes(threads_, value)))
        found_.sums[statement] = *sum;
    }
    awaited_.erase(first, last);
  }

  static bool isFollowed(const Variable* array) {
    return array->array && array->array->space == AddressSpace::GroupShared;
  }

  // Of lanes that surely are all there.
  Lanes shuffled(const Call& call, const Mask& path) {
    const Synchronization& primitive = *call.callee->synchronization;
    auto argument = [&](SyncParameter parameter) {
      const auto position = primitive.position(parameter);
      return position ? evaluate(call.args[*position], path)
                      : Lanes(threads_, LaneValue::number(warpSize));
    };
    const Lanes mask = argument(SyncParameter::Mask), value = argument(SyncParameter::Value);
    const Lanes operand = argument(SyncParameter::Lane), width = argument(SyncParameter::Width);
    Lanes result(threads_);
    for (std::size_t t = 0; t < threads_; ++t) {
      const std::uint64_t segment = width[t].first;
      if (path[t] != Runs::Yes || !operand[t].isNumber() || !width[t].isNumber() || segment == 0 ||
          warpSize % segment != 0 || !mask[t].isNumber())
        continue;
      const auto source = sourceOf(primitive.row->exchange, t, operand[t].first, segment);
      if (source && *source < threads_ && path[*source] == Runs::Yes &&
          (mask[t].first >> (*source % warpSize) & 1) != 0)
        result[t] = value[*source].withoutBase();
    }
    return result;
  }

  void set(const Statement& statement, const Variable* variable, const Mask& path,
           const Lanes& given) {
    if (selectors_) selectors_->forget(variable);
    const std::size_t v = kernel_.indexOf(variable);
    const Lanes values = shuffles_ ? asSummands(statement, variable, path, given) : given;
    Lanes& current = state_.variables[v];
    const bool temporary = kernel_.isTemporary(variable);
    for (std::size_t t = 0; t < threads_; ++t)
      if (path[t] == Runs::Yes || (path[t] == Runs::Maybe && temporary))
        current[t] = values[t];
      else if (path[t] == Runs::Maybe)
        current[t] = barricade::eitherOf(current[t], values[t], *this);
    if (!isRecorded_) return;
    if (const auto sum = sumOf(variable, path, values)) found_.sums[&statement] = *sum;
  }

  void store(const Statement& statement, const Assign& assign, std::size_t target, const Mask& path,
             const Lanes& indices, const Lanes& values) {
    const Variable* variable = assign.targets[target].variable;
    const std::size_t array = kernel_.arrayIndex(variable);
    auto& elements = state_.elements[array];
    std::unordered_map<std::uint64_t, std::size_t> storedBy;
    for (std::size_t t = 0; t < threads_; ++t) {
      if (path[t] == Runs::No) continue;
      if (!indices[t].isNumber()) {
        elements.clear();
        return;
      }
      if (!storedBy.try_emplace(indices[t].first, t).second) {
        elements.clear();  // two threads store there
        return;
      }
    }
    const bool begins =
        assign.targets.size() == 1 && areSummands(path, values, variable->type->range());
    if (begins) openScan(statement, variable, indices, path, values);
    for (const auto& [element, t] : storedBy) {
      if (begins)
        elements[element] = {LaneValue::Kind::Sum, current_.at(array), element, pending};
      else if (path[t] == Runs::Yes)
        elements[element] = values[t].withoutBase();
      else
        elements[element] = {};
    }
  }

  // Where lanes shuffle, a variable that each thread of the block surely sets to a small number is
  // a summand for each.
  Lanes asSummands(const Statement& statement, const Variable* variable, const Mask& path,
                   const Lanes& values) {
    const auto isThere = [](Runs r) { return r == Runs::Yes; };
    const auto isSum = [](const LaneValue& value) { return value.kind == LaneValue::Kind::Sum; };
    if (!statement.as<Assign>() || stored_.contains(&statement) ||
        !std::ranges::all_of(path, isThere) || std::ranges::any_of(values, isSum) ||
        !areSummands(path, values, variable->type))
      return values;
    const auto scan = static_cast<std::uint32_t>(scans_.size());
    RunningScan running{0, mostSumOf(variable->type), {}, true};
    Stored stored{scan, true, variable, {}};
    Lanes summands;
    for (std::size_t t = 0; t < threads_; ++t) {
      running.most = std::max(running.most, values[t].first);
      running.numberOf[t] = t;
      stored.elements.push_back(t);
      summands.push_back(LaneValue::sum(scan, t, t + 1));
    }
    if (running.mayWrap()) return values;
    scans_.push_back(std::move(running));
    stored_[&statement] = std::move(stored);
    return summands;
  }

  // Small numbers of which some are unknown, each stored by a thread that surely comes here once.
  bool areSummands(const Mask& path, const Lanes& values, Type type) const {
    if (!isRecorded_ || !type->isBitVector() || type->width() > 64) return false;
    bool someUnknown = false;
    for (std::size_t t = 0; t < threads_; ++t) {
      if (path[t] == Runs::No) continue;
      if (path[t] == Runs::Maybe) return false;
      const bool isSum = values[t].kind == LaneValue::Kind::Sum;
      if (values[t].base != 0) return false;
      if (isSum ? values[t].end - values[t].first > 1 : values[t].first > mostSumOf(type))
        return false;
      someUnknown = someUnknown || !values[t].isNumber();
    }
    return someUnknown;
  }

  static std::uint64_t mostSumOf(Type type) {
    return (std::uint64_t{1} << (type->width() - 1)) - 1;
  }

  //--- Scans

  // The scan that the array's summands belong to now; a new one where one of these elements has a
  // summand of the last one, or that one's sums are under way.
  void openScan(const Statement& statement, const Variable* variable, const Lanes& indices,
                const Mask& path, const Lanes& values) {
    const std::size_t array = kernel_.arrayIndex(variable);
    const auto last = current_.find(array);
    bool isNew = last == current_.end() || scans_[last->second].isClosed;
    for (std::size_t t = 0; t < threads_ && !isNew; ++t)
      isNew = path[t] != Runs::No && scans_[last->second].numberOf.contains(indices[t].first);
    if (isNew) {
      current_[array] = static_cast<std::uint32_t>(scans_.size());
      scans_.push_back({0, mostSumOf(variable->type->range()), {}, false});
    }
    const std::uint32_t index = current_.at(array);
    RunningScan& scan = scans_[index];
    Stored stored{index, isNew, nullptr, std::vector<std::uint64_t>(threads_, pending)};
    for (std::size_t t = 0; t < threads_; ++t) {
      if (path[t] == Runs::No) continue;
      scan.most = std::max(scan.most, barricade::mostOf(values[t], *this));
      scan.numberOf[indices[t].first] = 0;
      stored.elements[t] = indices[t].first;
    }
    stored_[&statement] = std::move(stored);
  }

  // What is read of an element.
  LaneValue elementOf(std::size_t array, const LaneValue& index) {
    if (!index.isNumber()) return {};
    const auto it = state_.elements[array].find(index.first);
    if (it == state_.elements[array].end()) return {};
    if (it->second.kind != LaneValue::Kind::Sum || it->second.end != pending) return it->second;
    RunningScan& scan = scans_[it->second.scan];
    if (!std::exchange(scan.isClosed, true)) {
      std::uint64_t number = 0;
      for (auto& [element, itsNumber] : scan.numberOf) itsNumber = number++;
    }
    if (scan.mayWrap()) return {};
    const std::uint64_t number = scan.numberOf.at(it->second.first);
    return LaneValue::sum(it->second.scan, number, number + 1);
  }

  std::optional<BlockScans::Sum> sumOf(const Variable* variable, const Mask& path,
                                       const Lanes& values) const {
    if (!kernel_.inSlice(variable)) return std::nullopt;
    std::vector<std::uint64_t> first(threads_, noNumber), end(threads_, noNumber);
    std::optional<std::uint32_t> scan, base;
    std::vector<std::size_t> empty;  // of whose sums it is not known where they begin
    bool isSum = false;              // of more than what one thread has stored
    for (std::size_t t = 0; t < threads_; ++t) {
      if (path[t] == Runs::No) continue;
      const LaneValue& value = values[t];
      if (base && *base != value.base) return std::nullopt;
      base = value.base;
      if (value.isEmptySum()) {
        empty.push_back(t);
        continue;
      }
      if (value.kind != LaneValue::Kind::Sum || value.end == pending) return std::nullopt;
      if (scan && *scan != value.scan) return std::nullopt;
      scan = value.scan;
      first[t] = value.first;
      end[t] = value.end;
      isSum = isSum || value.end - value.first > 1;
    }
    if (!scan || !(isSum || !empty.empty())) return std::nullopt;
    const auto range = affineRange(std::move(first), std::move(end), empty, warpSize);
    if (!range) return std::nullopt;
    if (*base != 0 && *base != kernel_.indexOf(variable) + 1) return std::nullopt;
    return BlockScans::Sum{*scan, variable, range->begin, range->end, *base != 0};
  }

  BlockScans result() {
    for (const RunningScan& scan : scans_) found_.scans.push_back({BigInt(scan.most)});
    std::set<std::size_t> wanted;
    for (const auto& [statement, sum] : found_.sums) wanted.insert(sum.scan);
    for (const auto& [loop, sums] : found_.sumsAfter)
      for (const auto& sum : sums) wanted.insert(sum.scan);
    for (const auto& [statement, stored] : stored_) {
      if (!wanted.contains(stored.scan)) continue;
      std::vector<std::uint64_t> numbers(threads_, noNumber);
      for (std::size_t t = 0; t < threads_; ++t)
        if (stored.elements[t] != pending)
          numbers[t] = scans_[stored.scan].numberOf.at(stored.elements[t]);
      // Whose summands they are is not known otherwise; they are added up all the same.
      if (const auto number = affineInThread(numbers, warpSize))
        found_.summands[statement] = {stored.scan, stored.isFirst, stored.variable, *number};
    }
    return found_.summands.empty() ? BlockScans{} : std::move(found_);
  }

  //--- Expressions

  Lanes evaluate(Expr e, const Mask& path) {
    std::unordered_map<Expr, Lanes> memo;
    return fold<Lanes>(
        e, memo,
        [&](Expr part) -> std::optional<Lanes> {
          if (part->op() == Op::Select || part->args().empty() || part->op() == Op::Forall ||
              part->op() == Op::Exists || part->op() == Op::Old)
            return leaf(part, path);
          return std::nullopt;
        },
        [&](Expr part, const std::vector<Lanes>& args) {
          Lanes values(threads_);
          std::vector<LaneValue> ofThread(args.size());
          for (std::size_t t = 0; t < threads_; ++t) {
            if (path[t] == Runs::No) continue;
            for (std::size_t i = 0; i < args.size(); ++i) ofThread[i] = args[i][t];
            values[t] = apply(part, ofThread, *this);
            ++work_;
          }
          work_ += threads_ / 8;  // where few are active
          const auto selected = selectedBy(part, path, values);
          return selected ? Lanes(threads_, LaneValue::number(*selected)) : values;
        });
  }

  // The value of a selector of which the threads that run this know nothing else.
  std::optional<std::uint64_t> selectedBy(Expr e, const Mask& path, const Lanes& values) {
    if (!selectors_ || !e->type()->isBitVector()) return std::nullopt;
    for (std::size_t t = 0; t < threads_; ++t)
      if (path[t] != Runs::No && !values[t].isUnknown()) return std::nullopt;
    return uniformity_.isUniform(e) ? selectors_->valueOf(e) : std::nullopt;
  }

  Lanes leaf(Expr e, const Mask& path) {
    if (e->op() == Op::Select) return read(e, path);
    if (e->op() == Op::Variable) {
      const Variable* variable = e->variable();
      if (tellsComingThrough(*variable)) return Lanes(threads_, LaneValue::number(1));
      if (kernel_.isLocal(variable)) return state_.variables[kernel_.indexOf(variable)];
      if (variable->launch && variable->launch->kind == LaunchConstant::Kind::LocalId)
        return ids(variable->launch->dimension);
      if (const auto it = launch_.constants.find(variable); it != launch_.constants.end())
        return leaf(it->second, path);
      return Lanes(threads_);
    }
    const bool isSmall =
        e->op() == Op::BoolLiteral || (e->op() == Op::BvLiteral && e->type()->width() <= 64);
    if (!isSmall) return Lanes(threads_);
    return Lanes(threads_, LaneValue::number(static_cast<std::uint64_t>(e->value())));
  }

  Lanes ids(unsigned dimension) const {
    Lanes values(threads_);
    std::size_t below = 1;
    for (unsigned d = 0; d < dimension; ++d) below *= size_[d];
    for (std::size_t t = 0; t < threads_; ++t)
      values[t] = LaneValue::number(t / below % size_[dimension]);
    return values;
  }

  Lanes read(Expr e, const Mask& path) {
    if (e->arg(0)->op() != Op::Variable || !isFollowed(e->arg(0)->variable()))
      return Lanes(threads_);
    const std::size_t array = kernel_.arrayIndex(e->arg(0)->variable());
    const Lanes indices = evaluate(e->arg(1), path);
    Lanes values(threads_);
    for (std::size_t t = 0; t < threads_; ++t)
      if (path[t] != Runs::No) values[t] = elementOf(array, indices[t]);
    return values;
  }

  struct Stored {
    std::uint32_t scan = 0;
    bool isFirst = false;
    const Variable* variable = nullptr;
    std::vector<std::uint64_t> elements;  // by thread
  };

  // What the elected thread has once it comes to a block.
  struct Awaited {
    const Statement* statement = nullptr;
    ElectedValue value;
    std::size_t scans = 0;  // that had begun by then
  };

  const Kernel& kernel_;
  Selectors* selectors_;
  const LaunchFacts& launch_;
  const Uniformity uniformity_;
  const bool shuffles_;
  const std::array<std::uint64_t, 3> size_;
  const std::size_t threads_;
  State state_;
  bool isRecorded_ = true;  // each statement is come to once
  std::set<std::pair<const Statement*, std::uint64_t>> readAhead_;  // by statement, elements
  std::multimap<unsigned, Awaited> awaited_;                        // by block
  std::size_t work_ = 0;
  std::vector<RunningScan> scans_;
  std::map<std::size_t, std::uint32_t> current_;  // by array
  std::unordered_map<const Statement*, Stored> stored_;
  BlockScans found_;
};

// The sizes of a block of which all is known.
std::optional<std::array<std::uint64_t, 3>> knownSize(const LaunchFacts& launch) {
  std::array<std::uint64_t, 3> size{};
  BigInt threads = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (!launch.groupSize[d] || !launch.groupSize[d]->isLiteral()) return std::nullopt;
    threads *= launch.groupSize[d]->value();
    if (threads < 1 || threads > mostThreads) return std::nullopt;
    size[d] = static_cast<std::uint64_t>(launch.groupSize[d]->value());
  }
  return size;
}

// What runs for all values of selectors find. Where that is not one thing, nothing is known of
// them.
BlockScans scansOfAllSelections(const Kernel& kernel, const LaunchFacts& launch,
                                const FixedParameters& fixed,
                                const std::array<std::uint64_t, 3>& size) {
  Selectors selectors;
  auto run = [&](Selectors* some) { return BlockRun(kernel, launch, size, some).find(fixed); };
  const BlockScans first = run(&selectors);
  while (selectors.advance())
    if (run(&selectors) != first) return run(nullptr);
  return selectors.areTooMany() ? run(nullptr) : first;
}

// Whether it matters what threads share, and nothing but barriers orders.
bool mayScan(const Kernel& kernel, const LaunchFacts& launch) {
  if (!orderBeyondBarriers(kernel.procedure()).empty() || kernel.program().mathInt) return false;
  return hasShuffles(kernel, launch) ||
         std::ranges::any_of(kernel.arrays(), [](const KernelArray& array) {
           return array.array->space == AddressSpace::GroupShared && array.influences &&
                  array.read && array.written;
         });
}

}  // namespace

BlockScans findBlockScans(const Kernel& kernel, const LaunchFacts& launch,
                          const FixedParameters& fixed) {
  const auto size = knownSize(launch);
  if (!size || !mayScan(kernel, launch)) return {};
  BlockScans scans = scansOfAllSelections(kernel, launch, fixed, *size);
  addSummandsOfWarps(kernel, scans);
  return scans;
}

}  // namespace barricade
