#include "restructure/flow_editor.h"

#include <algorithm>

namespace barricade {
namespace {

bool isPartition(const Statement& statement) {
  const Assume* assume = statement.as<Assume>();
  return assume && assume->partition;
}

template <typename Exists>
std::string freeName(const std::string& name, const Exists& exists) {
  std::string chosen = name;
  for (unsigned i = 1; exists(chosen); ++i) chosen = name + "." + std::to_string(i);
  return chosen;
}

}  // namespace

Block* FlowEditor::newBlock(const std::string& name) {
  Block* block = kernel_.addBlock(freeName(prefix_ + name, [&](const std::string& label) {
    return std::any_of(kernel_.blocks.begin(), kernel_.blocks.end(),
                       [&](const auto& other) { return other->label == label; });
  }));
  block->location = location_;
  return block;
}

Block* FlowEditor::newGuarded(Expr condition, const std::string& name) {
  Block* block = newBlock(name);
  block->statements.push_back({Assume{condition, true, true}, {}, location_, {}});
  return block;
}

Variable* FlowEditor::newVariable(const std::string& name, Type type) {
  Variable* variable = program_.newVariable();
  variable->name = freeName(prefix_ + name, [&](const std::string& taken) {
    return std::any_of(kernel_.locals.begin(), kernel_.locals.end(),
                       [&](const Variable* local) { return local->name == taken; });
  });
  variable->kind = Variable::Kind::Local;
  variable->type = type;
  kernel_.locals.push_back(variable);
  return variable;
}

void FlowEditor::assign(Block& block, Variable* flag, bool value) {
  Assign assignment{{{flag, {}}}, {program_.pool().boolean(value)}};
  block.statements.push_back({std::move(assignment), {}, location_, {}});
}

void FlowEditor::takeGuard(Block& target, Block& through, bool isBranch) {
  auto& statements = target.statements;
  const auto guard = std::find_if(statements.begin(), statements.end(), isPartition);
  through.location = target.location;
  if (!isBranch || guard == statements.end()) return;
  through.statements.assign(std::make_move_iterator(statements.begin()),
                            std::make_move_iterator(guard + 1));
  statements.erase(statements.begin(), guard + 1);
}

void FlowEditor::dispatch(Block* from, const std::vector<Block*>& targets,
                          const std::map<Block*, Variable*>& flags, Block* otherwise) {
  ExprPool& pool = program_.pool();
  for (Block* target : targets) {
    const Expr flag = pool.variable(flags.at(target));
    Block* taken = newGuarded(flag, "on");
    Block* other = newGuarded(pool.make(Op::Not, flag), "off");
    taken->successors = {target};
    from->successors = {taken, other};
    from = other;
  }
  from->successors = {otherwise};
}

}  // namespace barricade
