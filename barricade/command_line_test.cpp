#include "barricade/command_line.h"

#include <gtest/gtest.h>

#include <sstream>

#include "barricade/launch_size.h"
#include "barricade/option_table.h"

namespace barricade {
namespace {

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

Settings parse(const std::string& line) {
  auto result = parseCommandLine(words(line));
  if (auto* error = std::get_if<UsageError>(&result)) {
    ADD_FAILURE() << line << ": " << error->message;
    return {};
  }
  return std::get<Settings>(result);
}

std::string problem(const std::string& line) {
  auto result = parseCommandLine(words(line));
  auto* error = std::get_if<UsageError>(&result);
  return error ? error->message : "(accepted)";
}

TEST(CommandLine, OptionsReachTheirFields) {
  Settings settings = parse(
      "repair --blockDim=[16,16] --num_groups *,4 --only-intra-group --no-benign-tolerance "
      "--objective=cost --loop-weight 2.5 --max-edits=0 --maxsat --timeout=1.5 --errors 7 "
      "-o out.gbpl --json - --boogie-file a.bpl --companion=b.bpl k.gbpl");
  EXPECT_EQ(settings.command, Command::Repair);
  EXPECT_EQ(settings.inputs, std::vector<std::string>{"k.gbpl"});
  EXPECT_EQ(toString(settings.verify.groupSize), "[16,16]");
  EXPECT_EQ(toString(settings.verify.numGroups), "[*,4]");
  EXPECT_TRUE(settings.verify.onlyIntraGroup);
  EXPECT_FALSE(settings.verify.benignTolerance);
  EXPECT_EQ(settings.repair.objective, RepairObjective::Cost);
  EXPECT_EQ(settings.repair.loopWeight, 2.5);
  EXPECT_EQ(settings.repair.maxEdits, 0u);
  EXPECT_EQ(settings.repair.engine, RepairEngine::MaxSat);
  EXPECT_EQ(settings.verify.timeout, 1.5);
  EXPECT_EQ(settings.verify.errorLimit, 7u);
  EXPECT_EQ(settings.report.output, "out.gbpl");
  EXPECT_EQ(settings.report.json, "-");
  EXPECT_EQ(settings.companions, (std::vector<std::string>{"a.bpl", "b.bpl"}));
}

// Each default is written twice: in the struct for callers, in the table for people.
TEST(CommandLine, DefaultsOfTheTableAreThoseOfTheStructs) {
  Settings parsed = parse("repair k.gbpl");
  Settings plain;
  EXPECT_EQ(parsed.verify.errorLimit, plain.verify.errorLimit);
  EXPECT_EQ(parsed.verify.timeout, plain.verify.timeout);
  EXPECT_EQ(parsed.verify.queryTimeout, plain.verify.queryTimeout);
  EXPECT_EQ(parsed.repair.loopWeight, plain.repair.loopWeight);
  EXPECT_EQ(parsed.repair.branchWeight, plain.repair.branchWeight);
  EXPECT_EQ(parsed.repair.gridWeight, plain.repair.gridWeight);
  EXPECT_EQ(parsed.repair.objective, plain.repair.objective);
  EXPECT_EQ(parsed.memoryMb, plain.memoryMb);
  EXPECT_EQ(parsed.report.color, plain.report.color);
}

TEST(CommandLine, AnOptionalValueDoesNotSwallowTheFile) {
  Settings settings = parse("verify --stats k.gbpl");
  EXPECT_EQ(settings.report.stats, StatsMode::Text);
  EXPECT_EQ(settings.inputs, std::vector<std::string>{"k.gbpl"});
  EXPECT_EQ(parse("verify --stats=json k.gbpl").report.stats, StatsMode::Json);
}

TEST(CommandLine, DashIsStandardInputAndTwoDashesEndTheOptions) {
  EXPECT_EQ(parse("check -").inputs, std::vector<std::string>{"-"});
  EXPECT_EQ(parse("check -- --odd.gbpl").inputs, std::vector<std::string>{"--odd.gbpl"});
  EXPECT_EQ(parse("check a b c").inputs.size(), 3u);
}

TEST(CommandLine, KernelArgsAsInGpuVerify) {
  Settings settings = parse("verify --kernel-args=[foo,1,*] k.gbpl");
  EXPECT_EQ(settings.verify.kernel, "foo");
  EXPECT_EQ(settings.verify.kernelArgs, (std::vector<std::optional<BigInt>>{1, std::nullopt}));
  EXPECT_EQ(parse("verify --kernel-args 7 k.gbpl").verify.kernelArgs,
            std::vector<std::optional<BigInt>>{7});
  EXPECT_EQ(problem("verify --kernel-args=foo,three k.gbpl"),
            "'foo,three' is not a value of --kernel-args: it takes a kernel's name, which may be "
            "left out, and numbers or *; 'three' is none");
}

TEST(CommandLine, HelpAndVersionNeedNoFile) {
  EXPECT_TRUE(parse("--help").help);
  EXPECT_TRUE(parse("verify --help").help);
  EXPECT_EQ(parse("help repair").command, Command::Repair);
  EXPECT_TRUE(parse("--version").version);
  EXPECT_TRUE(parse("check --version").version);
}

TEST(CommandLine, Mistakes) {
  EXPECT_EQ(problem(""), "no command (try 'barricade --help')");
  EXPECT_EQ(problem("verfy k"), "unknown command 'verfy'; did you mean 'verify'?");
  EXPECT_EQ(problem("k.cu"), "no command before 'k.cu' (as in 'barricade verify k.cu')");
  EXPECT_EQ(problem("verify"), "no input file (usage: barricade verify [options] FILE)");
  EXPECT_EQ(problem("verify a b"),
            "more than one input file (usage: barricade verify [options] FILE)");
  EXPECT_EQ(problem("check - -"), "standard input can be read only once");
  EXPECT_EQ(problem("verify --only-divergance k"),
            "unknown option '--only-divergance'; did you mean '--only-divergence'?");
  EXPECT_EQ(problem("verify --zzzzzz=3 k"), "unknown option '--zzzzzz'");
  EXPECT_EQ(problem("verify -x k"), "unknown option '-x'");
  EXPECT_EQ(problem("verify --only-div k"), "unknown option '--only-div'");
  EXPECT_EQ(problem("check --loop-weight=3 k"),
            "--loop-weight is not an option of 'check', but of: repair, instrument");
  EXPECT_EQ(problem("verify --blockDim=0 k"),
            "'0' is not a value of --blockDim: it must be positive");
  EXPECT_EQ(problem("verify --warp-sync=0 k"),
            "'0' is not a value of --warp-sync: it takes an integer from 1 to 1024");
  EXPECT_EQ(problem("verify --errors=1.5 k"),
            "'1.5' is not a value of --errors: it takes an integer from 0 to 4294967295");
  EXPECT_EQ(problem("verify --timeout=soon k"),
            "'soon' is not a value of --timeout: it takes a number from 0 to 1e+07");
  EXPECT_EQ(problem("verify --timeout=nan k"),
            "'nan' is not a value of --timeout: it takes a number from 0 to 1e+07");
  EXPECT_EQ(problem("repair --objective=costs k"),
            "'costs' is not a value of --objective: it takes changes|cost; did you mean 'cost'?");
  EXPECT_EQ(problem("repair --mhs --maxsat k"), "--mhs and --maxsat cannot be given together");
  EXPECT_EQ(problem("verify --errors 1 --errors 2 k"), "--errors is given twice");
  EXPECT_EQ(problem("verify --blockDim 1 --local_size 2 k"),
            "--local_size is the same as --blockDim, which is given as well");
  EXPECT_EQ(problem("verify --kernel"), "--kernel needs a value");
  EXPECT_EQ(problem("verify --json= k"), "--json needs a value");
  EXPECT_EQ(problem("verify --no-infer=1 k"), "--no-infer takes no value");
  EXPECT_EQ(problem("verify --global_size=100 --local_size=64 k"),
            "the global size 100 is not a multiple of the block's size 64");
  EXPECT_EQ(problem("verify --json=- --sarif=- k"), "only one document can go to standard output");
  EXPECT_EQ(problem("--kernel=x verify k"),
            "the command comes first, then options (try 'barricade --help')");
}

TEST(CommandLine, TheJsonTargetIsKnownEvenWhenTheRestIsWrong) {
  auto result = parseCommandLine(words("verify --json=x.json --bogus k"));
  EXPECT_EQ(std::get<UsageError>(result).json, "x.json");
  result = parseCommandLine(words("verify --json-lines --json=- k"));
  EXPECT_TRUE(std::get<UsageError>(result).jsonLines);
}

TEST(OptionTable, NamesAreUniqueAndExclusionsExist) {
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : optionTable()) {
    names.push_back(spec.name);
    if (!spec.alias.empty()) names.push_back(spec.alias);
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  for (const OptionSpec& spec : optionTable()) {
    if (spec.excludes.empty()) continue;
    EXPECT_TRUE(std::binary_search(names.begin(), names.end(), spec.excludes)) << spec.name;
  }
}

}  // namespace
}  // namespace barricade
