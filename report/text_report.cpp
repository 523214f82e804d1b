#include "report/text_report.h"

#include <cstdio>

#include "report/wording.h"

namespace barricade {

namespace {

class TextWriter {
 public:
  explicit TextWriter(const ReportContext& context) : context_(context) {}

  std::string take() { return std::move(text_); }

  // "file:line:col: error: message" with the source line and a caret; a position that is not
  // known is replaced by the input.
  void diagnostic(const SourcePosition* position, std::string_view severity,
                  const std::string& message) {
    bool located = position != nullptr && position->isKnown();
    text_ += paint(bold, (located ? position->toString() : context_.input) + ":");
    text_ += " " + paint(colorOf(severity), std::string(severity) + ":");
    text_ += " " + (severity == "error" ? paint(bold, message) : message) + "\n";
    if (located) excerpt(*position);
  }

  void note(const SourcePosition* position, const std::string& message) {
    if (!message.empty()) diagnostic(position, "note", message);
  }

  void line(const std::string& text) { text_ += text + "\n"; }

  std::string paint(std::string_view code, const std::string& text) const {
    if (!context_.color) return text;
    return "\033[" + std::string(code) + "m" + text + "\033[0m";
  }

  static constexpr std::string_view bold = "1";
  static constexpr std::string_view green = "1;32";
  static constexpr std::string_view red = "1;31";
  static constexpr std::string_view yellow = "1;33";

 private:
  static std::string_view colorOf(std::string_view severity) {
    return severity == "error" ? red : severity == "warning" ? yellow : "1;36";
  }

  void excerpt(const SourcePosition& position) {
    auto source = context_.sources.line(position);
    if (!source) return;
    text_ += "  " + *source + "\n";
    if (position.column == 0 || position.column > source->size() + 1) return;
    // Tabs stay tabs, and a character of several bytes (UTF-8) is one, so that the caret stands
    // under its character.
    std::string indent;
    for (char c : source->substr(0, position.column - 1)) {
      const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
      if (!continues) indent += c == '\t' ? '\t' : ' ';
    }
    text_ += "  " + indent + paint(green, "^") + "\n";
  }

  const ReportContext& context_;
  std::string text_;
};

const SourcePosition* positionOf(const SourceChain& chain) {
  return chain.empty() ? nullptr : &chain.front();
}

void writePlaceDetails(TextWriter& out, const FindingPlace& place) {
  for (std::size_t i = 1; i < place.location.size(); ++i) {
    out.note(&place.location[i], "called from here");
  }
  for (const LoopIteration& iteration : place.iterations) {
    out.note(&iteration.loop, describeIteration(place, iteration));
  }
}

void writeFinding(TextWriter& out, const Finding& finding) {
  std::string message = headline(finding);
  std::string rule = " [" + std::string(toString(finding.kind)) + "]";
  if (finding.places.empty()) {
    out.diagnostic(nullptr, "error", message + rule);
  }
  for (std::size_t i = 0; i < finding.places.size(); ++i) {
    const FindingPlace& place = finding.places[i];
    std::string role = describePlace(finding, i);
    if (i == 0) {
      out.diagnostic(positionOf(place.location), "error",
                     message + (role.empty() ? "" : ": " + role) + rule);
    } else {
      out.note(positionOf(place.location), role);
    }
    writePlaceDetails(out, place);
  }
  if (!finding.unordered.empty())
    out.note(positionOf(finding.unorderedPlace), "not ordered: " + finding.unordered);
  out.note(nullptr, describeValues(finding));
  out.note(positionOf(finding.confirmation.place()), describeConfirmation(finding));
}

// Each clause with an example of what happens without it, and two launches.
void writeCondition(TextWriter& out, const Condition& condition) {
  for (const ConditionClause& clause : condition.clauses) {
    if (clause.excluded.empty()) continue;
    const Finding& finding = clause.excluded.front();
    for (std::size_t i = 0; i < finding.places.size(); ++i) {
      const std::string role = describePlace(finding, i);
      const std::string what = "unless " + clause.text + ": " + headline(finding);
      out.note(positionOf(finding.places[i].location),
               i > 0 ? role : what + (role.empty() ? "" : ": " + role));
      writePlaceDetails(out, finding.places[i]);
    }
    out.note(positionOf(finding.confirmation.place()), describeConfirmation(finding));
  }
  if (!condition.bad.empty()) out.note(nullptr, "goes wrong with " + describeValues(condition.bad));
  if (!condition.good.empty()) out.note(nullptr, "is right with " + describeValues(condition.good));
}

void writeNotes(TextWriter& out, const VerificationResult& result) {
  for (const std::string& reason : result.undecided) out.diagnostic(nullptr, "warning", reason);
  for (const std::string& note : result.notes) out.note(nullptr, note);
}

std::string kernelPrefix(const ReportContext& context, const std::string& kernel) {
  return context.input + ": " + (kernel.empty() ? "" : "kernel '" + kernel + "': ");
}

std::string_view verdictColor(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified: return TextWriter::green;
    case Verdict::Conditional:
    case Verdict::Undecided: return TextWriter::yellow;
    case Verdict::Refuted:
    case Verdict::Rejected: break;
  }
  return TextWriter::red;
}

// What the other repairs of a kernel would be in the source, as far as that is known.
std::vector<const AlternativePatch*> patchesOf(const std::string& kernel, const Patch* patch) {
  std::vector<const AlternativePatch*> found;
  if (patch)
    for (const AlternativePatch& other : patch->alternatives)
      if (other.kernel == kernel) found.push_back(&other);
  return found;
}

void writeAlternatives(TextWriter& out, const RepairResult& result, const Patch* patch) {
  const auto patches = patchesOf(result.before.kernel, patch);
  for (std::size_t i = 0; i < result.alternatives.size(); ++i) {
    const AlternativeRepair& other = result.alternatives[i];
    std::string text;
    for (const std::string& edit : describe(other.edits)) text += (text.empty() ? "" : "; ") + edit;
    out.line("  or: " + text);
    const AlternativePatch* written = i < patches.size() ? patches[i] : nullptr;
    out.line("      " + other.reason + ": " + figuresOf(other) +
             (written && written->linesChanged ? ", " + linesInWords(*written->linesChanged)
              : written                        ? ", no patch (" + written->reason + ")"
                                               : ""));
  }
}

void writeEdits(TextWriter& out, const RepairResult& result) {
  const std::vector<std::string> texts = describe(result.edits);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const RepairEdit& edit = result.edits[i];
    out.line("  " + texts[i] + (edit.optional ? " [improvement]" : ""));
    if (!edit.reason.empty()) out.line("      " + edit.reason);
  }
  for (const KeptBarrier& kept : result.kept) {
    out.line("  " + describe(kept));
    if (!kept.prevents.empty()) out.line("      it prevents: " + kept.prevents);
  }
  for (const std::string& line : result.explanation) out.line("  " + line);
  for (const std::string& clause : result.clauses) out.line("  clause: " + clause);
}

}  // namespace

