#include "analysis/counters.h"

#include <algorithm>
#include <bit>
#include <map>

#include "analysis/channels.h"
#include "analysis/delegated_arrivals.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr unsigned counterBits = 64;  // never wraps around
constexpr std::string_view counterPrefix = "$counter.";

bool isCopyPrimitive(const Synchronization& what) {
  return what.primitive == SyncPrimitive::AsyncCopy ||
         what.primitive == SyncPrimitive::CopyCommit || what.primitive == SyncPrimitive::CopyWait;
}

std::string seriesName(bool bulk) {
  return bulk ? "bulk" : "copies";
}

// Adds variables and assignments to a procedure: a method for each primitive and expression.
class CounterWriter {
 public:
  CounterWriter(Program& program, Procedure& procedure)
      : program_(program), procedure_(procedure), pool_(program.pool()) {}

  void write() {
    for (const auto& block : procedure_.blocks) announceFirst(*block);
    findDelegated();
    for (const auto& block : procedure_.blocks) {
      std::vector<Statement> counted;
      for (const Statement& statement : block->statements) {
        added_.clear();
        if (const Synchronization* what = primitiveOf(statement))
          countAt(*statement.as<Call>(), *what);
        append(counted, statement.location);
        counted.push_back(statement);
        if (const auto channels = delegated_.find(&statement); channels != delegated_.end())
          for (const Channel& channel : channels->second) arriveForWarp(channel, keyOf(channel));
        append(counted, statement.location);
      }
      block->statements = std::move(counted);
    }
    if (!begun_.empty()) begin();
  }

  void insert(Block& block, std::size_t index, const Statement& call) {
    countAt(*call.as<Call>(), *primitiveOf(call));
    for (Statement& statement : added_) statement.location = call.location;
    added_.push_back(call);
    block.statements.insert(block.statements.begin() + static_cast<std::ptrdiff_t>(index),
                            added_.begin(), added_.end());
    auto& first = procedure_.entry()->statements;  // no loop's head: counters begin there
    first.insert(first.begin(), begun_.begin(), begun_.end());
  }

 private:
  void append(std::vector<Statement>& statements, LocationId location) {
    for (Statement& statement : added_) statement.location = location;
    statements.insert(statements.end(), added_.begin(), added_.end());
    added_.clear();
  }

  void findDelegated() {
    for (const DelegatedArrival& found : findDelegatedArrivals(program_, procedure_)) {
      Call& arrival = *found.arrival->as<Call>();
      arrival.elects = found.elects;
      found.barrier->as<Call>()->delegates = found.lanes;
      delegated_[found.barrier].push_back(*channelFor(procedure_, arrival));
    }
  }

  // Bytes may be announced behind the copies that bring them, by the same thread (CUDA's guide:
  // `cp_async_bulk(..., bar); barrier_arrive_tx(bar, 1, bytes);`). The phase that they count for
  // waits for the thread's arrival in either case: so they are announced before the copies.
  void announceFirst(Block& block) const {
    auto& statements = block.statements;
    for (auto expect = statements.begin(); expect != statements.end(); ++expect) {
      const Synchronization* what = primitiveOf(*expect);
      if (!what || what->primitive != SyncPrimitive::ObjectExpect) continue;
      auto first = expect;
      for (auto at = expect; at != statements.begin();) {
        --at;
        if (!staysBehind(*at, *expect)) break;
        const Call* call = at->as<Call>();
        if (call && bringsBytesOf(*call, *expect->as<Call>())) first = at;
      }
      std::rotate(first, expect, std::next(expect));
    }
  }

  // Whether the announcement may as well stand before the statement.
  static bool staysBehind(const Statement& statement, const Statement& announcement) {
    const Synchronization* what = primitiveOf(statement);
    if (!what && !statement.as<Assign>() && !statement.as<Assert>()) return false;
    if (what && what->primitive != SyncPrimitive::AsyncCopy &&
        what->primitive != SyncPrimitive::ObjectExpect)
      return false;
    bool stays = true;
    forEachAssigned(statement, [&](const Variable* assigned) {
      for (Expr arg : announcement.as<Call>()->args)
        forEachVariable(arg, [&](const Variable* v) {
          stays = stays && (v != assigned || v->array != nullptr);
        });
    });
    return stays;
  }

