#include "ir/printer.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <tuple>

#include "ir/shared_terms.h"

namespace barricade {

namespace {

// From loose to tight, as in grammar/Barricade.g4.
enum Precedence : unsigned {
  Loosest = 1,
  Implication,
  Logical,
  Relational,
  Concatenation,
  Additive,
  Multiplicative,
  Unary,
  Postfix,
  Primary
};

struct Infix {
  std::string_view symbol;
  unsigned precedence;
};

std::optional<Infix> infix(Op op) {
  switch (op) {
    case Op::Iff: return Infix{" <==> ", Loosest};
    case Op::Implies: return Infix{" ==> ", Implication};
    case Op::And: return Infix{" && ", Logical};
    case Op::Or: return Infix{" || ", Logical};
    case Op::Equal: return Infix{" == ", Relational};
    case Op::NotEqual: return Infix{" != ", Relational};
    case Op::IntLt: return Infix{" < ", Relational};
    case Op::IntLe: return Infix{" <= ", Relational};
    case Op::IntGt: return Infix{" > ", Relational};
    case Op::IntGe: return Infix{" >= ", Relational};
    case Op::Concat: return Infix{" ++ ", Concatenation};
    case Op::IntAdd: return Infix{" + ", Additive};
    case Op::IntSub: return Infix{" - ", Additive};
    case Op::IntMul: return Infix{" * ", Multiplicative};
    case Op::IntDiv: return Infix{" div ", Multiplicative};
    case Op::IntMod: return Infix{" mod ", Multiplicative};
    default: return std::nullopt;
  }
}

// Whether the left operand needs no parentheses when it has the operator's own precedence.
bool chainsToTheLeft(Expr e, unsigned precedence) {
  switch (precedence) {
    case Implication:  // associates to the right
    case Relational: return false;
    case Logical: return e->arg(0)->op() == e->op();  // '&&' and '||' must not be mixed
    default: return true;
  }
}

// Bugle's name for a bit-vector operator: BV32_ADD, BV8_ZEXT32.
std::string bugleName(Op op, unsigned width, unsigned resultWidth) {
  const std::string prefix = "BV" + std::to_string(width) + "_";
  if (op == Op::ZeroExtend) return prefix + "ZEXT" + std::to_string(resultWidth);
  if (op == Op::SignExtend) return prefix + "SEXT" + std::to_string(resultWidth);
  std::string name(smtName(op).substr(2));
  for (char& c : name) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return prefix + name;
}

// How operators and their kin are spelled in one program.
class OperatorNames {
 public:
  using Key = std::tuple<Op, unsigned, unsigned>;  // operator, operand's and result's width

  explicit OperatorNames(const Program* program) : known_(program != nullptr) {
    if (program == nullptr) return;
    for (const Function* function : program->functions()) {
      taken_.insert(function->name);
      if (!function->builtin) continue;
      names_.try_emplace(
          key(*function->builtin, function->parameters.front()->type, function->result),
          function->name);
    }
  }

  std::string name(Expr e) {
    if (!known_) return std::string(smtName(e->op()));
    const Key k = key(e->op(), e->arg(0)->type(), e->type());
    if (auto it = names_.find(k); it != names_.end()) return it->second;
    std::string name = bugleName(e->op(), std::get<1>(k), std::get<2>(k));
    while (!taken_.insert(name).second) name += '_';
    names_.emplace(k, name);
    missing_.emplace(name, e);
    return name;
  }

  // Operators that were named and that the program does not declare, with an example each.
  const std::map<std::string, Expr>& missing() const { return missing_; }

 private:
  static Key key(Op op, Type operand, Type result) {
    return {op, operand->width(), result->isBitVector() ? result->width() : 0};
  }

  bool known_;
  std::map<Key, std::string> names_;
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, Expr> missing_;
};

std::string typeText(Type type, const std::string& spelling) {
  return spelling.empty() ? type->toString() : spelling;
}

class Printer {
 public:
  Printer(std::ostream& out, const Program* program)
      : out_(out), program_(program), names_(program) {}

  void print();
  void print(const Procedure& procedure);
  void print(Expr e, unsigned loosest = Loosest);

