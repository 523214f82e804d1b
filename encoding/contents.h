// What an array holds, as a history: an unknown function of the index at first, then guarded
// writes, guarded havocs and loops that have filled it. A read expands the history to a chain of
// choices, so that the solver never sees its theory of arrays (docs/verification.md). Histories are
// immutable and shared.
#pragma once

#include <deque>
#include <functional>
#include <map>

#include "solver/smt/terms.h"

namespace barricade {

class ContentsPool;

// What an element holds after the iterations of a loop, of what it held before them.
using Filling = std::function<Expr(Expr index, Expr before)>;

struct ContentsNode {
  enum class Kind { Unknown, Write, Havoc, Fill };
  Kind kind = Kind::Unknown;
  const ContentsNode* before = nullptr;
  Expr condition = nullptr;             // all but Unknown
  Expr index = nullptr;                 // Write
  Expr value = nullptr;                 // Write
  const Function* function = nullptr;   // Unknown, Havoc
  const ContentsNode* entry = nullptr;  // Fill: when the loop was entered
  Filling filling = nullptr;            // Fill
};

using Contents = const ContentsNode*;

class ContentsPool {
 public:
  explicit ContentsPool(Terms& terms) : terms_(terms) {}

  Contents unknown(const Variable* array);
  Contents write(Contents before, Expr condition, Expr index, Expr value);
  // Where `condition` holds everything is forgotten.
  Contents havoc(Contents before, Expr condition, const Variable* array);
  // Where `condition` holds it is what a loop has made of `entry`.
  Contents fill(Contents before, Expr condition, Contents entry, Filling filling);
  Expr read(Contents contents, Expr index);

  // A function that stands for contents of which nothing is known.
  const Function* freshContents(const Variable* array);

 private:
  Terms& terms_;
  std::deque<ContentsNode> nodes_;
  std::map<std::pair<Contents, Expr>, Expr> reads_;
};

}  // namespace barricade
