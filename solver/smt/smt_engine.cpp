#include "solver/smt/smt_engine.h"

#include <cvc5/cvc5.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>

#include "solver/smt/child_process.h"

namespace barricade {
namespace {

cvc5::Kind kindOf(Op op) {
  switch (op) {
    case Op::Not: return cvc5::NOT;
    case Op::And: return cvc5::AND;
    case Op::Or: return cvc5::OR;
    case Op::Implies: return cvc5::IMPLIES;
    case Op::Iff:
    case Op::Equal: return cvc5::EQUAL;
    case Op::NotEqual: return cvc5::DISTINCT;
    case Op::Ite: return cvc5::ITE;
    case Op::IntNeg: return cvc5::NEG;
    case Op::IntAdd: return cvc5::ADD;
    case Op::IntSub: return cvc5::SUB;
    case Op::IntMul: return cvc5::MULT;
    case Op::IntDiv: return cvc5::INTS_DIVISION;
    case Op::IntMod: return cvc5::INTS_MODULUS;
    case Op::IntLt: return cvc5::LT;
    case Op::IntLe: return cvc5::LEQ;
    case Op::IntGt: return cvc5::GT;
    case Op::IntGe: return cvc5::GEQ;
    case Op::Concat: return cvc5::BITVECTOR_CONCAT;
    case Op::BvAdd: return cvc5::BITVECTOR_ADD;
    case Op::BvSub: return cvc5::BITVECTOR_SUB;
    case Op::BvMul: return cvc5::BITVECTOR_MULT;
    case Op::BvSDiv: return cvc5::BITVECTOR_SDIV;
    case Op::BvUDiv: return cvc5::BITVECTOR_UDIV;
    case Op::BvSRem: return cvc5::BITVECTOR_SREM;
    case Op::BvURem: return cvc5::BITVECTOR_UREM;
    case Op::BvSMod: return cvc5::BITVECTOR_SMOD;
    case Op::BvShl: return cvc5::BITVECTOR_SHL;
    case Op::BvLShr: return cvc5::BITVECTOR_LSHR;
    case Op::BvAShr: return cvc5::BITVECTOR_ASHR;
    case Op::BvAnd: return cvc5::BITVECTOR_AND;
    case Op::BvOr: return cvc5::BITVECTOR_OR;
    case Op::BvXor: return cvc5::BITVECTOR_XOR;
    case Op::BvNot: return cvc5::BITVECTOR_NOT;
    case Op::BvNeg: return cvc5::BITVECTOR_NEG;
    case Op::BvUlt: return cvc5::BITVECTOR_ULT;
    case Op::BvUle: return cvc5::BITVECTOR_ULE;
    case Op::BvUgt: return cvc5::BITVECTOR_UGT;
    case Op::BvUge: return cvc5::BITVECTOR_UGE;
    case Op::BvSlt: return cvc5::BITVECTOR_SLT;
    case Op::BvSle: return cvc5::BITVECTOR_SLE;
    case Op::BvSgt: return cvc5::BITVECTOR_SGT;
    case Op::BvSge: return cvc5::BITVECTOR_SGE;
    case Op::Apply: return cvc5::APPLY_UF;
    case Op::Forall: return cvc5::FORALL;
    case Op::Exists: return cvc5::EXISTS;
    default: return cvc5::UNDEFINED_KIND;
  }
}

}  // namespace

//--- Translation ----------------------------------------------------------------------------

struct SmtEngine::Backend {
  cvc5::Solver solver;
  std::unordered_map<Expr, cvc5::Term> terms;
  std::unordered_map<const Variable*, cvc5::Term> constants;
  std::unordered_map<const Function*, cvc5::Term> functions;

  cvc5::Sort sort(Type type) {
    switch (type->kind()) {
      case TypeNode::Kind::Bool: return solver.getBooleanSort();
      case TypeNode::Kind::Int: return solver.getIntegerSort();
      case TypeNode::Kind::BitVector: return solver.mkBitVectorSort(type->width());
      case TypeNode::Kind::Map: break;
    }
    throw std::logic_error("a map is no solver term");
  }

