// The declarations of one text as ranges of tokens, found without parsing: a declaration reaches
// from its keyword to the next one. So names can be declared before anything that uses them is
// parsed, and an error in one declaration does not spoil the next.
#pragma once

#include <vector>

#include "frontend/tokens.h"

namespace barricade {

struct OutlineItem {
  std::size_t keyword;  // the token type: TYPE, CONST, VAR, AXIOM, FUNCTION, PROCEDURE, ...
  std::size_t begin;    // indices of tokens
  std::size_t end;
};

// Text before the first declaration is reported.
std::vector<OutlineItem> outline(const TokenBuffer& buffer, Diagnostics& diagnostics);

}  // namespace barricade
