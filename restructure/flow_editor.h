// New blocks and variables of a control flow that is restructured, under names that are not taken.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/program.h"

namespace barricade {

class FlowEditor {
 public:
  // Names begin with `$PREFIX.`.
  FlowEditor(Program& program, Procedure& kernel, std::string prefix)
      : program_(program), kernel_(kernel), prefix_("$" + std::move(prefix) + ".") {}

  void setLocation(LocationId location) { location_ = location; }  // of what is new

  Block* newBlock(const std::string& name);
  // One that a branch leads to under `condition`.
  Block* newGuarded(Expr condition, const std::string& name);
  Variable* newVariable(const std::string& name, Type type);
  Variable* newFlag(const std::string& name) { return newVariable(name, boolType()); }
  void assign(Block& block, Variable* flag, bool value);

  // The condition of a branch, at the start of `target`, goes to `through`, which is put between.
  static void takeGuard(Block& target, Block& through, bool isBranch);

  // Leads from `from` to the first of `targets` whose flag is set, to `otherwise` if none is.
  void dispatch(Block* from, const std::vector<Block*>& targets,
                const std::map<Block*, Variable*>& flags, Block* otherwise);

 private:
  Program& program_;
  Procedure& kernel_;
  std::string prefix_;
  LocationId location_ = noLocation;
};

}  // namespace barricade