  // Without recursion: terms can be as deep as the program is long.
  cvc5::Term translate(Expr root) {
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
      Expr e = stack.back();
      if (terms.contains(e)) {
        stack.pop_back();
        continue;
      }
      const bool quantified = e->op() == Op::Forall || e->op() == Op::Exists;
      bool ready = true;
      for (Expr a : quantified ? e->args().first(1) : e->args())
        if (!terms.contains(a)) {
          stack.push_back(a);
          ready = false;
        }
      if (!ready) continue;
      terms.emplace(e, build(e));
      stack.pop_back();
    }
    return terms.at(root);
  }

  cvc5::Term build(Expr e) {
    std::vector<cvc5::Term> args;
    if (e->op() == Op::Apply) args.push_back(function(e->function()));
    if (e->op() == Op::Forall || e->op() == Op::Exists) {
      std::vector<cvc5::Term> bound;
      for (Variable* v : e->bound()) bound.push_back(constant(v));
      return solver.mkTerm(kindOf(e->op()),
                           {solver.mkTerm(cvc5::VARIABLE_LIST, bound), terms.at(e->arg(0))});
    }
    for (Expr a : e->args()) args.push_back(terms.at(a));
    switch (e->op()) {
      case Op::BoolLiteral: return solver.mkBoolean(e->value() == 1);
      case Op::BvLiteral: return solver.mkBitVector(e->type()->width(), e->value().str(), 10);
      case Op::IntLiteral: return solver.mkInteger(e->value().str());
      case Op::Variable: return constant(e->variable());
      case Op::Extract:
        return solver.mkTerm(solver.mkOp(cvc5::BITVECTOR_EXTRACT, {e->high() - 1, e->low()}), args);
      case Op::ZeroExtend:
      case Op::SignExtend: {
        const unsigned more = e->type()->width() - e->arg(0)->type()->width();
        return solver.mkTerm(solver.mkOp(e->op() == Op::ZeroExtend ? cvc5::BITVECTOR_ZERO_EXTEND
                                                                   : cvc5::BITVECTOR_SIGN_EXTEND,
                                         {more}),
                             args);
      }
      case Op::Apply:
        if (args.size() == 1) return args[0];  // a function without arguments is a constant
        return solver.mkTerm(cvc5::APPLY_UF, args);
      default: {
        const cvc5::Kind kind = kindOf(e->op());
        if (kind == cvc5::UNDEFINED_KIND) throw std::logic_error("not a solver term");
        return solver.mkTerm(kind, args);
      }
    }
  }

  cvc5::Term constant(const Variable* variable) {
    auto [it, added] = constants.try_emplace(variable);
    if (added)
      it->second = variable->kind == Variable::Kind::Bound
                       ? solver.mkVar(sort(variable->type), variable->name)
                       : solver.mkConst(sort(variable->type), variable->name);
    return it->second;
  }

  cvc5::Term function(const Function* f) {
    auto [it, added] = functions.try_emplace(f);
    if (added) {
      std::vector<cvc5::Sort> domain;
      for (const Variable* p : f->parameters) domain.push_back(sort(p->type));
      cvc5::Sort range = sort(f->result);
      it->second =
          solver.mkConst(domain.empty() ? range : solver.mkFunctionSort(domain, range), f->name);
    }
    return it->second;
  }
};

//--- Checks ---------------------------------------------------------------------------------

SmtEngine::SmtEngine(ExprPool& pool, Options options)
    : pool_(pool), options_(options), backend_(std::make_unique<Backend>()) {
  cvc5::Solver& solver = backend_->solver;
  solver.setOption("incremental", options_.incremental ? "true" : "false");
  solver.setOption("produce-models", options_.models ? "true" : "false");
  if (options_.bitVectorsAsIntegers && !options_.quantifiers)
    solver.setOption("solve-bv-as-int", "sum");
  if (options_.quantifiers || options_.integers)
    solver.setLogic(options_.quantifiers ? "ALL" : "QF_UFBVNIA");
  else
    solver.setLogic("QF_UFBV");
}

