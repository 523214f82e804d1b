#include "ir/inline.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "ir/cfg.h"
#include "ir/launch_postcondition.h"
#include "ir/liveness.h"

namespace barricade {
namespace {

bool isInlinable(const Procedure* callee) {
  return callee->hasBody() && callee->role == Procedure::Role::Ordinary;
}

// The procedures that lie on a cycle of the call graph below `root` (Tarjan would do; call
// graphs are small, so reachability from each procedure is enough).
std::set<const Procedure*> recursiveProcedures(const Procedure& root) {
  std::map<const Procedure*, std::set<const Procedure*>> callees;
  std::vector<const Procedure*> work{&root};
  while (!work.empty()) {
    const Procedure* caller = work.back();
    work.pop_back();
    if (callees.contains(caller)) continue;
    auto& targets = callees[caller];
    for (const auto& block : caller->blocks)
      for (const Statement& statement : block->statements)
        if (const Call* call = statement.as<Call>(); call && call->callee->hasBody())
          targets.insert(call->callee);
    work.insert(work.end(), targets.begin(), targets.end());
  }
  std::set<const Procedure*> recursive;
  for (const auto& [procedure, direct] : callees) {
    std::set<const Procedure*> reached;
    std::vector<const Procedure*> pending(direct.begin(), direct.end());
    while (!pending.empty()) {
      const Procedure* next = pending.back();
      pending.pop_back();
      if (!reached.insert(next).second) continue;
      pending.insert(pending.end(), callees[next].begin(), callees[next].end());
    }
    if (reached.contains(procedure)) recursive.insert(procedure);
  }
  return recursive;
}

std::string unique(const std::string& base, std::unordered_set<std::string>& used) {
  std::string name = base;
  for (unsigned i = 0; !used.insert(name).second; ++i) name = base + "." + std::to_string(i);
  return name;
}

// `condition` with a local variable for each `old(e)`, which the end of `entry` makes equal to `e`.
// By assumption, as a read in an assignment would be an access.
Expr rememberOld(Program& program, Procedure& procedure, std::unordered_set<std::string>& names,
                 Expr condition, Block& entry) {
  ExprPool& pool = program.pool();
  const bool remembered = condition->op() == Op::Old && !condition->type()->isMap();
  if (remembered) {
    Variable* variable = program.newVariable();
    variable->name = unique("at_entry", names);
    variable->kind = Variable::Kind::Local;
    variable->type = condition->type();
    procedure.locals.push_back(variable);
    const Expr value = pool.variable(variable);
    entry.statements.push_back({Havoc{{variable}}, {}, noLocation, {}});
    entry.statements.push_back(
        {Assume{pool.make(Op::Equal, value, condition->arg(0)), false, false}, {}, noLocation, {}});
    return value;
  }
  if (condition->args().empty() || condition->op() == Op::Old) return condition;
  std::vector<Expr> args(condition->args().begin(), condition->args().end());
  for (Expr& arg : args) arg = rememberOld(program, procedure, names, arg, entry);
  return pool.withArgs(condition, args);
}

// Copies one callee into the caller at one call.
class Inliner {
 public:
  Inliner(Program& program, Procedure& caller) : program_(program), caller_(caller) {
    for (const auto& block : caller.blocks) labels_.insert(block->label);
    for (const auto* list : {&caller.parameters, &caller.results, &caller.locals})
      for (const Variable* variable : *list) names_.insert(variable->name);
  }

  // What the caller itself ensures speaks of its own entry.
  void rememberOldOfCaller() {
    Block entry;
    for (Specification& spec : caller_.specifications)
      if (spec.kind == Specification::Kind::Ensures && !isLaunchPostcondition(spec))
        spec.condition = rememberOld(program_, caller_, names_, spec.condition, entry);
    auto& first = caller_.blocks.front()->statements;
    first.insert(first.begin(), std::make_move_iterator(entry.statements.begin()),
                 std::make_move_iterator(entry.statements.end()));
  }

