// barricade_safety: the checks beside races and divergence (docs/checks.md) against runs of random
// kernels. Arrays get random sizes. What the verifier says of bounds, and what is shown of
// initialisation, no run may contradict; the interpreter counts both by itself.
#include <iostream>
#include <optional>

#include "barricade/initialization_check.h"
#include "frontend/frontend.h"
#include "testsuite/fuzz/concrete.h"
#include "testsuite/fuzz/generate.h"
#include "testsuite/fuzz/numbers.h"
#include "verifier/verify.h"

namespace barricade::fuzz {
namespace {

struct Settings {
  std::uint64_t seed = 1, count = 1000;
  std::optional<std::uint64_t> one;
};

struct Tally {
  std::uint64_t kernels = 0, wrong = 0;
  std::uint64_t inBounds = 0, outside = 0;  // verified; shown by runs
  std::uint64_t initialized = 0, uninitialized = 0;
};

// The text with arrays of random sizes; null when it is refused.
std::unique_ptr<Program> read(const std::string& text, std::uint64_t seed) {
  Diagnostics diagnostics;
  auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  if (!program) return program;
  constexpr unsigned sizes[] = {1, 2, 4, 6, 8, 12, 16, 64};
  Random random(seed);
  for (Array* array : program->arrays())
    array->sourceDimensions = {BigInt(sizes[random.below(std::size(sizes))])};
  return program;
}

VerifyOptions optionsFor(Checks checks) {
  VerifyOptions options;
  options.checks = checks;
  options.timeout = 2;
  return options;
}

class Comparison {
 public:
  Comparison(const std::string& text, std::uint64_t seed, Tally& tally)
      : text_(text), seed_(seed), tally_(tally) {}

  // What is wrong, or nothing.
  std::string run() {
    const auto program = read(text_, seed_);
    if (!program) return "";
    ++tally_.kernels;
    ObserveOptions options;
    options.rounds = 16;
    options.safety = true;
    const Observation seen = observe(*program, options);
    tally_.outside += seen.bounds.has_value();
    tally_.uninitialized += seen.uninitialized.has_value();
    std::string problem = bounds(seen);
    return problem.empty() ? initialization(seen) : problem;
  }

 private:
  std::string bounds(const Observation& seen) {
    const auto program = read(text_, seed_);
    const Checks checks = {.races = false, .bounds = CheckDepth::Full};
    if (verify(*program, optionsFor(checks)).verdict != Verdict::Verified) return "";
    ++tally_.inBounds;
    return seen.bounds ? "within bounds, but a run shows: " + *seen.bounds : "";
  }

  std::string initialization(const Observation& seen) {
    const auto program = read(text_, seed_);
    const VerifyOptions options = optionsFor({});
    VerificationResult result = verify(*program, options);
    if (result.verdict != Verdict::Verified) return "";
    checkInitialization(*program, *program->kernels().front(), options, result, {});
    if (result.verdict != Verdict::Verified) return "";
    ++tally_.initialized;
    return seen.uninitialized ? "all is written, but a run shows: " + *seen.uninitialized : "";
  }

  const std::string& text_;
  std::uint64_t seed_;
  Tally& tally_;
};

int main(const Settings& settings) {
  Tally tally;
  for (std::uint64_t i = 0; i < settings.count; ++i) {
    const std::uint64_t seed = settings.one.value_or(settings.seed * 1'000'000 + i);
    Random random(seed);
    const std::string text = render(generate(random, random.percent(80)));
    if (settings.one) std::cout << text;
    const std::string problem = Comparison(text, seed, tally).run();
    if (!problem.empty() && ++tally.wrong <= 5)
      std::cout << "seed " << seed << ": " << problem << '\n' << text;
    if (settings.one) break;
  }
  std::cout << tally.kernels << " kernels, " << tally.wrong
            << " disagreements\n  bounds: " << tally.inBounds << " verified, " << tally.outside
            << " leave an array in a run\n  shared memory: " << tally.initialized
            << " shown to be written first, " << tally.uninitialized
            << " read what nobody has written in a run\n";
  return tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace barricade::fuzz

int main(int argc, char** argv) {
  barricade::fuzz::Settings settings;
  const barricade::fuzz::NumberOptions options = {
      {"--seed", [&](std::uint64_t value) { settings.seed = value; }},
      {"--count", [&](std::uint64_t value) { settings.count = value; }},
      {"--kernel", [&](std::uint64_t value) { settings.one = value; }}};
  if (!barricade::fuzz::readNumbers(argc, argv, options,
                                    "barricade_safety [--seed S] [--count N] [--kernel SEED]"))
    return 2;
  return barricade::fuzz::main(settings);
}
