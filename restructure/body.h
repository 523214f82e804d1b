// The body of a procedure as a value, so that one restructuring after the other can be tried on it.
#pragma once

#include <string>
#include <vector>

#include "ir/program.h"

namespace barricade {

class Body {
 public:
  explicit Body(const Procedure& procedure);

  // Makes the procedure what it was; its blocks are new ones.
  void restore(Procedure& procedure) const;

 private:
  struct BlockValue {
    std::string label;
    std::vector<Statement> statements;
    std::vector<unsigned> successors;
    LocationId location = noLocation;
  };
  std::vector<BlockValue> blocks_;
  std::vector<Variable*> locals_;
};

}  // namespace barricade