  // Replaces the call at `position` of `block` by a copy of the callee, with its contract around
  // it.
  void expand(Block* block, std::size_t position) {
    const Statement site = std::move(block->statements[position]);
    const Call& call = *site.as<Call>();
    const Procedure& callee = *call.callee;
    callSite_ = site.location;
    values_.clear();
    memo_.clear();
    copies_.clear();

    Block* after = caller_.addBlock(unique(callee.name + ".return", labels_));
    after->location = block->location;
    after->successors = std::move(block->successors);
    const auto next = block->statements.begin() + static_cast<std::ptrdiff_t>(position) + 1;
    std::vector<Statement> tail(std::make_move_iterator(next),
                                std::make_move_iterator(block->statements.end()));
    block->statements.resize(position);

    assign(block, copiesOf(callee.parameters), call.args, site.text);
    const std::vector<Variable*> results = copiesOf(callee.results);
    copiesOf(callee.locals);
    havocUnset(block, callee);
    addContract(block, callee, Specification::Kind::Requires);
    copyBody(callee, block, after);
    addContract(after, callee, Specification::Kind::Ensures);
    rememberOldIn(after, block);
    std::vector<Expr> returned;
    for (std::size_t i = 0; i < call.results.size(); ++i)
      returned.push_back(program_.pool().variable(results[i]));
    assign(after, call.results, returned, site.text);
    std::move(tail.begin(), tail.end(), std::back_inserter(after->statements));
  }

 private:
  LocationId inlined(LocationId inner) {
    return inner == noLocation ? callSite_ : program_.sources.inlinedAt(inner, callSite_);
  }

  // A local variable that is read before it is set has another value in each call.
  void havocUnset(Block* block, const Procedure& callee) {
    const Liveness liveness(callee);
    Havoc havoc;
    for (const auto* list : {&callee.results, &callee.locals})
      for (Variable* variable : *list)
        if (liveness.atStart(0, variable)) havoc.targets.push_back(copyOf(variable));
    if (!havoc.targets.empty()) block->statements.push_back({havoc, {}, callSite_, {}});
  }

  Variable* copyOf(Variable* variable) {
    if (variable->kind == Variable::Kind::Global || variable->kind == Variable::Kind::Constant)
      return variable;
    auto [it, added] = copies_.try_emplace(variable, nullptr);
    if (added) {
      Variable* copy = program_.newVariable();
      *copy = *variable;
      copy->kind = Variable::Kind::Local;
      copy->name = unique(variable->name, names_);
      caller_.locals.push_back(copy);
      it->second = copy;
      values_[program_.pool().variable(variable)] = program_.pool().variable(copy);
      memo_.clear();
    }
    return it->second;
  }

  std::vector<Variable*> copiesOf(const std::vector<Variable*>& variables) {
    std::vector<Variable*> copies;
    for (Variable* variable : variables) copies.push_back(copyOf(variable));
    return copies;
  }

  Expr copyOf(Expr e) { return e ? substitute(program_.pool(), e, values_, memo_) : nullptr; }

  void copyInto(std::vector<Expr>& list) {
    for (Expr& e : list) e = copyOf(e);
  }