  // Whether it copies to the object that the announcement names.
  bool bringsBytesOf(const Call& call, const Call& announcement) const {
    const auto channel = channelFor(procedure_, call);
    return channel && call.callee->synchronization->primitive == SyncPrimitive::AsyncCopy &&
           keyOf(*channel) == keyOf(*channelFor(procedure_, announcement)) &&
           offsetOf(call) == offsetOf(announcement);
  }

  static Expr offsetOf(const Call& call) {
    return call.args[*call.callee->synchronization->position(SyncParameter::ObjectOffset)];
  }

  // What the call does to the counters, which are set before it.
  void countAt(const Call& call, const Synchronization& what) {
    const auto channel = channelFor(procedure_, call);
    if (isCopyPrimitive(what) && !channel) return countCopies(call, what);
    if (!channel) return;
    const std::string key = keyOf(*channel);
    Variable* arrived = variable(key + ".arrived");
    Variable* waited = variable(key + ".waited");
    if (channel->kind != Channel::Kind::Objects) {
      if (channel->kind == Channel::Kind::Named) set(variable(key + ".knew"), read(waited));
      if (what.arrives) count(arrived);
      // A thread that comes to a named barrier waits for the round that it has come to.
      if (what.waits && channel->kind == Channel::Kind::Named) set(waited, read(arrived));
      if (what.waits && channel->kind == Channel::Kind::Halves) count(waited);
    } else if (what.primitive == SyncPrimitive::ObjectArrive) {
      arrive(call, *channel, key);
    } else if (what.primitive == SyncPrimitive::ObjectWait) {
      countWait(call, *channel, key);
    } else if (what.primitive == SyncPrimitive::ObjectExpect) {
      announce(call, *channel, key);
    } else if (what.primitive == SyncPrimitive::AsyncCopy) {
      bring(call, *channel, key);
    }
  }

  void countCopies(const Call& call, const Synchronization& what) {
    const std::string name = seriesName(what.bulk);
    Variable* committed = variable(name + ".committed");
    // What no commit has closed is a group of its own here.
    if (what.primitive == SyncPrimitive::CopyCommit || what.all) count(committed);
    if (what.primitive != SyncPrimitive::CopyWait) return;
    const auto position = what.position(SyncParameter::Groups);
    const Expr ended = position && !what.all
                           ? lessBy(read(committed), resized(call.args[*position]))
                           : read(committed);
    if (!what.reads) set(variable(name + ".ended"), ended);
    set(variable(name + ".haveRead"), ended);
  }

  void arrive(const Call& call, const Channel& channel, const std::string& key) {
    const Expr turn = !call.elects         ? turnOf(key + ".arrived", channel)
                      : channel.stages > 1 ? read(variable(key + ".warpTurn"))
                                           : number(0);
    set(flag(key + ".inTurn"), isTurn(call, channel, turn));
    if (!call.elects) countArrival(channel, key);
  }

  // All lanes count what one of them does next.
  void arriveForWarp(const Channel& channel, const std::string& key) {
    if (channel.stages > 1) set(variable(key + ".warpTurn"), turnOf(key + ".arrived", channel));
    countArrival(channel, key);
  }

  void countArrival(const Channel& channel, const std::string& key) {
    count(variable(key + ".arrived"));
    takeTurns(key + ".arrived", channel);
  }

