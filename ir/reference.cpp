#include "ir/reference.h"

#include <algorithm>
#include <sstream>

namespace barricade {
namespace {

std::string textOf(const Specification& specification, std::string_view name) {
  const Attribute* attribute = findAttribute(specification.attributes, name);
  const auto* text = attribute && !attribute->args.empty()
                         ? std::get_if<std::string>(&attribute->args.front())
                         : nullptr;
  return text ? *text : "";
}

bool takesTheSame(const Procedure& one, const Procedure& other) {
  return std::ranges::equal(
      one.parameters, other.parameters,
      [](const Variable* a, const Variable* b) { return a->type == b->type; });
}

}  // namespace

bool namesReference(const Specification& specification) {
  return specification.kind == Specification::Kind::Ensures &&
         hasAttribute(specification.attributes, "equivalent_to");
}

std::variant<Reference, std::string> readReference(const Program& program, const Procedure& kernel,
                                                   const Specification& specification) {
  const std::string name = textOf(specification, "equivalent_to");
  Reference reference{&specification, nullptr, {}};
  for (const Procedure* procedure : program.procedures())
    if (procedure->name == name) reference.procedure = procedure;
  if (!reference.procedure || !reference.procedure->hasBody() ||
      reference.procedure->role != Procedure::Role::Ordinary)
    return "'" + name + "' is no procedure with a body that a kernel can be compared with";
  if (!takesTheSame(kernel, *reference.procedure) || !reference.procedure->results.empty())
    return "'" + name + "' must have the parameters of the kernel, and no results";
  std::istringstream names(textOf(specification, "floating"));
  for (std::string floating; std::getline(names, floating, ',');)
    for (const auto& variables : {program.globals(), kernel.parameters})
      for (const Variable* variable : variables)
        if (variable->name == floating) reference.floating.insert(variable);
  return reference;
}

}  // namespace barricade