  Statement copyOf(const Statement& original) {
    Statement copy = original;
    copy.location = inlined(original.location);
    // Positions as attributes would contradict the chain; the printer writes it anew.
    std::erase_if(copy.attributes, [](const Attribute& a) {
      return a.name == "sourceloc_num" || a.name == "line" || a.name == "col" ||
             a.name == "fname" || a.name == "dir" || a.name == "inlined_at";
    });
    for (Attribute& attribute : copy.attributes)
      for (AttributeArg& arg : attribute.args)
        if (Expr* e = std::get_if<Expr>(&arg)) *e = copyOf(*e);
    if (Assign* assign = copy.as<Assign>()) {
      for (Target& target : assign->targets) {
        target.variable = copyOf(target.variable);
        copyInto(target.indices);
      }
      copyInto(assign->values);
    } else if (Havoc* havoc = copy.as<Havoc>()) {
      for (Variable*& variable : havoc->targets) variable = copyOf(variable);
    } else if (Assert* check = copy.as<Assert>()) {
      check->condition = copyOf(check->condition);
    } else if (Assume* assume = copy.as<Assume>()) {
      assume->condition = copyOf(assume->condition);
    } else if (Call* call = copy.as<Call>()) {
      for (Variable*& variable : call->results) variable = copyOf(variable);
      copyInto(call->args);
      if (call->atomic) copyInto(call->atomic->args);
    }
    return copy;
  }

  // `targets` := `values`, in parallel.
  void assign(Block* block, const std::vector<Variable*>& targets, const std::vector<Expr>& values,
              TextPosition text) {
    if (targets.empty()) return;
    Assign node;
    for (Variable* target : targets) node.targets.push_back({target, {}});
    node.values = values;
    block->statements.push_back({std::move(node), {}, callSite_, text});
  }

  // Between `block` and `after`, which becomes what its returns lead to.
  void copyBody(const Procedure& callee, Block* block, Block* after) {
    std::unordered_map<const Block*, Block*> blocks;
    for (const auto& original : callee.blocks)
      blocks[original.get()] = caller_.addBlock(unique(original->label, labels_));
    block->successors = {blocks[callee.entry()]};
    for (const auto& original : callee.blocks) {
      Block* copy = blocks[original.get()];
      copy->location = inlined(original->location);
      for (const Statement& statement : original->statements)
        copy->statements.push_back(copyOf(statement));
      for (Block* successor : original->successors) copy->successors.push_back(blocks[successor]);
      if (original->successors.empty()) copy->successors.push_back(after);
    }
  }

  // What the postconditions at the start of `after` say of the entry, the end of `entry`
  // remembers.
  void rememberOldIn(Block* after, Block* entry) {
    for (Statement& statement : after->statements)
      if (Assert* check = statement.as<Assert>())
        check->condition = rememberOld(program_, caller_, names_, check->condition, *entry);
      else if (Assume* assume = statement.as<Assume>())
        assume->condition = rememberOld(program_, caller_, names_, assume->condition, *entry);
  }

  void addContract(Block* block, const Procedure& callee, Specification::Kind kind) {
    for (const Specification& spec : callee.specifications) {
      if (spec.kind != kind || spec.procedureWide) continue;
      Statement statement;
      if (spec.free) {
        statement.node = Assume{copyOf(spec.condition), false, spec.predicated};
      } else {
        Assert check;
        check.kind = kind == Specification::Kind::Requires ? Assert::Kind::Precondition
                                                           : Assert::Kind::Postcondition;
        check.condition = copyOf(spec.condition);
        check.predicated = spec.predicated;
        statement.node = check;
      }
      statement.location = spec.location == noLocation ? callSite_ : inlined(spec.location);
      statement.text = spec.text;
      block->statements.push_back(std::move(statement));
    }
  }

  Program& program_;
  Procedure& caller_;
  LocationId callSite_ = noLocation;
  std::unordered_set<std::string> labels_;
  std::unordered_set<std::string> names_;
  std::unordered_map<const Variable*, Variable*> copies_;
  std::unordered_map<Expr, Expr> values_;
  std::unordered_map<Expr, Expr> memo_;
};

class FunctionExpander {
 public:
  explicit FunctionExpander(Program& program) : pool_(program.pool()) {}

  void expand(Expr& e) {
    if (e) e = expanded(e);
  }
  void expand(std::vector<Expr>& list) {
    for (Expr& e : list) expand(e);
  }

