#include "restructure/double_buffer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "ir/cfg.h"
#include "ir/liveness.h"
#include "ir/loop_location.h"
#include "ir/uses.h"
#include "restructure/flow_editor.h"

namespace barricade {
namespace {

//--- Who accesses an array ------------------------------------------------------------------

struct ArrayUses {
  std::set<unsigned> blocks;
  bool reads = false, writes = false;
  bool other = false;  // than loads and stores of elements
};

struct ByName {
  bool operator()(const Array* a, const Array* b) const {
    return a->variable->name < b->variable->name;
  }
};

using UsesByArray = std::map<Array*, ArrayUses, ByName>;

class UseCollector {
 public:
  explicit UseCollector(const Procedure& kernel) {
    for (const auto& block : kernel.blocks)
      for (const Statement& statement : block->statements) visit(*block, statement);
  }

  const UsesByArray& uses() const { return uses_; }

 private:
  ArrayUses* of(const Variable* variable, unsigned block) {
    Array* array = variable->array;
    if (!array || array->space != AddressSpace::GroupShared) return nullptr;
    ArrayUses& uses = uses_[array];
    uses.blocks.insert(block);
    return &uses;
  }

  void visit(const Block& block, const Statement& statement) {
    forEachExpression(statement, [&](Expr e) { read(block.index, e); });
    const Assign* assign = statement.as<Assign>();
    forEachAssigned(statement, [&](const Variable* variable) {
      if (ArrayUses* uses = of(variable, block.index)) {
        uses->writes = true;
        uses->other = uses->other || !assign;
      }
    });
    if (!assign) return;
    for (const Target& target : assign->targets)
      if (target.indices.size() != 1)
        if (ArrayUses* uses = of(target.variable, block.index)) uses->other = true;
  }

  void read(unsigned block, Expr root) {
    const auto isArray = [](Expr e) { return e->op() == Op::Variable && e->variable()->array; };
    if (isArray(root)) noteOther(block, root->variable());
    forEachNode({root}, [&](Expr e) {
      if (e->op() == Op::Variable && e->variable()->role == VariableRole::ArrayId &&
          e->variable()->subject)
        noteOther(block, e->variable()->subject);
      for (std::size_t i = 0; i < e->args().size(); ++i) {
        if (!isArray(e->arg(i))) continue;
        if (e->op() != Op::Select || i != 0)
          noteOther(block, e->arg(i)->variable());
        else if (ArrayUses* uses = of(e->arg(0)->variable(), block))
          uses->reads = true;
      }
    });
  }

  void noteOther(unsigned block, const Variable* variable) {
    if (ArrayUses* uses = of(variable, block)) uses->other = true;
  }

  UsesByArray uses_;
};

// The innermost loop that all of the blocks lie in.
const Loop* loopAround(const ControlFlow& flow, const std::set<unsigned>& blocks) {
  const Loop* found = nullptr;
  for (const Loop& loop : flow.loops())
    if (std::all_of(blocks.begin(), blocks.end(),
                    [&](unsigned block) { return flow.inLoop(block, loop.index); }))
      found = &loop;  // inner ones come later
  return found;
}

bool isInSomeLoop(const ControlFlow& flow, const std::set<unsigned>& blocks) {
  return std::any_of(blocks.begin(), blocks.end(),
                     [&](unsigned block) { return flow.innermostLoop(block) >= 0; });
}

// Why the array cannot have two copies; empty when it can.
std::string refusal(const Array& array, const ArrayUses& uses, const Loop* loop) {
  if (!loop) return "it is accessed outside of the loop, too";
  if (uses.other) return "it is accessed by other means than loads and stores of its elements";
  if (!extentOf(array) || hasAttribute(array.variable->attributes, "dynamic"))
    return "its size is that of the launch";
  if (!array.variable->type->domain()->isBitVector()) return "its index is no bit vector";
  return "";
}

const Loop* loopOf(const ControlFlow& flow, unsigned header) {
  const auto found = std::find_if(flow.loops().begin(), flow.loops().end(),
                                  [&](const Loop& loop) { return loop.header == header; });
  return found == flow.loops().end() ? nullptr : &*found;
}

//--- Surgery --------------------------------------------------------------------------------

void redirect(Block& from, const Block* old, Block* to) {
  for (Block*& successor : from.successors)
    if (successor == old) successor = to;
}

// Blocks from `header` on to the first that has a choice: where a loop's condition is asked.
Block* firstChoice(Block* header) {
  std::set<Block*> seen;
  while (header->successors.size() == 1 && seen.insert(header).second)
    header = header->successors.front();
  return header;
}

void dropGuard(Block& block) {
  const auto guard = std::find_if(block.statements.begin(), block.statements.end(),
                                  [](const Statement& statement) {
                                    const Assume* assume = statement.as<Assume>();
                                    return assume && assume->partition;
                                  });
  if (guard != block.statements.end()) block.statements.erase(guard);
}

class CopyChooser {
 public:
  CopyChooser(Program& program, const std::vector<Array*>& arrays, Expr copy)
      : pool_(program.pool()), arrays_(arrays.begin(), arrays.end()), copy_(copy) {}

