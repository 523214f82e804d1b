#include "verifier/prepare.h"

#include <algorithm>
#include <set>

#include "ir/cfg.h"
#include "ir/inline.h"
#include "ir/printer.h"
#include "verifier/hoist_reads.h"

namespace barricade {
namespace {

std::string placeOf(const Program& program, LocationId location, TextPosition text) {
  const SourcePosition& position = program.sources.position(location);
  if (position.line != 0) return position.toString() + ": ";
  std::string place = program.fileName;
  if (text.line != 0) place += ":" + std::to_string(text.line) + ":" + std::to_string(text.column);
  return place + ": ";
}

Procedure* chooseKernel(Program& program, const VerifyOptions& options, Prepared& prepared) {
  std::vector<Procedure*> candidates = program.kernels();
  if (options.allProcedures)
    for (Procedure* p : program.procedures())
      if (p->role == Procedure::Role::Ordinary && p->hasBody()) candidates.push_back(p);
  std::erase_if(candidates, [](Procedure* p) { return !p->hasBody(); });
  std::string names;
  for (Procedure* p : candidates) names += (names.empty() ? "" : ", ") + p->sourceName;
  if (!options.kernel.empty()) {
    for (Procedure* p : candidates)
      if (p->name == options.kernel || p->sourceName == options.kernel) return p;
    prepared.rejections.push_back(program.fileName + ": no kernel named '" + options.kernel + "'" +
                                  (names.empty() ? "" : "; there is " + names));
    return nullptr;
  }
  if (candidates.size() == 1) return candidates.front();
  prepared.rejections.push_back(candidates.empty()
                                    ? program.fileName + ": no kernel in this program"
                                    : program.fileName +
                                          ": several kernels, choose one with --kernel: " + names);
  return nullptr;
}

// A recursive procedure is known by its contract only, so its body must do nothing that the
// verifier would have to see.
bool isPure(const Procedure& procedure, std::set<const Procedure*>& seen) {
  if (!seen.insert(&procedure).second) return true;
  auto readsMemory = [](Expr e, auto&& self) -> bool {
    if (e->op() == Op::Select) return true;
    return std::any_of(e->args().begin(), e->args().end(), [&](Expr a) { return self(a, self); });
  };
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      if (const Call* call = statement.as<Call>()) {
        if (call->callee->role != Procedure::Role::Ordinary || !isPure(*call->callee, seen))
          return false;
      } else if (const Assign* assign = statement.as<Assign>()) {
        for (const Target& target : assign->targets)
          if (!target.indices.empty() || target.variable->kind == Variable::Kind::Global)
            return false;
        for (Expr value : assign->values)
          if (readsMemory(value, readsMemory)) return false;
      } else if (const Assert* check = statement.as<Assert>()) {
        if (check->kind == Assert::Kind::Check || check->kind == Assert::Kind::BadPointerAccess)
          return false;
      }
    }
  return true;
}

bool containsQuantifier(Expr e) {
  return e->op() == Op::Forall || e->op() == Op::Exists ||
         std::any_of(e->args().begin(), e->args().end(), containsQuantifier);
}

void checkStatement(const Program& program, const Statement& statement, Prepared& prepared) {
  auto reject = [&](const std::string& message) {
    prepared.rejections.push_back(placeOf(program, statement.location, statement.text) + message);
  };
  auto rejectQuantifiers = [&](Expr e) {
    if (containsQuantifier(e)) reject("quantifiers are supported in axioms only");
  };
  if (const Assert* check = statement.as<Assert>()) rejectQuantifiers(check->condition);
  if (const Assume* assume = statement.as<Assume>()) rejectQuantifiers(assume->condition);
  if (const Assign* assign = statement.as<Assign>()) {
    for (Expr value : assign->values) rejectQuantifiers(value);
    for (const Target& target : assign->targets) {
      if (target.variable->kind != Variable::Kind::Global) continue;
      if (!target.variable->array)
        reject("global variable '" + target.variable->name +
               "' is no array; only arrays can be shared by threads");
      else if (target.indices.size() > 1)
        reject("'" + target.variable->name + "' is indexed more than once");
    }
  } else if (const Call* call = statement.as<Call>()) {
    const auto role = call->callee->role;
    if (role == Procedure::Role::AtomicOp &&
        (call->args.empty() || call->args[0]->op() != Op::Variable ||
         !call->args[0]->variable()->array))
      reject("the first argument of an atomic operation must be an array");
    if (role == Procedure::Role::Ordinary && !call->callee->hasBody()) {
      const std::string& name = call->callee->sourceName;
      if (name.find("fence") != std::string::npos)
        prepared.notes.push_back("the memory fence '" + name +
                                 "' orders nothing here; only barriers do");
    }
  }
}

}  // namespace

Prepared prepare(Program& program, const VerifyOptions& options) {
  Prepared prepared;
  Procedure* kernel = chooseKernel(program, options, prepared);
  if (!kernel) return prepared;
  if (options.mathInt && !program.mathInt)
    prepared.rejections.push_back(program.fileName +
                                  ": --math-int is for programs over integers; this one has bit "
                                  "vectors");
  for (const std::string& argument : options.kernelArgs) {
    const std::size_t digits = argument.starts_with("-") ? 1 : 0;
    if (argument != "*" && (argument.size() == digits ||
                            argument.find_first_not_of("0123456789", digits) != std::string::npos))
      prepared.rejections.push_back(program.fileName + ": '" + argument +
                                    "' in --kernel-args is neither a number nor *");
  }
  std::set<const Procedure*> seen;
  if (options.inlineCalls) {
    const InlineResult inlined = inlineCalls(program, *kernel);
    for (Procedure* p : program.procedures())
      if (std::binary_search(inlined.recursive.begin(), inlined.recursive.end(), p->name) &&
          !isPure(*p, seen))
        prepared.rejections.push_back(placeOf(program, noLocation, p->text) +
                                      "recursive procedure '" + p->sourceName +
                                      "' accesses memory or has assertions; that is not supported");
  } else {
    spreadProcedureWideInvariants(*kernel);
  }
  for (Procedure* p : program.procedures()) expandFunctions(program, *p);
  hoistReads(program, *kernel);
  const ControlFlow flow(*kernel);
  if (flow.irreducible()) {
    std::string labels;
    for (const std::string& label : *flow.irreducible())
      labels += (labels.empty() ? "" : ", ") + label;
    prepared.rejections.push_back(placeOf(program, noLocation, kernel->text) +
                                  "irreducible control flow between the blocks " + labels +
                                  "; that is not supported");
    return prepared;
  }
  for (unsigned b : flow.order())
    for (const Statement& statement : kernel->blocks[b]->statements) {
      checkStatement(program, statement, prepared);
      const Assert* check = statement.as<Assert>();
      if (check && check->kind == Assert::Kind::Invariant) {
        const int loop = flow.innermostLoop(b);
        if (loop < 0 || flow.loops()[static_cast<unsigned>(loop)].header != b)
          prepared.rejections.push_back(placeOf(program, statement.location, statement.text) +
                                        "loop invariant does not stand at a loop head");
      }
    }
  for (const Specification& spec : kernel->specifications)
    if (spec.condition && containsQuantifier(spec.condition))
      prepared.rejections.push_back(placeOf(program, spec.location, spec.text) +
                                    "quantifiers are supported in axioms only");
  std::sort(prepared.notes.begin(), prepared.notes.end());
  prepared.notes.erase(std::unique(prepared.notes.begin(), prepared.notes.end()),
                       prepared.notes.end());
  if (prepared.rejections.empty()) prepared.procedure = kernel;
  return prepared;
}

}  // namespace barricade
