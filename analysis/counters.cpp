#include "analysis/counters.h"

#include <algorithm>
#include <cassert>

namespace barricade {
namespace {

constexpr unsigned width = 64;  // never wraps around
constexpr std::string_view prefix = "$counter.";

const Synchronization* primitiveOf(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->synchronization ? &*call->callee->synchronization : nullptr;
}

bool isCopyPrimitive(const Synchronization& what) {
  return what.primitive == SyncPrimitive::AsyncCopy ||
         what.primitive == SyncPrimitive::CopyCommit || what.primitive == SyncPrimitive::CopyWait;
}

bool isHalf(const Synchronization& what) {
  return what.primitive == SyncPrimitive::Barrier && what.arrives != what.waits;
}

std::string seriesName(bool bulk) {
  return bulk ? "bulk" : "copies";
}
std::string halvesName(Scope scope) {
  return "barrier." + std::string(toString(scope));
}

// Adds variables and assignments to a procedure.
class CounterWriter {
 public:
  CounterWriter(Program& program, Procedure& procedure)
      : program_(program), procedure_(procedure), pool_(program.pool()) {}

  void write() {
    for (const auto& block : procedure_.blocks)
      for (std::size_t i = 0; i < block->statements.size(); ++i)
        if (const Synchronization* what = primitiveOf(block->statements[i])) {
          std::vector<Statement> added = countAt(*block->statements[i].as<Call>(), *what);
          for (Statement& statement : added) statement.location = block->statements[i].location;
          const auto before = block->statements.begin() + static_cast<std::ptrdiff_t>(i);
          block->statements.insert(before, added.begin(), added.end());
          i += added.size();
        }
    if (!begun_.empty()) begin();
  }

 private:
  // What the call does to the counters, which are set before it.
  std::vector<Statement> countAt(const Call& call, const Synchronization& what) {
    if (isCopyPrimitive(what)) return countCopies(call, what);
    if (isHalf(what))
      return {increment(variable(halvesName(what.scope) + (what.arrives ? ".arrived" : ".waited")),
                        halvesName(what.scope))};
    return {};
  }

  std::vector<Statement> countCopies(const Call& call, const Synchronization& what) {
    const std::string name = seriesName(what.bulk);
    Variable* committed = variable(name + ".committed");
    std::vector<Statement> added;
    // What no commit has closed is a group of its own here.
    if (what.primitive == SyncPrimitive::CopyCommit || what.all) added.push_back(count(committed));
    if (what.primitive != SyncPrimitive::CopyWait) return added;
    const Expr groups = pool_.variable(committed);
    const auto position = what.position(SyncParameter::Groups);
    const Expr ended = position && !what.all ? below(groups, call.args[*position]) : groups;
    if (!what.reads) added.push_back(set(variable(name + ".ended"), ended));
    added.push_back(set(variable(name + ".haveRead"), ended));
    return added;
  }

  // All but the `left` youngest.
  Expr below(Expr groups, Expr left) {
    if (program_.mathInt)
      return pool_.ite(pool_.make(Op::IntLe, left, groups), pool_.make(Op::IntSub, groups, left),
                       number(0));
    if (left->type()->width() > width) return number(0);
    if (left->type()->width() < width) left = pool_.extend(Op::ZeroExtend, left, width);
    return pool_.ite(pool_.make(Op::BvUle, left, groups), pool_.make(Op::BvSub, groups, left),
                     number(0));
  }

  Statement count(Variable* counter) {
    return set(counter, pool_.make(program_.mathInt ? Op::IntAdd : Op::BvAdd,
                                   pool_.variable(counter), number(1)));
  }
  // Both halves have their counters, wherever one of them stands.
  Statement increment(Variable* counter, const std::string& channel) {
    variable(channel + ".arrived");
    variable(channel + ".waited");
    return count(counter);
  }

  static Statement set(Variable* counter, Expr value) {
    Statement statement;
    statement.node = Assign{{{counter, {}}}, {value}};
    return statement;
  }

  Expr number(unsigned value) {
    return program_.mathInt ? pool_.integer(value) : pool_.bitVector(value, width);
  }

  Variable* variable(const std::string& name) {
    const std::string full = std::string(prefix) + name;
    for (Variable* local : procedure_.locals)
      if (local->name == full) return local;
    Variable* counter = program_.newVariable();
    counter->name = full;
    counter->kind = Variable::Kind::Local;
    counter->type = program_.mathInt ? intType() : bitVectorType(width);
    procedure_.locals.push_back(counter);
    begun_.push_back(set(counter, number(0)));
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
  std::vector<Statement> begun_;
};

const Variable* counterNamed(const Procedure& procedure, const std::string& name) {
  const std::string full = std::string(prefix) + name;
  for (const Variable* local : procedure.locals)
    if (local->name == full) return local;
  return nullptr;
}

bool surelyOrders(const Call& call, SyncParameter memory) {
  const Synchronization& what = *call.callee->synchronization;
  const auto position = what.position(memory);
  return what.ordersMemory() &&
         (!position || (call.args[*position]->isLiteral() && call.args[*position]->value() != 0));
}

}  // namespace

bool isCounter(const Variable& variable) {
  return variable.kind == Variable::Kind::Local && variable.name.starts_with(prefix);
}

bool onlyGrows(const Variable& counter) {
  return isCounter(counter) && !counter.name.ends_with(".ended") &&
         !counter.name.ends_with(".haveRead");
}

void addCounters(Program& program, Procedure& procedure) {
  const auto& locals = procedure.locals;
  if (std::none_of(locals.begin(), locals.end(), [](const Variable* v) { return isCounter(*v); }))
    CounterWriter(program, procedure).write();
}

Counters findCounters(const Procedure& procedure) {
  Counters counters;
  for (const bool bulk : {false, true}) {
    const std::string name = seriesName(bulk);
    CopyCounters copies{counterNamed(procedure, name + ".committed"),
                        counterNamed(procedure, name + ".ended"),
                        counterNamed(procedure, name + ".haveRead")};
    if (copies.committed) counters.copies[bulk ? 1 : 0] = copies;
  }
  for (const Scope scope : {Scope::Block, Scope::Cluster, Scope::Device}) {
    const std::string name = halvesName(scope);
    const Variable* arrived = counterNamed(procedure, name + ".arrived");
    if (arrived)
      counters.channels.push_back({scope, arrived, counterNamed(procedure, name + ".waited")});
  }
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements)
      if (const Synchronization* what = primitiveOf(statement); what && isHalf(*what)) {
        const Call& call = *statement.as<Call>();
        Channel& channel = counters.channels[counters.channelOf(call)];
        channel.ordersLocal &= surelyOrders(call, SyncParameter::LocalFence);
        channel.ordersGlobal &= surelyOrders(call, SyncParameter::GlobalFence);
      }
  return counters;
}

std::size_t Counters::channelOf(const Call& call) const {
  const auto found = std::find_if(channels.begin(), channels.end(), [&](const Channel& channel) {
    return channel.scope == call.callee->synchronization->scope;
  });
  assert(found != channels.end());
  return static_cast<std::size_t>(found - channels.begin());
}

}  // namespace barricade
