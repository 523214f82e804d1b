#include "restructure/atomic_updates.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "analysis/updates.h"
#include "ir/uses.h"
#include "ir/walk.h"
#include "restructure/atomic_operation.h"

namespace barricade {
namespace {

std::string placeOf(const Program& program, const Statement& statement) {
  const SourceChain& chain = program.sources.chain(statement.location);
  return chain.empty() ? "an unknown place" : chain.front().toString();
}

// The update of one statement, taken apart.
struct Parts {
  Block* block = nullptr;
  std::size_t load = 0;
  std::size_t store = 0;
  Variable* old = nullptr;
  Expr value = nullptr;                   // over `old`
  std::vector<std::size_t> dependents{};  // between, made of `old`
};

class Converter {
 public:
  Converter(Program& program, Procedure& kernel) : program_(program), kernel_(kernel) {}

  // Why it cannot be made atomic, or nothing; then `rewrites` has what was done.
  std::optional<std::string> convert(const Update& update, const ControlFlow& flow,
                                     Rewrites& rewrites) {
    const std::string place = placeOf(program_, *update.store);
    Parts parts;
    if (!find(update, parts))
      return "the read and the write of '" + update.array->array->sourceName + "' at " + place +
             " are not one statement";
    if (!takeApart(update, parts))
      return "the value read at " + place + " is used for more than the update";
    const auto form = atomicFormOf(program_.pool(), parts.value, variable(parts.old));
    if (!form) return "no atomic operation does what the statement at " + place + " does";
    if (form->type == "float" || form->type == "double")
      if (program_.launchConstant({LaunchConstant::Kind::WorkDim, 0}))
        return "OpenCL has no atomic operation on floating-point numbers, as the statement at " +
               place + " would need";
    Rewrite rewrite;
    rewrite.location = program_.sources.chain(update.store->location);
    rewrite.loopDepth = flow.loopDepth(parts.block->index);
    rewrite.operation = form->operation;
    rewrite.subject = update.array->array->sourceName;
    replace(parts, *form);
    rewrites.made.push_back(std::move(rewrite));
    return std::nullopt;
  }

 private:
  Expr variable(const Variable* v) const { return program_.pool().variable(v); }

  bool find(const Update& update, Parts& parts) const {
    for (const auto& block : kernel_.blocks) {
      const auto& statements = block->statements;
      const auto at = [&](const Statement* wanted) {
        return static_cast<std::size_t>(wanted - statements.data());
      };
      const auto inside = [&](const Statement* wanted) {
        return !statements.empty() && wanted >= statements.data() &&
               wanted < statements.data() + statements.size();
      };
      if (!inside(update.load) || !inside(update.store)) continue;
      parts.block = block.get();
      parts.load = at(update.load);
      parts.store = at(update.store);
      return true;
    }
    return false;
  }

  // What stands between and is made of the value read is kept for after the operation; it may do
  // nothing but compute.
  bool takeApart(const Update& update, Parts& parts) {
    ExprPool& pool = program_.pool();
    const Assign& store = *update.store->as<Assign>();
    std::unordered_map<Expr, Expr> known;
    if (update.load == update.store) {
      const Expr element =
          pool.make(Op::Select, variable(update.array), store.targets.front().indices.front());
      parts.old = newLocal(update.array->type->range());
      known[element] = variable(parts.old);
    } else {
      const Assign& load = *update.load->as<Assign>();
      if (!load.targets.front().indices.empty() || load.values.front()->op() != Op::Select)
        return false;
      parts.old = load.targets.front().variable;
    }
    std::unordered_set<const Variable*> dependent{parts.old};
    auto uses = [&](Expr e) {
      return anyNode(e, [&](Expr node) {
        return node->op() == Op::Variable && dependent.contains(node->variable());
      });
    };
    std::unordered_map<Expr, Expr> memo;
    for (std::size_t i = parts.load + 1; i < parts.store; ++i) {
      const Statement& statement = parts.block->statements[i];
      bool used = false;
      forEachExpression(statement, [&](Expr e) { used = used || uses(e); });
      if (!used) continue;
      const Assign* assign = statement.as<Assign>();
      if (!assign || assign->targets.size() != 1 || !assign->targets.front().indices.empty() ||
          assign->targets.front().variable->array ||
          anyNode(assign->values.front(), [](Expr e) { return e->op() == Op::Select; }))
        return false;
      memo.clear();
      known[variable(assign->targets.front().variable)] =
          substitute(pool, assign->values.front(), known, memo);
      dependent.insert(assign->targets.front().variable);
      parts.dependents.push_back(i);
    }
    if (uses(store.targets.front().indices.front())) return false;
    memo.clear();
    parts.value = substitute(pool, store.values.front(), known, memo);
    return true;
  }

