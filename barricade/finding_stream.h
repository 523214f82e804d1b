// Findings that are written as soon as they stand: on a terminal as text, with --json-lines as
// lines. Everywhere else output is written at the end, in the order of the source.
#pragma once

#include <string>

#include "barricade/settings.h"
#include "report/json_report.h"
#include "report/source_files.h"

namespace barricade {

class FindingStream {
 public:
  explicit FindingStream(const Settings& settings);

  // Whether anything is written before the end.
  bool isLive() const { return lines_ || terminal_; }
  // For VerifyOptions::found.
  void show(const std::string& kernel, const Finding& finding);
  // All findings of this kernel have been shown; on a terminal the rest is shown as well.
  void close(const KernelOutcome& kernel);

  // What stands, and how many kernels' closing words are in it.
  const std::string& text() const { return text_; }
  std::size_t closed() const { return closed_; }

 private:
  const Settings& settings_;
  SourceFiles sources_;
  bool lines_;
  bool terminal_;
  std::string text_;
  std::size_t closed_ = 0;
};

}  // namespace barricade
