#include "testsuite/fuzz/alignments.h"

#include <vector>

#include "analysis/expressions.h"
#include "ir/uses.h"
#include "testsuite/fuzz/random.h"

namespace barricade::fuzz {
namespace {

struct Access {
  const Variable* array;
  Expr index;
};

std::vector<Access> accessesOf(const Statement& statement) {
  std::vector<Access> accesses;
  std::vector<Expr> reads;
  forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
  for (Expr read : reads) accesses.push_back({read->arg(0)->variable(), read->arg(1)});
  if (const Assign* assign = statement.as<Assign>()) {
    for (const Target& target : assign->targets)
      if (!target.indices.empty()) accesses.push_back({target.variable, target.indices.front()});
  } else if (const Call* call = statement.as<Call>(); call && call->atomic) {
    accesses.push_back({call->args[0]->variable(), call->args[1]});
  }
  return accesses;
}

Statement assertion(ExprPool& pool, Expr index, unsigned alignment, const Statement& before) {
  const unsigned width = index->type()->width();
  Assert check;
  check.kind = Assert::Kind::Alignment;
  check.condition = pool.make(
      Op::Equal, pool.make(Op::BvAnd, index, pool.bitVector(BigInt(alignment - 1), width)),
      pool.bitVector(BigInt(0), width));
  Statement statement;
  statement.node = check;
  statement.attributes = {{"alignment", {pool.integer(BigInt(alignment))}}};
  statement.location = before.location;
  statement.text = before.text;
  return statement;
}

}  // namespace

Alignments addAlignments(Program& program, Procedure& kernel, std::uint64_t seed) {
  Random random(seed);
  Alignments alignments;
  for (const Array* array : program.arrays())
    if (array->space != AddressSpace::Private && random.percent(50))
      alignments[array->sourceName] = random.percent(70) ? 2 : 4;
  // What guards read is asserted nowhere, and copies access many elements.
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      const Call* call = statement.as<Call>();
      if (!statement.as<Assume>() && !(call && !call->atomic)) continue;
      forEachAssigned(statement, [&](const Variable* variable) {
        if (variable->array) alignments.erase(variable->array->sourceName);
      });
      forEachExpression(statement, [&](Expr e) {
        forEachVariable(e, [&](const Variable* variable) {
          if (variable->array) alignments.erase(variable->array->sourceName);
        });
      });
    }
  for (const auto& block : kernel.blocks) {
    std::vector<Statement> statements;
    for (Statement& statement : block->statements) {
      if (!statement.as<Assert>())
        for (const Access& access : accessesOf(statement))
          if (auto at = alignments.find(access.array->array->sourceName); at != alignments.end())
            statements.push_back(assertion(program.pool(), access.index, at->second, statement));
      statements.push_back(std::move(statement));
    }
    block->statements = std::move(statements);
  }
  return alignments;
}

void AlignmentWatch::access(const ObservedStep& /*step*/, const ObservedAccess& access) {
  if (seen_ || !access.array) return;
  const auto at = alignments_.find(access.array->sourceName);
  if (at != alignments_.end() && access.offset % at->second != 0)
    seen_ = access.array->sourceName + "[" + std::to_string(access.offset) + "]";
}

}  // namespace barricade::fuzz