  // The n-th wait tells of the phase n / stages of its object, or of the one before.
  void countWait(const Call& call, const Channel& channel, const std::string& key) {
    const Synchronization& what = *call.callee->synchronization;
    Variable* waits = variable(key + ".waits");
    Variable* waited = variable(key + ".waited");
    Variable* behind = flag(key + ".behind");
    const Expr n = read(waits);
    const Expr phase = quotient(n, channel.stages);
    const Expr token = resized(call.args[*what.position(SyncParameter::Token)]);
    const Expr now = what.parity
                         ? pool_.make(Op::Iff, isOdd(token), isOddPhase(key + ".waits", channel))
                         : pool_.make(Op::Equal, token, phase);
    const Expr isBehind = pool_.make(Op::Not, now);
    const Expr first = pool_.make(Op::Equal, n, number(0));
    const Expr as = pool_.make(Op::Iff, read(behind), isBehind);
    Expr inTurn = pool_.make(Op::And, isTurn(call, channel, turnOf(key + ".waits", channel)),
                             pool_.make(Op::Or, first, as));
    if (!what.parity)  // a token of the phase before
      inTurn = pool_.make(Op::And, inTurn,
                          pool_.make(Op::Or, now, pool_.make(Op::Equal, plus(token, 1), phase)));
    set(flag(key + ".inTurn"), inTurn);
    set(behind, isBehind);
    set(waited, pool_.ite(now, plus(n, 1), lessBy(plus(n, 1), number(channel.stages))));
    count(waits);
    takeTurns(key + ".waits", channel);
  }

  //--- Bytes that a phase waits for

  // They belong to the phase of the thread's next arrival at the object, which is a few ahead where
  // its turn has not come yet: stages are filled before they are waited for.
  void announce(const Call& call, const Channel& channel, const std::string& key) {
    Variable* announced = variable(key + ".announced");
    Variable* bytes = variable(key + ".bytes");
    const Expr arrived = read(variable(key + ".arrived"));
    const Expr more =
        resized(call.args[*call.callee->synchronization->position(SyncParameter::Bytes)]);
    const Expr turn = turnOf(key + ".arrived", channel);
    const Expr object = channel.stages > 1 ? objectInRing(call, channel) : turn;
    const Expr arrival =
        channel.stages > 1 ? make(Op::BvAdd, Op::IntAdd, arrived, turnsUntil(object, turn, channel))
                           : arrived;
    const Expr before =
        pool_.ite(pool_.make(Op::Equal, read(announced), arrival), read(bytes), number(0));
    set(bytes, make(Op::BvAdd, Op::IntAdd, before, more));
    set(announced, arrival);
    set(flag(key + ".inTurn"), channel.stages > 1
                                   ? make(Op::BvUlt, Op::IntLt, object, number(channel.stages))
                                   : isTurn(call, channel, turn));
    if (channel.stages > 1) set(variable(key + ".announcedTurn"), object);
  }

  void bring(const Call& call, const Channel& channel, const std::string& key) {
    variable(key + ".announced");
    Variable* bytes = variable(key + ".bytes");
    const Array& destination = *call.results.front()->array;
    const Expr size =
        make(Op::BvMul, Op::IntMul,
             resized(call.args[*call.callee->synchronization->position(SyncParameter::Elements)]),
             number(destination.elementWidth / 8));
    set(flag(key + ".enough"), make(Op::BvUle, Op::IntLe, size, read(bytes)));
    set(bytes, lessBy(read(bytes), size));
    const Expr turn = channel.stages > 1 ? read(variable(key + ".announcedTurn")) : number(0);
    set(flag(key + ".inTurn"), isTurn(call, channel, turn));
  }

  //--- Rings

  // The object whose turn it is by a counter. Where the number of objects is no power of two it is
  // carried along, and so is whether the round is odd: loops have closed forms for both, without
  // a division.
  Expr turnOf(const std::string& counter, const Channel& channel) {
    return carriesTurn(channel) ? read(variable(counter + ".turn"))
                                : remainder(read(variable(counter)), std::max(channel.stages, 1U));
  }

  // Whether n / stages is odd, by a remainder: loops that count stages have the same one.
  Expr isOddPhase(const std::string& counter, const Channel& channel) {
    if (carriesTurn(channel)) return read(flag(counter + ".odd"));
    const Expr n = read(variable(counter));
    return channel.stages <= 1 ? isOdd(n)
                               : make(Op::BvUle, Op::IntLe, number(channel.stages),
                                      remainder(n, 2 * channel.stages));
  }

  static bool carriesTurn(const Channel& channel) {
    return channel.stages > 0 && !std::has_single_bit(channel.stages);
  }

