// Declarations: what a text declares, in two passes. `declare` enters types, variables,
// functions and procedures into their name spaces; `define` then reads what may refer to names
// declared later: axioms, the bodies of functions, specifications and bodies of procedures.
#pragma once

#include <memory>
#include <vector>

#include "frontend/outline.h"
#include "frontend/unit.h"

namespace barricade {

class DeclarationReader {
 public:
  DeclarationReader(Unit& unit, const TokenBuffer& buffer);

  void declareTypes();
  void declare();
  void define();
  // Appends what was declared, in the order of the text.
  void collect(std::vector<Declaration>& declarations) const;

 private:
  struct Item : OutlineItem {
    std::size_t afterHeader = 0;  // where `define` goes on
    std::vector<Declaration> declared;
    bool good = true;
    // Of a procedure: what `requires`, and what `ensures` and the body can name.
    std::unique_ptr<NameTable<Variable>> inputs;
    std::unique_ptr<NameTable<Variable>> locals;
  };

  // The tree of a rule that must cover the item up to its end, or null.
  template <typename Context>
  Context* parseWhole(Item& item, Context* (Grammar::*rule)());
  // The tree of the item's first part; remembers where it ends.
  template <typename Context>
  Context* parseHeader(Item& item, Context* (Grammar::*rule)());
  bool expectEnd();

  void resolveSynonyms(const std::vector<std::pair<Item*, TypeSynonym*>>& synonyms);
  void declareConstants(Item& item);
  void declareVariables(Item& item);
  void declareGlobals(Item& item, Variable::Kind kind, bool unique,
                      const std::vector<Grammar::TypedNamesContext*>& groups,
                      const std::vector<Grammar::AttributeContext*>& attributes);
  void declareFunction(Item& item);
  void declareProcedure(Item& item);
  void declareParameters(Item& item, Grammar::ParametersContext* tree, Variable::Kind kind,
                         Procedure& procedure);
  void setRole(Procedure& procedure, const TextToken& name);
  void setSynchronization(Procedure& procedure, const TextToken& name);

  void defineAxiom(Item& item);
  void defineFunction(Item& item);
  void defineProcedure(Item& item);
  void defineImplementation(Item& item);
  bool readSpecification(Item& item, Procedure& procedure);
  Procedure* implemented(Grammar::SignatureContext* tree, NameTable<Variable>& locals);
  bool matchNames(Grammar::ParametersContext* tree, const std::vector<Variable*>& variables,
                  const Procedure& procedure, NameTable<Variable>& locals);

  Unit& unit_;
  Syntax syntax_;
  std::vector<Item> items_;
};

}  // namespace barricade
