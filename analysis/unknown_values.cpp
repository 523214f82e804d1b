#include "analysis/unknown_values.h"

#include <algorithm>

#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

constexpr std::string_view unknownAttribute = "unknown";

// Whether the argument is a value that lanes give each other.
bool isExchanged(const Call& call, std::size_t argument) {
  const auto& what = call.callee->synchronization;
  return what && what->primitive == SyncPrimitive::Exchange &&
         (what->position(SyncParameter::Value) == argument ||
          what->position(SyncParameter::Flag) == argument);
}

}  // namespace

UnknownValues::UnknownValues(const Procedure& procedure)
    : procedure_(procedure), blocks_(procedure.blocks.size()) {
  for (const Variable* local : procedure.locals)
    if (hasAttribute(local->attributes, unknownAttribute)) variables_.insert(local);
  findWhatHangsOnThem();
}

UnknownValues::UnknownValues(const Procedure& procedure, const Variable* array)
    : procedure_(procedure), variables_{array}, blocks_(procedure.blocks.size()) {
  findWhatHangsOnThem();
}

void UnknownValues::findWhatHangsOnThem() {
  if (variables_.empty()) return;
  const ControlFlow flow(procedure_);
  do {
    changed_ = false;
    for (unsigned b : flow.order()) {
      for (const Statement& statement : procedure_.blocks[b]->statements)
        follow(*procedure_.blocks[b], statement);
      followBranch(flow, b);
    }
  } while (changed_);
  for (unsigned b : flow.order())
    for (const Statement& statement : procedure_.blocks[b]->statements)
      if (const Call* call = statement.as<Call>(); call && call->callee->synchronization)
        decideBarriers_ = decideBarriers_ || decide(*procedure_.blocks[b], statement);
}

bool UnknownValues::decide(const Block& block, const Statement& statement) const {
  if (blocks_[block.index]) return true;
  const Assert* check = statement.as<Assert>();
  bool decides = check && mentioned(check->condition);
  forEachExpression(statement, [&](Expr e) { decides = decides || mentionedInIndex(e); });
  if (const Assign* assign = statement.as<Assign>())
    for (const Target& target : assign->targets)
      decides =
          decides || std::ranges::any_of(target.indices, [&](Expr i) { return mentioned(i); });
  if (const Call* call = statement.as<Call>())
    for (std::size_t i = 0; i < call->args.size(); ++i)
      decides = decides || (!call->args[i]->type()->isMap() && !isExchanged(*call, i) &&
                            mentioned(call->args[i]));
  return decides;
}

bool UnknownValues::mentioned(Expr e) const {
  bool found = false;
  forEachVariable(e, [&](const Variable* v) { found = found || variables_.contains(v); });
  return found;
}

bool UnknownValues::mentionedInIndex(Expr e) const {
  return anyNode(e, [&](Expr part) { return part->op() == Op::Select && mentioned(part->arg(1)); });
}

void UnknownValues::follow(const Block& block, const Statement& statement) {
  bool takesPart = blocks_[block.index];
  forEachExpression(statement, [&](Expr e) { takesPart = takesPart || mentioned(e); });
  if (!takesPart) return;
  const Assign* assign = statement.as<Assign>();
  if (!assign || blocks_[block.index])
    return forEachAssigned(statement, [&](const Variable* v) { follow(v); });
  for (std::size_t i = 0; i < assign->targets.size(); ++i) {
    const Target& target = assign->targets[i];
    if (mentioned(assign->values[i]) ||
        std::ranges::any_of(target.indices, [&](Expr index) { return mentioned(index); }))
      follow(target.variable);
  }
}

void UnknownValues::follow(const Variable* variable) {
  if (variables_.insert(variable).second) changed_ = true;
}

// What a branch decides that they decide.
void UnknownValues::followBranch(const ControlFlow& flow, unsigned block) {
  const auto& successors = flow.successors(block);
  if (successors.size() < 2) return;
  bool decides = false;
  for (unsigned s : successors)
    for (const Statement& statement : procedure_.blocks[s]->statements)
      if (const Assume* guard = statement.as<Assume>(); guard && guard->partition)
        decides = decides || mentioned(guard->condition);
  if (!decides) return;
  const std::vector<bool> influenced = flow.influencedBy(block);
  for (unsigned b = 0; b < influenced.size(); ++b)
    if (influenced[b] && !blocks_[b]) blocks_[b] = changed_ = true;
}

}  // namespace barricade
