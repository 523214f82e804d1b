#include "analysis/warp_summands.h"

#include "analysis/definitions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using Places = std::unordered_map<const Statement*, StatementPlace>;

Places placesOf(const Procedure& procedure) {
  Places places;
  for (const auto& block : procedure.blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i)
      places[&block->statements[i]] = {block->index, i};
  return places;
}

// One result for all lanes of a warp.
bool isBallotOfAll(const Statement& statement) {
  const Call* call = statement.as<Call>();
  const auto* primitive = call ? &call->callee->synchronization : nullptr;
  if (!primitive || !*primitive || (*primitive)->primitive != SyncPrimitive::Exchange ||
      (*primitive)->row->exchange != ExchangeFunction::Ballot)
    return false;
  const auto position = (*primitive)->position(SyncParameter::Mask);
  const Expr mask = position ? call->args[*position] : nullptr;
  return mask && mask->isLiteral() && mask->value() == (BigInt(1) << mask->type()->width()) - 1;
}

// Whether each lane of a warp has the same value for `e` at both places: it is computed from
// ballots that one statement makes, ahead of both.
bool isOfWarp(Expr e, const SingleDefinitions& definitions, const StatementPlace& stored,
              const StatementPlace& read) {
  bool is = true;
  forEachVariable(e, [&](const Variable* variable) {
    const auto* here = definitions.of(variable, stored);
    const auto* there = definitions.of(variable, read);
    is = is && here && here == there &&
         (here->value ? isOfWarp(here->value, definitions, here->place, here->place)
                      : isBallotOfAll(*here->statement));
  });
  return is;
}

}  // namespace

void addSummandsOfWarps(const Kernel& kernel, BlockScans& scans) {
  if (scans.sums.empty() && scans.sumsAfter.empty()) return;
  const SingleDefinitions definitions(kernel.procedure(), kernel.flow());
  const Places places = placesOf(kernel.procedure());
  auto addTo = [&](BlockScans::Sum& sum, const StatementPlace& read) {
    for (const auto& [stores, summand] : scans.summands) {
      const Assign* assign = stores->as<Assign>();
      if (summand.scan != sum.scan || summand.variable || summand.number.per == 1 || !assign)
        continue;
      const Expr value = assign->values.front();
      if (isOfWarp(value, definitions, places.at(stores), read))
        sum.ofWarp = BlockScans::OfWarp{summand.number, value};
    }
  };
  for (auto& [reads, sum] : scans.sums) addTo(sum, places.at(reads));
  for (auto& [loop, sums] : scans.sumsAfter)
    for (BlockScans::Sum& sum : sums) addTo(sum, {kernel.flow().loops()[loop].header, 0});
}

}  // namespace barricade
