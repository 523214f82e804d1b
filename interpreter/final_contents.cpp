#include "interpreter/final_contents.h"

#include <algorithm>

#include "interpreter/evaluate.h"
#include "ir/launch_postcondition.h"
#include "ir/walk.h"

namespace barricade {
namespace {

// Longer ranges are checked so far; where every element is alike, what comes after is, too.
constexpr std::uint64_t mostElements = 1u << 16;

class FinalContents {
 public:
  FinalContents(const Launch& launch, const RunOptions& options, const RunResult& result)
      : launch_(launch),
        seed_(options.seed),
        evaluator_([this](const Variable* v) { return valueOf(v); },
                   [this](const Variable* a, const BigInt& i) { return element(a, i); },
                   options.seed) {
    evaluator_.readBefore([this](const Variable* a, const BigInt& i) { return before(a, i); });
    for (const ArrayAfterwards& array : result.arrays)
      if (array.array && !array.group) after_[array.array->variable] = &array.elements;
  }

  // The first index of which it does not hold; nothing also where it cannot be told.
  std::optional<BigInt> violation(const LaunchPostcondition& ensured) {
    const unsigned width = widthOf(ensured.index->type);
    auto bound = [&](Expr e) {
      std::optional<BigInt> value = evaluator_.evaluate(e);
      if (value && ensured.isSigned) value = signedValue(*value, width);
      return value;
    };
    const auto low = bound(ensured.low);
    const auto high = bound(ensured.high);
    if (!low || !high) return std::nullopt;
    const BigInt end = *high + (ensured.highIncluded ? 1 : 0);
    BigInt i = *low + (ensured.lowIncluded ? 0 : 1);
    for (std::uint64_t count = 0; i < end && count < mostElements; ++i, ++count) {
      index_ = {ensured.index, truncateTo(i, width)};
      const auto holds = evaluator_.evaluate(ensured.condition);
      if (holds && *holds == 0) return index_.second;
    }
    return std::nullopt;
  }

  // With the index of the last violation.
  std::optional<BigInt> valueOf(Expr e) { return evaluator_.evaluate(e); }

 private:
  std::optional<BigInt> valueOf(const Variable* v) const {
    if (v == index_.first) return index_.second;
    const auto found = launch_.values.find(v);
    if (v->isThreadId() || found == launch_.values.end()) return std::nullopt;
    return found->second;
  }

  std::optional<BigInt> before(const Variable* array, const BigInt& index) const {
    if (!array->array || array->array->space == AddressSpace::GroupShared ||
        array->array->space == AddressSpace::Private || index < 0 || index > BigInt(~0ull))
      return std::nullopt;
    return launch_.contentsOf(array).element(static_cast<std::uint64_t>(index),
                                             widthOf(array->type->range()));
  }

  std::optional<BigInt> element(const Variable* array, const BigInt& index) const {
    const auto untouched = before(array, index);
    const auto touched = after_.find(array);
    if (!untouched || touched == after_.end()) return untouched;
    const auto value = touched->second->find(static_cast<std::uint64_t>(index));
    return value == touched->second->end() ? untouched : std::optional(value->second);
  }

  const Launch& launch_;
  std::uint64_t seed_;
  Evaluator evaluator_;
  std::map<const Variable*, const std::map<std::uint64_t, BigInt>*> after_;
  std::pair<const Variable*, BigInt> index_;
};

// Of an array that may have changed, the first element that the condition reads.
const ExprNode* firstRead(Expr condition) {
  Expr found = nullptr;
  forEachNodeWhile({condition}, [&](Expr e) {
    if (!found && e->op() == Op::Select && e->arg(0)->op() == Op::Variable &&
        e->arg(0)->variable()->array)
      found = e;
    return !found && e->op() != Op::Old;
  });
  return found;
}

RunFinding describe(const Program& program, const LaunchPostcondition& ensured,
                    FinalContents& contents, const BigInt& index) {
  const Specification& specification = *ensured.specification;
  RunFinding finding;
  finding.kind = FindingKind::Postcondition;
  RunPlace place;
  place.kind = "assertion";
  place.location = specification.location;
  place.chain = program.sources.chain(specification.location);
  if (place.chain.empty())
    place.chain = {{program.fileName, "", specification.text.line, specification.text.column}};
  finding.places.push_back(std::move(place));
  const unsigned width = widthOf(ensured.index->type);
  const BigInt shown = ensured.isSigned ? signedValue(index, width) : index;
  finding.message = "what the kernel ensures does not hold for index " + shown.str();
  if (const Expr read = firstRead(ensured.condition)) {
    finding.array = read->arg(0)->variable()->array;
    finding.offset = contents.valueOf(read->arg(1));
    const auto value = contents.valueOf(read);
    if (finding.offset && value) {
      finding.places.front().value = value;
      finding.message += ": " + finding.array->sourceName + "[" + finding.offset->str() + "] is " +
                         value->str() + " when all threads have ended";
    }
  }
  return finding;
}

}  // namespace

void checkFinalContents(const Program& program, const Procedure& kernel, const Launch& launch,
                        const RunOptions& options, RunResult& result) {
  // Where threads are missing, race or diverge, what memory holds in the end is not known.
  const bool isFinal = result.status == RunStatus::Finished && !options.selected &&
                       std::ranges::none_of(result.findings, [](const RunFinding& finding) {
                         return finding.kind == FindingKind::Race ||
                                finding.kind == FindingKind::Divergence ||
                                finding.kind == FindingKind::Synchronization;
                       });
  if (!isFinal) return;
  FinalContents contents(launch, options, result);
  for (const Specification& specification : kernel.specifications) {
    if (!isLaunchPostcondition(specification) || specification.free) continue;
    const auto read = readLaunchPostcondition(program.pool(), specification);
    const auto* ensured = std::get_if<LaunchPostcondition>(&read);
    if (!ensured) continue;
    try {
      if (const auto index = contents.violation(*ensured))
        result.findings.push_back(describe(program, *ensured, contents, *index));
    } catch (const NotEvaluable& problem) {
      result.notes.push_back(
          "what the kernel ensures of final contents was not looked at: it "
          "speaks of " +
          problem.what);
    }
  }
}

}  // namespace barricade
