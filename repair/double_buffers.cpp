#include "repair/double_buffers.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "repair/edit_weights.h"
#include "repair/quiet_options.h"
#include "repair/warp_search.h"
#include "restructure/double_buffer.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

double totalOf(const RepairResult& result) {
  return result.costAfter + result.editWeight;
}

class DoubleBuffering {
 public:
  DoubleBuffering(const SearchInput& input, const Body& written, const Body& placed,
                  RepairResult& result)
      : input_(input),
        written_(written),
        placed_(placed),
        result_(result),
        verifyOptions_(quietly(input.verifyOptions)),
        options_(quietly(input.options)) {}

  void run() {
    written_.restore(input_.kernel);
    BufferedLoops found = findBufferedLoops(input_.program, input_.kernel);
    for (std::string& why : found.refused) note(std::move(why));
    for (BufferedLoop& loop : found.loops) {
      keepThoseWrittenFirst(loop);
      if (!loop.arrays.empty()) offer(loop);
    }
  }

 private:
  void note(std::string text) {
    result_.before.notes.push_back("no double buffer: " + std::move(text));
  }

  // Others would read what an earlier iteration has left in the other copy.
  void keepThoseWrittenFirst(BufferedLoop& loop) {
    std::erase_if(loop.arrays, [&](Array* array) {
      const std::string why = whyReadEarly(*array);
      if (why.empty()) return false;
      note("'" + array->sourceName +
           "' keeps one copy: an iteration may read what an earlier one has written: " + why);
      return true;
    });
  }

  std::string whyReadEarly(const Array& array) {
    placed_.restore(input_.kernel);
    for (const BufferedLoop& loop : findBufferedLoops(input_.program, input_.kernel).loops)
      if (std::find(loop.arrays.begin(), loop.arrays.end(), &array) != loop.arrays.end()) {
        keepOneIteration(input_.program, input_.kernel, loop.header);
        return options_.whyReadEarly ? options_.whyReadEarly(input_.program, input_.kernel, array)
                                     : "no run shows what is written";
      }
    return "the repair changes its loop";
  }

  // With as few arrays as save what all of them do.
  void offer(BufferedLoop& loop) {
    std::optional<RepairResult> best = attempt(loop, loop.arrays);
    if (!best || totalOf(*best) >= totalOf(result_)) {
      note("two copies of what the loop at " + placeOf(loop) + " fills save no barrier");
      return;
    }
    std::vector<Array*> kept = loop.arrays;
    for (Array* array : loop.arrays) {
      if (kept.size() == 1) break;
      std::vector<Array*> fewer = kept;
      std::erase(fewer, array);
      std::optional<RepairResult> other = attempt(loop, fewer);
      if (!other || other->costAfter > best->costAfter) continue;
      best = std::move(other);
      kept = std::move(fewer);
    }
    take(std::move(*best));
  }

  static std::string placeOf(const BufferedLoop& loop) {
    return isKnown(loop.location) ? loop.location.front().toString() : "an unknown place";
  }

  std::optional<RepairResult> attempt(const BufferedLoop& loop, const std::vector<Array*>& arrays) {
    if (input_.deadline.passed()) return std::nullopt;
    written_.restore(input_.kernel);
    std::vector<RepairEdit> edits;
    for (const Array* array : arrays) edits.push_back(editOf(loop, *array));
    const DoubledArrays doubled(input_.program, input_.kernel, loop.header, arrays);
    RepairResult repair;
    repair.before = verifyProcedure(input_.program, input_.kernel, verifyOptions_);
    searchWithWarps({input_.program, input_.kernel, verifyOptions_, options_, input_.siteOptions,
                     input_.deadline},
                    repair);
    for (const auto& [name, value] : repair.before.statistics.counters)
      if (name == "checks" || name == "clauses") result_.before.statistics.counters[name] += value;
    if (!isRight(repair.status)) return std::nullopt;
    std::move(repair.edits.begin(), repair.edits.end(), std::back_inserter(edits));
    repair.edits = std::move(edits);
    repair.editWeight = weightOf(RepairEdit::Action::DoubleBuffer);
    for (unsigned depth = 0; depth < loop.depth; ++depth) repair.editWeight *= options_.loopWeight;
    return repair;
  }

  RepairEdit editOf(const BufferedLoop& loop, const Array& array) const {
    RepairEdit edit;
    edit.action = RepairEdit::Action::DoubleBuffer;
    edit.location = loop.location;
    edit.where = SitePlace::At;
    edit.subject = array.sourceName;
    edit.bytes = bytesOf(array);
    edit.optional = result_.before.verdict == Verdict::Verified;
    edit.reason = "what an iteration reads of '" + array.sourceName +
                  "' stays until the next but one: no barrier has to keep the next from it";
    return edit;
  }

  void take(RepairResult best) {
    if (!result_.edits.empty())
      result_.alternatives.insert(
          result_.alternatives.begin(),
          {result_.costAfter, result_.editWeight, result_.barriersOnHottestPath, result_.edits,
           "it takes no more shared memory"});
    result_.status = result_.before.verdict == Verdict::Verified ? RepairStatus::Improved
                                                                 : RepairStatus::Repaired;
    result_.costAfter = best.costAfter;
    result_.editWeight = best.editWeight;
    result_.lowerBound = best.lowerBound;
    result_.barriersOnHottestPath = best.barriersOnHottestPath;
    result_.optimal = best.optimal;
    result_.edits = std::move(best.edits);
    result_.kept = std::move(best.kept);
    result_.clauses = std::move(best.clauses);
    result_.certificate = std::move(best.certificate);
    result_.fixedProgram = std::move(best.fixedProgram);
  }

  const SearchInput& input_;
  const Body& written_;
  const Body& placed_;
  RepairResult& result_;
  VerifyOptions verifyOptions_;
  RepairOptions options_;
};

}  // namespace

void repairByDoubleBuffers(const SearchInput& input, const Body& written, const Body& placed,
                           RepairResult& result) {
  DoubleBuffering(input, written, placed, result).run();
}

}  // namespace barricade
