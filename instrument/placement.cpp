// From an instrumented kernel to what is printed: a chosen placement, or all guards written out.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "instrument/guarded_barrier.h"
#include "instrument/instrument.h"
#include "instrument/loop_shape.h"

namespace barricade {
namespace {

// Removes the barriers that `drop` chooses; the invariants stated for a barrier go with it, and so
// do blocks that held nothing else.
template <typename Drop>
void removeBarriers(Procedure& kernel, Drop drop) {
  std::vector<Block*> emptied;
  for (const auto& block : kernel.blocks) {
    const bool held = !block->statements.empty();
    std::vector<Statement> kept;
    for (Statement& statement : block->statements) {
      if (placeableScope(statement) && drop(*statement.as<Call>()))
        while (!kept.empty() && isBarrierInvariant(kept.back())) kept.pop_back();
      else
        kept.push_back(std::move(statement));
    }
    block->statements = std::move(kept);
    if (held && block->statements.empty() && block->successors.size() == 1 &&
        block.get() != kernel.entry())
      emptied.push_back(block.get());
  }
  // Two of them may lead to each other; an empty block that stays does no harm.
  const std::unordered_set<const Block*> all(emptied.begin(), emptied.end());
  std::erase_if(emptied, [&](Block* block) { return all.contains(block->successors.front()); });
  removeEmptyBlocks(kernel, emptied);
}

class GuardWriter {
 public:
  GuardWriter(Program& program, Procedure& kernel) : program_(program), kernel_(kernel) {
    for (const auto& block : kernel.blocks) labels_.insert(block->label);
    for (Variable* variable : program.globals()) constants_[variable->name] = variable;
  }

  void run() {
    // The rest of a split block is added at the end and looked at in its turn.
    for (std::size_t b = 0; b < kernel_.blocks.size(); ++b) {
      Block& block = *kernel_.blocks[b];
      if (guarded_.contains(&block)) continue;
      for (std::size_t i = 0; i < block.statements.size(); ++i) {
        const Call* call = block.statements[i].as<Call>();
        if (!call || call->site.isNone()) continue;
        split(block, i);
        break;
      }
    }
  }

 private:
  std::string label(const std::string& base) {
    std::string name = base;
    for (unsigned i = 0; !labels_.insert(name).second; ++i) name = base + "." + std::to_string(i);
    return name;
  }

  Expr constant(const std::string& name) {
    Variable*& variable = constants_[name];
    if (!variable) {
      variable = program_.addVariable();
      variable->name = name;
      variable->kind = Variable::Kind::Constant;
      variable->type = boolType();
    }
    return program_.pool().variable(variable);
  }

  Block* addGuarded(const std::string& suffix, Expr condition, LocationId location) {
    Block* added = kernel_.addBlock(label(suffix));
    guarded_.insert(added);
    added->statements.push_back({Assume{condition, true, true}, {}, location, {}});
    return added;
  }

  void split(Block& block, std::size_t position) {
    Statement barrier = std::move(block.statements[position]);
    const std::string variable = barrier.as<Call>()->site.name;
    const Expr on = constant(variable);
    Block* enabled = addGuarded(variable + "_on", on, barrier.location);
    Block* disabled =
        addGuarded(variable + "_off", program_.pool().make(Op::Not, on), barrier.location);
    Block* rest = kernel_.addBlock(label(variable + "_end"));
    rest->location = block.location;
    rest->statements.assign(std::make_move_iterator(block.statements.begin() +
                                                    static_cast<std::ptrdiff_t>(position) + 1),
                            std::make_move_iterator(block.statements.end()));
    rest->successors = std::move(block.successors);
    block.statements.resize(position);
    block.successors = {enabled, disabled};
    enabled->statements.push_back(std::move(barrier));
    enabled->successors = {rest};
    disabled->successors = {rest};
  }

  Program& program_;
  Procedure& kernel_;
  std::unordered_set<std::string> labels_;
  std::unordered_map<std::string, Variable*> constants_;
  std::unordered_set<const Block*> guarded_;
};

}  // namespace

void applyPlacement(Procedure& kernel, const Placement& enabled) {
  removeBarriers(kernel, [&](const Call& call) {
    const SiteId& site = call.site;
    return !site.isNone() && !enabled.contains(site);
  });
  for (const auto& block : kernel.blocks)
    for (Statement& statement : block->statements)
      if (placeableScope(statement)) unguard(statement);
}

void makeGuardsExplicit(Program& program, Procedure& kernel) {
  GuardWriter(program, kernel).run();
}

std::vector<StrippedBarrier> stripBarriers(const Program& program, Procedure& kernel) {
  std::vector<StrippedBarrier> stripped;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      if (isBarrier(statement)) {
        const bool grid = statement.as<Call>()->callee->role == Procedure::Role::GridBarrier;
        StrippedBarrier barrier{grid ? BarrierScope::Grid : BarrierScope::Block,
                                program.sources.chain(statement.location)};
        if (std::find(stripped.begin(), stripped.end(), barrier) == stripped.end())
          stripped.push_back(std::move(barrier));
      }
  removeBarriers(kernel, [](const Call& call) { return call.callee->isBarrier(); });
  return stripped;
}

}  // namespace barricade
