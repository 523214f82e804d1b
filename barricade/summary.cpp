#include "barricade/summary.h"

#include <algorithm>
#include <set>

#include "analysis/launch.h"
#include "ir/loop_location.h"
#include "report/source_files.h"

namespace barricade {

namespace {

// The kernel and all procedures with a body that it calls, directly or not.
std::vector<const Procedure*> reachableFrom(const Procedure& kernel) {
  std::vector<const Procedure*> found = {&kernel};
  std::set<const Procedure*> seen = {&kernel};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const auto& block : found[i]->blocks) {
      for (const Statement& statement : block->statements) {
        const Call* call = statement.as<Call>();
        if (call == nullptr || !call->callee->hasBody()) continue;
        if (seen.insert(call->callee).second) found.push_back(call->callee);
      }
    }
  }
  return found;
}

void addBarriers(KernelSummary& summary, const Program& program, const Procedure& procedure) {
  for (const auto& block : procedure.blocks) {
    for (const Statement& statement : block->statements) {
      const Call* call = statement.as<Call>();
      if (call == nullptr) continue;
      if (!call->callee->isBarrier()) continue;
      const bool grid = call->callee->role == Procedure::Role::GridBarrier;
      summary.barriers.push_back({program.sources.position(statement.location), grid});
    }
  }
}

void addLoops(KernelSummary& summary, const Program& program, const Procedure& procedure,
              Diagnostics& diagnostics) {
  ControlFlow flow(procedure);
  if (flow.irreducible()) {
    std::string blocks;
    for (const std::string& label : *flow.irreducible()) {
      blocks += (blocks.empty() ? "" : ", ") + label;
    }
    diagnostics.error(TextRange{program.fileName, procedure.text.line, procedure.text.column},
                      "the control flow of '" + procedure.name +
                          "' is irreducible: the cycle of the blocks " + blocks +
                          " can be entered in several places");
    return;
  }
  for (const Loop& loop : flow.loops()) {
    SourceChain chain = loopLocation(program, procedure, loop);
    summary.loops.push_back({chain.empty() ? SourcePosition{} : chain.front(), loop.depth});
  }
}

std::string sizeText(Expr size) {
  return size->isLiteral() ? size->value().str() : "any";
}

std::string_view spaceName(AddressSpace space) {
  switch (space) {
    case AddressSpace::Global: return "global";
    case AddressSpace::GroupShared: return "shared";
    case AddressSpace::Constant: return "constant";
    case AddressSpace::Private: return "private";
  }
  return "";
}

std::string dimensionsOf(const Array& array) {
  std::string text;
  for (const auto& dimension : array.sourceDimensions) {
    text += "[" + (dimension ? dimension->str() : "*") + "]";
  }
  return text;
}

std::string triple(const std::array<std::string, 3>& sizes) {
  return sizes[0] + " x " + sizes[1] + " x " + sizes[2];
}

std::string placeOf(const SourcePosition& position) {
  return position.isKnown() ? position.toString() : "an unknown source line";
}

}  // namespace

KernelSummary summarize(Program& program, const Procedure& kernel, const VerifyOptions& options,
                        Diagnostics& diagnostics) {
  KernelSummary summary;
  summary.name = kernel.sourceName;
  for (const Variable* parameter : kernel.parameters) summary.parameters.push_back(parameter->name);
  Terms terms(program);
  LaunchFacts facts = findLaunchFacts(terms, options);
  for (std::size_t i = 0; i < 3; ++i) {
    summary.groupSize[i] = sizeText(facts.groupSize[i]);
    summary.numGroups[i] = sizeText(facts.numGroups[i]);
  }
  if (facts.contradictory) summary.contradiction = facts.contradiction;
  for (const Array* array : program.arrays()) summary.arrays.push_back(array);
  for (const Procedure* procedure : reachableFrom(kernel)) {
    addBarriers(summary, program, *procedure);
    addLoops(summary, program, *procedure, diagnostics);
  }
  auto byPosition = [](const auto& a, const auto& b) { return a.position < b.position; };
  std::stable_sort(summary.barriers.begin(), summary.barriers.end(), byPosition);
  std::stable_sort(summary.loops.begin(), summary.loops.end(), byPosition);
  return summary;
}

std::string toString(const KernelSummary& summary) {
  std::string text = "kernel '" + summary.name + "'\n";
  text += "  launch: blocks of " + triple(summary.groupSize) + " threads, grid of " +
          triple(summary.numGroups) + " blocks\n";
  if (!summary.contradiction.empty()) {
    text += "  the launch contradicts the axiom " + summary.contradiction + "\n";
  }
  text += "  arrays: " + std::to_string(summary.arrays.size()) + "\n";
  for (const Array* array : summary.arrays) {
    text += "    " + array->sourceName + dimensionsOf(*array) + ", " +
            std::string(spaceName(array->space)) + ", elements of " +
            std::to_string(array->elementWidth) + " bits\n";
  }
  text += "  barriers: " + std::to_string(summary.barriers.size()) + "\n";
  for (const BarrierPlace& barrier : summary.barriers) {
    text += "    " + std::string(barrier.grid ? "grid" : "block") + " barrier at " +
            placeOf(barrier.position) + "\n";
  }
  text += "  loops: " + std::to_string(summary.loops.size()) + "\n";
  for (const LoopPlace& loop : summary.loops) {
    text += "    at " + placeOf(loop.position);
    if (loop.depth > 1) text += ", depth " + std::to_string(loop.depth);
    text += "\n";
  }
  return text;
}

Json summaryJson(const KernelSummary& summary) {
  Json object;
  object["kernel"] = summary.name;
  object["parameters"] = summary.parameters;
  object["block_size"] = summary.groupSize;
  object["grid_size"] = summary.numGroups;
  object["contradiction"] =
      summary.contradiction.empty() ? Json(nullptr) : Json(summary.contradiction);
  object["arrays"] = Json::array();
  for (const Array* array : summary.arrays) {
    Json dimensions = Json::array();
    for (const auto& dimension : array->sourceDimensions) {
      dimensions.push_back(dimension ? Json(dimension->str()) : Json(nullptr));
    }
    object["arrays"].push_back({{"name", array->sourceName},
                                {"space", spaceName(array->space)},
                                {"element_bits", array->elementWidth},
                                {"dimensions", std::move(dimensions)}});
  }
  object["barriers"] = Json::array();
  for (const BarrierPlace& barrier : summary.barriers) {
    Json entry;
    addPosition(entry, barrier.position);
    entry["scope"] = barrier.grid ? "grid" : "block";
    object["barriers"].push_back(std::move(entry));
  }
  object["loops"] = Json::array();
  for (const LoopPlace& loop : summary.loops) {
    Json entry;
    addPosition(entry, loop.position);
    entry["depth"] = loop.depth;
    object["loops"].push_back(std::move(entry));
  }
  return object;
}

}  // namespace barricade
