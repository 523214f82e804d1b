// Types of the text, with synonyms expanded.
#pragma once

#include <optional>
#include <string>

#include "frontend/unit.h"

namespace barricade {

// A bit vector wider than this is refused: its literals would take megabytes.
inline constexpr unsigned maximalWidth = 1'000'000;

struct WrittenType {
  Type type = nullptr;
  std::string spelling;  // as written, without blanks; empty when that is Type::toString()
};

// Nothing after an error, which is reported.
std::optional<WrittenType> readType(Unit& unit, Grammar::TypeContext* tree);

// Fills in a variable as it is declared; `name` is null for an unnamed parameter. A type that could
// not be read counts as bool, so that reading goes on; the caller marks the variable as broken.
void describe(Variable& variable, const antlr4::Token* name, Variable::Kind kind,
              const std::optional<WrittenType>& type);

// The width in `bv32` or after the `bv` of a literal; 0 after an error.
unsigned readWidth(Unit& unit, const TextToken& token, std::string_view digits);

// The synonyms that a type names, for resolving synonyms in order of need.
void collectSynonyms(Grammar::TypeContext* tree, std::vector<const TextToken*>& names);

}  // namespace barricade
