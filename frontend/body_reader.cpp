#include "frontend/body_reader.h"

#include <algorithm>

#include "frontend/synchronization_reader.h"
#include "frontend/type_reader.h"

namespace barricade {

BodyReader::BodyReader(Unit& unit, Syntax& syntax, Procedure& procedure,
                       NameTable<Variable>& locals)
    : unit_(unit), syntax_(syntax), procedure_(procedure), locals_(locals), scope_(unit, &locals) {}

void BodyReader::read() {
  syntax_.window().consume();
  if (!readLocals()) return;
  collectLabels();
  readStatements();
  finish();
}

bool BodyReader::readLocals() {
  auto* tree = syntax_.parse(&Grammar::localVariables);
  if (tree == nullptr) return false;
  for (Grammar::VarDeclarationContext* declaration : tree->declarations) {
    const Attributes attributes = readAttributes(unit_, declaration->attributes, scope_).list;
    for (Grammar::TypedNamesContext* group : declaration->groups) {
      const auto type = readType(unit_, group->value);
      for (const antlr4::Token* name : group->names) {
        Variable* variable = unit_.program.newVariable();
        describe(*variable, name, Variable::Kind::Local, type);
        variable->attributes = attributes;
        if (!type) unit_.broken.insert(variable);
        procedure_.locals.push_back(variable);
        locals_.declare(textToken(name), variable, unit_.diagnostics);
      }
    }
  }
  checkHidden();
  return true;
}

// An implementation may name the parameters otherwise; here they keep the procedure's names.
void BodyReader::checkHidden() {
  for (const auto* variables : {&procedure_.parameters, &procedure_.results}) {
    for (const Variable* variable : *variables) {
      const Variable* found = locals_.find(variable->name);
      if (found == nullptr || found->kind != Variable::Kind::Local) continue;
      unit_.error(*locals_.token(variable->name),
                  "'" + variable->name +
                      "' is a parameter of the procedure, though the "
                      "implementation calls it otherwise");
    }
  }
}

// Fresh labels must differ from all that are written, also further down.
void BodyReader::collectLabels() {
  const TokenWindow& window = syntax_.window();
  const auto& tokens = window.buffer().tokens();
  for (std::size_t i = window.position(); i + 1 < window.end(); ++i)
    if (tokens[i].getType() == Grammar::ID && tokens[i + 1].getType() == Grammar::COLON)
      writtenLabels_.insert(tokens[i].text());
}

void BodyReader::readStatements() {
  TokenWindow& window = syntax_.window();
  while (!unit_.diagnostics.full()) {
    if (window.atEnd()) {
      syntax_.expected("'}'");
      return;
    }
    if (window.current().getType() == Grammar::CLOSE_BRACE) {
      window.consume();
      if (!window.atEnd()) syntax_.expected("a declaration");
      return;
    }
    const std::size_t begin = window.position();
    if (auto* tree = syntax_.parse(&Grammar::statement)) {
      statement(tree);
    } else {
      syntax_.skipStatement(begin);
    }
  }
}

void BodyReader::finish() {
  if (procedure_.blocks.empty()) openFresh("$entry");
  for (const Jump& jump : jumps_) {
    for (const TextToken* label : jump.labels) {
      if (Block* to = labels_.find(label->text())) {
        jump.from->successors.push_back(to);
        continue;
      }
      if (writtenLabels_.contains(label->text())) continue;  // its block could not be read
      NearestName nearest(label->text());
      labels_.consider(nearest);
      unit_.error(*label,
                  "unknown label '" + std::string(label->text()) + "'" + nearest.suggestion());
    }
  }
  for (const auto& block : procedure_.blocks)
    for (Statement& s : block->statements)
      if (s.location == noLocation) s.location = block->location;
}

//--- Blocks ---------------------------------------------------------------------------------

std::string BodyReader::freshLabel(const std::string& stem) {
  unsigned& count = freshCounts_[stem];
  while (true) {
    std::string label = count == 0 ? stem : stem + std::to_string(count - 1);
    ++count;
    if (!writtenLabels_.contains(label) && freshLabels_.insert(label).second) return label;
  }
}

Block* BodyReader::open(std::string label) {
  current_ = procedure_.addBlock(std::move(label));
  marker_ = noLocation;
  return current_;
}

Block* BodyReader::openFresh(const std::string& stem) {
  return open(freshLabel(stem));
}

// Statements after a transfer belong to a block of their own, which nothing reaches.
void BodyReader::ensureOpen() {
  if (current_ == nullptr) openFresh(procedure_.blocks.empty() ? "$entry" : "$unreachable");
}

void BodyReader::label(Grammar::LabelContext* tree) {
  const TextToken& name = textToken(tree->name);
  Block* before = current_;
  Block* block = open(std::string(name.text()));
  labels_.declare(name, block, unit_.diagnostics);
  if (before == nullptr) return;
  // As Bugle leaves a block after LLVM's `unreachable`: nothing follows a failed assertion.
  const Assert* last =
      before->statements.empty() ? nullptr : before->statements.back().as<Assert>();
  const bool ends = last != nullptr && last->isCheck() && last->candidate == nullptr &&
                    last->condition != nullptr && last->condition->isFalse();
  if (!ends) before->successors = {block};
}

//--- Statements -----------------------------------------------------------------------------

void BodyReader::statement(Grammar::StatementContext* tree) {
  if (tree->labelOf) return label(tree->labelOf);
  ensureOpen();
  if (tree->assertion) return assertion(tree->assertion);
  if (tree->assumption) return assumption(tree->assumption);
  if (tree->havoc) return havoc(tree->havoc);
  if (tree->assign) return assignment(tree->assign);
  if (tree->call) return call(tree->call);
  if (tree->jump) return jump(tree->jump);
  if (tree->leave) {
    current_ = nullptr;
    return;
  }
  if (tree->branch) return branch(tree->branch);
  loop(tree->loop);
}

void BodyReader::statements(const std::vector<Grammar::StatementContext*>& trees) {
  for (Grammar::StatementContext* tree : trees) statement(tree);
}

Statement& BodyReader::add(Statement statement, const antlr4::Token* place) {
  statement.text = positionOf(place);
  if (statement.location == noLocation) statement.location = marker_;
  current_->statements.push_back(std::move(statement));
  return current_->statements.back();
}

void BodyReader::classify(Assert& assertion, const Attributes& attributes) const {
  using Kind = Assert::Kind;
  assertion.predicated = !hasAttribute(attributes, "do_not_predicate");
  const bool marks = assertion.condition != nullptr && assertion.condition->isTrue();
  if (marks && hasAttribute(attributes, "block_sourceloc")) {
    assertion.kind = Kind::BlockMarker;
  } else if (marks && hasAttribute(attributes, "sourceloc")) {
    assertion.kind = Kind::Marker;
  } else if (hasAttribute(attributes, "bad_pointer_access")) {
    assertion.kind = Kind::BadPointerAccess;
  } else if (hasAttribute(attributes, "originated_from_invariant")) {
    assertion.kind = Kind::Invariant;
    assertion.optional = hasAttribute(attributes, "candidate");
  } else if (hasAttribute(attributes, "precondition")) {
    assertion.kind = Kind::Precondition;
  } else if (hasAttribute(attributes, "postcondition")) {
    assertion.kind = Kind::Postcondition;
  } else if (hasAttribute(attributes, "arithmetic")) {
    assertion.kind = Kind::Arithmetic;
  } else if (hasAttribute(attributes, "alignment")) {
    assertion.kind = hasAttribute(attributes, "declared") ? Kind::Declaration : Kind::Alignment;
  }
  const Expr e = assertion.condition;
  if (e == nullptr || e->op() != Op::Implies || e->arg(0)->op() != Op::Variable) return;
  if (e->arg(0)->variable()->role != VariableRole::Candidate) return;
  assertion.candidate = e->arg(0)->variable();
  assertion.condition = e->arg(1);
}

void BodyReader::assertion(Grammar::AssertStatementContext* tree) {
  ReadAttributes attributes = readAttributes(unit_, tree->attributes, scope_);
  Assert node;
  node.condition = scope_.build(tree->value, boolType(), "the condition of 'assert'");
  classify(node, attributes.list);
  const LocationId own = attributes.location;
  if (node.kind == Assert::Kind::BlockMarker) {
    current_->location = own;
    marker_ = own;
  } else if (node.kind == Assert::Kind::Marker) {
    marker_ = own;
  }
  add({node, std::move(attributes.list), own, {}}, tree->start);
}

void BodyReader::assumption(Grammar::AssumeStatementContext* tree) {
  ReadAttributes attributes = readAttributes(unit_, tree->attributes, scope_);
  Assume node;
  node.condition = scope_.build(tree->value, boolType(), "the condition of 'assume'");
  node.partition = hasAttribute(attributes.list, "partition");
  node.predicated = !hasAttribute(attributes.list, "do_not_predicate");
  add({node, std::move(attributes.list), attributes.location, {}}, tree->start);
}

bool BodyReader::assignable(const TextToken& name, const Variable& variable) {
  if (variable.kind == Variable::Kind::Constant || variable.kind == Variable::Kind::Parameter) {
    const bool constant = variable.kind == Variable::Kind::Constant;
    unit_.error(name, std::string(constant ? "the constant '" : "the parameter '") +
                          std::string(name.text()) + "' cannot be changed");
    return false;
  }
  return true;
}

void BodyReader::havoc(Grammar::HavocStatementContext* tree) {
  Havoc node;
  for (const antlr4::Token* name : tree->names) {
    Variable* variable = scope_.variable(textToken(name));
    if (variable != nullptr && assignable(textToken(name), *variable))
      node.targets.push_back(variable);
  }
  add({std::move(node), {}, noLocation, {}}, tree->start);
}

Target BodyReader::target(Grammar::TargetContext* tree, Type& type) {
  Target result;
  const TextToken& name = textToken(tree->name);
  result.variable = scope_.variable(name);
  if (result.variable == nullptr || !assignable(name, *result.variable)) return result;
  Type reached = result.variable->type;
  for (Grammar::ExpressionContext* index : tree->indices) {
    if (!reached->isMap()) {
      unit_.error(tree, "a value of type " + reached->toString() + " cannot be indexed");
      return result;
    }
    const Expr e = scope_.build(index, reached->domain(), "the index");
    if (e == nullptr) return result;
    result.indices.push_back(e);
    reached = reached->range();
  }
  type = reached;
  return result;
}

void BodyReader::assignment(Grammar::AssignmentContext* tree) {
  Assign node;
  std::vector<Type> types;
  for (Grammar::TargetContext* part : tree->targets) {
    types.push_back(nullptr);
    node.targets.push_back(target(part, types.back()));
    const Variable* variable = node.targets.back().variable;
    const bool twice = variable != nullptr && tree->targets.size() > 1 &&
                       std::any_of(node.targets.begin(), node.targets.end() - 1,
                                   [&](const Target& other) { return other.variable == variable; });
    if (twice) unit_.error(part, "'" + variable->name + "' is assigned twice in one statement");
  }
  if (tree->values.size() != tree->targets.size()) {
    unit_.error(tree, std::to_string(tree->targets.size()) + " variables are assigned " +
                          std::to_string(tree->values.size()) + " values");
    return;
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Expr value = types[i] == nullptr
                           ? scope_.build(tree->values[i])
                           : scope_.build(tree->values[i], types[i], "the assigned value");
    node.values.push_back(value);
  }
  add({std::move(node), {}, noLocation, {}}, tree->start);
}

void BodyReader::jump(Grammar::GotoStatementContext* tree) {
  Jump& jump = jumps_.emplace_back();
  jump.from = current_;
  for (const antlr4::Token* name : tree->names) jump.labels.push_back(&textToken(name));
  current_ = nullptr;
}

//--- Calls ----------------------------------------------------------------------------------

void BodyReader::call(Grammar::CallStatementContext* tree) {
  ReadAttributes attributes = readAttributes(unit_, tree->attributes, scope_);
  const TextToken& name = textToken(tree->names.back());
  const std::string quoted = "'" + std::string(name.text()) + "'";
  Call node;
  node.callee = unit_.procedures.find(name.text());
  if (node.callee == nullptr) {
    NearestName nearest(name.text());
    unit_.procedures.consider(nearest);
    std::string hint = nearest.suggestion();
    if (unit_.functions.find(name.text()) != nullptr)
      hint = "; it is a function, which only an expression can call";
    unit_.unknownName(name, "unknown procedure " + quoted + hint);
    return;
  }
  if (unit_.isBroken(node.callee)) return;
  const auto count = [&](std::size_t wanted, std::size_t given, std::string what) {
    if (wanted == given) return true;
    if (wanted != 1) what += 's';
    unit_.error(name, quoted + " has " + std::to_string(wanted) + " " + what + ", not " +
                          std::to_string(given));
    return false;
  };
  const auto& parameters = node.callee->parameters;
  const auto& results = node.callee->results;
  if (!count(parameters.size(), tree->arguments.size(), "parameter")) return;
  if (!count(results.size(), tree->names.size() - 1, "result")) return;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    node.args.push_back(scope_.build(tree->arguments[i], parameters[i]->type,
                                     "argument " + std::to_string(i + 1) + " of " + quoted));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const TextToken& target = textToken(tree->names[i]);
    Variable* variable = scope_.variable(target);
    if (variable == nullptr || !assignable(target, *variable)) return;
    if (variable->type != results[i]->type) {
      unit_.error(target, "'" + variable->name + "' has type " + variable->type->toString() +
                              ", but result " + std::to_string(i + 1) + " of " + quoted +
                              " has type " + results[i]->type->toString());
      return;
    }
    if (std::find(node.results.begin(), node.results.end(), variable) != node.results.end()) {
      unit_.error(target, "'" + variable->name + "' is assigned twice in one statement");
      return;
    }
    node.results.push_back(variable);
  }
  if (std::find(node.args.begin(), node.args.end(), nullptr) != node.args.end()) return;
  describeCall(node, attributes.list, tree);
  add({std::move(node), std::move(attributes.list), attributes.location, {}}, tree->start);
}