  void takeTurns(const std::string& counter, const Channel& channel) {
    if (!carriesTurn(channel)) return;
    Variable* turn = variable(counter + ".turn");
    Variable* odd = flag(counter + ".odd");
    const Expr last = pool_.make(Op::Equal, read(turn), number(channel.stages - 1));
    set(odd, pool_.make(Op::Iff, read(odd), pool_.make(Op::Not, last)));
    set(turn, pool_.ite(last, number(0), plus(read(turn), 1)));
  }

  // Counted from the ring's first one.
  Expr objectInRing(const Call& call, const Channel& channel) {
    const Expr offset = resized(offsetOf(call));
    if (channel.number == 0) return offset;
    return make(Op::BvSub, Op::IntSub, offset, number(static_cast<unsigned>(channel.number)));
  }

  // How many objects of the ring have their turn before `object` has.
  Expr turnsUntil(Expr object, Expr turn, const Channel& channel) {
    const Expr ahead = make(Op::BvSub, Op::IntSub, object, turn);
    if (!carriesTurn(channel)) return remainder(ahead, channel.stages);
    return pool_.ite(make(Op::BvUle, Op::IntLe, turn, object), ahead, plus(ahead, channel.stages));
  }

  Expr isTurn(const Call& call, const Channel& channel, Expr turn) {
    const Expr offset = offsetOf(call);
    if (channel.stages == 0) return pool_.boolean(false);
    if (channel.single || (channel.stages == 1 && offset->isLiteral()))
      return pool_.boolean(channel.mayBe(offset));
    const Expr first = number(static_cast<unsigned>(channel.number));
    if (channel.number == 0) return pool_.make(Op::Equal, resized(offset), turn);
    return pool_.make(Op::Equal, resized(offset), make(Op::BvAdd, Op::IntAdd, turn, first));
  }

  //--- Expressions --------------------------------------------------------------------------

  Expr make(Op bits, Op integers, Expr a, Expr b) {
    return pool_.make(program_.mathInt ? integers : bits, a, b);
  }
  Expr plus(Expr e, unsigned value) { return make(Op::BvAdd, Op::IntAdd, e, number(value)); }
  // The difference, or zero where there is none.
  Expr lessBy(Expr from, Expr by) {
    return pool_.ite(make(Op::BvUle, Op::IntLe, by, from), make(Op::BvSub, Op::IntSub, from, by),
                     number(0));
  }
  Expr quotient(Expr e, unsigned by) {
    return by <= 1 ? e : make(Op::BvUDiv, Op::IntDiv, e, number(by));
  }
  Expr remainder(Expr e, unsigned by) { return make(Op::BvURem, Op::IntMod, e, number(by)); }
  Expr isOdd(Expr e) {
    const Expr parity = program_.mathInt ? remainder(e, 2) : pool_.make(Op::BvAnd, e, number(1));
    return pool_.make(Op::NotEqual, parity, number(0));
  }
  Expr resized(Expr e) {
    if (program_.mathInt || e->type()->width() == counterBits) return e;
    return e->type()->width() < counterBits ? pool_.extend(Op::ZeroExtend, e, counterBits)
                                            : pool_.extract(e, counterBits, 0);
  }
  Expr number(unsigned value) {
    return program_.mathInt ? pool_.integer(value) : pool_.bitVector(value, counterBits);
  }
  Expr read(Variable* counter) { return pool_.variable(counter); }

  //--- Statements ---------------------------------------------------------------------------

  void count(Variable* counter) { set(counter, plus(read(counter), 1)); }
  void set(Variable* counter, Expr value) {
    Statement statement;
    statement.node = Assign{{{counter, {}}}, {value}};
    added_.push_back(std::move(statement));
  }

  Variable* variable(const std::string& name) {
    return variable(name, program_.mathInt ? intType() : bitVectorType(counterBits), number(0));
  }
  Variable* flag(const std::string& name) {
    return variable(name, boolType(), pool_.boolean(false));
  }
  Variable* variable(const std::string& name, Type type, Expr initial) {
    const std::string full = std::string(counterPrefix) + name;
    for (Variable* local : procedure_.locals)
      if (local->name == full) return local;
    Variable* counter = program_.newVariable();
    counter->name = full;
    counter->kind = Variable::Kind::Local;
    counter->type = type;
    procedure_.locals.push_back(counter);
    Statement statement;
    statement.node = Assign{{{counter, {}}}, {initial}};
    begun_.push_back(std::move(statement));
    return counter;
  }

