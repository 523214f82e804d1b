// The copies of a kernel that ticket_locks.h speaks of.
#include <map>

#include "analysis/atomic_meaning.h"
#include "analysis/ticket_locks.h"
#include "ir/copy.h"

namespace barricade {
namespace {

using Meaning = AtomicMeaning::Kind;

// A copy, in which statements are put beside others, all at once.
class Rewriting {
 public:
  Rewriting(Program& program, const Kernel& kernel)
      : program_(program), pool_(program.pool()), copy_(copyOf(kernel.procedure())) {}

 protected:
  Statement& at(StatementPlace place) {
    return copy_->blocks[place.block]->statements[place.position];
  }
  std::vector<Statement>& before(StatementPlace place) { return before_[place]; }
  std::vector<Statement>& after(StatementPlace place) { return after_[place]; }
  // Behind what the way to the block says.
  std::vector<Statement>& atBegin(unsigned block) {
    const auto& statements = copy_->blocks[block]->statements;
    std::size_t i = 0;
    while (i < statements.size() && statements[i].as<Assume>()) ++i;
    return before_[{block, i}];
  }

  std::unique_ptr<Procedure> finish() {
    for (const auto& block : copy_->blocks) {
      std::vector<Statement> statements;
      auto take = [&](const std::map<StatementPlace, std::vector<Statement>>& added,
                      std::size_t i) {
        const auto found = added.find({block->index, i});
        if (found != added.end())
          statements.insert(statements.end(), found->second.begin(), found->second.end());
      };
      for (std::size_t i = 0; i < block->statements.size(); ++i) {
        take(before_, i);
        statements.push_back(block->statements[i]);
        take(after_, i);
      }
      take(before_, block->statements.size());
      block->statements = std::move(statements);
    }
    return std::move(copy_);
  }

  Variable* variable(const std::string& name, Type type) {
    Variable* local = program_.newVariable();
    local->name = "$ticket." + name + "." + std::to_string(copy_->locals.size());
    local->kind = Variable::Kind::Local;
    local->type = type;
    copy_->locals.push_back(local);
    return local;
  }

  Expr read(const Variable* variable) const { return pool_.variable(variable); }
  Expr equal(Expr a, Expr b) const { return pool_.make(Op::Equal, a, b); }
  Expr negation(Expr e) const { return pool_.make(Op::Not, e); }
  Expr implies(Expr a, Expr b) const { return pool_.make(Op::Implies, a, b); }
  Expr number(const BigInt& value, Type type) const {
    return pool_.bitVector(value, type->width());
  }
  Expr sum(Expr e, const BigInt& value) const {
    return pool_.make(Op::BvAdd, e, number(value, e->type()));
  }
  template <typename Node>
  static Statement made(Node node, const Statement& like) {
    return {std::move(node), {}, like.location, {}};
  }

  Program& program_;
  ExprPool& pool_;
  std::unique_ptr<Procedure> copy_;

 private:
  std::map<StatementPlace, std::vector<Statement>> before_, after_;
};

class Obligations : Rewriting {
 public:
  Obligations(Program& program, const Kernel& kernel, const TicketLock& lock)
      : Rewriting(program, kernel), flow_(kernel.flow()), lock_(lock) {}

  std::unique_ptr<Procedure> write() {
    for (const auto& block : copy_->blocks)
      for (Statement& statement : block->statements)
        if (Assert* check = statement.as<Assert>(); check && check->isCheck())
          check->condition = pool_.boolean(true);
    const ElementOperation drawn = *elementOperation(at(lock_.turns.front().draw));
    ticket_ = variable("number", drawn.result->type);
    polled_ = variable("polled", drawn.result->type);
    element_ = variable("element", drawn.offset->type());
    looked_ = variable("looked", boolType());
    for (const TicketLock::Turn& turn : lock_.turns) {
      writeDraw(turn.draw);
      writeWait(turn);
    }
    for (StatementPlace pass : lock_.passes) writePass(pass);
    return finish();
  }

 private:
  void writeDraw(StatementPlace draw) {
    const Statement& statement = at(draw);
    const ElementOperation drawn = *elementOperation(statement);
    if (lock_.next == lock_.serving) check(before(draw), statement, isApart(drawn.offset));
    set(after(draw), statement, ticket_, read(drawn.result));
    set(after(draw), statement, element_, drawn.offset);
    set(after(draw), statement, looked_, pool_.boolean(false));
  }

  // What threads draw from is nothing that threads wait at: in one array the ones lie in the first
  // and the others in the second half of parts of equal size.
  Expr isApart(Expr drawn) const {
    const BigInt size = abs(lock_.distance);
    const Expr first = lock_.distance < 0 ? sum(drawn, lock_.distance) : drawn;
    const Type type = drawn->type();
    if (size == 0) return pool_.boolean(false);
    return pool_.make(Op::BvUlt, pool_.make(Op::BvURem, first, number(2 * size, type)),
                      number(size, type));
  }

