// The body of a procedure: statements into blocks. `if` and `while` become blocks with
// `assume {:partition}` guards, as Bugle writes branches; a loop's invariants become assertions at
// its head. One method for each rule of the grammar.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/attribute_reader.h"
#include "frontend/expression_builder.h"
#include "frontend/unit.h"

namespace barricade {

class BodyReader {
 public:
  // `locals` holds the parameters and results; the local variables are added to it.
  BodyReader(Unit& unit, Syntax& syntax, Procedure& procedure, NameTable<Variable>& locals);

  // Reads from the opening brace to the end of the window.
  void read();

 private:
  struct Branch {
    Expr condition = nullptr;  // null for `(*)`
    LocationId location = noLocation;
    const antlr4::Token* place = nullptr;
  };

  bool readLocals();
  void checkHidden();
  void collectLabels();
  void readStatements();

  // Statements; the block that is being filled is current_.
  void statement(Grammar::StatementContext* tree);
  void statements(const std::vector<Grammar::StatementContext*>& trees);
  void label(Grammar::LabelContext* tree);
  void assertion(Grammar::AssertStatementContext* tree);
  void assumption(Grammar::AssumeStatementContext* tree);
  void havoc(Grammar::HavocStatementContext* tree);
  void assignment(Grammar::AssignmentContext* tree);
  void call(Grammar::CallStatementContext* tree);
  void jump(Grammar::GotoStatementContext* tree);
  void branch(Grammar::IfStatementContext* tree);
  void loop(Grammar::WhileStatementContext* tree);
  void invariant(Grammar::InvariantContext* tree);

  Target target(Grammar::TargetContext* tree, Type& type);
  bool assignable(const TextToken& name, const Variable& variable);
  void describeCall(Call& call, const Attributes& attributes, Grammar::CallStatementContext* tree);
  void classify(Assert& assertion, const Attributes& attributes) const;
  Statement& add(Statement statement, const antlr4::Token* place);

  // Blocks.
  Block* open(std::string label);
  Block* openFresh(const std::string& stem);
  void ensureOpen();
  Branch readGuard(Grammar::ConditionContext* tree);
  void openSide(const std::string& stem, const Branch& branch, bool holds);
  void mark(const Branch& branch);
  void finish();
  std::string freshLabel(const std::string& stem);

  struct Jump {
    Block* from;
    std::vector<const TextToken*> labels;
  };

  Unit& unit_;
  Syntax& syntax_;
  Procedure& procedure_;
  NameTable<Variable>& locals_;
  ExpressionBuilder scope_;
  NameTable<Block> labels_{"label"};
  std::unordered_set<std::string_view> writtenLabels_;
  std::unordered_set<std::string> freshLabels_;
  std::unordered_map<std::string, unsigned> freshCounts_;
  std::vector<Jump> jumps_;
  Block* current_ = nullptr;        // null after a transfer
  LocationId marker_ = noLocation;  // of the last marker in the block
};

}  // namespace barricade
