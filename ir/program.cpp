#include "ir/program.h"

#include <algorithm>

namespace barricade {

const Attribute* findAttribute(const Attributes& attributes, std::string_view name) {
  auto it = std::find_if(attributes.begin(), attributes.end(),
                         [&](const Attribute& a) { return a.name == name; });
  return it == attributes.end() ? nullptr : &*it;
}

bool hasAttribute(const Attributes& attributes, std::string_view name) {
  return findAttribute(attributes, name) != nullptr;
}

bool hasArgument(const Attributes& attributes, std::string_view name, std::string_view value) {
  const Attribute* found = findAttribute(attributes, name);
  return found && std::ranges::any_of(found->args, [&](const AttributeArg& arg) {
           const auto* text = std::get_if<std::string>(&arg);
           return text && *text == value;
         });
}

std::optional<BigInt> extentOf(const Array& array) {
  if (array.sourceDimensions.empty() || array.elementWidth == 0) return std::nullopt;
  BigInt elements = 1;
  for (const auto& dimension : array.sourceDimensions) {
    // A dimension of 0 is `extern __shared__ x[]`.
    if (!dimension || *dimension <= 0) return std::nullopt;
    elements *= *dimension;
  }
  return elements * array.sourceElementWidth / array.elementWidth;
}

Block* Procedure::addBlock(std::string label) {
  auto block = std::make_unique<Block>();
  block->label = std::move(label);
  block->index = static_cast<unsigned>(blocks.size());
  blocks.push_back(std::move(block));
  return blocks.back().get();
}

Program::Program() : pool_(std::make_unique<ExprPool>()) {}
Program::~Program() = default;

TypeSynonym* Program::addSynonym() {
  TypeSynonym* added = &synonyms_.emplace_back();
  declarations.emplace_back(added);
  return added;
}

Axiom* Program::addAxiom() {
  Axiom* added = &axioms_.emplace_back();
  declarations.emplace_back(added);
  return added;
}

Function* Program::addFunction() {
  Function* added = &functions_.emplace_back();
  declarations.emplace_back(added);
  return added;
}

Procedure* Program::addProcedure() {
  Procedure* added = &procedures_.emplace_back();
  declarations.emplace_back(added);
  return added;
}

Variable* Program::addVariable() {
  Variable* added = newVariable();
  declarations.emplace_back(added);
  return added;
}

Variable* Program::newVariable() {
  return &variables_.emplace_back();
}

Function* Program::newFunction() {
  return &functions_.emplace_back();
}

Array* Program::newArray() {
  return &arrays_.emplace_back();
}

namespace {

template <typename T>
std::vector<T*> declared(const std::vector<Declaration>& declarations) {
  std::vector<T*> result;
  for (const Declaration& declaration : declarations)
    if (T* const* item = std::get_if<T*>(&declaration)) result.push_back(*item);
  return result;
}

}  // namespace

std::vector<Variable*> Program::globals() const {
  return declared<Variable>(declarations);
}
std::vector<Axiom*> Program::axioms() const {
  return declared<Axiom>(declarations);
}
std::vector<Function*> Program::functions() const {
  return declared<Function>(declarations);
}
std::vector<Procedure*> Program::procedures() const {
  return declared<Procedure>(declarations);
}

std::vector<Array*> Program::arrays() const {
  std::vector<Array*> result;
  for (Variable* variable : globals())
    if (variable->array) result.push_back(variable->array);
  return result;
}

std::vector<Procedure*> Program::kernels() const {
  std::vector<Procedure*> result = procedures();
  std::erase_if(result, [](Procedure* p) { return p->role != Procedure::Role::Kernel; });
  return result;
}

namespace {

Procedure* withRole(const std::vector<Procedure*>& procedures, Procedure::Role role) {
  auto it = std::find_if(procedures.begin(), procedures.end(),
                         [&](Procedure* p) { return p->role == role; });
  return it == procedures.end() ? nullptr : *it;
}

}  // namespace

Procedure* Program::barrier() const {
  return withRole(procedures(), Procedure::Role::Barrier);
}

Procedure* Program::gridBarrier() const {
  return withRole(procedures(), Procedure::Role::GridBarrier);
}

Variable* Program::launchConstant(LaunchConstant which) const {
  for (Variable* variable : globals())
    if (variable->launch == which) return variable;
  return nullptr;
}

}  // namespace barricade