  void writeWait(const TicketLock::Turn& turn) {
    const Expr looked = read(looked_), isOurs = equal(read(polled_), read(ticket_));
    for (StatementPlace poll : turn.polls) {
      const Statement& statement = at(poll);
      const ElementOperation polled = *elementOperation(statement);
      check(before(poll), statement, isServed(polled.offset));
      check(before(poll), statement, implies(looked, negation(isOurs)));
      set(after(poll), statement, looked_, pool_.boolean(true));
      set(after(poll), statement, polled_, read(polled.result));
    }
    const Loop& loop = flow_.loops()[turn.loop];
    const Statement& like = at(turn.polls.back());
    for (const auto& [inside, outside] : loop.exits)
      check(atBegin(outside), like, pool_.make(Op::And, looked, isOurs));
    const Expr result = read(elementOperation(like)->result);
    std::vector<Statement> invariants;
    for (Expr invariant :
         {looked, implies(looked, equal(read(polled_), result)), implies(looked, negation(isOurs))})
      invariants.push_back(made(
          Assert{.kind = Assert::Kind::Invariant, .condition = invariant, .optional = true}, like));
    std::vector<Statement>& first = before({loop.header, 0});
    first.insert(first.begin(), invariants.begin(), invariants.end());
  }

  void writePass(StatementPlace pass) {
    const Statement& statement = at(pass);
    const ElementOperation passed = *elementOperation(statement);
    check(before(pass), statement, isServed(passed.offset));
    if (passed.meaning.leavesValue())
      check(before(pass), statement, equal(passed.meaning.written, sum(read(ticket_), 1)));
  }

  Expr isServed(Expr offset) const { return equal(offset, sum(read(element_), lock_.distance)); }

  void set(std::vector<Statement>& into, const Statement& like, Variable* variable, Expr value) {
    into.push_back(made(Assign{{{variable, {}}}, {value}}, like));
  }
  void check(std::vector<Statement>& into, const Statement& like, Expr condition) {
    into.push_back(made(Assert{Assert::Kind::Check, condition}, like));
  }

  const ControlFlow& flow_;
  const TicketLock& lock_;
  Variable *ticket_ = nullptr, *polled_ = nullptr, *looked_ = nullptr;
  Variable* element_ = nullptr;  // where it has been drawn
};

// Free locks hold 0, others 1.
class Locks : Rewriting {
 public:
  using Rewriting::Rewriting;

  std::unique_ptr<Procedure> write(const std::vector<TicketLock>& locks) {
    for (const TicketLock& lock : locks) {
      for (const TicketLock::Turn& turn : lock.turns) {
        Variable* drawn = elementOperation(at(turn.draw))->result;
        for (StatementPlace poll : turn.polls) take(poll, read(drawn));
        at(turn.draw).node = Havoc{{drawn}};
      }
      for (StatementPlace pass : lock.passes) free(pass);
    }
    return finish();
  }

 private:
  // It is taken where the ticket is seen.
  void take(StatementPlace poll, Expr drawn) {
    Statement& statement = at(poll);
    Call& call = *statement.as<Call>();
    const Type type = drawn->type();
    Variable* polled = call.results.front();
    Variable* held = call.results.front() = variable("held", type);
    call.atomic->function = nameWithFunction(call.atomic->function, "CAS", "cmpxchg");
    call.atomic->args = {number(0, type), number(1, type)};
    const Expr isTaken = equal(read(held), number(0, type));
    after(poll) = {made(Havoc{{polled}}, statement),
                   made(Assume{equal(isTaken, equal(read(polled), drawn))}, statement)};
  }

  void free(StatementPlace pass) {
    Statement& statement = at(pass);
    Call& call = *statement.as<Call>();
    const Meaning kind = meaningOf(call).kind;
    const Type type = call.args[0]->type()->range();
    call.atomic->args = {number(0, type)};
    if (kind == Meaning::Store) return;
    call.atomic->function = nameWithFunction(call.atomic->function, "Exch", "xchg");
    Variable* before = call.results.front();
    call.results.front() = variable("left", type);
    after(pass) = {made(Havoc{{before}}, statement)};
  }
};

}  // namespace

std::unique_ptr<Procedure> withTicketObligations(Program& program, const Kernel& kernel,
                                                 const TicketLock& lock) {
  return Obligations(program, kernel, lock).write();
}

std::unique_ptr<Procedure> withLocksOfTickets(Program& program, const Kernel& kernel,
                                              const std::vector<TicketLock>& locks) {
  return Locks(program, kernel).write(locks);
}

}  // namespace barricade