 private:
  Expr expanded(Expr e) {
    if (e->args().empty()) return e;
    if (auto it = memo_.find(e); it != memo_.end()) return it->second;
    std::vector<Expr> args(e->args().begin(), e->args().end());
    expand(args);
    Expr result = pool_.withArgs(e, args);
    if (const Function* f = e->op() == Op::Apply ? e->function() : nullptr;
        f && f->body && open_.insert(f).second) {
      std::unordered_map<Expr, Expr> actuals;
      for (std::size_t i = 0; i < args.size(); ++i)
        actuals[pool_.variable(f->parameters[i])] = args[i];
      std::unordered_map<Expr, Expr> memo;
      result = substitute(pool_, expanded(f->body), actuals, memo);
      open_.erase(f);
    }
    memo_.emplace(e, result);
    return result;
  }

  ExprPool& pool_;
  std::unordered_map<Expr, Expr> memo_;
  std::set<const Function*> open_;  // being expanded
};

}  // namespace

void expandFunctions(Program& program, Procedure& procedure) {
  FunctionExpander expander(program);
  for (Specification& spec : procedure.specifications) expander.expand(spec.condition);
  for (const auto& block : procedure.blocks)
    for (Statement& statement : block->statements) {
      if (Assign* assign = statement.as<Assign>()) {
        for (Target& target : assign->targets) expander.expand(target.indices);
        expander.expand(assign->values);
      } else if (Assert* check = statement.as<Assert>()) {
        expander.expand(check->condition);
      } else if (Assume* assume = statement.as<Assume>()) {
        expander.expand(assume->condition);
      } else if (Call* call = statement.as<Call>()) {
        expander.expand(call->args);
        if (call->atomic) expander.expand(call->atomic->args);
      }
    }
}

void spreadProcedureWideInvariants(Procedure& procedure) {
  std::vector<const Specification*> wide;
  for (const Specification& spec : procedure.specifications)
    if (spec.procedureWide) wide.push_back(&spec);
  if (wide.empty() || !procedure.hasBody()) return;
  const ControlFlow flow(procedure);
  if (flow.irreducible()) return;  // rejected later, with the blocks' names
  for (const Loop& loop : flow.loops()) {
    auto& statements = procedure.blocks[loop.header]->statements;
    std::vector<Statement> added;
    for (const Specification* spec : wide) {
      Assert invariant;
      invariant.kind = Assert::Kind::Invariant;
      invariant.condition = spec->condition;
      invariant.predicated = spec->predicated;
      invariant.optional = spec->candidateInvariant;
      added.push_back({invariant, spec->attributes, spec->location, spec->text});
    }
    statements.insert(statements.begin(), added.begin(), added.end());
  }
  std::erase_if(procedure.specifications, [](const Specification& s) { return s.procedureWide; });
}

std::vector<Procedure*> inlineCalls(Program& program, Procedure& root,
                                    const std::function<bool(const Procedure&)>& keep) {
  for (Procedure* procedure : program.procedures()) spreadProcedureWideInvariants(*procedure);
  const std::set<const Procedure*> recursive = recursiveProcedures(root);
  std::vector<Procedure*> kept;
  Inliner inliner(program, root);
  if (root.hasBody()) inliner.rememberOldOfCaller();
  // Blocks added by an expansion come later in the list and are scanned in their turn.
  for (std::size_t b = 0; b < root.blocks.size(); ++b) {
    Block* block = root.blocks[b].get();
    for (std::size_t i = 0; i < block->statements.size(); ++i) {
      const Call* call = block->statements[i].as<Call>();
      if (!call || !isInlinable(call->callee)) continue;
      const bool stays = recursive.contains(call->callee) || (keep && keep(*call->callee));
      if (!stays) {
        inliner.expand(block, i);
        break;
      }
      if (std::find(kept.begin(), kept.end(), call->callee) == kept.end())
        kept.push_back(call->callee);
    }
  }
  return kept;
}

}  // namespace barricade
