#include "testsuite/fuzz/lowered.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "frontend/frontend.h"
#include "testsuite/fuzz/render_cuda.h"

namespace barricade::fuzz {
namespace {

namespace fs = std::filesystem;

std::string contentsOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A folder of this process's own.
class Workshop {
 public:
  Workshop() : path_(fs::temp_directory_path() / ("barricade_fuzz." + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

struct Judgement {
  VerificationResult result;
  std::set<std::string> kinds;  // "race of s"
};

Judgement judge(const std::string& text, const VerifyOptions& options, std::string& errors) {
  Judgement judgement;
  Diagnostics diagnostics;
  const auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  if (!program) {
    errors = diagnostics.toString();
    return judgement;
  }
  judgement.result = verify(*program, options);
  for (const Finding& finding : judgement.result.findings)
    judgement.kinds.insert(std::string(toString(finding.kind)) +
                           (finding.array ? " of " + finding.array->sourceName : ""));
  return judgement;
}

std::string listed(const Judgement& judgement) {
  std::string text(toString(judgement.result.verdict));
  for (const std::string& kind : judgement.kinds) text += ", " + kind;
  return text;
}

}  // namespace

LoweredComparison compareLowered(const Kernel& kernel, const std::string& lower,
                                 const VerifyOptions& options) {
  const std::optional<Kernel> form = forCuda(kernel);
  if (!form) return {};
  const Workshop workshop;
  const fs::path source = workshop / "k.cu", ir = workshop / "k.gbpl",
                 messages = workshop / "messages";
  const std::string cuda = renderCuda(*form);
  std::ofstream(source) << cuda;
  const std::string command = "'" + lower + "' '" + source.string() + "' " + launchOptions(*form) +
                              " -o '" + ir.string() + "' 2> '" + messages.string() + "'";
  if (std::system(command.c_str()) != 0)
    return {true, "the lowering refused it: " + contentsOf(messages) + cuda};
  std::string errors;
  const Judgement direct = judge(render(*form), options, errors);
  if (!errors.empty() || direct.result.verdict == Verdict::Rejected) return {};
  const Judgement lowered = judge(contentsOf(ir), options, errors);
  if (!errors.empty()) return {true, "the front end refused what was lowered: " + errors + cuda};
  auto undecided = [](const Judgement& judgement) {
    return judgement.result.verdict == Verdict::Undecided || !judgement.result.undecided.empty();
  };
  if (undecided(direct) || undecided(lowered)) return {};
  if (direct.result.verdict == lowered.result.verdict && direct.kinds == lowered.kinds)
    return {true, ""};
  return {true,
          "IR text: " + listed(direct) + "; lowered from CUDA: " + listed(lowered) + '\n' + cuda};
}

}  // namespace barricade::fuzz
