// The loop's exits lead back to its new head instead, and set a flag that the thread is done and
// one for where it was going; it goes there when no thread of the block is left. What a thread
// does, and in which order, stays the same.
#include "restructure/uniform_loop.h"

#include <algorithm>
#include <map>

#include "ir/cfg.h"
#include "ir/loop_location.h"
#include "restructure/flow_editor.h"

namespace barricade {
namespace {

// `__syncthreads_or`: a barrier that tells each thread whether the flag of any is set.
Procedure* reductionProcedure(Program& program) {
  for (Procedure* procedure : program.procedures())
    if (procedure->synchronization && procedure->role == Procedure::Role::Synchronization &&
        procedure->synchronization->reduction == BarrierReduction::Or &&
        procedure->synchronization->primitive == SyncPrimitive::Barrier)
      return procedure;
  Procedure* declared = program.addProcedure();
  declared->sourceName = "__syncthreads_or";
  declared->name = "$__syncthreads_or";
  declared->role = Procedure::Role::Synchronization;
  declared->synchronization = plainBarrier(Scope::Block);
  declared->synchronization->reduction = BarrierReduction::Or;
  declared->synchronization->parameters = "lgf";
  declared->attributes = {
      {"source_name", {declared->sourceName}}, {"barrier", {}}, {"reduce", {std::string("or")}}};
  auto add = [&](std::vector<Variable*>& list, const char* name, Variable::Kind kind,
                 unsigned width) {
    Variable* added = program.newVariable();
    added->name = name;
    added->kind = kind;
    added->type = bitVectorType(width);
    list.push_back(added);
  };
  add(declared->parameters, "$0", Variable::Kind::Parameter, 1);
  add(declared->parameters, "$1", Variable::Kind::Parameter, 1);
  add(declared->parameters, "$flag", Variable::Kind::Parameter, 32);
  add(declared->results, "$any", Variable::Kind::Result, 32);
  return declared;
}

class LoopRewriter {
 public:
  LoopRewriter(Program& program, Procedure& kernel, const Loop& loop, const ControlFlow& flow)
      : program_(program), kernel_(kernel), editor_(program, kernel, "loop") {
    header_ = kernel.blocks[loop.header].get();
    editor_.setLocation(header_->location);
    for (unsigned latch : loop.latches) latches_.push_back(kernel.blocks[latch].get());
    for (unsigned p : flow.predecessors(loop.header))
      if (!flow.inLoop(p, loop.index)) entering_.push_back(kernel.blocks[p].get());
    for (const auto& [inside, outside] : loop.exits)
      exits_.emplace_back(kernel.blocks[inside].get(), kernel.blocks[outside].get());
  }

  void run() {
    active_ = editor_.newFlag("active");
    std::map<Block*, Variable*> flags;
    std::vector<Block*> targets;
    for (const auto& [inside, outside] : exits_)
      if (flags.try_emplace(outside, nullptr).second) {
        flags[outside] = editor_.newFlag("to");
        targets.push_back(outside);
      }
    Block* before = editor_.newBlock("before");
    Block* top = editor_.newBlock("top");
    Block* again = editor_.newBlock("again");
    editor_.assign(*before, active_, true);
    for (Block* target : targets) editor_.assign(*before, flags[target], false);
    before->successors = {top};
    again->successors = {top};
    for (Block* from : entering_) redirect(*from, header_, before);
    for (Block* latch : latches_) redirect(*latch, header_, again);
    for (const auto& [inside, outside] : exits_) leave(*inside, outside, flags.at(outside), again);

    ExprPool& pool = program_.pool();
    const Expr any = askAll(*top);
    Block* go = editor_.newGuarded(pool.make(Op::NotEqual, any, pool.bitVector(0, 32)), "go");
    Block* stop = editor_.newGuarded(pool.make(Op::Equal, any, pool.bitVector(0, 32)), "stop");
    top->successors = {go, stop};
    Block* on = editor_.newGuarded(pool.variable(active_), "on");
    Block* off = editor_.newGuarded(pool.make(Op::Not, pool.variable(active_)), "off");
    go->successors = {on, off};
    on->successors = {header_};
    off->successors = {again};
    Block* last = targets.back();
    targets.pop_back();
    editor_.dispatch(stop, targets, flags, last);
  }

 private:
  static void redirect(Block& from, Block* old, Block* to) {
    std::replace(from.successors.begin(), from.successors.end(), old, to);
  }

  void leave(Block& inside, Block* outside, Variable* flag, Block* again) {
    for (Block*& successor : inside.successors) {
      if (successor != outside) continue;
      Block* through = editor_.newBlock("leave");
      FlowEditor::takeGuard(*outside, *through, inside.successors.size() > 1);
      editor_.assign(*through, active_, false);
      editor_.assign(*through, flag, true);
      through->successors = {again};
      successor = through;
    }
  }

  Expr askAll(Block& top) {
    ExprPool& pool = program_.pool();
    Variable* any = editor_.newVariable("any", bitVectorType(32));
    Call call;
    call.callee = reductionProcedure(program_);
    call.results = {any};
    call.args = {pool.bitVector(1, 1), pool.bitVector(1, 1),
                 pool.ite(pool.variable(active_), pool.bitVector(1, 32), pool.bitVector(0, 32))};
    top.statements.push_back({std::move(call), {}, header_->location, {}});
    return pool.variable(any);
  }

  Program& program_;
  Procedure& kernel_;
  FlowEditor editor_;
  Block* header_ = nullptr;
  Variable* active_ = nullptr;
  std::vector<Block*> latches_, entering_;
  std::vector<std::pair<Block*, Block*>> exits_;
};

}  // namespace

UniformLoopResult makeLoopUniform(Program& program, Procedure& kernel, const Block& block) {
  const ControlFlow flow(kernel);
  const int index = flow.innermostLoop(block.index);
  if (index < 0) return {false, "it is in no loop", {}};
  const Loop& loop = flow.loops()[static_cast<std::size_t>(index)];
  if (loop.exits.empty()) return {false, "no thread leaves the loop", {}};
  for (const auto& [inside, outside] : loop.exits)
    if (std::any_of(flow.predecessors(outside).begin(), flow.predecessors(outside).end(),
                    [&](unsigned p) { return !flow.inLoop(p, loop.index); }))
      return {false, "other paths lead to where the loop is left to", {}};
  UniformLoopResult result;
  result.done = true;
  result.rewrite.kind = Rewrite::Kind::UniformLoop;
  result.rewrite.location = loopLocation(program, kernel, loop);
  result.rewrite.loopDepth = loop.depth - 1;
  LoopRewriter(program, kernel, loop, flow).run();
  return result;
}

}  // namespace barricade
