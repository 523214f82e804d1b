// What has to hold of one thread for a software barrier to be one, as assertions over variables
// that follow it through its rounds (software_barriers.h). One method for each thing that is done
// between the barriers of the block.
#include <set>

#include "analysis/atomic_meaning.h"
#include "analysis/software_barriers.h"
#include "ir/copy.h"

namespace barricade {
namespace {

using Meaning = AtomicMeaning::Kind;

// A launch is taken not to count so often (docs/semantics.md, "Results of atomics").
const BigInt greatestTotal = BigInt(1) << 24;

class ObligationWriter {
 public:
  ObligationWriter(Program& program, const Procedure& kernel, const SoftwareBarrier& barrier,
                   Completion completion)
      : program_(program),
        pool_(program.pool()),
        barrier_(barrier),
        completion_(completion),
        flow_(kernel),
        copy_(copyOf(kernel)),
        counterType_(barrier.counter.array->type->range()),
        flagType_(barrier.flag ? barrier.flag->array->type->range() : counterType_) {}

  std::unique_ptr<Procedure> write() {
    blocks_ = numberOfBlocks();
    first_ = isFirstThread();
    if (!blocks_ || !first_) return nullptr;
    for (const auto& block : copy_->blocks)
      for (Statement& statement : block->statements)
        if (Assert* check = statement.as<Assert>(); check && check->isCheck())
          check->condition = pool_.boolean(true);
    declare();
    for (const BarrierSite& site : barrier_.sites) writeOpening(site);
    for (const BarrierSite& site : barrier_.sites) writeRest(site);
    begin();
    return std::move(copy_);
  }

 private:
  //--- The launch

  Expr constant(LaunchConstant::Kind kind, unsigned dimension) const {
    const Variable* variable = program_.launchConstant({kind, dimension});
    return variable ? pool_.variable(variable) : nullptr;
  }

  Expr numberOfBlocks() const {
    Expr all = nullptr;
    for (unsigned d = 0; d < 3; ++d) {
      const Expr size = constant(LaunchConstant::Kind::NumGroups, d);
      if (!size || !size->type()->isBitVector()) return nullptr;
      const Expr sized = resized(size, counterType_);
      all = all ? pool_.make(Op::BvMul, all, sized) : sized;
    }
    return all;
  }

  // Where ids of a dimension are not read there has to be one.
  Expr isFirstThread() const {
    Expr first = pool_.boolean(true);
    for (unsigned d = 0; d < 3; ++d) {
      const Expr id = constant(LaunchConstant::Kind::LocalId, d);
      const Expr size = constant(LaunchConstant::Kind::GroupSize, d);
      if (!id && !size) return nullptr;
      first =
          both(first, id ? equal(id, number(0, id->type())) : equal(size, number(1, size->type())));
    }
    return first;
  }

  //--- Variables

  void declare() {
    total_ = variable("total", counterType_);
    round_ = variable("round", flagType_);
    seen_ = variable("seen", counterType_);
    before_ = variable("before", flagType_);
    for (auto [flag, name] : {std::pair{&came_, "came"},
                              {&fenced_, "fenced"},
                              {&acquired_, "acquired"},
                              {&last_, "last"},
                              {&reset_, "reset"},
                              {&released_, "released"},
                              {&knows_, "knows"},
                              {&told_, "told"}})
      *flag = variable(name, boolType());
  }

  Variable* variable(const std::string& name, Type type) {
    Variable* local = program_.newVariable();
    local->name = "$software." + name;
    local->kind = Variable::Kind::Local;
    local->type = type;
    copy_->locals.push_back(local);
    return local;
  }

  // Before all else, where it is no loop's head.
  void begin() {
    set(total_, number(0, counterType_));
    set(round_, number(0, flagType_));
    auto first = std::make_unique<Block>();
    first->label = "$software";
    first->statements = std::move(added_);
    first->successors = {copy_->entry()};
    copy_->blocks.insert(copy_->blocks.begin(), std::move(first));
    for (unsigned b = 0; b < copy_->blocks.size(); ++b) copy_->blocks[b]->index = b;
  }

  //--- A site

