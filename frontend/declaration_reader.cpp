#include "frontend/declaration_reader.h"

#include <algorithm>
#include <unordered_map>

#include "frontend/attribute_reader.h"
#include "frontend/body_reader.h"
#include "frontend/builtins.h"
#include "frontend/expression_builder.h"
#include "frontend/facts.h"
#include "frontend/synchronization_reader.h"
#include "frontend/type_reader.h"

namespace barricade {

DeclarationReader::DeclarationReader(Unit& unit, const TokenBuffer& buffer)
    : unit_(unit), syntax_(buffer, unit.diagnostics) {
  for (const OutlineItem& found : outline(buffer, unit.diagnostics)) {
    Item& item = items_.emplace_back();
    static_cast<OutlineItem&>(item) = found;
  }
}

void DeclarationReader::collect(std::vector<Declaration>& declarations) const {
  for (const Item& item : items_)
    declarations.insert(declarations.end(), item.declared.begin(), item.declared.end());
}

//--- Parsing an item ------------------------------------------------------------------------

template <typename Context>
Context* DeclarationReader::parseHeader(Item& item, Context* (Grammar::*rule)()) {
  syntax_.window().show(item.begin, item.end);
  Context* tree = syntax_.parse(rule);
  item.afterHeader = syntax_.window().position();
  item.good = tree != nullptr;
  unit_.namesMissing |= tree == nullptr && item.keyword != Grammar::AXIOM;
  return tree;
}

template <typename Context>
Context* DeclarationReader::parseWhole(Item& item, Context* (Grammar::*rule)()) {
  Context* tree = parseHeader(item, rule);
  if (tree != nullptr) item.good = expectEnd();
  return item.good ? tree : nullptr;
}

bool DeclarationReader::expectEnd() {
  if (syntax_.window().atEnd()) return true;
  syntax_.expected("a declaration");
  return false;
}

//--- Types ----------------------------------------------------------------------------------

void DeclarationReader::declareTypes() {
  std::vector<std::pair<Item*, TypeSynonym*>> synonyms;
  for (Item& item : items_) {
    if (item.keyword != Grammar::TYPE) continue;
    auto* tree = parseWhole(item, &Grammar::typeDeclaration);
    if (tree == nullptr) continue;
    TypeSynonym* synonym = unit_.program.addSynonym();
    synonym->name = textOf(tree->name);
    item.declared.emplace_back(synonym);
    if (unit_.types.declare(textToken(tree->name), synonym, unit_.diagnostics))
      synonyms.emplace_back(&item, synonym);
  }
  resolveSynonyms(synonyms);
}

// A synonym may name one that is declared later, so each is resolved after those it names:
// depth-first, with a stack of its own since the text decides on the depth.
void DeclarationReader::resolveSynonyms(
    const std::vector<std::pair<Item*, TypeSynonym*>>& synonyms) {
  enum class State { Waiting, Open, Done };
  struct Entry {
    Item* item;
    State state = State::Waiting;
  };
  std::unordered_map<const TypeSynonym*, Entry> entries;
  for (const auto& [item, synonym] : synonyms) entries[synonym] = {item};
  for (const auto& [first, start] : synonyms) {
    std::vector<TypeSynonym*> open{start};
    while (!open.empty()) {
      TypeSynonym* synonym = open.back();
      Entry& entry = entries[synonym];
      if (entry.state == State::Done) {
        open.pop_back();
        continue;
      }
      entry.state = State::Open;
      auto* tree = parseHeader(*entry.item, &Grammar::typeDeclaration);
      std::vector<const TextToken*> names;
      collectSynonyms(tree->value, names);
      TypeSynonym* needed = nullptr;
      bool circular = false;
      for (const TextToken* name : names) {
        auto it = entries.find(unit_.types.find(name->text()));
        if (it == entries.end() || it->second.state == State::Done) continue;
        if (it->second.state == State::Open) {
          unit_.error(*name, "the type '" + std::string(name->text()) + "' contains itself");
          circular = true;
        } else {
          needed = unit_.types.find(name->text());
        }
        break;
      }
      if (needed != nullptr) {
        open.push_back(needed);
        continue;
      }
      const auto type = circular ? std::nullopt : readType(unit_, tree->value);
      synonym->type = type ? type->type : boolType();
      synonym->spelling = type ? type->spelling : std::string();
      if (!type) unit_.broken.insert(synonym);
      entry.state = State::Done;
      open.pop_back();
    }
  }
}

//--- Variables, functions, procedures -------------------------------------------------------

void DeclarationReader::declare() {
  for (Item& item : items_) {
    if (unit_.diagnostics.full()) return;
    switch (item.keyword) {
      case Grammar::CONST: declareConstants(item); break;
      case Grammar::VAR: declareVariables(item); break;
      case Grammar::FUNCTION: declareFunction(item); break;
      case Grammar::PROCEDURE: declareProcedure(item); break;
      default: break;
    }
  }
}

void DeclarationReader::declareConstants(Item& item) {
  if (auto* tree = parseWhole(item, &Grammar::constDeclaration))
    declareGlobals(item, Variable::Kind::Constant, tree->unique != nullptr, {tree->group},
                   tree->attributes);
}

void DeclarationReader::declareVariables(Item& item) {
  if (auto* tree = parseWhole(item, &Grammar::varDeclaration))
    declareGlobals(item, Variable::Kind::Global, false, tree->groups, tree->attributes);
}

void DeclarationReader::declareGlobals(Item& item, Variable::Kind kind, bool unique,
                                       const std::vector<Grammar::TypedNamesContext*>& groups,
                                       const std::vector<Grammar::AttributeContext*>& attributes) {
  ExpressionBuilder scope(unit_);
  const Attributes read = readAttributes(unit_, attributes, scope).list;
  for (Grammar::TypedNamesContext* group : groups) {
    const auto type = readType(unit_, group->value);
    for (const antlr4::Token* name : group->names) {
      Variable* variable = unit_.program.addVariable();
      describe(*variable, name, kind, type);
      variable->attributes = read;
      variable->unique = unique;
      if (!type) unit_.broken.insert(variable);
      unit_.variables.declare(textToken(name), variable, unit_.diagnostics);
      item.declared.emplace_back(variable);
    }
  }
}

void DeclarationReader::declareFunction(Item& item) {
  auto* tree = parseHeader(item, &Grammar::functionHeader);
  if (tree == nullptr) return;
  Function* function = unit_.program.addFunction();
  item.declared.emplace_back(function);
  function->name = textOf(tree->name);
  function->text = positionOf(tree->name);
  ExpressionBuilder scope(unit_);
  function->attributes = readAttributes(unit_, tree->attributes, scope).list;
  item.inputs = std::make_unique<NameTable<Variable>>("parameter");
  for (Grammar::FunctionParameterContext* input : tree->inputs) {
    const auto type = readType(unit_, input->value);
    item.good &= type.has_value();
    Variable* variable = unit_.program.newVariable();
    describe(*variable, input->name, Variable::Kind::Bound, type);
    function->parameters.push_back(variable);
    if (input->name != nullptr)
      item.inputs->declare(textToken(input->name), variable, unit_.diagnostics);
  }
  auto* resultTree = tree->result != nullptr ? tree->result : tree->returned->value;
  const auto result = readType(unit_, resultTree);
  function->result = result ? result->type : boolType();
  function->resultSpelling = result ? result->spelling : std::string();
  item.good &= result.has_value();
  if (item.good) setBuiltin(unit_, *function, textToken(tree->name));
  if (!item.good) unit_.broken.insert(function);
  unit_.functions.declare(textToken(tree->name), function, unit_.diagnostics);
}

void DeclarationReader::declareProcedure(Item& item) {
  auto* header = parseHeader(item, &Grammar::procedureHeader);
  if (header == nullptr) return;
  Grammar::SignatureContext* tree = header->value;
  Procedure* procedure = unit_.program.addProcedure();
  item.declared.emplace_back(procedure);
  procedure->name = textOf(tree->name);
  procedure->text = positionOf(tree->name);
  ExpressionBuilder scope(unit_);
  procedure->attributes = readAttributes(unit_, tree->attributes, scope).list;
  item.inputs = std::make_unique<NameTable<Variable>>("parameter");
  item.locals = std::make_unique<NameTable<Variable>>("variable");
  declareParameters(item, tree->arguments, Variable::Kind::Parameter, *procedure);
  if (tree->results) declareParameters(item, tree->results, Variable::Kind::Result, *procedure);
  unit_.procedures.declare(textToken(tree->name), procedure, unit_.diagnostics);
  setRole(*procedure, textToken(tree->name));
}

void DeclarationReader::declareParameters(Item& item, Grammar::ParametersContext* tree,
                                          Variable::Kind kind, Procedure& procedure) {
  auto& into = kind == Variable::Kind::Parameter ? procedure.parameters : procedure.results;
  for (Grammar::TypedNamesContext* group : tree->groups) {
    const auto type = readType(unit_, group->value);
    for (const antlr4::Token* name : group->names) {
      Variable* variable = unit_.program.newVariable();
      describe(*variable, name, kind, type);
      into.push_back(variable);
      if (!type) unit_.broken.insert({variable, &procedure});
      item.locals->declare(textToken(name), variable, unit_.diagnostics);
      if (kind == Variable::Kind::Parameter && item.inputs->find(textOf(name)) == nullptr)
        item.inputs->declare(textToken(name), variable, unit_.diagnostics);
    }
  }
}

namespace {

bool isAtomicOperation(std::string_view name) {
  constexpr std::string_view prefix = "_ATOMIC_OP";
  return name.starts_with(prefix) && name.size() > prefix.size() &&
         name.find_first_not_of("0123456789", prefix.size()) == std::string_view::npos;
}

}  // namespace

void DeclarationReader::setRole(Procedure& procedure, const TextToken& name) {
  using Role = Procedure::Role;
  constexpr std::pair<std::string_view, Role> roles[] = {
      {"kernel", Role::Kernel},
      {"barrier_invariant", Role::BarrierInvariant},
      {"binary_barrier_invariant", Role::BinaryBarrierInvariant},
      {"async_work_group_copy", Role::AsyncCopy},
      {"wait_group_events", Role::WaitEvents},
  };
  if (isAtomicOperation(procedure.name)) procedure.role = Role::AtomicOp;
  for (const auto& [attribute, role] : roles) {
    if (!hasAttribute(procedure.attributes, attribute)) continue;
    if (procedure.role != Role::Ordinary)
      unit_.error(name, "the procedure '" + procedure.name + "' has contradicting attributes");
    procedure.role = role;
  }
  procedure.sourceName =
      procedure.name.starts_with('$') ? procedure.name.substr(1) : procedure.name;
  if (const Attribute* source = findAttribute(procedure.attributes, "source_name"))
    procedure.sourceName = stringArgument(*source);
  readExitedThreads(unit_, procedure, name);
  setSynchronization(procedure, name);
}

void DeclarationReader::setSynchronization(Procedure& procedure, const TextToken& name) {
  using Role = Procedure::Role;
  if (unit_.isBroken(&procedure)) return;
  procedure.synchronization = readSynchronization(unit_, procedure, name);
  if (!procedure.synchronization) return;
  if (procedure.role != Role::Ordinary)
    unit_.error(name, "the procedure '" + procedure.name + "' has contradicting attributes");
  procedure.role = Role::Synchronization;
  if (!procedure.synchronization->isPlainBarrier()) return;
  const bool grid = procedure.synchronization->scope == Scope::Device;
  procedure.role = grid ? Role::GridBarrier : Role::Barrier;
  for (const Procedure* other : unit_.program.procedures()) {
    if (other == &procedure || other->role != procedure.role) continue;
    if (unit_.procedures.find(other->name) != other) continue;
    Diagnostic& error = unit_.diagnostics.error(
        rangeOf(name), "a second procedure with the attribute '" +
                           std::string(grid ? "grid_barrier" : "barrier") + "'");
    unit_.diagnostics.note(error, rangeOf(*unit_.procedures.token(other->name)),
                           "first declared here");
    break;
  }
}

//--- Axioms and bodies ----------------------------------------------------------------------

void DeclarationReader::define() {
  for (Item& item : items_) {
    if (!item.good || unit_.diagnostics.full()) continue;
    switch (item.keyword) {
      case Grammar::AXIOM: defineAxiom(item); break;
      case Grammar::FUNCTION: defineFunction(item); break;
      case Grammar::PROCEDURE: defineProcedure(item); break;
      case Grammar::IMPLEMENTATION: defineImplementation(item); break;
      default: break;
    }
  }
}

void DeclarationReader::defineAxiom(Item& item) {
  auto* tree = parseWhole(item, &Grammar::axiom);
  if (tree == nullptr) return;
  Axiom* axiom = unit_.program.addAxiom();
  item.declared.emplace_back(axiom);
  ExpressionBuilder scope(unit_);
  axiom->attributes = readAttributes(unit_, tree->attributes, scope).list;
  axiom->condition = scope.build(tree->value, boolType(), "the axiom");
  axiom->text = positionOf(tree->start);
  readArrayInfo(unit_, axiom->attributes, textToken(tree->start));
}

void DeclarationReader::defineFunction(Item& item) {
  Function* function = std::get<Function*>(item.declared.front());
  TokenWindow& window = syntax_.window();
  window.show(item.afterHeader, item.end);
  if (window.current().getType() == Grammar::SEMICOLON) {
    window.consume();
    expectEnd();
    return;
  }
  if (window.current().getType() != Grammar::OPEN_BRACE) {
    syntax_.expected("';' or '{'");
    return;
  }
  auto* tree = syntax_.parse(&Grammar::functionBody);
  if (tree == nullptr || !expectEnd()) return;
  if (function->builtin) {
    unit_.error(tree, "a function with a bvbuiltin has no body");
    return;
  }
  ExpressionBuilder scope(unit_, item.inputs.get());
  function->body = scope.build(tree->value, function->result, "the body of the function");
}

namespace {

bool beginsSpecification(std::size_t token) {
  return token == Grammar::FREE || token == Grammar::REQUIRES || token == Grammar::ENSURES ||
         token == Grammar::MODIFIES;
}

}  // namespace

void DeclarationReader::defineProcedure(Item& item) {
  Procedure& procedure = *std::get<Procedure*>(item.declared.front());
  TokenWindow& window = syntax_.window();
  window.show(item.afterHeader, item.end);
  const bool bodiless = window.current().getType() == Grammar::SEMICOLON;
  if (bodiless) window.consume();
  while (beginsSpecification(window.current().getType()))
    if (!readSpecification(item, procedure)) return;
  if (bodiless) {
    expectEnd();
  } else if (window.current().getType() != Grammar::OPEN_BRACE) {
    syntax_.expected(procedure.specifications.empty() ? "';' or a body" : "a body");
  } else if (procedure.role == Procedure::Role::Synchronization) {
    unit_.error(window.current(),
                "'" + procedure.name + "' is a primitive of synchronisation and has no body");
  } else if (procedure.hasBody()) {
    unit_.error(window.current(), "the procedure '" + procedure.name + "' has two bodies");
  } else {
    BodyReader(unit_, syntax_, procedure, *item.locals).read();
  }
}

bool DeclarationReader::readSpecification(Item& item, Procedure& procedure) {
  const std::size_t begin = syntax_.window().position();
  auto* tree = syntax_.parse(&Grammar::specification);
  if (tree == nullptr) {
    syntax_.skipStatement(begin);
    return !unit_.diagnostics.full();
  }
  Specification specification;
  const std::size_t kind = tree->kind->getType();
  ExpressionBuilder scope(
      unit_, kind == Grammar::REQUIRES ? item.inputs.get() : item.locals.get(),
      kind == Grammar::ENSURES ? ExpressionBuilder::Old::Allowed : ExpressionBuilder::Old::Refused);
  ReadAttributes attributes = readAttributes(unit_, tree->attributes, scope);
  specification.attributes = std::move(attributes.list);
  specification.location = attributes.location;
  specification.text = positionOf(tree->start);
  specification.free = tree->free != nullptr;
  specification.predicated = !hasAttribute(specification.attributes, "do_not_predicate");
  specification.procedureWide = hasAttribute(specification.attributes, "procedure_wide_invariant");
  specification.candidateInvariant = hasAttribute(specification.attributes, "candidate");
  if (kind == Grammar::MODIFIES) {
    specification.kind = Specification::Kind::Modifies;
    for (const antlr4::Token* name : tree->names) {
      Variable* variable = scope.variable(textToken(name));
      if (variable != nullptr && variable->kind != Variable::Kind::Global)
        unit_.error(name, "'modifies' names global variables only");
      specification.modified.push_back(variable);
    }
  } else {
    const bool before = kind == Grammar::REQUIRES;
    specification.kind = before ? Specification::Kind::Requires : Specification::Kind::Ensures;
    specification.condition =
        scope.build(tree->value, boolType(),
                    before ? "the condition of 'requires'" : "the condition of 'ensures'");
  }
  procedure.specifications.push_back(std::move(specification));
  return true;
}

//--- Implementations ------------------------------------------------------------------------

void DeclarationReader::defineImplementation(Item& item) {
  auto* header = parseHeader(item, &Grammar::implementationHeader);
  if (header == nullptr) return;
  NameTable<Variable> locals("variable");
  Procedure* procedure = implemented(header->value, locals);
  if (procedure == nullptr) return;
  TokenWindow& window = syntax_.window();
  if (window.current().getType() != Grammar::OPEN_BRACE) {
    syntax_.expected("a body");
    return;
  }
  BodyReader(unit_, syntax_, *procedure, locals).read();
}

// The procedure that is given a body, when the signatures agree. The names of the implementation
// go into `locals`, where they stand for the procedure's variables.
Procedure* DeclarationReader::implemented(Grammar::SignatureContext* tree,
                                          NameTable<Variable>& locals) {
  const TextToken& name = textToken(tree->name);
  Procedure* procedure = unit_.procedures.find(name.text());
  if (procedure == nullptr) {
    NearestName nearest(name.text());
    unit_.procedures.consider(nearest);
    unit_.error(name, "implementation of an unknown procedure '" + std::string(name.text()) + "'" +
                          nearest.suggestion());
    return nullptr;
  }
  if (procedure->role == Procedure::Role::Synchronization) {
    unit_.error(name,
                "'" + procedure->name + "' is a primitive of synchronisation and has no body");
    return nullptr;
  }
  if (procedure->hasBody()) {
    unit_.error(name, "the procedure '" + procedure->name + "' has two bodies");
    return nullptr;
  }
  if (!matchNames(tree->arguments, procedure->parameters, *procedure, locals)) return nullptr;
  if (tree->results != nullptr || !procedure->results.empty()) {
    if (tree->results == nullptr) {
      unit_.error(name, "the implementation of '" + procedure->name + "' lacks its results");
      return nullptr;
    }
    if (!matchNames(tree->results, procedure->results, *procedure, locals)) return nullptr;
  }
  return procedure;
}

bool DeclarationReader::matchNames(Grammar::ParametersContext* tree,
                                   const std::vector<Variable*>& variables,
                                   const Procedure& procedure, NameTable<Variable>& locals) {
  std::size_t next = 0;
  for (Grammar::TypedNamesContext* group : tree->groups) {
    const auto type = readType(unit_, group->value);
    if (!type) return false;
    for (const antlr4::Token* name : group->names) {
      if (next < variables.size()) {
        Variable* variable = variables[next];
        if (variable->type != type->type) {
          unit_.error(name, "'" + std::string(textOf(name)) + "' has type " +
                                type->type->toString() + ", but '" + variable->name +
                                "' of the procedure has type " + variable->type->toString());
          return false;
        }
        locals.declare(textToken(name), variable, unit_.diagnostics);
      }
      ++next;
    }
  }
  if (next == variables.size()) return true;
  unit_.error(tree, "the procedure '" + procedure.name + "' has " +
                        std::to_string(variables.size()) + " of these, the implementation " +
                        std::to_string(next));
  return false;
}

}  // namespace barricade
