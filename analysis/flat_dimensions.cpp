#include "analysis/flat_dimensions.h"

#include <unordered_map>

#include "analysis/definitions.h"
#include "analysis/launch.h"
#include "ir/copy.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using Values = std::unordered_map<Expr, Expr>;

// What ids and sizes are in such dimensions.
Values flatValues(Terms& terms, const LaunchFacts& launch) {
  using enum LaunchConstant::Kind;
  Values values;
  auto set = [&](LaunchConstant constant, unsigned value) {
    if (const Variable* v = terms.program().launchConstant(constant))
      values.emplace(terms.pool().variable(v), terms.number(value, v->type));
  };
  auto isOne = [](Expr size) { return size && size->isLiteral() && size->value() == 1; };
  for (unsigned d = 0; d < 3; ++d) {
    if (isOne(launch.groupSize[d])) {
      set({LocalId, d}, 0);
      set({GroupSize, d}, 1);
    }
    if (isOne(launch.numGroups[d])) {
      set({GroupId, d}, 0);
      set({NumGroups, d}, 1);
    }
  }
  return values;
}

class Flattening {
 public:
  Flattening(Program& program, const Procedure& kernel, const VerifyOptions& options)
      : terms_(program),
        kernel_(kernel),
        flow_(kernel),
        definitions_(kernel, flow_),
        values_(flatValues(terms_, findLaunchFacts(terms_, options, &kernel))) {}

  std::unique_ptr<Procedure> run() {
    auto copy = copyOf(kernel_);
    bool changes = false;
    for (unsigned b : flow_.order()) {
      auto& statements = copy->blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i)
        rewriteExpressions(statements[i], [&](Expr e) {
          const Expr flat = at(e, {b, i});
          changes = changes || flat != e;
          return flat;
        });
    }
    return changes ? std::move(copy) : nullptr;
  }

 private:
  Expr at(Expr e, const StatementPlace& place) {
    Values values;
    forEachVariable(e, [&](const Variable* v) {
      const Expr variable = terms_.pool().variable(v);
      if (const auto flat = values_.find(variable); flat != values_.end())
        values.insert(*flat);
      else if (const auto* definition = definitions_.of(v, place))
        if (const Expr id = idBy(*definition)) values.emplace(variable, id);
    });
    Values memo;
    return values.empty() ? e : terms_.substitute(e, values, memo);
  }

  // What is defined by flat dimensions and comes down to an id or a size, or to a number; else
  // null.
  Expr idBy(const SingleDefinitions::Definition& definition) {
    if (!definition.value) return nullptr;
    Values memo;
    const Expr flat = terms_.substitute(definition.value, values_, memo);
    const bool isKnown =
        flat->isLiteral() || (flat->op() == Op::Variable && flat->variable()->launch);
    return isKnown && flat != definition.value ? flat : nullptr;
  }

  Terms terms_;
  const Procedure& kernel_;
  const ControlFlow flow_;
  const SingleDefinitions definitions_;
  const Values values_;
};

}  // namespace

std::unique_ptr<Procedure> withoutFlatDimensions(Program& program, const Procedure& kernel,
                                                 const VerifyOptions& options) {
  return Flattening(program, kernel, options).run();
}

}  // namespace barricade
