#include "analysis/prepare.h"

#include <algorithm>
#include <set>

#include "analysis/alignment_checks.h"
#include "analysis/counters.h"
#include "analysis/hoist_reads.h"
#include "analysis/kernel.h"
#include "ir/cfg.h"
#include "ir/inline.h"
#include "ir/launch_postcondition.h"
#include "ir/printer.h"
#include "ir/uses.h"

namespace barricade {
namespace {

SourcePosition placeOf(const Program& program) {
  return {program.fileName, "", 0, 0};
}

// In the source when that is known, else in the IR text.
SourcePosition placeOf(const Program& program, LocationId location, TextPosition text) {
  const SourcePosition& position = program.sources.position(location);
  if (position.isKnown()) return position;
  return {program.fileName, "", text.line, text.column};
}

SourcePosition placeOf(const Program& program, const Statement& statement) {
  return placeOf(program, statement.location, statement.text);
}

Procedure* chooseKernel(Program& program, const VerifyOptions& options, Prepared& prepared) {
  std::vector<Procedure*> candidates = program.kernels();
  if (options.allProcedures)
    for (Procedure* p : program.procedures())
      if (p->role == Procedure::Role::Ordinary && p->hasBody()) candidates.push_back(p);
  std::erase_if(candidates, [](Procedure* p) { return !p->hasBody(); });
  const SourcePosition file = placeOf(program);
  std::string names;
  for (Procedure* p : candidates) names += (names.empty() ? "" : ", ") + p->sourceName;
  if (!options.kernel.empty()) {
    for (Procedure* p : candidates)
      if (p->name == options.kernel || p->sourceName == options.kernel) return p;
    prepared.rejections.push_back({file, "no kernel named '" + options.kernel + "'" +
                                             (names.empty() ? "" : "; there is " + names)});
    return nullptr;
  }
  if (candidates.size() == 1) return candidates.front();
  prepared.rejections.push_back(
      {file, candidates.empty() ? "no kernel in this program"
                                : "several kernels, choose one with --kernel: " + names});
  return nullptr;
}

// Of the first statement of `blocks` that has a location.
template <typename Blocks>
LocationId firstLocation(const Blocks& blocks) {
  for (const auto& block : blocks)
    for (const Statement& statement : block->statements)
      if (statement.location != noLocation) return statement.location;
  return noLocation;
}

bool readsMemory(Expr e) {
  return anyNode(e, [](Expr part) { return part->op() == Op::Select; });
}

// Whether the body does nothing that a caller's verification would have to see.
bool isPure(const Procedure& procedure, std::set<const Procedure*>& seen) {
  if (!seen.insert(&procedure).second) return true;
  bool pure = true;
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      forEachExpression(statement, [&](Expr e) { pure = pure && !readsMemory(e); });
      forEachAssigned(statement, [&](const Variable* v) {
        pure = pure && v->kind != Variable::Kind::Global && !v->type->isMap();
      });
      if (const Call* call = statement.as<Call>())
        pure =
            pure && call->callee->role == Procedure::Role::Ordinary && isPure(*call->callee, seen);
      if (const Assert* check = statement.as<Assert>())
        pure = pure && !check->isCheck() && check->kind != Assert::Kind::BadPointerAccess;
    }
  return pure;
}

bool hasPostcondition(const Procedure& procedure) {
  return std::any_of(procedure.specifications.begin(), procedure.specifications.end(),
                     [](const Specification& spec) {
                       return spec.kind == Specification::Kind::Ensures && !spec.free;
                     });
}

// Whether the contract tells all about a call: the body is pure, and what one thread is promised
// has nothing to do with the other's call, which may be another one.
bool isKnownByContract(const Procedure& procedure) {
  std::set<const Procedure*> seen;
  return isPure(procedure, seen) &&
         std::none_of(procedure.specifications.begin(), procedure.specifications.end(),
                      [](const Specification& spec) {
                        return spec.condition && !spec.free && mentionsOther(spec.condition);
                      });
}

// Whether the encoding follows the primitive.
bool isSupported(const Synchronization& primitive) {
  switch (primitive.primitive) {
    case SyncPrimitive::WarpBarrier:
    case SyncPrimitive::TileBarrier:
    case SyncPrimitive::Exchange:
    case SyncPrimitive::ActiveMask:
    case SyncPrimitive::WarpRead:
    case SyncPrimitive::WarpWrite:
    case SyncPrimitive::Fence:
    case SyncPrimitive::CopyCommit:
    case SyncPrimitive::CopyWait: return true;
    case SyncPrimitive::AsyncCopy:
    case SyncPrimitive::ObjectExpect:
    case SyncPrimitive::ObjectInit:
    case SyncPrimitive::ObjectInvalidate:
    case SyncPrimitive::ObjectArrive:
    case SyncPrimitive::ObjectWait: return true;
    case SyncPrimitive::NamedBarrier: return !primitive.reduction;
    case SyncPrimitive::Barrier: return !primitive.reduction || primitive.scope == Scope::Block;
    case SyncPrimitive::ObjectDrop:
    case SyncPrimitive::ObjectCopies:
    case SyncPrimitive::ObjectTest:
    case SyncPrimitive::Exit: break;
  }
  return false;
}

void checkStatement(const Program& program, const Statement& statement, Prepared& prepared) {
  auto reject = [&](const std::string& message) {
    prepared.rejections.push_back({placeOf(program, statement), message});
  };
  auto rejectQuantifiers = [&](Expr e) {
    if (containsQuantifier(e)) reject("quantifiers are supported in axioms only");
  };
  if (const Assert* check = statement.as<Assert>()) rejectQuantifiers(check->condition);
  if (const Assume* assume = statement.as<Assume>()) rejectQuantifiers(assume->condition);
  auto rejectScalar = [&](const Variable* variable) {
    if (variable->kind == Variable::Kind::Global && !variable->array)
      reject("global variable '" + variable->name +
             "' is no array; only arrays can be shared by threads");
  };
  if (const Havoc* havoc = statement.as<Havoc>())
    for (const Variable* variable : havoc->targets) rejectScalar(variable);
  forEachAssigned(statement, [&](const Variable* v) {
    if (v->array &&
        (hasAttribute(v->attributes, "distinct") || hasAttribute(v->attributes, "ordered")))
      prepared.notes.push_back("what is stated of the contents of '" + v->array->sourceName +
                               "' is not used, as the kernel writes there");
  });
  if (const Assign* assign = statement.as<Assign>()) {
    for (Expr value : assign->values) rejectQuantifiers(value);
    for (const Target& target : assign->targets) {
      rejectScalar(target.variable);
      if (target.variable->array && target.indices.size() > 1)
        reject("'" + target.variable->name + "' is indexed more than once");
    }
  } else if (const Call* call = statement.as<Call>()) {
    const auto role = call->callee->role;
    for (const Variable* variable : call->results) rejectScalar(variable);
    if (role == Procedure::Role::AtomicOp &&
        (call->args.empty() || call->args[0]->op() != Op::Variable ||
         !call->args[0]->variable()->array))
      reject("the first argument of an atomic operation must be an array");
    if (role == Procedure::Role::Synchronization && !isSupported(*call->callee->synchronization))
      reject("'" + call->callee->sourceName + "' (" +
             std::string(call->callee->synchronization->row->name) + ") is not supported yet");
    if (call->callee->isFence() && !call->callee->synchronization)
      prepared.notes.push_back("the memory fence '" + call->callee->sourceName +
                               "' orders nothing here; only barriers do");
  }
}

// A barrier invariant is checked where it stands and believed after the next barrier, so nothing
// in between may change what it says or who says it.
bool standsBeforeBarrier(const std::vector<Statement>& statements, std::size_t index) {
  std::set<const Variable*> mentioned;
  for (Expr arg : statements[index].as<Call>()->args)
    forEachVariable(arg, [&](const Variable* v) { mentioned.insert(v); });
  auto disturbs = [&](const Variable* v) {
    return v->kind == Variable::Kind::Global || mentioned.contains(v);
  };
  for (std::size_t i = index + 1; i < statements.size(); ++i) {
    if (const Call* call = statements[i].as<Call>()) {
      if (call->callee->isBarrier()) return true;
      if (!call->callee->statesBarrierInvariant()) return false;
    } else if (const Assign* assign = statements[i].as<Assign>()) {
      for (const Target& target : assign->targets)
        if (disturbs(target.variable)) return false;
    } else if (const Havoc* havoc = statements[i].as<Havoc>()) {
      if (std::any_of(havoc->targets.begin(), havoc->targets.end(), disturbs)) return false;
    }
  }
  return false;
}

bool isMarker(const Statement& statement) {
  const Assert* check = statement.as<Assert>();
  return check && check->isMarker();
}

// Where a `goto` leads to blocks of its own that begin with assumptions, these are its guards,
// whether they are called partitions or not.
void markGuards(Procedure& procedure) {
  const ControlFlow flow(procedure);
  for (unsigned b : flow.order()) {
    std::vector<Assume*> guards;
    for (unsigned successor : flow.successors(b)) {
      auto& statements = procedure.blocks[successor]->statements;
      const auto first = std::find_if_not(statements.begin(), statements.end(), isMarker);
      if (first != statements.end() && flow.predecessors(successor).size() == 1)
        if (Assume* assume = first->as<Assume>()) guards.push_back(assume);
    }
    if (guards.size() < 2 || guards.size() != flow.successors(b).size()) continue;
    for (Assume* guard : guards) guard->partition = true;
  }
}

// Inlines into `procedure` what is not known by contract; what stays called is verified by it.
void inlineInto(Program& program, Procedure& procedure, const VerifyOptions& options,
                Prepared& prepared) {
  auto keep = [&](const Procedure& callee) {
    return !options.inlineCalls && isKnownByContract(callee);
  };
  auto& contracts = prepared.contracts;
  for (Procedure* callee : inlineCalls(program, procedure, keep)) {
    if (!isKnownByContract(*callee))
      prepared.rejections.push_back(
          {placeOf(program, firstLocation(callee->blocks), callee->text),
           "recursive procedure '" + callee->sourceName +
               "' accesses memory, has assertions or speaks of the other thread; that is not "
               "supported"});
    if (hasPostcondition(*callee) &&
        std::find(contracts.begin(), contracts.end(), callee) == contracts.end())
      contracts.push_back(callee);
  }
}

void rejectIrreducible(const Program& program, const Procedure& procedure,
                       const std::vector<std::string>& labelled, Prepared& prepared) {
  std::string labels;
  std::vector<const Block*> blocks;
  for (const std::string& label : labelled) {
    labels += (labels.empty() ? "" : ", ") + label;
    for (const auto& block : procedure.blocks)
      if (block->label == label) blocks.push_back(block.get());
  }
  prepared.rejections.push_back(
      {placeOf(program, firstLocation(blocks), procedure.text),
       "irreducible control flow between the blocks " + labels + "; that is not supported"});
}

// Invariants of barriers and loops stand where they are checked.
void checkInvariantPlaces(const Program& program, const Procedure& procedure,
                          const ControlFlow& flow, unsigned block, std::size_t index,
                          Prepared& prepared) {
  const std::vector<Statement>& statements = procedure.blocks[block]->statements;
  const Statement& statement = statements[index];
  auto reject = [&](const std::string& message) {
    prepared.rejections.push_back({placeOf(program, statement), message});
  };
  const Call* call = statement.as<Call>();
  if (call && call->callee->statesBarrierInvariant() && !standsBeforeBarrier(statements, index))
    reject("barrier invariant does not stand directly before a barrier");
  const Assert* check = statement.as<Assert>();
  if (check && check->kind == Assert::Kind::Invariant) {
    const int loop = flow.innermostLoop(block);
    if (loop < 0 || flow.loops()[static_cast<unsigned>(loop)].header != block)
      reject("loop invariant does not stand at a loop head");
  }
}

// That indexes which are contents stay within arrays is not taken where that is the question.
void dropIndexAssumptions(Procedure& procedure, CheckDepth bounds) {
  if (bounds != CheckDepth::Full) return;
  for (auto& block : procedure.blocks)
    std::erase_if(block->statements, [](const Statement& statement) {
      return statement.as<Assume>() && hasAttribute(statement.attributes, "within_array");
    });
}

// A thread that exits does what one that returns from the kernel does.
void returnAtExits(Procedure& procedure) {
  auto isExit = [](const Statement& statement) {
    const Call* call = statement.as<Call>();
    return call && call->callee->role == Procedure::Role::Synchronization &&
           call->callee->synchronization->primitive == SyncPrimitive::Exit;
  };
  for (auto& block : procedure.blocks) {
    auto& statements = block->statements;
    const auto exit = std::find_if(statements.begin(), statements.end(), isExit);
    if (exit == statements.end()) continue;
    statements.erase(exit, statements.end());
    block->successors.clear();
  }
}

// Kernels may ensure something of all elements of an array.
std::optional<std::string> problemOfQuantifier(Program& program, const Procedure& procedure,
                                               const Specification& spec) {
  if (procedure.role != Procedure::Role::Kernel || !isLaunchPostcondition(spec))
    return "quantifiers are supported in axioms and in what kernels ensure only";
  const auto read = readLaunchPostcondition(program.pool(), spec);
  const auto* problem = std::get_if<std::string>(&read);
  return problem ? std::optional(*problem) : std::nullopt;
}

// Brings `procedure` into the form that the verifier takes, and says what cannot be verified.
void prepareProcedure(Program& program, Procedure& procedure, const VerifyOptions& options,
                      Prepared& prepared) {
  inlineInto(program, procedure, options, prepared);
  keepAlignmentChecks(procedure, options.checks.misaligned);
  dropIndexAssumptions(procedure, options.checks.bounds);
  returnAtExits(procedure);
  markGuards(procedure);
  hoistReads(program, procedure);
  addCounters(program, procedure);
  const ControlFlow flow(procedure);
  if (flow.irreducible()) {
    rejectIrreducible(program, procedure, *flow.irreducible(), prepared);
    return;
  }
  for (unsigned b : flow.order())
    for (std::size_t i = 0; i < procedure.blocks[b]->statements.size(); ++i) {
      checkStatement(program, procedure.blocks[b]->statements[i], prepared);
      checkInvariantPlaces(program, procedure, flow, b, i, prepared);
    }
  for (const Specification& spec : procedure.specifications)
    if (spec.condition && containsQuantifier(spec.condition))
      if (auto problem = problemOfQuantifier(program, procedure, spec))
        prepared.rejections.push_back({placeOf(program, spec.location, spec.text), *problem});
}

}  // namespace

Prepared prepare(Program& program, const VerifyOptions& options) {
  Prepared prepared;
  Procedure* kernel = chooseKernel(program, options, prepared);
  if (!kernel) return prepared;
  if (options.mathInt && !program.mathInt)
    prepared.rejections.push_back(
        {placeOf(program), "--math-int is for programs over integers; this one has bit vectors"});
  for (Procedure* p : program.procedures()) expandFunctions(program, *p);
  prepareProcedure(program, *kernel, options, prepared);
  for (std::size_t i = 0; i < prepared.contracts.size(); ++i)
    prepareProcedure(program, *prepared.contracts[i], options, prepared);
  std::sort(prepared.notes.begin(), prepared.notes.end());
  prepared.notes.erase(std::unique(prepared.notes.begin(), prepared.notes.end()),
                       prepared.notes.end());
  if (prepared.rejections.empty()) prepared.procedure = kernel;
  return prepared;
}

}  // namespace barricade
