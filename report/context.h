// What all reports need besides the result itself.
#pragma once

#include <string>

#include "report/patch.h"
#include "report/source_files.h"

namespace barricade {

struct ReportContext {
  std::string input;  // as given on the command line
  const SourceFiles& sources;
  bool color = false;            // text only
  const Patch* patch = nullptr;  // of the source, where a front end has made one
};

}  // namespace barricade