  // One site may end where another one begins, in the block of that barrier: what comes later in
  // a block is written first.
  void writeOpening(const BarrierSite& site) {
    location_ = site.location;
    auto& opening = copy_->blocks[site.opening]->statements;
    follow(opening, site.openingAt + 1, opening.size());
    enter(isFencedAt(opening, site.openingAt));
    insertAdded(opening, site.openingAt + 1);
  }

  void writeRest(const BarrierSite& site) {
    location_ = site.location;
    for (unsigned b : site.between) {
      auto& statements = copy_->blocks[b]->statements;
      follow(statements, 0, statements.size());
    }
    offerInvariants(site);
    auto& closing = copy_->blocks[site.closing]->statements;
    check(either(negation(first_), both(read(came_), read(acquired_), isComplete())));
    insertAdded(closing, site.closingAt);
    follow(closing, 0, site.closingAt);
  }

  // Of loops that look at what their body has read: `while (x < goal) x = load(&arrived);`.
  void offerInvariants(const BarrierSite& site) {
    std::set<const Variable*> ofCounter, ofFlag;
    for (unsigned b : site.between)
      for (const Statement& statement : copy_->blocks[b]->statements) {
        const Call* call = statement.as<Call>();
        if (call && call->atomic && isLoad(meaningOf(*call)))
          (isAtCounter(*call) ? ofCounter : ofFlag).insert(call->results[0]);
      }
    for (unsigned b : site.between) {
      const int loop = flow_.innermostLoop(b);
      if (loop < 0 || flow_.loops()[static_cast<unsigned>(loop)].header != b) continue;
      offer(read(acquired_));
      for (const Variable* x : ofCounter) offer(pool_.make(Op::BvUle, read(x), read(seen_)));
      for (const Variable* x : ofFlag) offer(pool_.make(Op::Implies, shows(read(x)), read(told_)));
      insertAdded(copy_->blocks[b]->statements, 0);
    }
  }

  void offer(Expr condition) {
    add(Assert{.kind = Assert::Kind::Invariant, .condition = condition, .optional = true});
  }

  void insertAdded(std::vector<Statement>& statements, std::size_t at) {
    statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(at), added_.begin(),
                      added_.end());
    added_.clear();
  }

  // A fence of all threads of the block right before the barrier.
  static bool isFencedAt(const std::vector<Statement>& statements, std::size_t barrier) {
    for (std::size_t i = barrier; i-- > 0;) {
      if (const Assert* check = statements[i].as<Assert>(); check && check->isMarker()) continue;
      return isWideFence(statements[i]) &&
             statements[i].as<Call>()->callee->synchronization->order ==
                 MemoryOrder::SequentiallyConsistent;
    }
    return false;
  }

  static bool isWideFence(const Statement& statement) {
    const Call* call = statement.as<Call>();
    if (!call || !call->callee->isFence() || !call->callee->synchronization) return false;
    const Synchronization& fence = *call->callee->synchronization;
    if (!includesOtherBlocks(fence.scope)) return false;
    const auto global = fence.position(SyncParameter::GlobalFence);
    if (!global) return true;
    const Expr flag = call->args[*global];
    return flag->isLiteral() && !flag->isFalse() && flag->value() != 0;
  }

  // Rounds are counted for every thread of the block, so that loops have a closed form for them.
  void enter(bool fenced) {
    set(total_, pool_.make(Op::BvAdd, read(total_), blocks_));
    set(round_, pool_.make(Op::BvAdd, read(round_), number(1, flagType_)));
    for (Variable* flag : {came_, acquired_, last_, reset_, released_, knows_, told_})
      set(flag, pool_.boolean(false));
    set(fenced_, pool_.boolean(fenced));
    set(seen_, number(0, counterType_));
    set(before_, number(0, flagType_));
  }

  // Adds what each of these statements means.
  void follow(std::vector<Statement>& statements, std::size_t from, std::size_t to) {
    std::vector<Statement> followed(statements.begin(),
                                    statements.begin() + static_cast<std::ptrdiff_t>(from));
    for (std::size_t i = from; i < to; ++i) {
      const Statement statement = statements[i];
      beforehand(statement);
      followed.insert(followed.end(), added_.begin(), added_.end());
      added_.clear();
      followed.push_back(statement);
      afterwards(statement);
      followed.insert(followed.end(), added_.begin(), added_.end());
      added_.clear();
    }
    followed.insert(followed.end(), statements.begin() + static_cast<std::ptrdiff_t>(to),
                    statements.end());
    statements = std::move(followed);
  }

