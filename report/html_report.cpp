#include "report/html_report.h"

#include <algorithm>
#include <map>

#include "report/html_escape.h"
#include "report/html_picture.h"
#include "report/wording.h"

namespace barricade {

namespace {

constexpr std::string_view styleSheet = R"(
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 78rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; }
.verdict { font-weight: 600; padding: .1rem .5rem; border-radius: .3rem; color: #fff; }
.verified { background: #1a7f37; } .refuted, .rejected { background: #b3261e; }
.conditional, .undecided { background: #8a6100; }
.finding { border: 1px solid #8886; border-radius: .5rem; padding: .3rem 1rem 1rem; margin: 1rem 0; }
.threads { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem; }
.threads > div { min-width: 0; }
.threads h3 { margin: .3rem 0; }
pre { font: 13px/1.4 ui-monospace, monospace; overflow-x: auto; background: #8881; padding: .5rem; margin: .4rem 0; }
pre .hit { background: #d29a0044; display: block; } pre .number { opacity: .55; }
table { border-collapse: collapse; } td, th { padding: .1rem .8rem .1rem 0; text-align: left; vertical-align: top; }
pre.diff span { display: block; } pre.diff .added { background: #2da04433; }
pre.diff .removed { background: #cf222e33; } pre.diff .hunk, pre.diff .file { opacity: .6; }
.picture { width: 100%; max-width: 32rem; font: 14px system-ui, sans-serif; }
.picture text { fill: currentColor; } .picture line { stroke: currentColor; }
.picture path { fill: currentColor; } .picture rect { fill: #8881; stroke: #888a; }
.picture .element { fill: #d29a0066; } .picture .thread { fill: #4a8fe733; }
a:focus-visible, pre:focus-visible { outline: 3px solid #4a8fe7; }
.muted { opacity: .7; } code { font-family: ui-monospace, monospace; }
)";

std::string element(std::string_view tag, std::string_view text) {
  return "<" + std::string(tag) + ">" + escaped(text) + "</" + std::string(tag) + ">\n";
}

class HtmlWriter {
 public:
  explicit HtmlWriter(const ReportContext& context) : context_(context) {}

  std::string page(const std::vector<KernelOutcome>& kernels) {
    out_ =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Barricade: " +
        escaped(context_.input) + "</title>\n<style>" + std::string(styleSheet) +
        "</style>\n</head>\n<body>\n";
    out_ += element("h1", context_.input);
    writeContents(kernels);
    for (const KernelOutcome& kernel : kernels) writeKernel(kernel);
    if (context_.patch) writePatch(*context_.patch);
    out_ += "</body>\n</html>\n";
    return std::move(out_);
  }

 private:
  // How many kernels there are of each verdict, and links to what was found.
  void writeContents(const std::vector<KernelOutcome>& kernels) {
    std::map<std::string_view, std::size_t> verdicts;
    for (const KernelOutcome& kernel : kernels) ++verdicts[toString(kernel.verification.verdict)];
    std::string totals;
    for (const auto& [verdict, count] : verdicts)
      totals += (totals.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(verdict);
    out_ += "<nav>\n" + element("p", "Kernels: " + totals) + "<ul>\n";
    for (const KernelOutcome& kernel : kernels)
      for (std::size_t i = 0; i < kernel.verification.findings.size(); ++i)
        out_ += "<li><a href=\"#" + anchor(kernel.verification, i) + "\">" +
                escaped(headline(kernel.verification.findings[i])) + "</a></li>\n";
    out_ += "</ul>\n</nav>\n";
  }

  static std::string anchor(const VerificationResult& result, std::size_t finding) {
    return escaped(result.kernel) + "-" + std::to_string(finding + 1);
  }

  void writeKernel(const KernelOutcome& outcome) {
    const VerificationResult& result = outcome.verification;
    std::string verdict(toString(result.verdict));
    out_ += "<h2>Kernel <code>" + escaped(result.kernel) + "</code> <span class=\"verdict " +
            verdict + "\">" + verdict + "</span></h2>\n";
    if (result.condition) writeCondition(*result.condition);
    if (result.equivalence) out_ += element("p", describe(*result.equivalence));
    for (const std::string& reason : result.undecided) out_ += element("p", reason);
    for (std::size_t i = 0; i < result.findings.size(); ++i)
      writeFinding(result.findings[i], anchor(result, i));
    if (outcome.repair) writeRepair(*outcome.repair);
    for (const std::string& note : result.notes) {
      out_ += "<p class=\"muted\">" + escaped(note) + "</p>\n";
    }
  }

  // The condition, two launches, and an example of what each of its clauses excludes.
  void writeCondition(const Condition& condition) {
    out_ += "<p>" + escaped(headline(condition)) + "</p>\n";
    if (!condition.bad.empty())
      out_ += element("p", "goes wrong with " + describeValues(condition.bad));
    if (!condition.good.empty())
      out_ += element("p", "is right with " + describeValues(condition.good));
    for (const ConditionClause& clause : condition.clauses) {
      out_ += element("h3", "unless " + clause.text);
      for (const Finding& finding : clause.excluded) writeFinding(finding, "");
    }
  }

  void writeFinding(const Finding& finding, const std::string& id) {
    out_ += "<section class=\"finding\" id=\"" + id + "\">\n" + element("h3", headline(finding)) +
            pictureOf(finding) + "<div class=\"threads\">\n";
    for (std::size_t i = 0; i < finding.places.size(); ++i) writePlace(finding, i);
    out_ += "</div>\n";
    if (!finding.values.empty()) writeValues(finding);
    out_ += element("p", describeConfirmation(finding));
    out_ += "</section>\n";
  }

  void writePlace(const Finding& finding, std::size_t index) {
    const FindingPlace& place = finding.places[index];
    out_ += "<div>\n";
    std::string role = describePlace(finding, index);
    out_ += element("h3", role.empty() ? place.kind : role);
    SourcePosition position = place.location.empty() ? SourcePosition{} : place.location.front();
    if (position.isKnown()) {
      out_ += "<div><code>" + escaped(position.toString()) + "</code></div>\n";
      writeExcerpt(position);
    }
    for (std::size_t i = 1; i < place.location.size(); ++i) {
      out_ += "<div>called from <code>" + escaped(place.location[i].toString()) + "</code></div>\n";
    }
    for (const LoopIteration& iteration : place.iterations) {
      out_ += "<div>iteration " + escaped(iteration.iteration) + " of the loop at <code>" +
              escaped(lineOf(iteration.loop)) + "</code></div>\n";
    }
    out_ += "</div>\n";
  }

  // The lines around the position, the line itself marked.
  void writeExcerpt(const SourcePosition& position) {
    unsigned count = context_.sources.lineCount(position);
    if (position.line > count) return;
    constexpr unsigned around = 4;
    unsigned first = position.line > around ? position.line - around : 1;
    unsigned last = std::min(count, position.line + around);
    out_ += "<pre tabindex=\"0\">";  // scrolls by the keys
    for (unsigned number = first; number <= last; ++number) {
      std::string digits = std::to_string(number);
      std::string line =
          "<span class=\"number\">" + std::string(digits.size() < 5 ? 5 - digits.size() : 0, ' ') +
          digits + "</span>  " + escaped(context_.sources.line(position, number).value_or(""));
      out_ += number == position.line ? "<span class=\"hit\">" + line + "</span>" : line + "\n";
    }
    out_ += "</pre>\n";
  }

  void writeValues(const Finding& finding) {
    out_ += "<table>\n";
    for (const NamedValue& value : finding.values) {
      out_ += "<tr><td><code>" + escaped(value.name) + "</code></td><td>" + escaped(value.value) +
              "</td><td class=\"muted\">" +
              (value.relevant ? ""
               : value.isSize ? "any with these threads"
                              : "any value") +
              "</td></tr>\n";
    }
    out_ += "</table>\n";
  }

  void writeRepair(const RepairResult& result) {
    out_ += "<section class=\"finding\">\n" + element("h3", headline(result));
    if (!result.edits.empty()) {
      out_ += "<ul>\n";
      const std::vector<std::string> texts = describe(result.edits);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const RepairEdit& edit = result.edits[i];
        out_ += "<li>" + escaped(texts[i]);
        if (edit.optional) out_ += " <span class=\"muted\">improvement</span>";
        if (!edit.reason.empty())
          out_ += "<br><span class=\"muted\">" + escaped(edit.reason) + "</span>";
        out_ += "</li>\n";
      }
      out_ += "</ul>\n";
    }
    for (const KeptBarrier& kept : result.kept) {
      out_ += element(
          "p", describe(kept) + (kept.prevents.empty() ? "" : "; it prevents: " + kept.prevents));
    }
    for (const std::string& line : result.explanation) out_ += element("p", line);
    out_ += "</section>\n";
  }

  void writePatch(const Patch& patch) {
    switch (patch.status) {
      case Patch::Status::None: break;
      case Patch::Status::Verified:
        out_ += "<h2>Patch, verified</h2>\n";
        writeDiff(patch.diff);
        for (const std::string& why : patch.leftOut) out_ += element("p", why + "; it stays");
        for (const std::string& what : patch.stays) out_ += element("p", "'" + what + "' stays");
        break;
      case Patch::Status::Withheld:
        out_ += "<h2>No patch is offered</h2>\n" + element("p", patch.reason);
        break;
    }
  }

  void writeDiff(std::string_view diff) {
    out_ += "<pre class=\"diff\" tabindex=\"0\">";
    while (!diff.empty()) {
      const std::size_t end = std::min(diff.find('\n'), diff.size());
      const std::string_view line = diff.substr(0, end);
      diff.remove_prefix(std::min(end + 1, diff.size()));
      const bool isFile = line.starts_with("+++ ") || line.starts_with("--- ");
      const char* kind = isFile || line.starts_with("diff ") ? "file"
                         : line.starts_with("@@")            ? "hunk"
                         : line.starts_with('+')             ? "added"
                         : line.starts_with('-')             ? "removed"
                                                             : "same";
      out_ += "<span class=\"" + std::string(kind) + "\">" + escaped(line) + "</span>";
    }
    out_ += "</pre>\n";
  }

  const ReportContext& context_;
  std::string out_;
};

}  // namespace

std::string htmlReport(const std::vector<KernelOutcome>& kernels, const ReportContext& context) {
  return HtmlWriter(context).page(kernels);
}

}  // namespace barricade
