#include "analysis/block_scans.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "analysis/lane_values.h"
#include "analysis/signals.h"
#include "analysis/uniformity.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr std::size_t mostThreads = 1024;
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

class BlockRun : public ScanBound {
 public:
  BlockRun(const Kernel& kernel, const LaunchFacts& launch,
           const std::array<std::uint64_t, 3>& size)
      : kernel_(kernel),
        launch_(launch),
        uniformity_(kernel, Mode::Intra),
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
    return exits;
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
    for (std::size_t v : kernel_.modifiedIn(loop.index))
      state_.variables[v] =
          unset(kernel_.liveAtHead(v, loop.index) || kernel_.liveAfter(v, loop.index));
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
    if (variable->array)
      state_.elements[kernel_.arrayIndex(variable)].clear();
    else if (kernel_.isLocal(variable))
      state_.variables[kernel_.indexOf(variable)] = Lanes(threads_);
  }

  //--- Statements

  void execute(const Statement& statement, const Mask& path) {
    const Assign* assign = statement.as<Assign>();
    if (!assign) {
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

  static bool isFollowed(const Variable* array) {
    return array->array && array->array->space == AddressSpace::GroupShared;
  }

  void set(const Statement& statement, const Variable* variable, const Mask& path,
           const Lanes& values) {
    const std::size_t v = kernel_.indexOf(variable);
    Lanes& current = state_.variables[v];
    const bool temporary = kernel_.isTemporary(variable);
    for (std::size_t t = 0; t < threads_; ++t)
      if (path[t] == Runs::Yes || (path[t] == Runs::Maybe && temporary))
        current[t] = values[t];
      else if (path[t] == Runs::Maybe)
        current[t] = barricade::eitherOf(current[t], values[t], *this);
    if (isRecorded_) recordSum(statement, variable, path, values);
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
        elements[element] = values[t];
      else
        elements[element] = {};
    }
  }

  // Small numbers of which some are unknown, each stored by a thread that surely comes here once.
  bool areSummands(const Mask& path, const Lanes& values, Type type) const {
    if (!isRecorded_ || !type->isBitVector() || type->width() > 64) return false;
    bool someUnknown = false;
    for (std::size_t t = 0; t < threads_; ++t) {
      if (path[t] == Runs::No) continue;
      if (path[t] == Runs::Maybe || values[t].kind == LaneValue::Kind::Sum) return false;
      if (values[t].first > mostSumOf(type)) return false;
      someUnknown = someUnknown || values[t].isUnknown();
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
    Stored stored{index, isNew, std::vector<std::uint64_t>(threads_, pending)};
    for (std::size_t t = 0; t < threads_; ++t) {
      if (path[t] == Runs::No) continue;
      scan.most = std::max(scan.most, values[t].first);
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

  void recordSum(const Statement& statement, const Variable* variable, const Mask& path,
                 const Lanes& values) {
    if (!kernel_.inSlice(variable)) return;
    std::vector<std::uint64_t> first(threads_, pending), end(threads_, pending);
    std::optional<std::uint32_t> scan;
    bool isSum = false;  // of more than what one thread has stored
    for (std::size_t t = 0; t < threads_; ++t) {
      if (path[t] == Runs::No) continue;
      const LaneValue& value = values[t];
      if (value.isNumber() && value.first == 0) continue;  // no summand, wherever it begins
      if (value.kind != LaneValue::Kind::Sum || value.end == pending) return;
      if (scan && *scan != value.scan) return;
      scan = value.scan;
      first[t] = value.first;
      end[t] = value.end;
      isSum = isSum || value.end - value.first > 1;
    }
    if (!scan || !isSum) return;
    const auto begins = affine(first), ends = affine(end);
    if (!begins || !ends) return;
    // Who has the number 0 has no summand in the form either.
    for (std::size_t t = 0; t < threads_; ++t)
      if (path[t] != Runs::No && first[t] == pending && valueAt(*begins, t) != valueAt(*ends, t))
        return;
    found_.sums[&statement] = {*scan, variable, *begins, *ends};
  }

  static BigInt valueAt(const OfThread& form, std::size_t thread) {
    return form.slope * thread + form.offset;
  }

  // The numbers of those threads that have one.
  std::optional<OfThread> affine(const std::vector<std::uint64_t>& numbers) const {
    std::optional<std::size_t> first;
    std::optional<OfThread> form;
    for (std::size_t t = 0; t < threads_; ++t) {
      if (numbers[t] == pending) continue;
      if (!first) {
        first = t;
      } else if (!form) {
        const BigInt rise = BigInt(numbers[t]) - numbers[*first];
        const BigInt run = t - *first;
        if (rise % run != 0) return std::nullopt;
        form = OfThread{rise / run, BigInt(numbers[*first]) - rise / run * *first};
      } else if (valueAt(*form, t) != numbers[t]) {
        return std::nullopt;
      }
    }
    if (!first) return std::nullopt;
    return form ? form : OfThread{0, BigInt(numbers[*first])};
  }

  BlockScans result() {
    for (const RunningScan& scan : scans_) found_.scans.push_back({BigInt(scan.most)});
    auto isOf = [](std::uint32_t scan) {
      return [scan](const auto& sum) { return sum.second.scan == scan; };
    };
    for (const auto& [statement, stored] : stored_) {
      if (std::ranges::none_of(found_.sums, isOf(stored.scan))) continue;
      std::vector<std::uint64_t> numbers(threads_, pending);
      for (std::size_t t = 0; t < threads_; ++t)
        if (stored.elements[t] != pending)
          numbers[t] = scans_[stored.scan].numberOf.at(stored.elements[t]);
      if (const auto number = affine(numbers))
        found_.summands[statement] = {stored.scan, stored.isFirst, *number};
      else
        std::erase_if(found_.sums, isOf(stored.scan));
    }
    if (found_.sums.empty()) return {};
    return std::move(found_);
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
          return values;
        });
  }

  Lanes leaf(Expr e, const Mask& path) {
    if (e->op() == Op::Select) return read(e, path);
    if (e->op() == Op::Variable) {
      const Variable* variable = e->variable();
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
    std::vector<std::uint64_t> elements;  // by thread
  };

  const Kernel& kernel_;
  const LaunchFacts& launch_;
  const Uniformity uniformity_;
  const std::array<std::uint64_t, 3> size_;
  const std::size_t threads_;
  State state_;
  bool isRecorded_ = true;  // each statement is come to once
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

// Whether contents of shared memory that threads write matter, and nothing but barriers orders.
bool mayScan(const Kernel& kernel) {
  return orderBeyondBarriers(kernel.procedure()).empty() && !kernel.program().mathInt &&
         std::ranges::any_of(kernel.arrays(), [](const KernelArray& array) {
           return array.array->space == AddressSpace::GroupShared && array.influences &&
                  array.read && array.written;
         });
}

}  // namespace

BlockScans findBlockScans(const Kernel& kernel, const LaunchFacts& launch,
                          const FixedParameters& fixed) {
  const auto size = knownSize(launch);
  if (!size || !mayScan(kernel)) return {};
  return BlockRun(kernel, launch, *size).find(fixed);
}

}  // namespace barricade
