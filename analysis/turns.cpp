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

struct Operation {
  Variable* result = nullptr;
  const Variable* array = nullptr;
  Expr offset = nullptr;
  Meaning kind = Meaning::Other;
};

// An atomic operation on one element of an array of one dimension.
std::optional<Operation> operationOf(const Statement& statement) {
  const Call* call = statement.as<Call>();
  if (!call || !call->atomic || call->atomic->parts != 1 || call->args.size() != 2)
    return std::nullopt;
  return Operation{call->results.front(), call->args[0]->variable(), call->args[1],
                   meaningOf(*call).kind};
}

bool mentions(Expr e, const Variable* variable) {
  bool found = false;
  forEachVariable(e, [&](const Variable* other) { found = found || other == variable; });
  return found;
}

// Whether, after the load at `at`, nothing but arithmetic and fences comes before a store to that
// element.
bool isPassedOn(const std::vector<Statement>& statements, std::size_t at, const Operation& load) {
  for (std::size_t i = at + 1; i < statements.size(); ++i) {
    if (const auto next = operationOf(statements[i]))
      return (next->kind == Meaning::Store || next->kind == Meaning::Exchange) &&
             next->array == load.array && next->offset == load.offset;
    const Call* call = statements[i].as<Call>();
    bool mayStand =
        call ? call->callee->isFence() : statements[i].as<Assign>() || statements[i].as<Assert>();
    forEachAssigned(statements[i], [&](const Variable* variable) {
      mayStand = mayStand && !variable->array && !mentions(load.offset, variable);
    });
    if (!mayStand) return false;
  }
  return false;
}

class TurnPasser {
 public:
  TurnPasser(Program& program, Procedure& copy) : program_(program), copy_(copy) {}

  std::vector<const Variable*> run() {
    std::map<const Variable*, Variable*> turns;  // what was read last, as the text goes
    forEachLoad([&](const auto& statements, std::size_t at, const Operation& load) {
      if (!isPassedOn(statements, at, load)) turns[load.array] = load.result;
    });
    std::set<const Variable*> passed;
    forEachLoad([&](auto& statements, std::size_t at, const Operation& load) {
      const auto turn = turns.find(load.array);
      if (turn == turns.end() || !isPassedOn(statements, at, load)) return;
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
        if (const auto operation = operationOf(block->statements[i]);
            operation && operation->kind == Meaning::Load)
          visit(block->statements, i, *operation);
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
