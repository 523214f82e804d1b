#include "ir/index_arrays.h"

#include <map>
#include <optional>
#include <vector>

#include "ir/uses.h"

namespace barricade {

namespace {

// What is assigned to each variable; to an array, what is stored in it; with `counters`, to what an
// atomic operation returns the array, and what lanes give each other.
using Definitions = std::map<const Variable*, std::vector<Expr>>;

Definitions definitionsOf(const Procedure& kernel, bool counters = false) {
  Definitions definitions;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      if (const Assign* assign = statement.as<Assign>())
        for (std::size_t i = 0; i < assign->targets.size(); ++i)
          definitions[assign->targets[i].variable].push_back(assign->values[i]);
      const Call* call = statement.as<Call>();
      if (!counters || !call || call->results.empty()) continue;
      std::vector<Expr>& returned = definitions[call->results.front()];
      if (call->atomic) returned.push_back(call->args.front());
      const auto& primitive = call->callee->synchronization;
      if (primitive && primitive->primitive == SyncPrimitive::Exchange)
        returned.insert(returned.end(), call->args.begin(), call->args.end());
    }
  return definitions;
}

// The arrays of whose contents expressions are computed. `visit(e, f)` calls f for the variables of
// e that count.
template <typename Visit>
std::set<const Variable*> arraysBehind(std::vector<Expr> open, const Definitions& definitions,
                                       const Visit& visit) {
  std::set<const Variable*> known, arrays;
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    visit(e, [&](const Variable* variable) {
      if (!known.insert(variable).second) return;
      if (variable->type->isMap()) arrays.insert(variable);
      if (const auto it = definitions.find(variable); it != definitions.end())
        open.insert(open.end(), it->second.begin(), it->second.end());
    });
  }
  return arrays;
}

// The expressions that the kernel takes for indices into the array, or null: any.
std::vector<Expr> indicesInto(const Procedure& kernel, const Variable* of) {
  auto isAsked = [&](const Variable* array) { return !of || array == of; };
  std::vector<Expr> indices;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      forEachExpression(statement, [&](Expr root) {
        forEachNode({root}, [&](Expr e) {
          if (e->op() == Op::Select && e->arg(0)->op() == Op::Variable &&
              isAsked(e->arg(0)->variable()))
            indices.push_back(e->arg(1));
        });
      });
      if (const Assign* assign = statement.as<Assign>())
        for (const Target& target : assign->targets)
          if (isAsked(target.variable))
            indices.insert(indices.end(), target.indices.begin(), target.indices.end());
      const Call* call = statement.as<Call>();
      if (call && call->atomic && isAsked(call->args[0]->variable()))
        indices.insert(indices.end(), call->args.begin() + 1, call->args.end());
    }
  return indices;
}

std::set<const Variable*> indexArrays(const Procedure& kernel, const Variable* of,
                                      const Definitions& definitions) {
  return arraysBehind(indicesInto(kernel, of), definitions,
                      [](Expr e, const auto& f) { forEachVariable(e, f); });
}

// Those of whose contents a condition is computed, by other means than functions.
std::set<const Variable*> arraysTested(const Procedure& kernel, const Definitions& definitions) {
  std::vector<Expr> conditions;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      if (const Assume* assume = statement.as<Assume>()) conditions.push_back(assume->condition);
  return arraysBehind(std::move(conditions), definitions, [](Expr e, const auto& f) {
    forEachNodeWhile({e}, [&](Expr node) {
      if (node->op() == Op::Variable) f(node->variable());
      return node->op() != Op::Apply;
    });
  });
}

// The literal factor of a product, also of a shift; nothing where it is no number of elements.
std::optional<BigInt> factorOf(Expr e) {
  constexpr unsigned mostBits = 30;
  if (e->op() != Op::BvMul && e->op() != Op::BvShl) return std::nullopt;
  const Expr literal = e->op() == Op::BvMul && e->arg(0)->isLiteral() ? e->arg(0) : e->arg(1);
  if (!literal->isLiteral()) return std::nullopt;
  const bool isSmall = e->op() == Op::BvShl ? literal->value() <= mostBits
                                            : literal->value() <= BigInt(1) << mostBits;
  if (!isSmall) return std::nullopt;
  return e->op() == Op::BvMul ? literal->value()
                              : BigInt(1) << literal->value().convert_to<unsigned>();
}

}  // namespace

std::set<const Variable*> indexArrays(const Procedure& kernel, const Variable* of) {
  return indexArrays(kernel, of, definitionsOf(kernel));
}

std::set<const Variable*> indexArraysAndCounters(const Procedure& kernel, const Variable* of) {
  return indexArrays(kernel, of, definitionsOf(kernel, true));
}

std::set<BigInt> rowLengths(const Procedure& kernel, const Variable* array) {
  std::set<BigInt> lengths;
  arraysBehind(indicesInto(kernel, array), definitionsOf(kernel), [&](Expr e, const auto& f) {
    forEachNode({e}, [&](Expr part) {
      if (part->op() == Op::Variable) f(part->variable());
      if (const auto factor = factorOf(part); factor && *factor > 1) lengths.insert(*factor);
    });
  });
  return lengths;
}

std::set<const Variable*> countArrays(const Procedure& kernel) {
  return arraysTested(kernel, definitionsOf(kernel));
}

std::set<const Variable*> countArraysAndCounters(const Procedure& kernel) {
  return arraysTested(kernel, definitionsOf(kernel, true));
}

std::vector<const Array*> givenIndexArrays(const Program& program, const Procedure& kernel,
                                           const Variable* of) {
  const std::set<const Variable*> indices = indexArrays(kernel, of);
  std::vector<const Array*> given;
  for (const Array* array : program.arrays())
    if (indices.contains(array->variable) && array->space == AddressSpace::Global &&
        !hasAttribute(array->variable->attributes, "distinct") &&
        !isWritten(kernel, array->variable))
      given.push_back(array);
  return given;
}

std::vector<const Array*> computedIndexArrays(const Program& program, const Procedure& kernel,
                                              const Variable* of) {
  const std::set<const Variable*> indices = indexArraysAndCounters(kernel, of);
  std::vector<const Array*> computed;
  for (const Array* array : program.arrays())
    if (indices.contains(array->variable) && array->variable != of &&
        array->space == AddressSpace::Global &&
        hasAttribute(array->variable->attributes, "computed_by") &&
        !hasAttribute(array->variable->attributes, "distinct"))
      computed.push_back(array);
  return computed;
}

bool hasContentsOfProgram(const Array& array) {
  return hasAttribute(array.variable->attributes, "given") ||
         hasAttribute(array.variable->attributes, "computed_by");
}

bool isWritten(const Procedure& kernel, const Variable* array) {
  bool written = false;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachAssigned(statement, [&](const Variable* v) { written = written || v == array; });
  return written;
}

bool isOnlyStored(const Procedure& kernel, const Variable* array) {
  bool only = true;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      if (const Call* call = statement.as<Call>(); call && call->atomic)
        only = only && call->args[0]->variable() != array;
      forEachExpression(statement, [&](Expr root) {
        forEachNode({root}, [&](Expr e) {
          only = only && !(e->op() == Op::Select && e->arg(0)->op() == Op::Variable &&
                           e->arg(0)->variable() == array);
        });
      });
    }
  return only;
}

}  // namespace barricade
