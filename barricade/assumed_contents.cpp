#include "barricade/assumed_contents.h"

#include <algorithm>

#include "analysis/atomic_results.h"
#include "analysis/claimed_contents.h"
#include "analysis/slice.h"
#include "ir/index_arrays.h"
#include "ir/row_offsets.h"
#include "ir/semantics.h"
#include "ir/uses.h"
#include "ir/walk.h"
#include "report/wording.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

using Assumptions = std::vector<Assumption>;

constexpr unsigned mayHaveSign = 32;  // bits: narrower elements are made wider, with a sign or not

Assumptions allOf(Assumption::Kind kind, const std::vector<const Array*>& arrays) {
  Assumptions assumptions;
  for (const Array* array : arrays) assumptions.push_back({kind, array});
  return assumptions;
}

// Counters: as a rule what they give are places in lists. `several`: those of several counts.
std::vector<const Array*> countersOf(const Procedure& procedure, bool several) {
  std::vector<const Array*> counters;
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      const Call* call = statement.as<Call>();
      const Array* counter = call ? counterOf(*call) : nullptr;
      if (counter && !(several && call->args[1]->isLiteral()) &&
          std::ranges::find(counters, counter) == counters.end())
        counters.push_back(counter);
    }
  return counters;
}

// Whether it has a quotient or a remainder that another sign makes negative, as `key % bins`.
bool dividesNumbersWithSigns(const Procedure& kernel) {
  bool divides = false;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachExpression(statement, [&](Expr e) {
        divides = divides || anyNode(e, [](Expr part) {
                    return part->op() == Op::BvSDiv || part->op() == Op::BvSRem;
                  });
      });
  return divides;
}

void assume(VerifyOptions& options, const Assumptions& assumptions) {
  for (const auto& [kind, array, value] : assumptions) switch (kind) {
      case Assumption::Kind::Ordered: options.assumesRows = true; [[fallthrough]];
      case Assumption::Kind::Counting: options.ordered.push_back(array->variable); break;
      case Assumption::Kind::Distinct:
      case Assumption::Kind::HandedOut: options.distinct.push_back(array->variable); break;
      case Assumption::Kind::Natural: options.naturals.push_back(array->variable); break;
      case Assumption::Kind::Begins: options.begins.push_back(array->variable); break;
      case Assumption::Kind::Within: options.limits.push_back({array->variable, value}); break;
      case Assumption::Kind::Never: options.excluded.push_back({array->variable, value}); break;
    }
}

// Says of a result that it is right as far as these hold.
void addTo(VerificationResult& result, const Assumptions& assumptions) {
  for (const auto& [kind, array, value] : assumptions) {
    if (kind == Assumption::Kind::Counting) {
      result.notes.push_back("assumes that no count in " + array->sourceName + " becomes negative");
      continue;
    }
    result.verdict = Verdict::Conditional;
    if (!result.condition) result.condition.emplace().text = "1";
    switch (kind) {
      case Assumption::Kind::Ordered: result.condition->ordered.push_back(array->sourceName); break;
      case Assumption::Kind::Distinct:
        result.condition->distinct.push_back(array->sourceName);
        break;
      case Assumption::Kind::HandedOut:
        result.condition->contents.push_back(isHandedOutOnce(array->sourceName));
        break;
      case Assumption::Kind::Natural:
        result.condition->contents.push_back(isNatural(array->sourceName, array->elementWidth));
        break;
      case Assumption::Kind::Begins:
        result.condition->contents.push_back(beginRanges(array->sourceName));
        break;
      case Assumption::Kind::Within:
        result.condition->contents.push_back(isWithin(array->sourceName, value));
        break;
      case Assumption::Kind::Never:
        result.condition->contents.push_back(
            isNever(array->sourceName, toSigned(value, array->elementWidth)));
        break;
      case Assumption::Kind::Counting: break;
    }
  }
}

