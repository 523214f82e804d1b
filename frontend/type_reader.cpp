#include "frontend/type_reader.h"

#include <charconv>

namespace barricade {

unsigned readWidth(Unit& unit, const TextToken& token, std::string_view digits) {
  unsigned width = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), width);
  if (error != std::errc() || width > maximalWidth) {
    unit.error(token, "a bit vector may be at most " + std::to_string(maximalWidth) + " bits wide");
    return 0;
  }
  if (width == 0) unit.error(token, "a bit vector has at least one bit");
  return width;
}

namespace {

Type resolve(Unit& unit, Grammar::TypeContext* tree, std::string& spelling) {
  if (tree->bits) {
    spelling += textOf(tree->bits);
    const unsigned width = readWidth(unit, textToken(tree->bits), textOf(tree->bits).substr(2));
    return width == 0 ? nullptr : bitVectorType(width);
  }
  if (tree->name) {
    spelling += textOf(tree->name);
    if (const TypeSynonym* synonym = unit.types.find(textOf(tree->name)))
      return unit.isBroken(synonym) ? nullptr : synonym->type;
    NearestName nearest(textOf(tree->name));
    unit.types.consider(nearest);
    unit.unknownName(textToken(tree->name), "unknown type '" + std::string(textOf(tree->name)) +
                                                "'" + nearest.suggestion());
    return nullptr;
  }
  if (tree->range) {
    std::vector<Type> domains;
    bool known = true;
    spelling += '[';
    for (Grammar::TypeContext* domain : tree->domains) {
      if (!domains.empty()) spelling += ", ";
      domains.push_back(resolve(unit, domain, spelling));
      known &= domains.back() != nullptr;
    }
    spelling += ']';
    Type type = resolve(unit, tree->range, spelling);
    if (!known || !type) return nullptr;
    for (auto it = domains.rbegin(); it != domains.rend(); ++it) type = mapType(*it, type);
    return type;
  }
  spelling += textOf(tree->start);
  return tree->start->getType() == Grammar::BOOL ? boolType() : intType();
}

}  // namespace

std::optional<WrittenType> readType(Unit& unit, Grammar::TypeContext* tree) {
  WrittenType written;
  written.type = resolve(unit, tree, written.spelling);
  if (!written.type) return std::nullopt;
  if (written.spelling == written.type->toString()) written.spelling.clear();
  return written;
}

void describe(Variable& variable, const antlr4::Token* name, Variable::Kind kind,
              const std::optional<WrittenType>& type) {
  variable.kind = kind;
  variable.type = type ? type->type : boolType();
  if (type) variable.typeSpelling = type->spelling;
  if (name == nullptr) return;
  variable.name = textOf(name);
  variable.text = positionOf(name);
}

void collectSynonyms(Grammar::TypeContext* tree, std::vector<const TextToken*>& names) {
  if (tree->name) names.push_back(&textToken(tree->name));
  for (Grammar::TypeContext* domain : tree->domains) collectSynonyms(domain, names);
  if (tree->range) collectSynonyms(tree->range, names);
}

}  // namespace barricade
