#include "analysis/delegated_arrivals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/channels.h"
#include "analysis/definitions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr unsigned mostLanes = 64;

bool is(const Statement& statement, SyncPrimitive primitive) {
  const Synchronization* what = primitiveOf(statement);
  return what && what->primitive == primitive;
}

bool arrives(const Statement& statement) {
  return is(statement, SyncPrimitive::ObjectArrive);
}

// Nobody waits there for what others do first: of exchanges, `elect.sync` may choose the lane.
bool mayStandBetween(const Statement& statement) {
  return !statement.as<Call>() || arrives(statement) || is(statement, SyncPrimitive::Exchange);
}

// Of so many lanes from the first of a warp or tile on, which meet there: their memory is ordered.
unsigned lanesMeetingAt(const Statement& statement) {
  const Synchronization* what = primitiveOf(statement);
  if (!what || !what->ordersMemory()) return 0;
  const bool tile = what->primitive == SyncPrimitive::TileBarrier;
  if (!tile && what->primitive != SyncPrimitive::WarpBarrier) return 0;
  const auto position = what->position(tile ? SyncParameter::TileSize : SyncParameter::Mask);
  const Expr argument = position ? statement.as<Call>()->args[*position] : nullptr;
  if (!argument || !argument->isLiteral()) return 0;
  const BigInt& value = argument->value();
  if (tile) return value <= mostLanes ? static_cast<unsigned>(value) : 0;
  const BigInt after = value + 1;
  return value > 0 && (value & after) == 0 ? msb(after) : 0;
}

class Finder {
 public:
  Finder(Program& program, Procedure& procedure)
      : program_(program),
        procedure_(procedure),
        flow_(procedure),
        definitions_(procedure, flow_) {}

  std::vector<DelegatedArrival> find() {
    std::map<std::string, std::vector<DelegatedArrival>> ofChannel;
    std::set<std::string> others;
    for (unsigned b : flow_.order())
      for (std::size_t i = 0; i < block(b).size(); ++i) {
        const Synchronization* what = primitiveOf(block(b)[i]);
        const auto channel = what ? channelFor(procedure_, *block(b)[i].as<Call>()) : std::nullopt;
        if (!channel || channel->kind != Channel::Kind::Objects) continue;
        // Bytes belong to the arrival of the thread that has announced them.
        if (what->primitive == SyncPrimitive::ObjectExpect ||
            what->primitive == SyncPrimitive::AsyncCopy)
          others.insert(keyOf(*channel));
        if (what->primitive != SyncPrimitive::ObjectArrive) continue;
        if (const auto found = delegated(b, i))
          ofChannel[keyOf(*channel)].push_back(*found);
        else
          others.insert(keyOf(*channel));
      }
    std::vector<DelegatedArrival> result;
    for (const auto& [key, arrivals] : ofChannel)
      if (!others.contains(key) && haveOwnBarriers(arrivals))
        result.insert(result.end(), arrivals.begin(), arrivals.end());
    return result;
  }

 private:
  std::vector<Statement>& block(unsigned b) { return procedure_.blocks[b]->statements; }

  // Back from the arrival over one branch to a barrier, each of whose executions leads to it; and
  // nobody waits in between.
  std::optional<DelegatedArrival> delegated(unsigned b, std::size_t index) {
    DelegatedArrival found;
    found.arrival = &block(b)[index];
    while (true) {
      for (std::size_t i = index; i-- > 0;) {
        Statement& statement = block(b)[i];
        if (found.elects && lanesMeetingAt(statement) > 0) {
          found.barrier = &statement;
          found.lanes = lanesMeetingAt(statement);
          return found;
        }
        if (!mayStandBetween(statement)) return std::nullopt;
      }
      if (flow_.predecessors(b).size() != 1) return std::nullopt;
      const unsigned before = flow_.predecessors(b).front();
      if (flow_.successors(before).size() > 1) {
        if (found.elects) return std::nullopt;
        found.elects = electionInto(b);
        if (!found.elects) return std::nullopt;
      }
      b = before;
      index = block(b).size();
    }
  }

  // The guard of the block in terms of ids and sizes; null: it depends on something else.
  Expr electionInto(unsigned b) {
    for (std::size_t i = 0; i < block(b).size(); ++i) {
      const Assume* guard = block(b)[i].as<Assume>();
      if (!guard || !guard->partition) continue;
      const Expr condition = definitions_.expanded(program_.pool(), guard->condition, {b, i});
      bool ofIds = true;
      forEachVariable(condition, [&](const Variable* v) { ofIds = ofIds && v->launch; });
      return ofIds ? condition : nullptr;
    }
    return nullptr;
  }

  // Each counts one.
  static bool haveOwnBarriers(const std::vector<DelegatedArrival>& arrivals) {
    std::set<const Statement*> barriers;
    return std::all_of(arrivals.begin(), arrivals.end(), [&](const DelegatedArrival& arrival) {
      return barriers.insert(arrival.barrier).second;
    });
  }

  Program& program_;
  Procedure& procedure_;
  ControlFlow flow_;
  SingleDefinitions definitions_;
};

}  // namespace

std::vector<DelegatedArrival> findDelegatedArrivals(Program& program, Procedure& procedure) {
  const bool any =
      std::any_of(procedure.blocks.begin(), procedure.blocks.end(), [](const auto& block) {
        return std::any_of(block->statements.begin(), block->statements.end(), arrives);
      });
  return any ? Finder(program, procedure).find() : std::vector<DelegatedArrival>();
}

}  // namespace barricade