void BodyReader::describeCall(Call& call, const Attributes& attributes,
                              Grammar::CallStatementContext* tree) {
  if (const Attribute* variable = findAttribute(attributes, "barrier_variable"))
    call.site = {stringArgument(*variable)};
  const TextToken& name = textToken(tree->names.back());
  if (call.callee->role == Procedure::Role::Synchronization) checkArrays(unit_, call, name);
  if (call.callee->role != Procedure::Role::AtomicOp) return;
  const bool shaped = call.args.size() == 2 && call.results.size() == 2;
  if (!shaped || call.args[0]->op() != Op::Variable ||
      call.args[0]->variable() != call.results[1]) {
    unit_.error(name,
                "an atomic operation updates the array it reads: "
                "call v, A := " +
                    call.callee->name + "(A, offset)");
    return;
  }
  const Attribute* function = findAttribute(attributes, "atomic_function");
  if (function == nullptr) {
    unit_.error(name, "an atomic operation needs the attribute 'atomic_function'");
    return;
  }
  AtomicInfo info;
  info.function = stringArgument(*function);
  for (std::size_t i = 1;; ++i) {
    const Attribute* argument = findAttribute(attributes, "arg" + std::to_string(i));
    if (argument == nullptr) break;
    info.args.push_back(std::get<Expr>(argument->args.front()));
  }
  if (const Attribute* parts = findAttribute(attributes, "parts"))
    info.parts = numberArgument(*parts);
  if (const Attribute* part = findAttribute(attributes, "part")) info.part = numberArgument(*part);
  if (info.part < 1 || info.part > info.parts)
    unit_.error(name, "part " + std::to_string(info.part) + " of " + std::to_string(info.parts) +
                          " parts of an atomic operation");
  readOrderAndScope(unit_, attributes, name, info);
  call.atomic = std::move(info);
}