  // All are zero at first, before the entry can be a loop's head.
  void begin() {
    auto first = std::make_unique<Block>();
    first->label = "$counters";
    first->statements = std::move(begun_);
    first->successors = {procedure_.entry()};
    procedure_.blocks.insert(procedure_.blocks.begin(), std::move(first));
    for (unsigned b = 0; b < procedure_.blocks.size(); ++b) procedure_.blocks[b]->index = b;
  }

  Program& program_;
  Procedure& procedure_;
  ExprPool& pool_;
  // By a barrier of the warp: the objects that one lane arrives at behind it.
  std::map<const Statement*, std::vector<Channel>> delegated_;
  std::vector<Statement> begun_;
  std::vector<Statement> added_;
};

const Variable* counterNamed(const Procedure& procedure, const std::string& name) {
  const std::string full = std::string(counterPrefix) + name;
  for (const Variable* local : procedure.locals)
    if (local->name == full) return local;
  return nullptr;
}

}  // namespace

bool isCounter(const Variable& variable) {
  return variable.kind == Variable::Kind::Local && variable.name.starts_with(counterPrefix);
}

bool onlyGrows(const Variable& counter) {
  return isCounter(counter) &&
         (counter.name.ends_with(".committed") || counter.name.ends_with(".arrived") ||
          counter.name.ends_with(".waits"));
}

void addCounters(Program& program, Procedure& procedure) {
  const auto& locals = procedure.locals;
  if (std::none_of(locals.begin(), locals.end(), [](const Variable* v) { return isCounter(*v); }))
    CounterWriter(program, procedure).write();
}

void insertCounted(Program& program, Procedure& procedure, Block& block, std::size_t index,
                   const Statement& call) {
  CounterWriter(program, procedure).insert(block, index, call);
}

Counters findCounters(const Procedure& procedure) {
  Counters counters;
  const auto& locals = procedure.locals;
  if (std::none_of(locals.begin(), locals.end(), [](const Variable* v) { return isCounter(*v); }))
    return counters;
  for (const bool bulk : {false, true}) {
    const std::string name = seriesName(bulk);
    CopyCounters copies{counterNamed(procedure, name + ".committed"),
                        counterNamed(procedure, name + ".ended"),
                        counterNamed(procedure, name + ".haveRead")};
    if (copies.committed) counters.copies[bulk ? 1 : 0] = copies;
  }
  counters.channels = channelsOf(procedure);
  for (Channel& channel : counters.channels) {
    const std::string key = keyOf(channel);
    channel.arrived = counterNamed(procedure, key + ".arrived");
    channel.waited = counterNamed(procedure, key + ".waited");
    channel.knew = counterNamed(procedure, key + ".knew");
    channel.waits = counterNamed(procedure, key + ".waits");
    channel.behind = counterNamed(procedure, key + ".behind");
    channel.inTurn = counterNamed(procedure, key + ".inTurn");
    channel.announced = counterNamed(procedure, key + ".announced");
    channel.bytes = counterNamed(procedure, key + ".bytes");
    channel.enough = counterNamed(procedure, key + ".enough");
  }
  return counters;
}

bool Counters::haveCopies() const {
  return copies[0] || copies[1] ||
         std::any_of(channels.begin(), channels.end(),
                     [](const Channel& channel) { return channel.announced != nullptr; });
}

std::optional<std::size_t> Counters::channelOf(const Procedure& procedure, const Call& call) const {
  const auto wanted = channelFor(procedure, call);
  if (!wanted) return std::nullopt;
  const auto found = std::find_if(channels.begin(), channels.end(), [&](const Channel& channel) {
    return keyOf(channel) == keyOf(*wanted);
  });
  if (found == channels.end()) return std::nullopt;
  return static_cast<std::size_t>(found - channels.begin());
}

}  // namespace barricade
