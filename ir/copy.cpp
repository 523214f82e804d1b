#include "ir/copy.h"

namespace barricade {

std::unique_ptr<Procedure> copyDeclaration(const Procedure& procedure) {
  auto copy = std::make_unique<Procedure>();
  copy->name = procedure.name;
  copy->sourceName = procedure.sourceName;
  copy->role = procedure.role;
  copy->synchronization = procedure.synchronization;
  copy->excusesExited = procedure.excusesExited;
  copy->attributes = procedure.attributes;
  copy->parameters = procedure.parameters;
  copy->results = procedure.results;
  copy->specifications = procedure.specifications;
  copy->locals = procedure.locals;
  copy->text = procedure.text;
  return copy;
}

std::unique_ptr<Procedure> copyOf(const Procedure& procedure) {
  auto copy = copyDeclaration(procedure);
  for (const auto& block : procedure.blocks) {
    Block* copied = copy->addBlock(block->label);
    copied->location = block->location;
    copied->statements = block->statements;
  }
  for (const auto& block : procedure.blocks)
    for (const Block* successor : block->successors)
      copy->blocks[block->index]->successors.push_back(copy->blocks[successor->index].get());
  return copy;
}

}  // namespace barricade
