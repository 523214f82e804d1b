// barricade_fuzz: random kernels, judged by verifier, interpreter and repair against each other
// (docs/fuzzing.md). Each failure becomes a small kernel file.
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "frontend/frontend.h"
#include "repair/result.h"
#include "testsuite/fuzz/checks.h"
#include "testsuite/fuzz/generate.h"
#include "testsuite/fuzz/isolate.h"
#include "testsuite/fuzz/shrink.h"

namespace barricade::fuzz {
namespace {

namespace fs = std::filesystem;

struct Settings {
  std::uint64_t seed = 1;
  std::uint64_t count = 300;
  double seconds = 0;  // 0: `count` decides
  fs::path out = "fuzz-findings";
  unsigned smallPercent = 60;
  unsigned shrinkTries = 400;
  unsigned mostOfAKind = 6;  // shrunk; further ones are only listed
  std::optional<std::uint64_t> one;
  std::string lower;    // path of scripts/lower, for CUDA forms
  bool alarms = false;  // unconfirmed alarms are shrunk, too
  bool print = false;
};

constexpr double kernelSeconds = 90;  // no kernel may take longer, all its checks together

struct Batch {  // shared with the worker
  Statistics statistics;
  unsigned long next;  // kernel in work
  unsigned failures;
  struct Failure {
    std::uint64_t seed;
    char kind[40];
  } failed[64];
};

std::uint64_t seedOf(const Settings& settings, std::uint64_t index) {
  return settings.seed * 1'000'000 + index;
}

// Runs are cheap, proofs are not: most kernels are chosen by what runs show.
Kernel kernelOf(const Settings& settings, std::uint64_t seed) {
  Random random(seed);
  const bool small = random.percent(settings.smallPercent);
  Kernel kernel = generate(random, small);
  while (!random.percent(10) && !interesting(kernel, random)) kernel = generate(random, small);
  return kernel;
}

std::string commented(const std::string& text) {
  std::string result = "// ";
  for (char c : text) {
    result += c;
    if (c == '\n') result += "// ";
  }
  return result;
}

class Campaign {
 public:
  explicit Campaign(const Settings& settings)
      : settings_(settings), batch_(shared<Batch>()), start_(Clock::now()) {}

  int run() {
    if (settings_.one) return single(*settings_.one);
    double told = 0;
    while (!over()) {
      const Ending ending = isolate([&] { work(); }, kernelSeconds, [&] { return batch_.next; });
      for (unsigned i = 0; i < batch_.failures; ++i)
        investigate(batch_.failed[i].seed, batch_.failed[i].kind);
      batch_.failures = 0;
      if (ending.how != Ending::How::Finished) {
        const std::uint64_t seed = seedOf(settings_, batch_.next);
        investigateDeath(seed, ending);
        ++batch_.next;
      }
      if (elapsed() > told + 60) {
        told = elapsed();
        std::cerr << batch_.statistics.kernels << " kernels, " << static_cast<int>(told) << " s, "
                  << batch_.statistics.disagreements << " disagreements\n";
      }
    }
    report(std::cout);
    return batch_.statistics.disagreements == 0 ? 0 : 1;
  }

 private:
  using Clock = std::chrono::steady_clock;

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool over() const {
    return settings_.seconds > 0 ? elapsed() > settings_.seconds : batch_.next >= settings_.count;
  }

  CheckOptions optionsFor(std::uint64_t seed) const {
    CheckOptions options;
    options.seed = seed;
    options.lower = settings_.lower;
    if (settings_.alarms) options.only = "alarm";
    return options;
  }

  // In the worker: a stretch of kernels, so that memory that a check leaves behind does not add up.
  void work() {
    for (unsigned done = 0; done < 50 && !over() && batch_.failures == 0; ++done) {
      const std::uint64_t seed = seedOf(settings_, batch_.next);
      const auto found = check(kernelOf(settings_, seed), optionsFor(seed), batch_.statistics);
      for (const Disagreement& disagreement : found) {
        if (batch_.failures == std::size(batch_.failed)) break;
        auto& failure = batch_.failed[batch_.failures++];
        failure.seed = seed;
        std::strncpy(failure.kind, disagreement.kind.c_str(), sizeof failure.kind - 1);
        failure.kind[sizeof failure.kind - 1] = 0;
      }
      ++batch_.next;
    }
  }

