#include "solver/smt/session.h"

#include <chrono>

#include "solver/smt/smt_engine.h"

namespace barricade {
namespace {

std::unique_ptr<Engine> makeEngine(ExprPool& pool, const SessionOptions& options) {
  if (options.kind == SessionOptions::Kind::Bits) return makeBitEngine();
  if (options.kind == SessionOptions::Kind::Index) return makeIndexEngine(pool);
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
    : pool_(pool),
      options_(std::move(options)),
      engine_(makeEngine(pool, options_)),
      values_([this](Expr leaf, std::span<const BigInt> arguments) {
        return engine_->value(leaf, arguments);
      }) {}

SolverSession::~SolverSession() = default;

void SolverSession::assertTrue(Expr e) {
  if (options_.dump) asserted_.push_back(e);
  engine_->assertTrue(e);
}

Answer SolverSession::check(const std::string& name, std::span<const Expr> assumptions,
                            const Limit& limit) {
  const auto start = std::chrono::steady_clock::now();
  values_.clear();
  if (options_.dump) dump(name, assumptions);
  CheckRecord record{name, engine_->check(assumptions, limit), 0, 0};
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record.work = engine_->work();
  if (observer_) observer_(record);
  return record.answer;
}

//--- Models ---------------------------------------------------------------------------------

BigInt SolverSession::value(Expr root) {
  return values_.value(root);
}

//--- Dumps ----------------------------------------------------------------------------------

void SolverSession::dump(const std::string& name, std::span<const Expr> assumptions) {
  std::vector<Expr> formulas = asserted_;
  formulas.insert(formulas.end(), assumptions.begin(), assumptions.end());
  options_.dump->add(name, [&](std::ostream& out) { SmtEngine(pool_, {}).print(out, formulas); });
}

}  // namespace barricade
