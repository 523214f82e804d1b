#include "analysis/alignment_checks.h"

#include "analysis/open_values.h"
#include "ir/printer.h"

namespace barricade {
namespace {

constexpr std::string_view alignmentAttribute = "alignment";
constexpr std::string_view declaredAttribute = "declared";

}  // namespace

void keepAlignmentChecks(Procedure& procedure, CheckDepth depth) {
  if (depth == CheckDepth::Full) return;
  const bool shown = depth == CheckDepth::Shown;
  const auto open = shown ? findOpenVariables(procedure) : std::unordered_set<const Variable*>{};
  const auto isLeftOut = [&](const Statement& statement) {
    const Assert* check = statement.as<Assert>();
    if (!check || !check->isOfAlignment()) return false;
    return !shown || check->kind == Assert::Kind::Declaration || isOpen(check->condition, open);
  };
  for (const auto& block : procedure.blocks) std::erase_if(block->statements, isLeftOut);
}

std::string misalignmentOf(const Statement& assertion) {
  const Attribute* alignment = findAttribute(assertion.attributes, alignmentAttribute);
  const std::string bytes = toString(std::get<Expr>(alignment->args.front()));
  const Attribute* declared = findAttribute(assertion.attributes, declaredAttribute);
  if (!declared) return "misaligned access: the address is no multiple of " + bytes + " bytes";
  return "misaligned access: '" + std::get<std::string>(declared->args.front()) +
         "' need not begin at a multiple of " + bytes + " bytes, as it is declared";
}

}  // namespace barricade