// Counts that say where in the rows of an array something is stored: that they stay within these,
// the longest rows that there may be first. Where the kernel tests a count it may go beyond.
std::vector<Assumptions> countsWithinRows(const Procedure& kernel, const Variable* array) {
  constexpr std::size_t mostLengths = 3;
  const std::set<const Variable*> places = indexArraysAndCounters(kernel, array);
  std::vector<const Array*> counters = countersOf(kernel, true);
  const std::set<const Variable*> tested = countArraysAndCounters(kernel);
  std::erase_if(counters, [&](const Array* one) {
    return !places.contains(one->variable) || tested.contains(one->variable);
  });
  std::vector<Assumptions> found;
  if (counters.empty()) return found;
  const std::set<BigInt> lengths = rowLengths(kernel, array);
  for (auto length = lengths.rbegin(); length != lengths.rend() && found.size() < mostLengths;
       ++length) {
    Assumptions& within = found.emplace_back();
    for (const Array* counter : counters)
      within.push_back({Assumption::Kind::Within, counter, *length});
  }
  return found;
}

// What a condition demands of contents.
std::vector<std::string> textsOf(const Condition& condition) {
  std::vector<std::string> texts = condition.contents;
  for (const std::string& array : condition.ordered) texts.push_back(inOrder(array));
  for (const std::string& array : condition.distinct) texts.push_back(areDistinct(array));
  return texts;
}

// Whether it fails in the first iterations of loops already, which is found out soon.
bool failsSoon(Program& program, const Prepared& prepared, VerifyOptions options) {
  constexpr double seconds = 2;  // of the processor
  if (options.loopUnwind > 0) return false;
  options.loopUnwind = 1;
  options.confirm = nullptr;
  options.processorTimeout = seconds;
  return verify(program, prepared, options).verdict == Verdict::Refuted;
}

std::optional<VerificationResult> verifyWith(const Assumptions& assumptions, Program& program,
                                             const Prepared& prepared, VerifyOptions options) {
  assume(options, assumptions);
  if (failsSoon(program, prepared, options)) return std::nullopt;
  VerificationResult result = verify(program, prepared, options);
  if (result.verdict != Verdict::Verified && result.verdict != Verdict::Conditional)
    return std::nullopt;
  addTo(result, assumptions);
  return result;
}

VerifyOptions optionsOfAssumptions(VerifyOptions options, const Deadline& deadline) {
  constexpr double seconds = 10;  // of the processor
  options.established = nullptr;
  options.described = nullptr;
  options.probe = nullptr;  // these runs take any contents
  options.comeUpon = nullptr;
  options.timeout = deadline.slice(0);
  options.processorTimeout = deadline.processorSlice(seconds);
  return options;
}

}  // namespace

std::optional<VerificationResult> verifyWithFewest(Assumptions& assumed, Program& program,
                                                   const Prepared& prepared,
                                                   const VerifyOptions& options) {
  if (assumed.empty()) return std::nullopt;
  std::optional<VerificationResult> found = verifyWith(assumed, program, prepared, options);
  for (std::size_t i = 0; found && assumed.size() > 1 && i < assumed.size();) {
    Assumptions fewer = assumed;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (auto better = verifyWith(fewer, program, prepared, options)) {
      found = std::move(better);
      assumed = std::move(fewer);
    } else {
      ++i;
    }
  }
  return found;
}

ArraysToAssume::ArraysToAssume(const Program& program, const Prepared& prepared) {
  if (!prepared.procedure || program.mathInt) return;
  const Procedure& kernel = *prepared.procedure;
  rows_ = allOf(Assumption::Kind::Ordered, rowOffsets(program, kernel));
  // What decides nothing need not be in order.
  const Slice slice = findSlice(kernel, ControlFlow(kernel), {});
  std::erase_if(
      rows_, [&](const Assumption& row) { return !slice.control.contains(row.array->variable); });
  counters_ = allOf(Assumption::Kind::Counting, countersOf(kernel, false));
  if (dividesNumbersWithSigns(kernel))
    naturals_ = allOf(Assumption::Kind::Natural, givenIndexArrays(program, kernel));
  std::erase_if(naturals_,
                [](const Assumption& one) { return one.array->elementWidth < mayHaveSign; });
  places_ = allOf(Assumption::Kind::Distinct, givenIndexArrays(program, kernel));
  for (const Array* counter : countersOf(kernel, true))
    if (hasContentsOfProgram(*counter)) places_.push_back({Assumption::Kind::HandedOut, counter});
  for (const auto& [array, value] : claimedContents(program, kernel))
    claimed_.push_back({Assumption::Kind::Never, array->array, value});
}

