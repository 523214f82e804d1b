#include "restructure/body.h"

namespace barricade {

Body::Body(const Procedure& procedure) : locals_(procedure.locals) {
  for (const auto& block : procedure.blocks) {
    BlockValue value{block->label, block->statements, {}, block->location};
    for (const Block* successor : block->successors) value.successors.push_back(successor->index);
    blocks_.push_back(std::move(value));
  }
}

void Body::restore(Procedure& procedure) const {
  procedure.locals = locals_;
  procedure.blocks.clear();
  for (const BlockValue& value : blocks_) {
    Block* block = procedure.addBlock(value.label);
    block->statements = value.statements;
    block->location = value.location;
  }
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (unsigned successor : blocks_[b].successors)
      procedure.blocks[b]->successors.push_back(procedure.blocks[successor].get());
}

}  // namespace barricade
