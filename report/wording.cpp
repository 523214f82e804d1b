#include "report/wording.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "report/source_files.h"

namespace barricade {

std::string enumerate(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

std::string enumerate(const std::vector<const Array*>& arrays) {
  std::vector<std::string> names;
  for (const Array* array : arrays) names.push_back(array->sourceName);
  return enumerate(names);
}

namespace {

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string calledFrom(const SourceChain& chain) {
  std::string text;
  for (std::size_t i = 1; i < chain.size(); ++i) {
    text += (i == 1 ? ", called from " : ", from ") + lineOf(chain[i]);
  }
  return text;
}

// Where an edit goes, with respect to the position that its `where` speaks of.
std::string placeOf(const RepairEdit& edit, bool withColumn) {
  if (edit.action == RepairEdit::Action::Hoist && isKnown(edit.location))
    return lineOf(edit.location.front());  // "from"
  const bool isOfLoop = edit.action == RepairEdit::Action::DoubleBuffer ||
                        (edit.action == RepairEdit::Action::UniformLoop && edit.branch.empty());
  if (isOfLoop && isKnown(edit.location)) return "in the loop at " + lineOf(edit.location.front());
  const std::string phrase = placeInWords(edit.where, edit.access, edit.arm, edit.insideStatement);
  withColumn = withColumn || (edit.insideStatement && edit.access);
  if (!isKnown(edit.location)) {
    return phrase + " an unknown source line";
  }
  const SourcePosition& place = edit.location.front();
  return phrase + " " + (withColumn ? place.toString() : lineOf(place)) + calledFrom(edit.location);
}

std::string reachOf(const RepairEdit& edit) {
  return "the whole " + std::string(toString(edit.reach));
}

// Of groups of copies: "all", "all but the last 2 groups".
std::string allBut(unsigned groups) {
  if (groups == 0) return "all";
  return "all but the last " + (groups == 1 ? "group" : plural(groups, "group"));
}

std::string memoryOf(const RepairEdit& edit) {
  if (edit.fencesLocal == edit.fencesGlobal) return "local and global memory";
  return edit.fencesLocal ? "local memory" : "global memory";
}

// What is done, to be followed by where.
std::string changeInWords(const RepairEdit& edit) {
  const std::string barrier = std::string(toString(edit.scope)) + " barrier";
  switch (edit.action) {
    case RepairEdit::Action::Add: return "add a " + barrier;
    case RepairEdit::Action::Remove: return "remove the " + barrier;
    case RepairEdit::Action::Weaken: return "weaken the block barrier to a " + barrier;
    case RepairEdit::Action::Strengthen:
      if (edit.groupsBefore > 0)
        return "wait for " + allBut(edit.groups) + ", no longer " + allBut(edit.groupsBefore) + ",";
      if (edit.ofFences) return "make the " + barrier + " one of " + memoryOf(edit);
      if (edit.operation.empty()) return "strengthen the warp barrier to a " + barrier;
      return edit.subject.empty() ? "make the " + edit.operation + " one of " + reachOf(edit)
                                  : "make " + edit.operation + " atomic for " + reachOf(edit);
    case RepairEdit::Action::Fence: return "add " + edit.operation + "()";
    case RepairEdit::Action::SplitBranch:
      return "split the branch in two, with a " + barrier + " between,";
    case RepairEdit::Action::PredicateReturn:
      return "make the early return a condition of what follows, with a " + barrier;
    case RepairEdit::Action::UniformLoop:
      return "make all threads iterate equally often" +
             (isKnown(edit.around)
                  ? ", those too that skip it by the branch at " + lineOf(edit.around.front())
                  : "") +
             (edit.branch.empty() ? isKnown(edit.around) ? "," : "" : ", with a " + barrier);
    case RepairEdit::Action::Atomic:
      return "make the update of " + edit.subject + " atomic with " + edit.operation;
    case RepairEdit::Action::Hoist: {
      const std::string before =
          isKnown(edit.destination) ? lineOf(edit.destination.front()) : "the access";
      return "move the wait for the copy up, to before " + before + ", from";
    }
    case RepairEdit::Action::Wait:
      return "add a wait for " + allBut(edit.groups) + (edit.groups == 0 ? " groups" : "") +
             " of copies";
    case RepairEdit::Action::Commit: return "commit the copies, for the wait to be for them,";
    case RepairEdit::Action::SplitLaunch: return "end the launch, and begin a second one,";
    case RepairEdit::Action::DoubleBuffer:
      return "keep two copies of " + edit.subject + " by turns (" + plural(edit.bytes, "byte") +
             " more of shared memory)";
  }
  return "";
}

std::string describe(const RepairEdit& edit, bool withColumn) {
  std::vector<std::string> places{placeOf(edit, withColumn)};
  for (const PlaceInArm& other : edit.joined)
    if (isKnown(other.location))
      places.push_back(
          (other.where == SitePlace::At
               ? "in place of the one at"
               : placeInWords(other.where, other.access, other.arm, other.insideStatement)) +
          (" " + lineOf(other.location.front())));
  std::string text = changeInWords(edit) + " " + enumerate(places);
  // An edit at the start or end of a loop's body says so already.
  bool saysLoop = edit.where == SitePlace::LoopStart || edit.where == SitePlace::LoopEnd;
  if (edit.insideLoop && edit.insideLoop->isKnown() && !saysLoop) {
    bool sameFile = !edit.location.empty() && edit.location.front().file == edit.insideLoop->file;
    text +=
        " (inside the loop at " +
        (sameFile ? "line " + std::to_string(edit.insideLoop->line) : lineOf(*edit.insideLoop)) +
        ")";
  }
  return text;
}

// Where two atomics race the scopes are the reason; elsewhere the usual one goes without saying.
bool saysScope(const Finding& finding, const FindingPlace& place) {
  return place.scope && (*place.scope != Scope::Device || finding.detail == "atomic-atomic");
}

// What the finding is, of what.
std::string subject(const Finding& finding) {
  std::string where = finding.element;
  if (where.empty() && finding.array != nullptr) where = finding.array->sourceName;
  switch (finding.kind) {
    case FindingKind::Race: {
      std::string text = finding.confirmation.isConfirmed() ? "" : "possible ";
      text += finding.detail.empty() ? "race" : finding.detail + " race";
      if (!where.empty()) text += " on " + where;
      if (finding.interGroup) text += " between blocks";
      return finding.lostUpdate ? text + " (lost update)" : text;
    }
    case FindingKind::Divergence:
      return finding.message.empty() ? "barrier divergence" : finding.message;
    case FindingKind::Assertion:
    case FindingKind::Invariant:
    case FindingKind::Precondition:
    case FindingKind::Postcondition:
    case FindingKind::Bounds:
    case FindingKind::ConstantWrite:
    case FindingKind::NullPointer:
    case FindingKind::BarrierInvariant:
    case FindingKind::Async:
    case FindingKind::Synchronization:
    case FindingKind::Uninitialized:
    case FindingKind::Overflow:
    case FindingKind::Misaligned:
    case FindingKind::SharedMemory: break;
  }
  if (!finding.message.empty()) return finding.message;
  return std::string(toString(finding.kind)) + (where.empty() ? "" : " on " + where);
}

// Whether one barrier stands between the halves of several arms, which may be cut in other places.
bool cutsSeveralArms(const RepairResult& result) {
  return std::ranges::any_of(result.edits,
                             [](const RepairEdit& edit) { return !edit.joined.empty(); });
}

}  // namespace

std::string coordinates(const std::array<std::string, 3>& id) {
  return "(" + id[0] + "," + id[1] + "," + id[2] + ")";
}

std::string describe(const ThreadId& thread) {
  return "thread " + coordinates(thread.local) + " of block " + coordinates(thread.group);
}

std::string headline(const Finding& finding) {
  const std::string text = subject(finding);
  if (!finding.overflow) return text;
  return text + (finding.overflow->needed ? ", only if " : ", where ") + finding.overflow->what +
         " wraps around";
}

std::string describePlace(const Finding& finding, std::size_t index) {
  const FindingPlace& place = finding.places[index];
  if (finding.kind == FindingKind::Divergence) {
    if (!place.thread) return "";
    std::string_view reaches = index == 0 ? " reaches it" : " reaches this barrier";
    return describe(*place.thread) + std::string(place.reached ? reaches : " does not reach it");
  }
  std::string text = place.kind;
  if (finding.kind == FindingKind::Race && index > 0) {
    text = "conflicting " + text;
  }
  if (!place.thread) return index == 0 ? "" : text;
  std::string_view by = finding.kind == FindingKind::Race || place.kind == "read" ||
                                place.kind == "write" || place.kind == "atomic"
                            ? " by "
                            : " for ";
  if (text.ends_with("atomic")) text += " access";
  if (saysScope(finding, place)) text += " of " + std::string(toString(*place.scope)) + " scope";
  return text + std::string(by) + describe(*place.thread);
}

std::string describeIteration(const FindingPlace& place, const LoopIteration& iteration) {
  // The solver may choose any number for an iteration that nothing counts.
  constexpr std::size_t digitsThatSaySomething = 9;
  if (iteration.iteration.size() > digitsThatSaySomething)
    return "the " + place.kind + " is in a later iteration of this loop";
  return "the " + place.kind + " is in iteration " + iteration.iteration +
         " of this loop, counted from 0";
}

std::string describeValues(const Finding& finding) {
  constexpr std::size_t digitsOfNoRealSize = 9;
  std::vector<std::string> relevant;
  std::vector<std::string> irrelevant;
  bool unlikely = false;
  bool hasAnySize = false;
  for (const NamedValue& value : finding.values) {
    if (value.relevant) {
      unlikely = unlikely || value.value.size() >= digitsOfNoRealSize;
      relevant.push_back(value.name + " = " + value.value);
    } else if (value.isSize) {
      hasAnySize = true;
    } else {
      irrelevant.push_back(value.name);
    }
  }
  std::string text = relevant.empty() ? "" : "with " + enumerate(relevant);
  if (unlikely) text += " (--kernel-args, sizes and preconditions exclude values nobody passes)";
  if (hasAnySize)
    text += (text.empty() ? "" : ", ") + std::string("in any launch with these threads");
  if (irrelevant.empty()) return text;
  if (!text.empty()) text += "; ";
  return text + (irrelevant.size() == 1 ? "the value of " : "the values of ") +
         enumerate(irrelevant) + (irrelevant.size() == 1 ? " does" : " do") + " not matter";
}

std::string describeConfirmation(const Finding& finding) {
  const std::string& reason = finding.confirmation.reason();
  if (!finding.confirmation.isConfirmed()) return "possible: " + reason;
  return reason.empty() ? "confirmed by running the kernel" : "confirmed: " + reason;
}

std::vector<std::string> describe(const std::vector<RepairEdit>& edits) {
  std::map<std::string, unsigned> uses;
  for (const RepairEdit& edit : edits) ++uses[describe(edit, false)];
  std::vector<std::string> texts;
  texts.reserve(edits.size());
  for (const RepairEdit& edit : edits)
    texts.push_back(describe(edit, uses[describe(edit, false)] > 1));
  return texts;
}

std::string describe(const KeptBarrier& kept) {
  std::string place = !isKnown(kept.location)
                          ? "at an unknown source line"
                          : "at " + lineOf(kept.location.front()) + calledFrom(kept.location);
  return "keep the " + std::string(toString(kept.scope)) + " barrier " + place;
}

std::string inOrder(const std::string& array) {
  return "0 <= " + array + "[i] <= " + array + "[i + 1]";
}

std::string areDistinct(const std::string& array) {
  return "no two elements of " + array + " are equal";
}

std::string isHandedOutOnce(const std::string& counters) {
  return "no number is taken twice from " + counters;
}

std::string beginRanges(const std::string& array) {
  return "no two ranges that begin at elements of " + array + " overlap";
}

std::string isNatural(const std::string& array, unsigned width) {
  return "0 <= " + array + "[i] <= " + BigInt((BigInt(1) << (width - 1)) - 1).str();
}

std::string isWithin(const std::string& counters, const BigInt& most) {
  return "no count in " + counters + " goes beyond " + most.str();
}

std::string isNever(const std::string& array, const BigInt& value) {
  return array + "[i] != " + value.str();
}

std::string headline(const Condition& condition) {
  bool races = true;
  for (const ConditionClause& clause : condition.clauses)
    for (const Finding& finding : clause.excluded)
      races = races && finding.kind == FindingKind::Race;
  std::string text = races ? "race-free" : "correct";
  std::string where;
  for (const std::string& array : condition.ordered)
    where += (where.empty() ? "" : ", ") + inOrder(array);
  for (const std::string& array : condition.distinct)
    where += (where.empty() ? "" : ", ") + areDistinct(array);
  for (const std::string& contents : condition.contents)
    where += (where.empty() ? "" : ", ") + contents;
  if (condition.assumesNoOverflow)
    where += std::string(where.empty() ? "" : " and ") + "no arithmetic wraps around";
  if (condition.text != "1")
    text += (condition.exact ? " exactly when " : " when ") + condition.text +
            (where.empty() ? "" : ",");
  return text + (where.empty() ? "" : " where " + where);
}

std::string describe(const Equivalence& equivalence) {
  const std::string name = "'" + equivalence.reference + "'";
  if (equivalence.isRefuted) return "not equivalent to " + name;
  if (equivalence.runs == 0)
    return "not compared with " + name +
           (equivalence.reason.empty() ? "" : " (" + equivalence.reason + ")");
  return "equal to " + name + (equivalence.rounded ? " but for rounding" : "") + " in " +
         plural(equivalence.runs, "run") + " of up to " + plural(equivalence.elements, "element") +
         " (bounded, not proven)";
}

std::string describeValues(const LaunchValues& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i == 0                   ? ""
             : i + 1 == values.size() ? " and "
                                      : ", ") +
            values[i].name + " = " + values[i].value;
  return text;
}

std::string headline(const RepairResult& result) {
  std::string cost =
      result.costBefore == result.costAfter
          ? "cost " + formatNumber(result.costAfter)
          : "cost " + formatNumber(result.costBefore) + " -> " + formatNumber(result.costAfter);
  if (result.optimal) {
    cost += result.leastSplit         ? ", proven minimal among splits of one branch"
            : cutsSeveralArms(result) ? ", barriers proven minimal for this cut of the branch"
            : result.editWeight > 0   ? ", barriers proven minimal"
                                      : ", proven minimal";
  } else if (result.lowerBound > 0) {
    cost += ", at least " + formatNumber(result.lowerBound) + " is needed";
  }
  if (result.findingsLeft > 0)
    cost += "; " + plural(result.findingsLeft, "finding") +
            (result.findingsLeft == 1 ? " stays" : " stay");
  std::string edits = plural(result.edits.size(), "edit");
  switch (result.status) {
    case RepairStatus::Unchanged: return "nothing to repair: " + cost;
    case RepairStatus::Repaired: return "repaired with " + edits + ": " + cost;
    case RepairStatus::Improved: return "correct, and improved with " + edits + ": " + cost;
    case RepairStatus::Unrepairable: return "cannot be repaired with barriers";
    case RepairStatus::Undecided:
      return result.edits.empty() ? "undecided"
                                  : "undecided; best so far has " + edits + ": " + cost;
    case RepairStatus::NotApplicable: return "not a matter of barriers";
  }
  return "";
}

std::string linesInWords(unsigned lines) {
  return plural(lines, "line") + " changed";
}

std::string figuresOf(const AlternativeRepair& repair) {
  return "barriers cost " + formatNumber(repair.costAfter) +
         (repair.editWeight > 0 ? ", other edits " + formatNumber(repair.editWeight) : "") + ", " +
         plural(repair.barriersOnHottestPath, "barrier") + " on the hottest path";
}

std::string formatNumber(double number) {
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  return error == std::errc() ? std::string(buffer, end) : "?";
}

}  // namespace barricade