  bool isAtCounter(const Call& call) const {
    return call.args[0]->variable() == barrier_.counter.array &&
           call.args[1]->value() == barrier_.counter.offset;
  }

  void beforehand(const Statement& statement) {
    const Call* call = statement.as<Call>();
    if (const Assign* assign = statement.as<Assign>())
      return assign->targets[0].indices.empty() ? void() : stores(*assign);
    if (!call || !call->atomic) return;
    const AtomicMeaning meaning = meaningOf(*call);
    if (isLoad(meaning)) return;
    const bool releasing = releases(call->atomic->order);
    if (!isAtCounter(*call)) return setsFlag(meaning, releasing);
    if (meaning.kind != Meaning::Count) return resets(meaning.written);
    check(both(first_, negation(read(came_)), either(read(fenced_), pool_.boolean(releasing))));
    if (meaning.bound)
      check(barrier_.flag ? equal(meaning.bound, lastResult()) : pool_.boolean(false));
    if (meaning.step != 1) check(pool_.boolean(false));
  }

  // A plain store; one of the flag would be a race.
  void stores(const Assign& assign) {
    const Target& target = assign.targets[0];
    const bool counter = target.variable == barrier_.counter.array &&
                         target.indices[0]->value() == barrier_.counter.offset;
    if (counter)
      resets(assign.values[0]);
    else
      check(pool_.boolean(false));
  }

  void afterwards(const Statement& statement) {
    const Call* call = statement.as<Call>();
    if (isWideFence(statement)) {
      const MemoryOrder order = call->callee->synchronization->order;
      if (releases(order)) set(fenced_, pool_.boolean(true));
      if (acquires(order)) set(acquired_, pool_.boolean(true));
    }
    if (!call || !call->atomic) return;
    const AtomicMeaning meaning = meaningOf(*call);
    const Expr result = pool_.variable(call->results[0]);
    const bool acquiring = acquires(call->atomic->order);
    if (isLoad(meaning))
      isAtCounter(*call) ? readsCounter(result, acquiring) : readsFlag(result, acquiring);
    else if (isAtCounter(*call) && meaning.kind == Meaning::Count)
      counts(result, meaning.bound, acquiring);
  }

  static bool isLoad(const AtomicMeaning& meaning) {
    return meaning.kind == Meaning::Load ||
           (meaning.kind == Meaning::CompareAndSwap && meaning.written == meaning.expected);
  }

  void counts(Expr result, Expr bound, bool acquiring) {
    set(came_, pool_.boolean(true));
    set(seen_, pool_.make(Op::BvAdd, result, number(1, counterType_)));
    set(last_, equal(result, lastResult()));
    if (bound) set(reset_, read(last_));
    set(fenced_, pool_.boolean(false));
    set(acquired_, pool_.boolean(acquiring));
  }

  void readsCounter(Expr result, bool acquiring) {
    set(seen_, result);
    set(acquired_, pool_.boolean(acquiring));
  }

  // Only who has counted last does, in this order: counter, flag. A total is never set back.
  void resets(Expr value) {
    check(value && barrier_.flag
              ? both(read(last_), negation(read(reset_)), equal(value, number(0, counterType_)))
              : pool_.boolean(false));
    set(reset_, pool_.boolean(true));
    set(fenced_, pool_.boolean(false));
  }

  void setsFlag(const AtomicMeaning& meaning, bool releasing) {
    check(both(read(last_), read(reset_), negation(read(released_)), read(acquired_)));
    check(either(read(fenced_), pool_.boolean(releasing)));
    check(isNextValue(meaning));
    set(released_, pool_.boolean(true));
  }

  Expr isNextValue(const AtomicMeaning& meaning) const {
    const bool adds = meaning.kind == Meaning::Count && !meaning.bound;
    if (adds) return pool_.boolean(completion_ == Completion::Change || meaning.step == 1);
    if (!meaning.written || meaning.kind == Meaning::CompareAndSwap) return pool_.boolean(false);
    return isNext(meaning.written);
  }

