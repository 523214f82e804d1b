#include "barricade/finding_stream.h"

#include <unistd.h>

#include "barricade/rendering.h"
#include "report/text_report.h"

namespace barricade {

FindingStream::FindingStream(const Settings& settings)
    : settings_(settings),
      sources_(inputName(settings)),
      lines_(settings.report.jsonLines),
      terminal_(!lines_ && !documentOnStandardOutput(settings.report) &&
                isatty(STDOUT_FILENO) != 0) {}

void FindingStream::show(const std::string& kernel, const Finding& finding) {
  if (settings_.confirm == ConfirmMode::Require && !finding.confirmation.isConfirmed()) return;
  const std::string& input = inputName(settings_);
  if (lines_) text_ += findingLine(input, kernel, finding);
  if (terminal_) text_ += findingText(finding, {input, sources_, usesColor(settings_)});
}

void FindingStream::close(const KernelOutcome& kernel) {
  if (!terminal_) return;
  text_ += closingText(kernel, {inputName(settings_), sources_, usesColor(settings_)});
  ++closed_;
}

}  // namespace barricade
