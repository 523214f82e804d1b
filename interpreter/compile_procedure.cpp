// Procedures to bytecode: blocks, branches, loop counters, contracts; and the compiler's
// book-keeping of registers, sites and arrays.
#include <algorithm>

#include "interpreter/compiler.h"
#include "ir/launch_postcondition.h"
#include "ir/liveness.h"
#include "ir/loop_location.h"

namespace barricade {

CompiledProgram compile(const Program& program, const Procedure& kernel,
                        const std::map<const Variable*, BigInt>& values, Telling telling) {
  return Compiler(program, values, telling).compile(kernel);
}

CompiledProgram Compiler::compile(const Procedure& kernel) {
  procedureIndex(kernel);
  result_.excusesExited = kernel.excusesExited;
  // More procedures turn up as calls are met.
  for (std::uint32_t i = 0; i < result_.procedures.size(); ++i) procedure(i);
  result_.notes.assign(skipped_.begin(), skipped_.end());
  return std::move(result_);
}

std::uint32_t Compiler::procedureIndex(const Procedure& procedure) {
  auto [entry, fresh] =
      procedures_.try_emplace(&procedure, static_cast<std::uint32_t>(result_.procedures.size()));
  if (fresh) {
    result_.procedures.emplace_back();
    result_.procedures.back().procedure = &procedure;
  }
  return entry->second;
}

void Compiler::procedure(std::uint32_t index) {
  const Procedure& source = *result_.procedures[index].procedure;
  frame_ = Frame{};
  frame_.procedure = &source;
  frame_.index = index;
  frame_.image.resize(1);  // register 0 is there for instructions that read none
  frame_.flow = std::make_unique<ControlFlow>(source);
  text_ = source.text;
  location_ = noLocation;
  if (const auto& cycle = frame_.flow->irreducible()) {
    std::string labels;
    for (const std::string& label : *cycle) labels += (labels.empty() ? "" : ", ") + label;
    unsupported("a cycle with several entries in " + source.sourceName + " (" + labels + ")");
  }
  frame_.firstLoop = static_cast<std::uint32_t>(result_.loops.size());
  for (const Loop& loop : frame_.flow->loops()) {
    frame_.loopCounters.push_back(allocate(1));
    result_.loops.push_back(loopLocation(program_, source, loop));
  }
  std::vector<CompiledProcedure::Slot> parameters;
  std::vector<CompiledProcedure::Slot> results;
  for (const Variable* v : source.parameters) parameters.push_back({variable(v), limbsOf(v->type)});
  for (const Variable* v : source.results) results.push_back({variable(v), limbsOf(v->type)});

  const std::uint32_t entry = address();
  block_ = source.entry();
  if (index != 0) {
    // The kernel's own preconditions are facts of the launch.
    for (const Specification& specification : source.specifications) {
      if (specification.kind != Specification::Kind::Requires || specification.procedureWide) {
        continue;
      }
      memo_.clear();
      releaseTemporaries();
      statementSite_ = nowhere;
      if (!specification.free) {
        check(specification.condition, FindingKind::Precondition, specification.location,
              specification.text);
      }
    }
  }
  // What is read before it is set may be anything.
  const Liveness liveness(source);
  for (const auto* list : {&source.results, &source.locals})
    for (const Variable* v : *list)
      if (!v->type->isMap() && liveness.atStart(0, v))
        emit({Code::Arbitrary, static_cast<std::uint16_t>(widthOf(v->type)), variable(v)});
  frame_.blockStarts.assign(source.blocks.size(), 0);
  for (unsigned b : frame_.flow->order()) block(*source.blocks[b]);
  for (auto [jump, target] : frame_.jumpsToBlocks) {
    result_.code[jump].d = frame_.blockStarts[target];
  }
  CompiledProcedure& compiled = result_.procedures[index];
  compiled.entry = entry;
  compiled.image = std::move(frame_.image);
  compiled.threadConstants = std::move(frame_.threadConstants);
  compiled.parameters = std::move(parameters);
  compiled.results = std::move(results);
}

// The statement that decides whether a `goto` with several targets may go to this block: an
// assumption with only markers ahead of it.
std::optional<std::size_t> Compiler::guardIndex(const Block& block) const {
  for (std::size_t i = 0; i < block.statements.size(); ++i) {
    const Statement& statement = block.statements[i];
    if (statement.as<Assume>()) return i;
    const Assert* assertion = statement.as<Assert>();
    if (!assertion || !assertion->isMarker()) return std::nullopt;
  }
  return std::nullopt;
}

bool Compiler::guardCheckedBefore(const Block& block) const {
  const auto& predecessors = frame_.flow->predecessors(block.index);
  return block.index != frame_.procedure->entry()->index &&
         std::all_of(predecessors.begin(), predecessors.end(), [this](unsigned p) {
           return frame_.procedure->blocks[p]->successors.size() > 1;
         });
}

void Compiler::block(const Block& block) {
  block_ = &block;
  frame_.blockStarts[block.index] = address();
  const auto guard = guardCheckedBefore(block) ? guardIndex(block) : std::nullopt;
  unsigned steps = 0;
  for (const Statement& s : block.statements) {
    const Assert* assertion = s.as<Assert>();
    steps += !assertion || !assertion->isMarker();
  }
  // An empty cycle has to run into the step limit too.
  emit({Code::Steps, 0, 0, 0, 0, std::max(steps, 1u)});
  const int loop = frame_.flow->innermostLoop(block.index);
  if (loop >= 0 && frame_.flow->loops()[static_cast<unsigned>(loop)].header == block.index) {
    for (const Specification& specification : frame_.procedure->specifications) {
      if (!specification.procedureWide || specification.candidateInvariant) continue;
      memo_.clear();
      releaseTemporaries();
      statementSite_ = nowhere;
      check(specification.condition, FindingKind::Invariant, specification.location,
            specification.text);
    }
  }
  for (std::size_t i = 0; i < block.statements.size(); ++i) {
    if (guard != i) statement(block.statements[i]);
  }
  memo_.clear();
  releaseTemporaries();
  statementSite_ = nowhere;
  transfer(block);
}

void Compiler::edge(const Block& from, const Block& to) {
  const int loop = frame_.flow->innermostLoop(to.index);
  if (loop >= 0) {
    const auto l = static_cast<unsigned>(loop);
    if (frame_.flow->loops()[l].header == to.index) {
      const Code code = frame_.flow->inLoop(from.index, l) ? Code::LoopNext : Code::LoopEnter;
      emit({code, 0, frame_.loopCounters[l]});
    }
  }
  frame_.jumpsToBlocks.emplace_back(emit({Code::Jump}), to.index);
}

void Compiler::transfer(const Block& block) {
  if (block.successors.empty()) return leave();
  if (block.successors.size() == 1) return edge(block, *block.successors.front());

  std::vector<std::pair<Expr, const Block*>> guarded;
  std::vector<const Block*> free;
  bool partition = true;
  for (const Block* successor : block.successors) {
    if (auto guard = guardIndex(*successor)) {
      const Assume& assume = *successor->statements[*guard].as<Assume>();
      partition &= assume.partition;
      guarded.emplace_back(assume.condition, successor);
    } else {
      free.push_back(successor);
    }
  }
  auto condition = [&](Expr e) {
    try {
      return partition ? expression(e) : quietly(e);
    } catch (const NotEvaluable& problem) {
      unsupported("a branch on " + problem.what);
    }
  };
  auto goIf = [&](Expr guard, const Block& target) {
    const std::uint32_t decides = condition(guard);
    if (telling_.branches) tellBranch(decides, target);
    const std::size_t skip = emit({Code::JumpIfNot, 0, 0, decides});
    edge(block, target);
    result_.code[skip].d = address();
  };
  if (free.empty() && guarded.size() == 2) {
    auto negates = [](Expr a, Expr b) { return a->op() == Op::Not && a->arg(0) == b; };
    if (negates(guarded[0].first, guarded[1].first)) std::swap(guarded[0], guarded[1]);
    if (negates(guarded[1].first, guarded[0].first)) {
      goIf(guarded[0].first, *guarded[0].second);
      return edge(block, *guarded[1].second);
    }
  }
  for (const auto& [guard, target] : guarded) goIf(guard, *target);
  if (free.empty())
    emit({Code::Assume, 0, 0, constant(0, 1), 0, site()});
  else
    goAnywhere(block, free);
}

// A branch has the place of the blocks that it leads to.
void Compiler::tellBranch(std::uint32_t condition, const Block& target) {
  if (target.location != noLocation) location_ = target.location;
  statementSite_ = nowhere;
  emit({Code::Branch, 0, 0, condition, 0, site()});
}

void Compiler::leave() {
  for (const Specification& specification : frame_.procedure->specifications) {
    if (specification.kind != Specification::Kind::Ensures || specification.free) continue;
    // What a kernel ensures of a launch is looked at when all threads have ended.
    if (frame_.index == 0 && isLaunchPostcondition(specification)) continue;
    check(specification.condition, FindingKind::Postcondition, specification.location,
          specification.text);
  }
  emit({Code::Return});
}

// Nothing says which successor to take.
void Compiler::goAnywhere(const Block& from, const std::vector<const Block*>& targets) {
  const std::size_t choice = result_.choices.size();
  result_.choices.emplace_back();
  emit({Code::Choose, 0, 0, 0, 0, choice});
  for (const Block* target : targets) {
    result_.choices[choice].push_back(address());
    edge(from, *target);
  }
}

void Compiler::skipped(const std::string& what) {
  skipped_.insert(what);
}

//--- Registers, sites, arrays ----------------------------------------------------------------

std::uint32_t Compiler::allocate(unsigned limbs) {
  const auto first = static_cast<std::uint32_t>(frame_.image.size());
  frame_.image.resize(first + limbs);
  return first;
}

std::uint32_t Compiler::temporary(unsigned limbs) {
  if (limbs > 1) return allocate(limbs);
  if (frame_.freeTemporaries.empty()) frame_.freeTemporaries.push_back(allocate(1));
  const std::uint32_t result = frame_.freeTemporaries.back();
  frame_.freeTemporaries.pop_back();
  frame_.usedTemporaries.push_back(result);
  return result;
}

void Compiler::releaseTemporaries() {
  auto& used = frame_.usedTemporaries;
  frame_.freeTemporaries.insert(frame_.freeTemporaries.end(), used.rbegin(), used.rend());
  used.clear();
}

std::size_t Compiler::emit(Instruction instruction) {
  result_.code.push_back(instruction);
  return result_.code.size() - 1;
}

std::uint32_t Compiler::site(const Array* array) {
  if (!array && statementSite_ != nowhere) return statementSite_;
  AccessSite site{location_, text_, array, {}};
  if (site.location == noLocation && block_) site.location = block_->location;
  for (int l = frame_.flow->innermostLoop(block_->index); l >= 0;) {
    const Loop& loop = frame_.flow->loops()[static_cast<unsigned>(l)];
    site.loops.push_back({frame_.loopCounters[loop.index], frame_.firstLoop + loop.index});
    l = loop.parent;
  }
  std::reverse(site.loops.begin(), site.loops.end());
  result_.sites.push_back(std::move(site));
  const auto index = static_cast<std::uint32_t>(result_.sites.size() - 1);
  if (!array) statementSite_ = index;
  return index;
}

std::uint32_t Compiler::arrayIndex(const Variable* variable) {
  auto [entry, fresh] =
      arrays_.try_emplace(variable, static_cast<std::uint32_t>(result_.arrays.size()));
  if (!fresh) return entry->second;
  if (!variable->type->isMap() || variable->type->range()->isMap()) {
    unsupported("the map " + variable->name);
  }
  if (result_.arrays.size() > 0xffff) unsupported("more than 65536 arrays");
  CompiledArray array;
  array.array = variable->array;
  array.variable = variable;
  array.width = widthOf(variable->type->range());
  if (variable->array) {
    array.space = variable->array->space;
    const Array& source = *variable->array;
    BigInt elements = 1;
    for (const auto& dimension : source.sourceDimensions) {
      elements *= dimension ? *dimension : BigInt(0);
    }
    // A dimension of 0 is `extern __shared__ x[]`.
    if (elements > 0 && source.elementWidth != 0 && !source.sourceDimensions.empty()) {
      array.size = elements * source.sourceElementWidth / source.elementWidth;
    }
  }
  result_.arrays.push_back(std::move(array));
  return entry->second;
}

void Compiler::unsupported(const std::string& what) const {
  throw UnsupportedConstruct{what, location_, text_};
}

}  // namespace barricade
