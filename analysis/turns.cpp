#include "analysis/turns.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analysis/atomic_meaning.h"
#include "ir/copy.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using Meaning = AtomicMeaning::Kind;

bool mentions(Expr e, const Variable* variable) {
  bool found = false;
  forEachVariable(e, [&](const Variable* other) { found = found || other == variable; });
  return found;
}

// Whether it is the variable with a number added, by what is assigned between two statements.
bool addsTo(Expr e, const Variable* loaded, const std::vector<Statement>& statements,
            std::size_t from, std::size_t to) {
  while (e->op() == Op::Variable && e->variable() != loaded) {
    const Expr variable = e;
    for (std::size_t i = to; i-- > from && e == variable;)
      if (const Assign* assign = statements[i].as<Assign>())
        for (std::size_t k = 0; k < assign->targets.size(); ++k)
          if (assign->targets[k].variable == variable->variable()) {
            e = assign->values[k];
            to = i;
          }
    if (e == variable) return false;
  }
  if (e->op() != Op::BvAdd) return false;
  const Expr number = e->arg(e->arg(0)->isLiteral() ? 0 : 1);
  const Expr other = e->arg(e->arg(0)->isLiteral() ? 1 : 0);
  return number->isLiteral() && number->value() != 0 && other->op() == Op::Variable &&
         other->variable() == loaded;
}

// Where, after the load at `at`, with nothing but arithmetic and fences between, a number more is
// stored in that element.
std::optional<std::size_t> passingStore(const std::vector<Statement>& statements, std::size_t at,
                                        const ElementOperation& load) {
  for (std::size_t i = at + 1; i < statements.size(); ++i) {
    const Call* call = statements[i].as<Call>();
    if (const auto next = elementOperation(statements[i])) {
      const bool isPassing = next->meaning.kind == Meaning::Store && next->array == load.array &&
                             next->offset == load.offset &&
                             addsTo(next->meaning.written, load.result, statements, at + 1, i);
      return isPassing ? std::optional(i) : std::nullopt;
    }
    bool mayStand =
        call ? call->callee->isFence() : statements[i].as<Assign>() || statements[i].as<Assert>();
    forEachAssigned(statements[i], [&](const Variable* variable) {
      mayStand = mayStand && !variable->array && variable != load.result &&
                 !mentions(load.offset, variable);
    });
    if (!mayStand) return std::nullopt;
  }
  return std::nullopt;
}

class TurnPasser {
 public:
  TurnPasser(Program& program, Procedure& copy) : program_(program), copy_(copy) {}

  std::vector<const Variable*> run() {
    std::map<const Variable*, Variable*> turns;  // what was read last, as the text goes
    std::set<const Statement*> passing;
    forEachLoad([&](const auto& statements, std::size_t at, const ElementOperation& load) {
      if (const auto store = passingStore(statements, at, load))
        passing.insert(&statements[*store]);
      else
        turns[load.array] = load.result;
    });
    for (const Variable* array : changedOtherwise(passing)) turns.erase(array);
    std::set<const Variable*> passed;
    forEachLoad([&](auto& statements, std::size_t at, const ElementOperation& load) {
      const auto turn = turns.find(load.array);
      if (turn == turns.end() || !passingStore(statements, at, load)) return;
      passed.insert(load.array);
      give(*turn->second, statements, at);
    });
    return {passed.begin(), passed.end()};
  }

 private:
  template <typename Visit>
  void forEachLoad(const Visit& visit) {
    for (const auto& block : copy_.blocks)
      for (std::size_t i = 0; i < block->statements.size(); ++i)
        if (const auto operation = elementOperation(block->statements[i]);
            operation && operation->meaning.kind == Meaning::Load)
          visit(block->statements, i, *operation);
  }

  // Arrays that do not only go up by what is passed on: set back to 0, say.
  std::set<const Variable*> changedOtherwise(const std::set<const Statement*>& passing) const {
    std::set<const Variable*> changed;
    for (const auto& block : copy_.blocks)
      for (const Statement& statement : block->statements) {
        const auto operation = elementOperation(statement);
        if (passing.contains(&statement) || (operation && operation->meaning.kind == Meaning::Load))
          continue;
        forEachAssigned(statement, [&](const Variable* variable) { changed.insert(variable); });
      }
    return changed;
  }

  // To what is loaded, after the load, whose own result nothing sees.
  void give(Variable& turn, std::vector<Statement>& statements, std::size_t at) {
    Call& call = *statements[at].as<Call>();
    Variable* loaded = call.results.front();
    Variable* unseen = program_.newVariable();
    unseen->name = "$turn." + std::to_string(copy_.locals.size());
    unseen->kind = Variable::Kind::Local;
    unseen->type = loaded->type;
    copy_.locals.push_back(unseen);
    call.results.front() = unseen;
    const LocationId location = statements[at].location;
    statements.insert(
        statements.begin() + static_cast<std::ptrdiff_t>(at) + 1,
        {Assign{{{loaded, {}}}, {program_.pool().variable(&turn)}}, {}, location, {}});
  }

  Program& program_;
  Procedure& copy_;
};

}  // namespace

PassedTurns withPassedTurns(Program& program, const Procedure& kernel) {
  PassedTurns passed;
  auto copy = copyOf(kernel);
  passed.arrays = TurnPasser(program, *copy).run();
  if (!passed.arrays.empty()) passed.kernel = std::move(copy);
  return passed;
}

}  // namespace barricade