//--- Structured statements ------------------------------------------------------------------

// The assumption that lets only one side of a branch into this block, none for `(*)`, and the
// location of the branch, as every block of Bugle has one.
void BodyReader::openSide(const std::string& stem, const Branch& branch, bool holds) {
  openFresh(stem);
  if (branch.condition != nullptr) {
    const Expr condition =
        holds ? branch.condition : unit_.program.pool().make(Op::Not, branch.condition);
    add({Assume{condition, true, true}, {{"partition", {}}}, noLocation, {}}, branch.place);
  }
  mark(branch);
}

void BodyReader::mark(const Branch& branch) {
  if (branch.location == noLocation) return;
  Assert marker;
  marker.kind = Assert::Kind::BlockMarker;
  marker.condition = unit_.program.pool().boolean(true);
  current_->location = branch.location;
  marker_ = branch.location;
  add({marker, {{"block_sourceloc", {}}}, branch.location, {}}, branch.place);
}

BodyReader::Branch BodyReader::readGuard(Grammar::ConditionContext* tree) {
  Branch branch;
  branch.place = tree->start;
  branch.location = marker_;
  if (tree->value) branch.condition = scope_.build(tree->value, boolType(), "the condition");
  return branch;
}

void BodyReader::branch(Grammar::IfStatementContext* tree) {
  const Branch guard = readGuard(tree->guard);
  Block* from = current_;
  const std::size_t thenIndex = procedure_.blocks.size();
  openSide("$if.then", guard, true);
  statements(tree->thenBlock->statements);
  Block* thenEnd = current_;
  const std::size_t elseIndex = procedure_.blocks.size();
  openSide("$if.else", guard, false);
  if (tree->elseIf) branch(tree->elseIf);
  if (tree->elseBlock) statements(tree->elseBlock->statements);
  Block* elseEnd = current_;
  from->successors = {procedure_.blocks[thenIndex].get(), procedure_.blocks[elseIndex].get()};
  current_ = nullptr;
  if (thenEnd == nullptr && elseEnd == nullptr) return;
  Block* join = openFresh("$if.end");
  mark(guard);
  if (thenEnd != nullptr) thenEnd->successors = {join};
  if (elseEnd != nullptr) elseEnd->successors = {join};
}