  void rewrite(Statement& statement) {
    rewriteExpressions(statement, [&](Expr e) { return rewritten(e); });
    if (Assign* assign = statement.as<Assign>())
      for (Target& target : assign->targets)
        if (isDoubled(target.variable))
          target.indices.front() = moved(target.indices.front(), *target.variable->array);
  }

 private:
  bool isDoubled(const Variable* variable) const {
    return variable->array && arrays_.contains(variable->array);
  }

  Expr rewritten(Expr root) {
    return fold(
        root, memo_, [](Expr e) { return e->args().empty() ? std::optional(e) : std::nullopt; },
        [&](Expr e, std::vector<Expr> args) {
          if (e->op() == Op::Select && args[0]->op() == Op::Variable &&
              isDoubled(args[0]->variable()))
            args[1] = moved(args[1], *args[0]->variable()->array);
          return pool_.withArgs(e, std::move(args));
        });
  }

  Expr moved(Expr index, const Array& array) {
    const unsigned width = index->type()->width();
    Expr copy = copy_;
    if (width > 32) copy = pool_.extend(Op::ZeroExtend, copy, width);
    return pool_.make(Op::BvAdd,
                      pool_.make(Op::BvMul, copy, pool_.bitVector(*extentOf(array), width)), index);
  }

  ExprPool& pool_;
  std::set<const Array*> arrays_;
  Expr copy_;
  std::unordered_map<Expr, Expr> memo_;
};

// What is said of the loop stays at its head.
std::size_t afterInvariants(const Block& header) {
  std::size_t at = 0;
  while (at < header.statements.size() && header.statements[at].as<Assert>()) ++at;
  return at;
}

}  // namespace

BufferedLoops findBufferedLoops(const Program& program, const Procedure& kernel) {
  BufferedLoops result;
  const ControlFlow flow(kernel);
  std::map<unsigned, BufferedLoop> loops;  // by header
  const UseCollector collector(kernel);
  for (const auto& [array, uses] : collector.uses()) {
    if (!uses.reads || !uses.writes || !isInSomeLoop(flow, uses.blocks)) continue;
    const Loop* loop = loopAround(flow, uses.blocks);
    if (const std::string why = refusal(*array, uses, loop); !why.empty()) {
      result.refused.push_back("'" + array->sourceName + "' keeps one copy: " + why);
      continue;
    }
    BufferedLoop& buffered = loops[loop->header];
    buffered.header = loop->header;
    buffered.location = loopLocation(program, kernel, *loop);
    buffered.depth = loop->depth - 1;
    buffered.arrays.push_back(array);
  }
  for (auto& [header, loop] : loops) result.loops.push_back(std::move(loop));
  return result;
}

void keepOneIteration(Program& program, Procedure& kernel, unsigned header) {
  const ControlFlow flow(kernel);
  const Liveness liveness(kernel);
  const Loop& loop = *loopOf(flow, header);
  Block* first = kernel.blocks[header].get();
  std::vector<Block*> entering;
  for (unsigned p : flow.predecessors(header))
    if (!flow.inLoop(p, loop.index)) entering.push_back(kernel.blocks[p].get());
  Havoc handedOn;
  for (unsigned b : loop.blocks)
    for (const Statement& statement : kernel.blocks[b]->statements)
      forEachAssigned(statement, [&](Variable* variable) {
        if (!variable->array && liveness.atStart(header, variable) &&
            std::find(handedOn.targets.begin(), handedOn.targets.end(), variable) ==
                handedOn.targets.end())
          handedOn.targets.push_back(variable);
      });
  // Whether the loop goes on is not asked.
  Block* choice = firstChoice(first);
  for (const auto& [inside, outside] : loop.exits)
    if (kernel.blocks[inside].get() == choice && choice->successors.size() > 1) {
      std::erase(choice->successors, kernel.blocks[outside].get());
      if (choice->successors.size() == 1) dropGuard(*choice->successors.front());
    }
  FlowEditor editor(program, kernel, "iteration");
  editor.setLocation(first->location);
  Block* end = editor.newBlock("end");
  for (unsigned latch : loop.latches) redirect(*kernel.blocks[latch], first, end);
  for (const auto& [inside, outside] : loop.exits)
    redirect(*kernel.blocks[inside], kernel.blocks[outside].get(), end);
  Block* start = editor.newBlock("start");
  if (!handedOn.targets.empty())
    start->statements.push_back({std::move(handedOn), {}, first->location, {}});
  start->successors = {first};
  for (Block* from : entering) redirect(*from, first, start);
}

std::uint64_t bytesOf(const Array& array) {
  return static_cast<std::uint64_t>(*extentOf(array) * array.elementWidth / 8);
}

DoubledArrays::DoubledArrays(Program& program, Procedure& kernel, unsigned header,
                             const std::vector<Array*>& arrays) {
  const ControlFlow flow(kernel);
  const Loop& loop = *loopOf(flow, header);
  ExprPool& pool = program.pool();
  Block* first = kernel.blocks[header].get();
  FlowEditor editor(program, kernel, "buffer");
  editor.setLocation(first->location);
  Variable* copy = editor.newVariable("copy", bitVectorType(32));
  CopyChooser chooser(program, arrays, pool.variable(copy));
  for (unsigned b : loop.blocks)
    for (Statement& statement : kernel.blocks[b]->statements) chooser.rewrite(statement);

  const auto set = [&](Expr value) {
    return Statement{Assign{{{copy, {}}}, {value}}, {}, first->location, {}};
  };
  const auto at = static_cast<std::ptrdiff_t>(afterInvariants(*first));
  first->statements.insert(first->statements.begin() + at,
                           set(pool.make(Op::BvSub, pool.bitVector(1, 32), pool.variable(copy))));
  Block* before = editor.newBlock("before");
  before->statements.push_back(set(pool.bitVector(1, 32)));
  before->successors = {first};
  for (unsigned p : flow.predecessors(header))
    if (!flow.inLoop(p, loop.index)) redirect(*kernel.blocks[p], first, before);
  for (Array* array : arrays) enlarge(program, *array);
}

// The text that is printed has the sizes in attributes.
void DoubledArrays::enlarge(Program& program, Array& array) {
  Before before{&array, array.sourceDimensions, {}};
  array.sourceDimensions.insert(array.sourceDimensions.begin(), BigInt(2));
  const auto changeIn = [&](Attributes& attributes) {
    for (Attribute& attribute : attributes)
      if (attribute.name == "source_dimensions" && !attribute.args.empty())
        if (std::string* text = std::get_if<std::string>(&attribute.args.front())) {
          before.texts.emplace_back(text, *text);
          *text = "2," + *text;
        }
  };
  changeIn(array.variable->attributes);
  for (const Declaration& declaration : program.declarations) {
    Axiom* const* axiom = std::get_if<Axiom*>(&declaration);
    const Attribute* info = axiom ? findAttribute((*axiom)->attributes, "array_info") : nullptr;
    if (info && !info->args.empty() && info->args.front() == AttributeArg(array.variable->name))
      changeIn((*axiom)->attributes);
  }
  before_.push_back(std::move(before));
}

DoubledArrays::~DoubledArrays() {
  for (Before& before : before_) {
    before.array->sourceDimensions = std::move(before.dimensions);
    for (const auto& [text, old] : before.texts) *text = old;
  }
}

}  // namespace barricade