  static std::optional<Disagreement> findAgain(const Kernel& kernel, CheckOptions options,
                                               const std::string& kind) {
    Statistics ignored{};
    options.only = kind;
    for (Disagreement& disagreement : check(kernel, options, ignored))
      if (disagreement.kind == kind) return std::move(disagreement);
    return std::nullopt;
  }

  void investigate(std::uint64_t seed, const std::string& kind) {
    if (kind != "alarm") ++batch_.statistics.disagreements;
    std::cerr << "seed " << seed << ": " << kind << '\n';
    if (seen_[kind]++ >= settings_.mostOfAKind) return;
    struct Holds {
      bool value;
    };
    Holds& holds = shared<Holds>();
    isolate(
        [&] {
          const CheckOptions options = optionsFor(seed);
          auto found = findAgain(kernelOf(settings_, seed), options, kind);
          if (!found) {
            std::cerr << "seed " << seed << ": not seen again\n";
            return;
          }
          const Kernel small = shrink(
              found->kernel,
              [&](const Kernel& candidate) {
                holds.value = false;
                isolate(
                    [&] {
                      silence();
                      holds.value = findAgain(candidate, options, kind).has_value();
                    },
                    20);
                return holds.value;
              },
              settings_.shrinkTries);
          if (auto last = findAgain(small, options, kind)) found = std::move(last);
          save(kind, seed, found->message, found->kernel);
        },
        600);
  }

  void investigateDeath(std::uint64_t seed, const Ending& ending) {
    ++batch_.statistics.disagreements;
    const bool crashed = ending.how == Ending::How::Crashed;
    const std::string kind = crashed ? "crash" : "hang";
    std::cerr << "seed " << seed << ": " << kind << ", " << ending.detail << '\n';
    Kernel kernel = kernelOf(settings_, seed);
    const CheckOptions options = optionsFor(seed);
    if (crashed && seen_[kind]++ < settings_.mostOfAKind)
      kernel = shrink(
          std::move(kernel),
          [&](const Kernel& candidate) {
            return isolate(
                       [&] {
                         silence();
                         Statistics ignored{};
                         check(candidate, options, ignored);
                       },
                       kernelSeconds)
                       .how == Ending::How::Crashed;
          },
          settings_.shrinkTries / 2);
    save(kind, seed, ending.detail, kernel);
  }

  static void silence() {
    if (!std::freopen("/dev/null", "w", stderr)) std::abort();
  }

  void save(const std::string& kind, std::uint64_t seed, const std::string& message,
            const Kernel& kernel) const {
    fs::create_directories(settings_.out);
    const fs::path file = settings_.out / (kind + "-" + std::to_string(seed) + ".gbpl");
    std::ofstream(file) << commented(kind + ": " + message) << "\n// seed " << seed << "\n"
                        << render(kernel);
    std::cerr << file.string() << ": " << kind << ": " << message << '\n';
  }

  int single(std::uint64_t seed) {
    const Kernel kernel = kernelOf(settings_, seed);
    if (settings_.print) std::cout << render(kernel) << std::flush;
    const auto found = check(kernel, optionsFor(seed), batch_.statistics);
    for (const Disagreement& disagreement : found)
      std::cout << disagreement.kind << ": " << disagreement.message << '\n'
                << render(disagreement.kernel);
    report(std::cout);
    return found.empty() ? 0 : 1;
  }

