// The loop's exits lead back to its new head instead, and set a flag that the thread is done and
// one for where it was going; it goes there when no thread of the block is left. What a thread
// does, and in which order, stays the same.
//
// A loop in a branch that only some threads take: the branch is split before the loop
// (split_branch.h), without a barrier. Threads that do not come to the loop begin it as done.
#include "restructure/uniform_loop.h"

#include <algorithm>
#include <map>

#include "analysis/kernel.h"
#include "analysis/uniformity.h"
#include "ir/cfg.h"
#include "ir/loop_location.h"
#include "restructure/flow_editor.h"
#include "restructure/split_branch.h"
#include "restructure/waiting_loops.h"

namespace barricade {
namespace {

// OpenCL's orders no memory.
bool isOpenCl(const Program& program) {
  return program.launchConstant({LaunchConstant::Kind::WorkDim, 0}) != nullptr;
}

// `__syncthreads_or`, `work_group_any`: a barrier that tells each thread whether the flag of any is
// set.
Procedure* reductionProcedure(Program& program) {
  const bool openCl = isOpenCl(program);
  const std::string name = openCl ? "work_group_any" : "__syncthreads_or";
  for (Procedure* procedure : program.procedures())
    if (procedure->synchronization && procedure->role == Procedure::Role::Synchronization &&
        procedure->synchronization->reduction == BarrierReduction::Or &&
        procedure->synchronization->primitive == SyncPrimitive::Barrier &&
        procedure->sourceName == name && procedure->parameters.size() == 3)
      return procedure;
  Procedure* declared = program.addProcedure();
  declared->sourceName = name;
  declared->name = "$" + name;
  declared->role = Procedure::Role::Synchronization;
  declared->synchronization = plainBarrier(Scope::Block);
  declared->synchronization->reduction = BarrierReduction::Or;
  declared->synchronization->parameters = "lgf";
  declared->attributes = {
      {"source_name", {declared->sourceName}}, {"barrier", {}}, {"reduce", {std::string("or")}}};
  auto add = [&](std::vector<Variable*>& list, const char* parameter, Variable::Kind kind,
                 unsigned width) {
    Variable* added = program.newVariable();
    added->name = parameter;
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

using Edge = std::pair<Block*, Block*>;

class LoopRewriter {
 public:
  // `around`: edges from blocks without other successors past the loop.
  LoopRewriter(Program& program, Procedure& kernel, const Loop& loop, const ControlFlow& flow,
               std::vector<Edge> around)
      : program_(program),
        kernel_(kernel),
        editor_(program, kernel, "loop"),
        around_(std::move(around)) {
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
    Targets left = targetsOf(exits_, "to");
    // Nothing in the loop changes these, so that in it and behind it is known who came.
    const Targets passed = targetsOf(around_, "past");
    Block* top = editor_.newBlock("top");
    Block* again = editor_.newBlock("again");
    again->successors = {top};
    Block* before = begin(true, left, passed, nullptr, top);
    for (Block* from : entering_) redirect(*from, header_, before);
    for (const auto& [from, outside] : around_)
      redirect(*from, outside, begin(false, left, passed, outside, top));
    for (Block* latch : latches_) redirect(*latch, header_, again);
    for (const auto& [inside, outside] : exits_)
      leave(*inside, outside, left.flags.at(outside), again);

    ExprPool& pool = program_.pool();
    const Expr any = askAll(*top);
    const Expr none =
        any->type()->isBool() ? pool.boolean(false) : pool.bitVector(0, any->type()->width());
    Block* go = editor_.newGuarded(pool.make(Op::NotEqual, any, none), "go");
    Block* stop = editor_.newGuarded(pool.make(Op::Equal, any, none), "stop");
    top->successors = {go, stop};
    Expr isHere = pool.variable(active_);
    for (Block* target : passed.blocks)
      isHere =
          pool.make(Op::And, isHere, pool.make(Op::Not, pool.variable(passed.flags.at(target))));
    Block* on = editor_.newGuarded(isHere, "on");
    Block* off = editor_.newGuarded(pool.make(Op::Not, isHere), "off");
    go->successors = {on, off};
    on->successors = {header_};
    off->successors = {again};
    if (!passed.blocks.empty()) {
      Block* came = editor_.newBlock("came");
      editor_.dispatch(stop, passed.blocks, passed.flags, came);
      stop = came;
    }
    Block* last = left.blocks.back();
    left.blocks.pop_back();
    editor_.dispatch(stop, left.blocks, left.flags, last);
  }

 private:
  // Where edges lead, and a flag for each that says that a thread goes there.
  struct Targets {
    std::vector<Block*> blocks;
    std::map<Block*, Variable*> flags;
  };

  Targets targetsOf(const std::vector<Edge>& edges, const std::string& name) {
    Targets targets;
    for (const auto& [from, to] : edges) {
      if (targets.flags.contains(to)) continue;
      targets.flags[to] = editor_.newFlag(name);
      targets.blocks.push_back(to);
    }
    return targets;
  }

  // What threads set before the loop; those that pass it by go to `past`.
  Block* begin(bool isActive, const Targets& left, const Targets& passed, const Block* past,
               Block* top) {
    Block* block = editor_.newBlock(isActive ? "before" : "idle");
    editor_.assign(*block, active_, isActive);
    for (Block* target : left.blocks) editor_.assign(*block, left.flags.at(target), false);
    for (Block* target : passed.blocks)
      editor_.assign(*block, passed.flags.at(target), target == past);
    block->successors = {top};
    return block;
  }

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

  // Whether any thread goes on: a Boolean, or a number other than 0.
  Expr askAll(Block& top) {
    ExprPool& pool = program_.pool();
    Call call;
    call.callee = reductionProcedure(program_);
    const Type flag = call.callee->parameters.back()->type;
    const Type result = call.callee->results.front()->type;
    const Expr fence = pool.bitVector(isOpenCl(program_) ? 0 : 1, 1);
    Variable* any = editor_.newVariable("any", result);
    call.results = {any};
    call.args = {fence, fence, pool.variable(active_)};
    if (!flag->isBool())
      call.args.back() = pool.ite(pool.variable(active_), pool.bitVector(1, flag->width()),
                                  pool.bitVector(0, flag->width()));
    top.statements.push_back({std::move(call), {}, header_->location, {}});
    return pool.variable(any);
  }

  Program& program_;
  Procedure& kernel_;
  FlowEditor editor_;
  Block* header_ = nullptr;
  Variable* active_ = nullptr;
  std::vector<Block*> latches_, entering_;
  std::vector<Edge> exits_;
  std::vector<Edge> around_;
};

// A block through which all paths come to the loop, and which leads nowhere else.
Block* addEntry(Procedure& kernel, const Loop& loop, const ControlFlow& flow, FlowEditor& editor) {
  Block* header = kernel.blocks[loop.header].get();
  Block* entry = editor.newBlock("entry");
  entry->successors = {header};
  for (unsigned p : flow.predecessors(loop.header)) {
    auto& successors = kernel.blocks[p]->successors;
    if (!flow.inLoop(p, loop.index))
      std::replace(successors.begin(), successors.end(), header, entry);
  }
  return entry;
}

bool allComeTo(Program& program, Procedure& kernel, const Loop& loop, const ControlFlow& flow) {
  const Kernel analysed(program, kernel, {});
  const Uniformity uniformity(analysed, Mode::Intra);
  return std::ranges::all_of(flow.predecessors(loop.header), [&](unsigned p) {
    return flow.inLoop(p, loop.index) || uniformity.block(p);
  });
}

// Splits the branch around the loop before it, so that all threads pass there: the edges by which
// those go on that do not come to the loop. None where there is no such branch.
std::vector<Edge> splitBefore(Program& program, Procedure& kernel, const Loop& loop,
                              const ControlFlow& flow, Rewrite& rewrite) {
  if (allComeTo(program, kernel, loop, flow)) return {};
  FlowEditor editor(program, kernel, "loop");
  const LocationId location = kernel.blocks[loop.header]->location;
  editor.setLocation(location);
  Block* entry = addEntry(kernel, loop, flow, editor);
  Call marker;  // of what moves to where all threads pass, and goes
  marker.callee = reductionProcedure(program);
  entry->statements.push_back({std::move(marker), {}, location, {}});
  SplitResult split = splitBranch(program, kernel, {entry, 0});
  if (!split.done) {
    entry->statements.clear();
    return {};
  }
  split.middle->statements.clear();
  rewrite.around = split.rewrite.location;
  Block* header = kernel.blocks[loop.header].get();
  std::erase_if(split.onward, [&](const Edge& edge) {
    return edge.second->statements.empty() && edge.second->successors == std::vector{header};
  });
  return std::move(split.onward);
}

// The loop around `block` that not all threads go through together while they do with those around
// it; a loop inside may then be left as it is. The innermost where there is none, -1 in no loop.
int outermostDivergent(Program& program, Procedure& kernel, const ControlFlow& flow,
                       const Block& block) {
  const Kernel whole(program, kernel, {});
  const Uniformity uniformity(whole, Mode::Intra);
  const int innermost = flow.innermostLoop(block.index);
  int found = innermost;
  for (int i = innermost; i >= 0; i = flow.loops()[static_cast<std::size_t>(i)].parent)
    if (!uniformity.block(flow.loops()[static_cast<std::size_t>(i)].header)) found = i;
  return found;
}

}  // namespace

UniformLoopResult makeLoopUniform(Program& program, Procedure& kernel, const Block& block) {
  const ControlFlow flow(kernel);
  const int index = outermostDivergent(program, kernel, flow, block);
  if (index < 0) return {false, "it is in no loop", {}};
  const Loop& loop = flow.loops()[static_cast<std::size_t>(index)];
  if (loop.exits.empty()) return {false, "no thread leaves the loop", {}};
  if (WaitingLoops(kernel, flow).areIn({loop.blocks.begin(), loop.blocks.end()}))
    return {false, "threads wait for others in it", {}};
  for (const auto& [inside, outside] : loop.exits)
    if (std::any_of(flow.predecessors(outside).begin(), flow.predecessors(outside).end(),
                    [&](unsigned p) { return !flow.inLoop(p, loop.index); }))
      return {false, "other paths lead to where the loop is left to", {}};
  UniformLoopResult result;
  result.done = true;
  result.rewrite.kind = Rewrite::Kind::UniformLoop;
  result.rewrite.location = loopLocation(program, kernel, loop);
  result.rewrite.loopDepth = loop.depth - 1;
  std::vector<Edge> around = splitBefore(program, kernel, loop, flow, result.rewrite);
  const ControlFlow now(kernel);
  const auto same = std::ranges::find(now.loops(), loop.header, &Loop::header);
  LoopRewriter(program, kernel, *same, now, std::move(around)).run();
  return result;
}

}  // namespace barricade