std::string adviceText(const SourceChain& place, const std::string& message,
                       const std::string& detail, const ReportContext& context) {
  TextWriter out(context);
  out.diagnostic(positionOf(place), "advice", message);
  for (std::size_t i = 1; i < place.size(); ++i) out.note(&place[i], "called from here");
  out.line("  " + detail);
  return out.take();
}

std::string findingText(const Finding& finding, const ReportContext& context) {
  TextWriter out(context);
  writeFinding(out, finding);
  return out.take();
}

std::string findingsText(const VerificationResult& result, const ReportContext& context) {
  std::string text;
  for (const Finding& finding : result.findings) text += findingText(finding, context);
  return text;
}

std::string closingText(const VerificationResult& result, const ReportContext& context) {
  TextWriter out(context);
  if (result.condition) writeCondition(out, *result.condition);
  writeNotes(out, result);
  std::string verdict(toString(result.verdict));
  if (result.condition) verdict += ", " + headline(*result.condition);
  if (result.equivalence) verdict += ", " + describe(*result.equivalence);
  if (!result.findings.empty()) {
    std::size_t count = result.findings.size();
    verdict += ", " + std::to_string(count) + (count == 1 ? " finding" : " findings");
  }
  out.line(kernelPrefix(context, result.kernel) + out.paint(verdictColor(result.verdict), verdict));
  return out.take();
}

std::string closingText(const RepairResult& result, const ReportContext& context) {
  TextWriter out(context);
  writeNotes(out, result.before);
  bool good = result.findingsLeft == 0 &&
              (result.status == RepairStatus::Repaired || result.status == RepairStatus::Improved ||
               result.status == RepairStatus::Unchanged);
  std::string_view color = good                                       ? TextWriter::green
                           : result.status == RepairStatus::Undecided ? TextWriter::yellow
                                                                      : TextWriter::red;
  out.line(kernelPrefix(context, result.before.kernel) + out.paint(color, headline(result)));
  writeEdits(out, result);
  if (result.before.condition) out.line("  or require: " + headline(*result.before.condition));
  writeAlternatives(out, result, context.patch);
  return out.take();
}

std::string statisticsText(const Statistics& statistics) {
  std::string text;
  auto row = [&](const std::string& name, const std::string& value) {
    std::string padded = name;
    if (padded.size() < 28) padded.resize(28, ' ');
    text += "  " + padded + " " + value + "\n";
  };
  auto number = [](double value, int digits) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
    return std::string(buffer);
  };
  text += "statistics:\n";
  row("seconds", number(statistics.seconds, 3));
  row("solver seconds", number(statistics.solverSeconds, 3));
  if (statistics.firstSatisfiable)
    row("seconds to first answer", number(*statistics.firstSatisfiable, 3));
  if (statistics.firstFinding) row("seconds to first finding", number(*statistics.firstFinding, 3));
  row("peak memory (MB)", number(statistics.peakMemoryMb, 1));
  for (const auto& [name, value] : statistics.counters) row(name, formatNumber(value));
  for (const auto& [name, query] : statistics.queries) {
    row("query " + name, std::to_string(query.count) + " asked, " +
                             std::to_string(query.satisfiable) + " satisfiable, " +
                             std::to_string(query.unknown) + " unknown, " +
                             number(query.seconds, 3) + " s");
  }
  return text;
}

}  // namespace barricade
