#include "solver/session.h"

#include <chrono>

#include "ir/semantics.h"
#include "solver/smt_engine.h"

namespace barricade {
namespace {

std::unique_ptr<Engine> makeEngine(ExprPool& pool, const SessionOptions& options) {
  if (options.kind == SessionOptions::Kind::Bits) return makeBitEngine();
  SmtEngine::Options smt;
  smt.bitVectorsAsIntegers = options.kind == SessionOptions::Kind::Integers;
  smt.incremental = !smt.bitVectorsAsIntegers;
  smt.models = options.models;
  smt.quantifiers = options.quantifiers;
  smt.integers = options.integers;
  return std::make_unique<SmtEngine>(pool, smt);
}

}  // namespace

SolverSession::SolverSession(ExprPool& pool, SessionOptions options)
    : pool_(pool), options_(std::move(options)), engine_(makeEngine(pool, options_)) {}

SolverSession::~SolverSession() = default;

void SolverSession::assertTrue(Expr e) {
  if (options_.dump) asserted_.push_back(e);
  engine_->assertTrue(e);
}

Answer SolverSession::check(const std::string& name, std::span<const Expr> assumptions,
                            double seconds) {
  const auto start = std::chrono::steady_clock::now();
  values_.clear();
  if (options_.dump) dump(name, assumptions);
  CheckRecord record{name, engine_->check(assumptions, seconds), 0};
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (observer_) observer_(record);
  return record.answer;
}

//--- Models ---------------------------------------------------------------------------------

// Only leaves and applications are asked of the engine; everything above is evaluated here.
BigInt SolverSession::value(Expr root) {
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    Expr e = stack.back();
    if (values_.contains(e)) {
      stack.pop_back();
      continue;
    }
    if (e->op() == Op::Variable || e->op() == Op::Forall || e->op() == Op::Exists) {
      values_.emplace(e, engine_->value(e, {}));
      stack.pop_back();
      continue;
    }
    if (e->isLiteral()) {
      values_.emplace(e, e->value());
      stack.pop_back();
      continue;
    }
    if (e->op() == Op::Ite) {
      auto condition = values_.find(e->arg(0));
      if (condition == values_.end()) {
        stack.push_back(e->arg(0));
        continue;
      }
      Expr chosen = condition->second != 0 ? e->arg(1) : e->arg(2);
      if (auto it = values_.find(chosen); it != values_.end()) {
        BigInt value = it->second;
        values_.emplace(e, std::move(value));
        stack.pop_back();
      } else {
        stack.push_back(chosen);
      }
      continue;
    }
    bool ready = true;
    for (Expr a : e->args())
      if (!values_.contains(a)) {
        stack.push_back(a);
        ready = false;
      }
    if (!ready) continue;
    std::vector<BigInt> args;
    for (Expr a : e->args()) args.push_back(values_.at(a));
    values_.emplace(e, e->op() == Op::Apply ? engine_->value(e, args) : evaluateOperator(e, args));
    stack.pop_back();
  }
  return values_.at(root);
}

//--- Dumps ----------------------------------------------------------------------------------

void SolverSession::dump(const std::string& name, std::span<const Expr> assumptions) {
  std::vector<Expr> formulas = asserted_;
  formulas.insert(formulas.end(), assumptions.begin(), assumptions.end());
  options_.dump->add(name, [&](std::ostream& out) { SmtEngine(pool_, {}).print(out, formulas); });
}

}  // namespace barricade