SmtEngine::~SmtEngine() = default;

void SmtEngine::assertTrue(Expr e) {
  if (!e->isTrue()) backend_->solver.assertFormula(backend_->translate(e));
}

Expr SmtEngine::literalFor(Expr e) {
  if (e->op() == Op::Variable || e->isLiteral()) return e;
  if (e->op() == Op::Not && e->arg(0)->op() == Op::Variable) return e;
  auto [it, added] = literals_.try_emplace(e, nullptr);
  if (added) {
    auto variable = std::make_unique<Variable>();
    variable->name = "literal!" + std::to_string(literals_.size());
    variable->kind = Variable::Kind::Constant;
    variable->type = boolType();
    it->second = pool_.variable(variable.get());
    literalVariables_.push_back(std::move(variable));
    assertTrue(pool_.make(Op::Equal, it->second, e));
  }
  return it->second;
}

Answer SmtEngine::check(std::span<const Expr> assumptions, const Limit& limit) {
  cvc5::Solver& solver = backend_->solver;
  std::vector<cvc5::Term> literals;
  for (Expr e : assumptions)
    if (!e->isTrue())
      literals.push_back(backend_->translate(options_.incremental ? literalFor(e) : e));
  auto ask = [&] {
    try {
      cvc5::Result result;
      if (options_.incremental) {
        result = literals.empty() ? solver.checkSat() : solver.checkSatAssuming(literals);
      } else {
        for (const cvc5::Term& literal : literals) solver.assertFormula(literal);
        result = solver.checkSat();
      }
      if (result.isSat()) return Answer::Satisfiable;
      if (result.isUnsat()) return Answer::Unsatisfiable;
    } catch (const cvc5::CVC5ApiException&) {
      // What an engine cannot do it has not decided.
    }
    return Answer::Unknown;
  };
  if (limit.seconds <= 0 && limit.processorSeconds <= 0 && limit.work == 0) return ask();
  const double work = static_cast<double>(limit.work) / workPerSecond;
  const double processor = limit.processorSeconds > 0 && work > 0
                               ? std::min(limit.processorSeconds, work)
                               : std::max(limit.processorSeconds, work);
  return answerWithin(limit.seconds, processor, ask);
}

BigInt SmtEngine::value(Expr leaf, std::span<const BigInt>) {
  if (!backend_->terms.contains(leaf) && leaf->op() != Op::Apply) return 0;
  const cvc5::Term term = backend_->solver.getValue(backend_->translate(leaf));
  if (term.isBooleanValue()) return term.getBooleanValue() ? 1 : 0;
  if (term.isBitVectorValue()) return BigInt(term.getBitVectorValue(10));
  if (term.isIntegerValue()) return BigInt(term.getIntegerValue());
  return 0;
}

void SmtEngine::print(std::ostream& out, std::span<const Expr> formulas) {
  std::vector<cvc5::Term> terms;
  for (Expr e : formulas) terms.push_back(backend_->translate(e));
  out << "(set-logic ALL)\n";
  for (const auto& [variable, term] : backend_->constants)
    if (variable->kind != Variable::Kind::Bound)
      out << "(declare-const " << term << " " << term.getSort() << ")\n";
  for (const auto& [function, term] : backend_->functions) {
    out << "(declare-fun " << term << " (";
    if (term.getSort().isFunction()) {
      for (const cvc5::Sort& sort : term.getSort().getFunctionDomainSorts()) out << " " << sort;
      out << ") " << term.getSort().getFunctionCodomainSort() << ")\n";
    } else {
      out << ") " << term.getSort() << ")\n";
    }
  }
  for (const cvc5::Term& term : terms) out << "(assert " << term << ")\n";
  out << "(check-sat)\n";
}

}  // namespace barricade
