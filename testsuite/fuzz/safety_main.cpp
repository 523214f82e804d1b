// barricade_safety: the checks beside races and divergence (docs/checks.md) against runs of random
// kernels. Arrays get random sizes and alignments. What the verifier says of bounds and alignments,
// and what is shown of initialisation, no run may contradict; the interpreter counts these by
// itself. Of overflow it evaluates the assertions that the verifier proves.
#include <iostream>
#include <optional>

#include "analysis/arithmetic_checks.h"
#include "analysis/prepare.h"
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
  std::uint64_t fits = 0, overflows = 0;
  std::uint64_t aligned = 0, misaligned = 0;
};

// The text with arrays of random sizes; null when it is refused.
std::unique_ptr<Program> read(const std::string& text, std::uint64_t seed) {
  Diagnostics diagnostics;
  auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  if (!program) return program;
  constexpr unsigned sizes[] = {1, 2, 4, 6, 8, 12, 16, 64};
  Random random(seed);
  for (Array* array : program->arrays()) {
    array->sourceDimensions.clear();
    array->sourceDimensions.emplace_back(BigInt(sizes[random.below(std::size(sizes))]));
  }
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
    for (const std::string& problem : {bounds(seen), initialization(seen), overflow(), alignment()})
      if (!problem.empty()) return problem;
    return "";
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

  std::string overflow() {
    const Checks checks = {.races = false, .overflow = CheckDepth::Full};
    const VerifyOptions options = optionsFor(checks);
    const auto program = read(text_, seed_), run = read(text_, seed_);
    const Prepared prepared = prepare(*run, options);
    if (!prepared.procedure) return "";
    addArithmeticChecks(*run, *prepared.procedure, CheckDepth::Full);
    const Observation seen = observe(*run, {.rounds = 16});
    tally_.overflows += seen.overflow.has_value();
    if (verify(*program, options).verdict != Verdict::Verified) return "";
    ++tally_.fits;
    return seen.overflow ? "nothing overflows, but a run shows: " + *seen.overflow : "";
  }

  std::string alignment() {
    const Checks checks = {.races = false, .misaligned = CheckDepth::Full};
    const VerifyOptions options = optionsFor(checks);
    const auto program = read(text_, seed_), run = read(text_, seed_);
    const Prepared prepared = prepare(*program, options);
    if (!prepared.procedure) return "";
    const Alignments alignments = addAlignments(*program, *prepared.procedure, seed_);
    if (alignments.empty()) return "";
    const Observation seen = observe(*run, {.rounds = 16, .alignments = &alignments});
    tally_.misaligned += seen.misaligned.has_value();
    if (verifyPrepared(*program, prepared, options).verdict != Verdict::Verified) return "";
    ++tally_.aligned;
    return seen.misaligned ? "all is aligned, but a run shows: " + *seen.misaligned : "";
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
            << " read what nobody has written in a run\n  arithmetic: " << tally.fits
            << " shown to fit, " << tally.overflows
            << " overflow in a run\n  alignment: " << tally.aligned << " verified, "
            << tally.misaligned << " are misaligned in a run\n";
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