bool ArraysToAssume::empty() const {
  return rows_.empty() && counters_.empty() && naturals_.empty() && places_.empty() &&
         claimed_.empty();
}

std::optional<VerificationResult> ArraysToAssume::verifyCounts(Program& program,
                                                               const Prepared& prepared,
                                                               const VerifyOptions& options,
                                                               const Deadline& deadline) const {
  Assumptions assumed = counters_;
  auto result =
      verifyWithFewest(assumed, program, prepared, optionsOfAssumptions(options, deadline));
  return result && result->verdict == Verdict::Verified ? result : std::nullopt;
}

std::optional<VerificationResult> ArraysToAssume::verify(VerificationResult& first, bool ofAny,
                                                         Program& program, const Prepared& prepared,
                                                         VerifyOptions options,
                                                         const Deadline& deadline) const {
  constexpr double ofPlaces = 8;  // seconds of the processor
  const Finding& race = first.findings.front();
  const Array* racing = race.array;
  options = optionsOfAssumptions(options, deadline);
  auto verifyThese = [&](Assumptions& assumed) -> std::optional<VerificationResult> {
    auto result = verifyWithFewest(assumed, program, prepared, options);
    if (result && result->condition)
      for (const std::string& text : textsOf(*result->condition))
        result->condition->clauses.push_back({text, first.findings});
    return result;
  };
  auto heldInRun = [&](const Assumption& row) {
    return std::ranges::count(race.witness.ordered, row.array->variable) > 0;
  };
  for (Assumptions assumed : {counters_, claimed_, naturals_})
    if (auto result = verifyThese(assumed)) return result;
  if (Assumptions assumed = rows_; !std::ranges::all_of(rows_, heldInRun))
    if (auto result = verifyThese(assumed)) return result;
  // What is read, changed and stored is seldom meant to be of one thread: a histogram.
  if (race.lostUpdate || !racing) return std::nullopt;
  for (Assumptions& assumed : countsWithinRows(*prepared.procedure, racing->variable))
    if (auto result = verifyThese(assumed)) return result;
  options.confirm = nullptr;
  options.processorTimeout = deadline.processorSlice(ofPlaces);
  // Those that say where threads store there suffice as a rule.
  const std::set<const Variable*> indices = indexArrays(*prepared.procedure, racing->variable);
  Assumptions places = places_;
  std::erase_if(places, [&](const Assumption& place) {
    return place.kind == Assumption::Kind::Distinct && !indices.contains(place.array->variable);
  });
  auto result = verifyThese(places);
  if (!result && places.size() < places_.size()) result = verifyThese(places = places_);
  if (!result) {
    places.clear();
    for (const Assumption& place : places_)
      if (place.kind == Assumption::Kind::Distinct && indices.contains(place.array->variable))
        places.push_back({Assumption::Kind::Begins, place.array});
    result = verifyThese(places);
  }
  const bool isCondition = ofAny || std::ranges::all_of(places, [](const Assumption& place) {
                             return hasContentsOfProgram(*place.array);
                           });
  if (result && isCondition && isOnlyStored(*prepared.procedure, racing->variable)) return result;
  if (result)
    first.notes.push_back("right where " + enumerate(textsOf(*result->condition)));
  else if (const auto given = givenIndexArrays(program, *prepared.procedure, racing->variable);
           !given.empty() && race.confirmation.isConfirmed())
    first.notes.push_back("which elements of " + racing->sourceName +
                          " threads use hangs on what they are given in " + enumerate(given) +
                          ", which is taken to be anything");
  return std::nullopt;
}

}  // namespace barricade