 private:
  void print(const TypeSynonym& synonym);
  void print(const Variable& variable);
  void print(const Axiom& axiom);
  void print(const Function& function);
  void printMissingFunctions();
  void printSharedTerms();

  void print(const Specification& specification);
  void print(const Block& block);
  void print(const Statement& statement, LocationId location);
  void printParameters(const std::vector<Variable*>& variables);

  void print(const Attribute& attribute);
  void print(const Attributes& attributes);
  void printLocation(LocationId location);
  void printString(std::string_view text);
  void printFlag(const Attributes& attributes, std::string_view name, bool wanted);
  void printAtomic(const Attributes& attributes, const AtomicInfo& atomic);

  void printWritten(Expr e, unsigned loosest = Loosest);
  void printInfix(Expr e, const Infix& operation, unsigned loosest);
  void printQuantifier(Expr e);
  void printArguments(std::span<const Expr> args);
  template <typename Items, typename Print>
  void printList(const Items& items, Print print);

  std::ostream& out_;
  const Program* program_;
  OperatorNames names_;
  SharedTerms shared_;
  bool isWhole_ = false;  // the program: functions may be added to it
};

template <typename Items, typename Print>
void Printer::printList(const Items& items, Print print) {
  bool first = true;
  for (const auto& item : items) {
    if (!first) out_ << ", ";
    first = false;
    print(item);
  }
}

//--- Expressions ----------------------------------------------------------------------------

void Printer::printArguments(std::span<const Expr> args) {
  printList(args, [&](Expr arg) { print(arg); });
}

void Printer::printQuantifier(Expr e) {
  out_ << '(' << (e->op() == Op::Forall ? "forall " : "exists ");
  printList(e->bound(), [&](const Variable* v) {
    out_ << v->name << ": " << typeText(v->type, v->typeSpelling);
  });
  out_ << " :: ";
  for (const Expr trigger : e->args().subspan(1)) {
    out_ << "{ ";
    print(trigger);
    out_ << " } ";
  }
  print(e->arg(0));
  out_ << ')';
}

void Printer::printInfix(Expr e, const Infix& operation, unsigned loosest) {
  const unsigned precedence = operation.precedence;
  if (precedence < loosest) out_ << '(';
  print(e->arg(0), chainsToTheLeft(e, precedence) ? precedence : precedence + 1);
  out_ << operation.symbol;
  print(e->arg(1), precedence == Implication ? precedence : precedence + 1);
  if (precedence < loosest) out_ << ')';
}

void Printer::print(Expr e, unsigned loosest) {
  const SharedTerms::Shared* shared = isWhole_ ? shared_.find(e) : nullptr;
  if (!shared) return printWritten(e, loosest);
  out_ << shared->name << '(';
  printList(shared->parameters, [&](const Variable* v) { out_ << v->name; });
  out_ << ')';
}

// In parentheses when looser than `loosest`.
void Printer::printWritten(Expr e, unsigned loosest) {
  if (const auto operation = infix(e->op())) return printInfix(e, *operation, loosest);
  switch (e->op()) {
    case Op::BoolLiteral: out_ << (e->isTrue() ? "true" : "false"); return;
    case Op::BvLiteral: out_ << e->value() << "bv" << e->type()->width(); return;
    case Op::IntLiteral:
      if (e->value() < 0 && loosest > Unary)
        out_ << '(' << e->value() << ')';
      else
        out_ << e->value();
      return;
    case Op::Variable: out_ << e->variable()->name; return;
    case Op::Not:
    case Op::IntNeg:
      if (loosest > Unary) out_ << '(';
      out_ << (e->op() == Op::Not ? '!' : '-');
      if (e->op() == Op::IntNeg && e->arg(0)->isLiteral())
        out_ << '(' << e->arg(0)->value() << ')';  // -(4) is a negation, -4 a literal
      else
        print(e->arg(0), Unary);
      if (loosest > Unary) out_ << ')';
      return;
    case Op::Ite:
      out_ << "(if ";
      print(e->arg(0));
      out_ << " then ";
      print(e->arg(1));
      out_ << " else ";
      print(e->arg(2));
      out_ << ')';
      return;
    case Op::Extract:
      print(e->arg(0), Postfix);
      out_ << '[' << e->high() << ':' << e->low() << ']';
      return;
    case Op::Select:
      print(e->arg(0), Postfix);
      out_ << '[';
      print(e->arg(1));
      out_ << ']';
      return;
    case Op::Old:
      out_ << "old(";
      print(e->arg(0));
      out_ << ')';
      return;
    case Op::Forall:
    case Op::Exists: printQuantifier(e); return;
    case Op::Apply: out_ << e->function()->name; break;
    default: out_ << names_.name(e); break;
  }
  out_ << '(';
  printArguments(e->args());
  out_ << ')';
}

//--- Attributes -----------------------------------------------------------------------------

void Printer::printString(std::string_view text) {
  out_ << '"';
  for (const char c : text) {
    if (c == '"')
      out_ << '\'';
    else
      out_ << (static_cast<unsigned char>(c) < 0x20 ? '?' : c);
  }
  out_ << '"';
}

void Printer::print(const Attribute& attribute) {
  out_ << "{:" << attribute.name;
  bool first = true;
  for (const AttributeArg& arg : attribute.args) {
    out_ << (first ? " " : ", ");
    first = false;
    if (const auto* text = std::get_if<std::string>(&arg))
      printString(*text);
    else
      print(std::get<Expr>(arg));
  }
  out_ << "} ";
}

void Printer::print(const Attributes& attributes) {
  for (const Attribute& attribute : attributes) print(attribute);
}

void Printer::printLocation(LocationId location) {
  if (location == noLocation || program_ == nullptr) return;
  const SourceChain& chain = program_->sources.chain(location);
  const SourcePosition& own = chain.front();
  out_ << "{:line " << own.line << "} {:col " << own.column << "} {:fname ";
  printString(own.file);
  out_ << "} ";
  if (!own.directory.empty()) {
    out_ << "{:dir ";
    printString(own.directory);
    out_ << "} ";
  }
  for (auto site = chain.begin() + 1; site != chain.end(); ++site) {
    out_ << "{:inlined_at ";
    printString(site->file);
    out_ << ", " << site->line << ", " << site->column;
    if (!site->directory.empty()) {
      out_ << ", ";
      printString(site->directory);
    }
    out_ << "} ";
  }
}

// What a later stage states as a fact without the attribute that says it in the text.
void Printer::printFlag(const Attributes& attributes, std::string_view name, bool wanted) {
  if (wanted && !hasAttribute(attributes, name)) out_ << "{:" << name << "} ";
}

void Printer::printAtomic(const Attributes& attributes, const AtomicInfo& atomic) {
  for (const Attribute& attribute : attributes) {
    const std::string& name = attribute.name;
    const bool operand =
        name.size() > 3 && name.starts_with("arg") && name[3] >= '0' && name[3] <= '9';
    if (name != "atomic" && name != "atomic_function" && name != "parts" && name != "part" &&
        !operand)
      print(attribute);
  }
  out_ << "{:atomic} {:atomic_function ";
  printString(atomic.function);
  out_ << "} ";
  for (std::size_t i = 0; i < atomic.args.size(); ++i) {
    out_ << "{:arg" << i + 1 << ' ';
    print(atomic.args[i]);
    out_ << "} ";
  }
  out_ << "{:parts " << atomic.parts << "} {:part " << atomic.part << "} ";
}

//--- Statements -----------------------------------------------------------------------------

void Printer::print(const Statement& statement, LocationId location) {
  out_ << "  ";
  const Attributes& attributes = statement.attributes;
  if (const Assign* assign = statement.as<Assign>()) {
    printList(assign->targets, [&](const Target& target) {
      out_ << target.variable->name;
      for (const Expr index : target.indices) {
        out_ << '[';
        print(index);
        out_ << ']';
      }
    });
    out_ << " := ";
    printArguments(assign->values);
  } else if (const Havoc* havoc = statement.as<Havoc>()) {
    out_ << "havoc ";
    printList(havoc->targets, [&](const Variable* v) { out_ << v->name; });
  } else if (const Assert* assertion = statement.as<Assert>()) {
    using Kind = Assert::Kind;
    out_ << "assert ";
    printFlag(attributes, "sourceloc", assertion->kind == Kind::Marker);
    printFlag(attributes, "block_sourceloc", assertion->kind == Kind::BlockMarker);
    printFlag(attributes, "bad_pointer_access", assertion->kind == Kind::BadPointerAccess);
    printFlag(attributes, "do_not_predicate", !assertion->predicated);
    printFlag(attributes, "originated_from_invariant", assertion->kind == Kind::Invariant);
    printFlag(attributes, "precondition", assertion->kind == Kind::Precondition);
    printFlag(attributes, "postcondition", assertion->kind == Kind::Postcondition);
    print(attributes);
    printLocation(location);
    if (assertion->candidate != nullptr) out_ << assertion->candidate->name << " ==> ";
    print(assertion->condition, assertion->candidate != nullptr ? Implication : Loosest);
  } else if (const Assume* assume = statement.as<Assume>()) {
    out_ << "assume ";
    printFlag(attributes, "partition", assume->partition);
    printFlag(attributes, "do_not_predicate", !assume->predicated);
    print(attributes);
    printLocation(location);
    print(assume->condition);
  } else if (const Call* call = statement.as<Call>()) {
    out_ << "call ";
    if (!call->site.isNone() && !hasAttribute(attributes, "barrier_variable")) {
      out_ << "{:barrier_variable ";
      printString(call->site.name);
      out_ << "} ";
    }
    if (call->atomic)
      printAtomic(attributes, *call->atomic);
    else
      print(attributes);
    printLocation(location);
    printList(call->results, [&](const Variable* v) { out_ << v->name; });
    out_ << (call->results.empty() ? "" : " := ") << call->callee->name << '(';
    printArguments(call->args);
    out_ << ')';
  }
  out_ << ";\n";
}

// A location is printed where the reader would not find it by itself: a statement without one of
// its own has that of the marker before it, else that of the block's marker.
void Printer::print(const Block& block) {
  out_ << block.label << ":\n";
  LocationId ofBlock = noLocation;
  for (const Statement& statement : block.statements) {
    const Assert* assertion = statement.as<Assert>();
    if (assertion != nullptr && assertion->kind == Assert::Kind::BlockMarker)
      ofBlock = statement.location;
  }
  LocationId marker = noLocation;
  for (const Statement& statement : block.statements) {
    const Assert* assertion = statement.as<Assert>();
    const bool marks = assertion != nullptr && assertion->isMarker();
    if (marks) marker = statement.location;
    const LocationId inherited = marker != noLocation ? marker : ofBlock;
    print(statement, marks || statement.location != inherited ? statement.location : noLocation);
  }
  if (block.successors.empty()) {
    out_ << "  return;\n";
    return;
  }
  out_ << "  goto ";
  printList(block.successors, [&](const Block* to) { out_ << to->label; });
  out_ << ";\n";
}

//--- Declarations ---------------------------------------------------------------------------

void Printer::print(const Specification& specification) {
  using Kind = Specification::Kind;
  if (specification.free) out_ << "free ";
  switch (specification.kind) {
    case Kind::Requires: out_ << "requires "; break;
    case Kind::Ensures: out_ << "ensures "; break;
    case Kind::Modifies: out_ << "modifies "; break;
  }
  const Attributes& attributes = specification.attributes;
  printFlag(attributes, "candidate", specification.candidateInvariant);
  printFlag(attributes, "procedure_wide_invariant", specification.procedureWide);
  printFlag(attributes, "do_not_predicate", !specification.predicated);
  print(attributes);
  printLocation(specification.location);
  if (specification.kind == Kind::Modifies)
    printList(specification.modified, [&](const Variable* v) { out_ << v->name; });
  else
    print(specification.condition);
  out_ << ";\n";
}

void Printer::printParameters(const std::vector<Variable*>& variables) {
  out_ << '(';
  printList(variables, [&](const Variable* v) {
    out_ << v->name << ": " << typeText(v->type, v->typeSpelling);
  });
  out_ << ')';
}

void Printer::print(const Procedure& procedure) {
  if (procedure.hasBody()) out_ << '\n';
  out_ << "procedure ";
  print(procedure.attributes);
  out_ << procedure.name;
  printParameters(procedure.parameters);
  if (!procedure.results.empty()) {
    out_ << " returns ";
    printParameters(procedure.results);
  }
  out_ << (procedure.hasBody() ? "\n" : ";\n");
  for (const Specification& specification : procedure.specifications) print(specification);
  if (!procedure.hasBody()) return;
  out_ << "{\n";
  for (const Variable* variable : procedure.locals) {
    out_ << "  var ";
    print(variable->attributes);
    out_ << variable->name << ": " << typeText(variable->type, variable->typeSpelling) << ";\n";
  }
  for (const auto& block : procedure.blocks) print(*block);
  out_ << "}\n\n";
}

void Printer::print(const TypeSynonym& synonym) {
  out_ << "type " << synonym.name << " = " << typeText(synonym.type, synonym.spelling) << ";\n";
}

void Printer::print(const Variable& variable) {
  out_ << (variable.kind == Variable::Kind::Constant ? "const " : "var ");
  print(variable.attributes);
  if (variable.unique) out_ << "unique ";
  out_ << variable.name << ": " << typeText(variable.type, variable.typeSpelling) << ";\n";
}

void Printer::print(const Axiom& axiom) {
  out_ << "axiom ";
  print(axiom.attributes);
  print(axiom.condition);
  out_ << ";\n";
}

void Printer::print(const Function& function) {
  out_ << "function ";
  print(function.attributes);
  out_ << function.name << '(';
  printList(function.parameters, [&](const Variable* v) {
    if (!v->name.empty()) out_ << v->name << ": ";
    out_ << typeText(v->type, v->typeSpelling);
  });
  out_ << "): " << typeText(function.result, function.resultSpelling);
  if (function.body == nullptr) {
    out_ << ";\n";
    return;
  }
  out_ << " {\n  ";
  print(function.body);
  out_ << "\n}\n";
}

void Printer::printMissingFunctions() {
  for (const auto& [name, example] : names_.missing()) {
    out_ << "function {:bvbuiltin \"" << smtName(example->op());
    const Type operand = example->arg(0)->type();
    if (example->op() == Op::ZeroExtend || example->op() == Op::SignExtend)
      out_ << ' ' << example->type()->width() - operand->width();
    out_ << "\"} " << name << '(';
    printList(example->args(), [&](Expr arg) { out_ << arg->type()->toString(); });
    out_ << "): " << example->type()->toString() << ";\n";
  }
}

// Those may mention others, which come to the end of the list.
void Printer::printSharedTerms() {
  for (std::size_t i = 0; i < shared_.all().size(); ++i) {
    const SharedTerms::Shared& shared = *shared_.all()[i];
    out_ << "function {:inline true} " << shared.name << '(';
    printList(shared.parameters, [&](const Variable* v) {
      out_ << v->name << ": " << typeText(v->type, v->typeSpelling);
    });
    out_ << "): " << shared.body->type()->toString() << " {\n  ";
    printWritten(shared.body);
    out_ << "\n}\n";
  }
}

void Printer::print() {
  isWhole_ = true;
  for (const Declaration& declaration : program_->declarations)
    std::visit([&](const auto* item) { print(*item); }, declaration);
  printSharedTerms();
  printMissingFunctions();
}

}  // namespace

void print(std::ostream& out, const Program& program) {
  Printer(out, &program).print();
}

void print(std::ostream& out, const Program& program, const Procedure& procedure) {
  Printer(out, &program).print(procedure);
}

std::string toString(const Program& program) {
  std::ostringstream out;
  print(out, program);
  return std::move(out).str();
}

std::string toString(const Program& program, Expr e) {
  std::ostringstream out;
  Printer(out, &program).print(e);
  return std::move(out).str();
}

std::string toString(Expr e) {
  std::ostringstream out;
  Printer(out, nullptr).print(e);
  return std::move(out).str();
}

}  // namespace barricade
