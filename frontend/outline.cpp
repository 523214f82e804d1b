#include "frontend/outline.h"

namespace barricade {

using grammar::BarricadeParser;

namespace {

bool startsDeclaration(std::size_t type, int depth) {
  switch (type) {
    case BarricadeParser::VAR:
      return depth == 0;  // else a local variable
    // These stand nowhere else, so a closing brace is missing where they appear inside braces.
    case BarricadeParser::TYPE:
    case BarricadeParser::CONST:
    case BarricadeParser::AXIOM:
    case BarricadeParser::FUNCTION:
    case BarricadeParser::PROCEDURE:
    case BarricadeParser::IMPLEMENTATION: return true;
    default: return false;
  }
}

}  // namespace

std::vector<OutlineItem> outline(const TokenBuffer& buffer, Diagnostics& diagnostics) {
  std::vector<OutlineItem> items;
  const auto& tokens = buffer.tokens();
  const std::size_t last = tokens.size() - 1;
  int depth = 0;
  for (std::size_t i = 0; i < last; ++i) {
    const std::size_t type = tokens[i].getType();
    if (startsDeclaration(type, depth)) {
      if (!items.empty()) items.back().end = i;
      items.push_back({type, i, last});
      depth = 0;
    } else if (i == 0) {
      diagnostics.error(rangeOf(tokens[0]), "expected a declaration, found '" +
                                                std::string(tokens[0].text().substr(0, 40)) + "'");
    }
    if (type == BarricadeParser::OPEN_BRACE || type == BarricadeParser::ATTRIBUTE) ++depth;
    if (type == BarricadeParser::CLOSE_BRACE && depth > 0) --depth;
  }
  return items;
}

}  // namespace barricade