  void report(std::ostream& out) const {
    const Statistics& s = batch_.statistics;
    const double seconds = elapsed();
    out << s.kernels << " kernels in " << std::lround(seconds) << " s ("
        << static_cast<int>(static_cast<double>(s.kernels) / std::max(seconds, 1e-3)) << "/s), "
        << s.runs << " runs, " << s.disagreements << " disagreements\n";
    out << "  runs show: race " << s.withRace << ", divergence " << s.withDivergence
        << ", assertion " << s.withAssertion << ", nothing " << s.clean << '\n';
    out << "  verdicts:";
    for (Verdict v : {Verdict::Verified, Verdict::Conditional, Verdict::Refuted, Verdict::Undecided,
                      Verdict::Rejected})
      out << ' ' << toString(v) << ' ' << s.verdicts[static_cast<int>(v)];
    out << "\n  barriers removed from verified kernels: " << s.removals << ", refuted then "
        << s.removalsRefuted << "\n  repairs: " << s.repairs << ':';
    for (int i = 0; i < 6; ++i)
      out << ' ' << toString(static_cast<RepairStatus>(i)) << ' ' << s.repairStatus[i];
    out << "\n  compared with their CUDA form: " << s.lowered
        << "\n  brute force: " << s.bruteForced << " kernels, " << s.placements << " placements, "
        << s.splitPlacements << " of split branches\n  printed and read again: " << s.roundTrips
        << "\n  seconds: runs " << s.runSeconds << ", verification " << s.verifySeconds
        << ", with barriers removed " << s.removalSeconds << ", repair " << s.repairSeconds
        << ", brute force " << s.bruteForceSeconds << "\n  refuted: confirmed by a run "
        << s.confirmedByRun << ", by replay " << s.confirmedByReplay << "; not confirmed:\n";
    for (unsigned kind = 0; kind < Statistics::kinds; ++kind) {
      out << "    " << (kind == 0 ? "race" : kind == 1 ? "divergence" : "other") << ':';
      for (unsigned reason = 0; reason < Statistics::reasons; ++reason)
        out << (reason ? ", " : " ") << featureNames[reason] << ' ' << s.unconfirmed[kind][reason];
      out << '\n';
    }
  }

  const Settings& settings_;
  Batch& batch_;
  Clock::time_point start_;
  std::map<std::string, unsigned> seen_;
};

constexpr const char* usage =
    "usage: barricade_fuzz [--seed S] [--count N | --seconds T] [--small P]\n"
    "                      [--out DIR] [--alarms] [--cuda LOWER] [--kernel SEED [--print]]\n"
    "  --seed S       kernels S*1000000, S*1000000+1, ...            (1)\n"
    "  --count N      this many                                      (300)\n"
    "  --seconds T    as many as there is time for\n"
    "  --small P      percent of small kernels                       (60)\n"
    "  --out DIR      where failing kernels are written              (fuzz-findings)\n"
    "  --alarms       write alarms that nothing confirms, too\n"
    "  --cuda LOWER   compare only the kernels with what scripts/lower, at path LOWER, makes of\n"
    "                 their CUDA form\n"
    "  --kernel SEED  check one kernel; with --print also show it\n";

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  try {
    for (int i = 1; i < argc; ++i) {
      const std::string option = argv[i];
      auto argument = [&]() -> std::string {
        if (++i >= argc) throw std::invalid_argument(option);
        return argv[i];
      };
      if (option == "--seed")
        settings.seed = std::stoull(argument());
      else if (option == "--count")
        settings.count = std::stoull(argument());
      else if (option == "--seconds")
        settings.seconds = std::stod(argument());
      else if (option == "--out")
        settings.out = argument();
      else if (option == "--cuda")
        settings.lower = argument();
      else if (option == "--kernel")
        settings.one = std::stoull(argument());
      else if (option == "--small")
        settings.smallPercent = static_cast<unsigned>(std::stoul(argument()));
      else if (option == "--alarms")
        settings.alarms = true;
      else if (option == "--print")
        settings.print = true;
      else
        throw std::invalid_argument(option);
    }
  } catch (const std::exception&) {
    std::cerr << usage;
    return 2;
  }
  return Campaign(settings).run();
}

}  // namespace barricade::fuzz

int main(int argc, char** argv) {
  return barricade::fuzz::main(argc, argv);
}