void BodyReader::loop(Grammar::WhileStatementContext* tree) {
  const Branch guard = readGuard(tree->guard);
  Block* from = current_;
  Block* head = openFresh("$while.head");
  from->successors = {head};
  mark(guard);
  for (Grammar::InvariantContext* part : tree->invariants) invariant(part);
  const std::size_t bodyIndex = procedure_.blocks.size();
  openSide("$while.body", guard, true);
  statements(tree->body_->statements);
  if (current_ != nullptr) current_->successors = {head};
  const std::size_t endIndex = procedure_.blocks.size();
  openSide("$while.end", guard, false);
  head->successors = {procedure_.blocks[bodyIndex].get(), procedure_.blocks[endIndex].get()};
}

void BodyReader::invariant(Grammar::InvariantContext* tree) {
  ReadAttributes attributes = readAttributes(unit_, tree->attributes, scope_);
  const Expr condition = scope_.build(tree->value, boolType(), "the invariant");
  if (tree->free) {
    const bool predicated = !hasAttribute(attributes.list, "do_not_predicate");
    add({Assume{condition, false, predicated}, std::move(attributes.list), attributes.location, {}},
        tree->start);
    return;
  }
  if (!hasAttribute(attributes.list, "originated_from_invariant"))
    attributes.list.push_back({"originated_from_invariant", {}});
  Assert node;
  node.condition = condition;
  classify(node, attributes.list);
  add({node, std::move(attributes.list), attributes.location, {}}, tree->start);
}

}  // namespace barricade
