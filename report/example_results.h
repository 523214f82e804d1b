// Hand-made results that the tests of all reports render.
#pragma once

#include "finding/result.h"
#include "repair/result.h"

namespace barricade::example {

inline SourcePosition position(unsigned line, unsigned column) {
  return {"kernel.cu", "samples", line, column};
}

inline const Array& arrayV() {
  static const Array array = [] {
    Array result;
    result.space = AddressSpace::Global;
    result.sourceName = "v";
    return result;
  }();
  return array;
}

inline FindingPlace place(std::string kind, SourceChain chain, std::string x, std::string block) {
  FindingPlace result;
  result.location = std::move(chain);
  result.kind = std::move(kind);
  result.thread = ThreadId{{std::move(x), "0", "0"}, {std::move(block), "0", "0"}};
  return result;
}

// A read in a called function against a write in a loop, with a value that does not matter.
inline Finding race() {
  Finding finding;
  finding.kind = FindingKind::Race;
  finding.detail = "read-write";
  finding.array = &arrayV();
  finding.element = "v[5]";
  finding.offset = "5";
  finding.places.push_back(place("read", {position(3, 10), position(7, 11)}, "4", "1"));
  finding.places.push_back(place("write", {position(8, 5)}, "5", "1"));
  finding.places[1].iterations.push_back({position(6, 3), "2"});
  finding.values = {{"n", "64", true}, {"step", "1", true}, {"m", "0", false}};
  return finding;
}

inline Finding divergence() {
  Finding finding;
  finding.kind = FindingKind::Divergence;
  finding.places.push_back(place("barrier", {position(8, 5)}, "0", "0"));
  finding.places.push_back(place("barrier", {position(8, 5)}, "1", "0"));
  finding.places[1].reached = false;
  return finding;
}

inline VerificationResult refuted() {
  VerificationResult result;
  result.verdict = Verdict::Refuted;
  result.kernel = "shift";
  result.findings.push_back(race());
  result.notes.emplace_back("memory fences are ignored");
  return result;
}

inline RepairResult repaired() {
  RepairResult result;
  result.status = RepairStatus::Repaired;
  result.before = refuted();
  result.costBefore = 1;
  result.costAfter = 10;
  result.lowerBound = 10;
  result.optimal = true;
  RepairEdit add;
  add.location = {position(8, 5)};
  add.where = SitePlace::Before;
  add.insideLoop = position(6, 3);
  add.access = AccessKind::Write;
  add.insideStatement = true;
  add.fencesLocal = true;
  add.reason = "separates the read at kernel.cu:3 from the write at kernel.cu:8";
  RepairEdit remove;
  remove.action = RepairEdit::Action::Remove;
  remove.location = {position(4, 3), position(7, 11)};
  remove.where = SitePlace::At;
  remove.optional = true;
  result.edits = {add, remove};
  result.kept.push_back({BarrierScope::Grid, {position(9, 3)}, "a race on w"});
  return result;
}

}  // namespace barricade::example