  // Of a value of the flag.
  Expr isNext(Expr value) const {
    switch (completion_) {
      case Completion::Total: break;
      case Completion::Number: return equal(value, read(round_));
      case Completion::Parity:
        return equal(value, pool_.make(Op::BvAnd, read(round_), number(1, flagType_)));
      case Completion::Change: return both(read(knows_), negation(equal(value, read(before_))));
    }
    return pool_.boolean(false);
  }

  void readsFlag(Expr result, bool acquiring) {
    set(told_, both(read(came_), shows(result)));
    set(before_, pool_.ite(read(came_), read(before_), result));
    set(knows_, either(read(knows_), negation(read(came_))));
    set(acquired_, pool_.boolean(acquiring));
  }

  // That all have come, by a value of the flag.
  Expr shows(Expr value) const {
    return completion_ == Completion::Number ? pool_.make(Op::BvUle, read(round_), value)
                                             : isNext(value);
  }

  Expr isComplete() const {
    if (completion_ != Completion::Total)
      return either(both(read(last_), read(released_)), read(told_));
    const Expr enough = pool_.make(Op::BvUle, read(total_), read(seen_));
    return either(enough, pool_.make(Op::BvUle, number(greatestTotal, counterType_), read(total_)));
  }

  //--- Expressions and statements

  Expr lastResult() const { return pool_.make(Op::BvSub, blocks_, number(1, counterType_)); }
  Expr number(const BigInt& value, Type type) const {
    return pool_.bitVector(value, type->width());
  }
  Expr resized(Expr e, Type type) const {
    if (e->type()->width() == type->width()) return e;
    return e->type()->width() < type->width() ? pool_.extend(Op::ZeroExtend, e, type->width())
                                              : pool_.extract(e, type->width(), 0);
  }
  Expr read(const Variable* variable) const { return pool_.variable(variable); }
  Expr equal(Expr a, Expr b) const { return pool_.make(Op::Equal, a, b); }
  Expr negation(Expr e) const { return pool_.make(Op::Not, e); }
  Expr either(Expr a, Expr b) const { return pool_.make(Op::Or, a, b); }
  template <typename... More>
  Expr both(Expr a, More... more) const {
    if constexpr (sizeof...(more) == 0)
      return a;
    else
      return pool_.make(Op::And, a, both(more...));
  }

  void set(Variable* variable, Expr value) { add(Assign{{{variable, {}}}, {value}}); }
  void check(Expr condition) { add(Assert{Assert::Kind::Check, condition}); }
  template <typename Node>
  void add(Node node) {
    added_.push_back({std::move(node), {}, location_, {}});
  }

  Program& program_;
  ExprPool& pool_;
  const SoftwareBarrier& barrier_;
  const Completion completion_;
  const ControlFlow flow_;  // of the kernel
  std::unique_ptr<Procedure> copy_;
  const Type counterType_, flagType_;
  Expr blocks_ = nullptr;  // how many there are
  Expr first_ = nullptr;   // the thread is the first one of its block
  // Over all rounds: the total of the counts that are to be waited for; their number.
  Variable *total_ = nullptr, *round_ = nullptr;
  // In this one: what the thread has read of the counter, and of the flag before it counted.
  Variable *seen_ = nullptr, *before_ = nullptr;
  Variable* came_ = nullptr;      // it has counted
  Variable* fenced_ = nullptr;    // what it does next is released
  Variable* acquired_ = nullptr;  // what it has read last is acquired
  Variable *last_ = nullptr, *reset_ = nullptr, *released_ = nullptr;
  Variable *knows_ = nullptr, *told_ = nullptr;  // `before_` is set; the flag shows the end
  std::vector<Statement> added_;
  LocationId location_ = noLocation;
};

}  // namespace

std::unique_ptr<Procedure> withObligations(Program& program, const Procedure& kernel,
                                           const SoftwareBarrier& barrier, Completion completion) {
  return ObligationWriter(program, kernel, barrier, completion).write();
}

}  // namespace barricade