  Variable* newLocal(Type type) {
    Variable* local = program_.newVariable();
    local->kind = Variable::Kind::Local;
    local->type = type;
    local->name = "$old" + std::to_string(kernel_.locals.size());
    kernel_.locals.push_back(local);
    return local;
  }

  void replace(const Parts& parts, const AtomicForm& form) {
    std::vector<Statement>& old = parts.block->statements;
    const Target target = old[parts.store].as<Assign>()->targets.front();
    Call call;
    call.callee = atomicProcedure(program_, *target.variable->array);
    call.results = {parts.old, target.variable};
    call.args = {variable(target.variable), target.indices.front()};
    call.atomic =
        AtomicInfo{form.function(), {form.operand}, 1, 1, MemoryOrder::Relaxed, Scope::Device};
    const auto isDependent = [&](std::size_t i) {
      return std::find(parts.dependents.begin(), parts.dependents.end(), i) !=
             parts.dependents.end();
    };
    std::vector<Statement> statements;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (i == parts.store) {
        const LocationId location = old[i].location;
        statements.push_back(
            {std::move(call), Attributes{Attribute{"atomic", {}}}, location, old[i].text});
        for (std::size_t d : parts.dependents) statements.push_back(old[d]);
      } else if (i != parts.load && !isDependent(i)) {
        statements.push_back(old[i]);
      }
    }
    old = std::move(statements);
  }

  Program& program_;
  Procedure& kernel_;
};

// "atomicAdd" of "__atomicAdd_int", "atomic_add" of "__bugle_atomic_add_local_int".
std::string nameOf(const std::string& function) {
  const std::string bugle = "__bugle_";
  if (function.starts_with(bugle)) {
    const std::string name = function.substr(bugle.size());
    return name.substr(0, name.find('_', name.find('_') + 1));
  }
  const std::size_t begin = function.find_first_not_of('_');
  if (begin == std::string::npos) return function;
  return function.substr(begin, function.find('_', begin) - begin);
}

}  // namespace

bool commute(const std::string& operation, const std::string& other) {
  const auto adds = [](const std::string& name) {
    return name == "atomicAdd" || name == "atomicSub";
  };
  return operation == other || (adds(operation) && adds(other));
}

Rewrites makeAtomic(Program& program, Procedure& kernel, const std::set<LocationId>& stores) {
  Rewrites rewrites;
  Converter converter(program, kernel);
  for (bool more = true; more && rewrites.refused.empty();) {
    more = false;
    const ControlFlow flow(kernel);
    const Updates updates(program, kernel, flow, {});
    for (const Update& update : updates.all()) {
      if (!stores.contains(update.store->location)) continue;
      if (auto reason = converter.convert(update, flow, rewrites))
        rewrites.refused.push_back(*reason);
      else
        more = true;
      break;  // statements have moved
    }
  }
  return rewrites;
}

Rewrites widenAtomics(Program& program, Procedure& kernel, const std::set<LocationId>& places) {
  Rewrites rewrites;
  const ControlFlow flow(kernel);
  for (const auto& block : kernel.blocks)
    for (Statement& statement : block->statements) {
      Call* call = statement.as<Call>();
      if (!call || !call->atomic || !places.contains(statement.location) ||
          includesOtherBlocks(call->atomic->scope))
        continue;
      call->atomic->scope = Scope::Device;
      std::erase_if(statement.attributes,
                    [](const Attribute& attribute) { return attribute.name == "scope"; });
      Rewrite rewrite;
      rewrite.kind = Rewrite::Kind::WidenAtomic;
      rewrite.location = program.sources.chain(statement.location);
      rewrite.loopDepth = flow.loopDepth(block->index);
      rewrite.operation = nameOf(call->atomic->function);
      rewrite.subject = call->results.back()->array->sourceName;
      rewrites.made.push_back(std::move(rewrite));
    }
  return rewrites;
}

}  // namespace barricade
