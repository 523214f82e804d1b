// The table of options. The names of GPUVerify and GPURepair are kept where they exist.
#include "barricade/option_table.h"

#include <cassert>
#include <cctype>

#include "solver/query_dump.h"

namespace barricade {

namespace {

constexpr unsigned verifying = unsigned(Command::Verify) | unsigned(Command::Repair);
constexpr unsigned repairing = unsigned(Command::Repair);
constexpr unsigned running = unsigned(Command::Run);
constexpr unsigned executing = verifying | running;
constexpr unsigned placing = unsigned(Command::Repair) | unsigned(Command::Instrument);
constexpr unsigned oneKernel = verifying | unsigned(Command::Instrument) | unsigned(Command::Run);
constexpr unsigned launching = oneKernel | unsigned(Command::Check);
constexpr unsigned reading = oneKernel | unsigned(Command::Check) | unsigned(Command::Print);
constexpr unsigned everywhere = reading | unsigned(Command::Document);
constexpr unsigned writing =
    unsigned(Command::Print) | unsigned(Command::Instrument) | unsigned(Command::Repair);

constexpr double unlimited = 4294967295.0;

using S = Settings;
using V = OptionValue;
using enum OptionKind;

// `--kernel-args=[K,1,*]` as GPUVerify has it; the kernel's name may be left out.
void applyKernelArgs(Settings& settings, const OptionValue& value) {
  std::string text = value.text;
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    text = text.substr(1, text.size() - 2);
  }
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  auto isName = [](const std::string& part) {
    return !part.empty() &&
           (std::isalpha(static_cast<unsigned char>(part[0])) || part[0] == '_' || part[0] == '$');
  };
  if (isName(parts.front())) {
    settings.verify.kernel = parts.front();
    parts.erase(parts.begin());
  }
  settings.verify.kernelArgs = std::move(parts);
}

constexpr OptionSpec options[] = {
    //--- Input
    {.name = "kernel",
     .kind = Text,
     .argument = "NAME",
     .commands = launching,
     .group = "Input",
     .help = "the kernel to work on, by its name in the source or in the IR; needed when there are "
             "several",
     .apply = [](S& s, const V& v) { s.verify.kernel = v.text; }},
    {.name = "companion",
     .alias = "boogie-file",
     .kind = List,
     .argument = "FILE",
     .commands = reading,
     .group = "Input",
     .help = "also read this file of declarations (axioms, functions, bodies); may be repeated",
     .apply = [](S& s, const V& v) { s.companions = v.texts; }},
    {.name = "loc",
     .kind = Text,
     .argument = "FILE",
     .commands = reading,
     .group = "Input",
     .help = "source locations; by default the file beside the input with the ending .loc",
     .apply = [](S& s, const V& v) { s.locations = v.text; }},
    {.name = "kernel-args",
     .kind = Text,
     .argument = "[NAME,]VALUE,...",
     .commands = verifying,
     .group = "Input",
     .help = "values of the kernel's scalar parameters in their order, `*` for any value",
     .apply = applyKernelArgs},
    {.name = "all-procedures",
     .commands = verifying,
     .group = "Input",
     .help = "also verify procedures that no kernel calls",
     .apply = [](S& s, const V&) { s.verify.allProcedures = true; }},
    //--- Launch
    {.name = "blockDim",
     .alias = "local_size",
     .kind = Sizes,
     .argument = "SIZES",
     .commands = launching,
     .group = "Launch",
     .help =
         "threads of a block: `[16,16]`, `16,16` or `16`; `*` in a dimension stands for any size",
     .apply = [](S& s, const V& v) { s.verify.groupSize = v.sizes; }},
    {.name = "gridDim",
     .alias = "num_groups",
     .kind = Sizes,
     .argument = "SIZES",
     .commands = launching,
     .group = "Launch",
     .excludes = "global_size",
     .help = "blocks of the grid",
     .apply = [](S& s, const V& v) { s.verify.numGroups = v.sizes; }},
    {.name = "global_size",
     .kind = Sizes,
     .argument = "SIZES",
     .commands = launching,
     .group = "Launch",
     .excludes = "gridDim",
     .help = "threads of the grid, instead of --gridDim",
     .apply = [](S& s, const V& v) { s.verify.globalSize = v.sizes; }},
    //--- Checks
    {.name = "only-divergence",
     .commands = verifying,
     .group = "Checks",
     .help = "look for barrier divergence only, not for races",
     .apply = [](S& s, const V&) { s.verify.onlyDivergence = true; }},
    {.name = "only-intra-group",
     .commands = verifying,
     .group = "Checks",
     .help = "do not look for races between threads of different blocks",
     .apply = [](S& s, const V&) { s.verify.onlyIntraGroup = true; }},
    {.name = "no-benign-tolerance",
     .commands = executing,
     .group = "Checks",
     .help = "writes of equal values, and of the value that is there already, race as well",
     .apply = [](S& s, const V&) { s.verify.benignTolerance = false; }},
    {.name = "check-array-bounds",
     .commands = executing,
     .group = "Checks",
     .help = "check that accesses stay within arrays of known size",
     .apply = [](S& s, const V&) { s.verify.checkArrayBounds = true; }},
    {.name = "asymmetric-asserts",
     .commands = verifying,
     .group = "Checks",
     .help = "check assertions for the first of the two threads only",
     .apply = [](S& s, const V&) { s.verify.asymmetricAsserts = true; }},
    {.name = "async-needs-barrier",
     .commands = executing,
     .group = "Checks",
     .help = "a wait completes an asynchronous copy for the waiting thread only, as in GPUVerify",
     .apply = [](S& s, const V&) { s.verify.asyncNeedsBarrier = true; }},
    {.name = "warp-sync",
     .kind = Count,
     .argument = "N",
     .low = 1,
     .high = 1024,
     .commands = verifying,
     .group = "Checks",
     .help = "threads of a warp of N run in lock step",
     .apply = [](S& s, const V& v) { s.verify.warpSync = unsigned(v.number); }},
    //--- Method
    {.name = "adversarial-abstraction",
     .commands = verifying,
     .group = "Method",
     .excludes = "equality-abstraction",
     .help = "written arrays hold any value at each read",
     .apply = [](S& s, const V&) { s.verify.arrayModel = ArrayModel::Adversarial; }},
    {.name = "equality-abstraction",
     .commands = verifying,
     .group = "Method",
     .excludes = "adversarial-abstraction",
     .help = "written arrays keep their contents between barriers",
     .apply = [](S& s, const V&) { s.verify.arrayModel = ArrayModel::Equality; }},
    {.name = "loop-unwind",
     .kind = Count,
     .argument = "N",
     .low = 1,
     .high = 1000,
     .commands = verifying,
     .group = "Method",
     .help = "look for errors in the first N iterations of each loop only, without invariants",
     .apply = [](S& s, const V& v) { s.verify.loopUnwind = unsigned(v.number); }},
    {.name = "no-infer",
     .commands = verifying,
     .group = "Method",
     .help = "infer no loop invariants",
     .apply = [](S& s, const V&) { s.verify.infer = false; }},
    {.name = "no-inline",
     .commands = verifying,
     .group = "Method",
     .help = "treat calls of procedures that access nothing by their contract, proven apart",
     .apply = [](S& s, const V&) { s.verify.inlineCalls = false; }},
    {.name = "math-int",
     .commands = verifying,
     .group = "Method",
     .help = "integers are unbounded",
     .apply = [](S& s, const V&) { s.verify.mathInt = true; }},
    {.name = "explicit-bodies",
     .kind = Count,
     .argument = "N",
     .byDefault = "4",
     .low = 0,
     .high = 16,
     .commands = verifying,
     .group = "Method",
     .help = "follow N iterations exactly where not every iteration passes a barrier",
     .apply = [](S& s, const V& v) { s.verify.explicitBodies = unsigned(v.number); }},
    {.name = "confirm",
     .kind = Choice,
     .argument = "off|on|require",
     .byDefault = "on",
     .commands = verifying,
     .group = "Method",
     .help = "run the kernel to confirm findings; with `require` only confirmed ones count",
     .apply =
         [](S& s, const V& v) {
           s.confirm = v.text == "off"       ? ConfirmMode::Off
                       : v.text == "require" ? ConfirmMode::Require
                                             : ConfirmMode::On;
         }},

    //--- Run
    {.name = "arg",
     .kind = List,
     .argument = "NAME=VALUE",
     .commands = running,
     .group = "Run",
     .help = "value of a parameter of the kernel or of a constant; may be repeated",
     .apply = [](S& s, const V& v) { s.run.arguments = v.texts; }},
    {.name = "array",
     .kind = List,
     .argument = "NAME=CONTENTS",
     .commands = running,
     .group = "Run",
     .help = "what an array holds: zeros, iota, random:SEED[:BELOW], a list [1,2,3] or a file of "
             "numbers; may be repeated",
     .apply = [](S& s, const V& v) { s.run.arrays = v.texts; }},
    {.name = "seed",
     .kind = Count,
     .argument = "N",
     .byDefault = "0",
     .high = unlimited,
     .commands = running,
     .group = "Run",
     .help = "seed of values that the program leaves open",
     .apply = [](S& s, const V& v) { s.run.seed = std::uint64_t(v.number); }},
    {.name = "steps",
     .kind = Count,
     .argument = "N",
     .byDefault = "100000000",
     .high = 1e15,
     .commands = running,
     .group = "Run",
     .help = "stop after this many statements, over all threads; 0 is no limit",
     .apply = [](S& s, const V& v) { s.run.steps = std::uint64_t(v.number); }},
    {.name = "trace",
     .commands = running,
     .group = "Run",
     .help = "list what each thread does",
     .apply = [](S& s, const V&) { s.run.trace = true; }},
    {.name = "compare-orders",
     .commands = running,
     .group = "Run",
     .help = "run several thread orders and compare the memories that they leave",
     .apply = [](S& s, const V&) { s.run.compareOrders = true; }},

    //--- Repair
    {.name = "objective",
     .kind = Choice,
     .argument = "changes|cost",
     .byDefault = "changes",
     .commands = repairing,
     .group = "Repair",
     .help = "what is minimal: the weight of the barriers that are added, or that of all barriers",
     .apply =
         [](S& s, const V& v) {
           s.repair.objective = v.text == "cost" ? RepairObjective::Cost : RepairObjective::Changes;
         }},
    {.name = "disable-inspect",
     .commands = placing,
     .group = "Repair",
     .help = "leave the existing barriers alone and only add some",
     .apply = [](S& s, const V&) { s.repair.disableInspect = true; }},
    {.name = "disable-grid",
     .commands = placing,
     .group = "Repair",
     .help = "propose no grid barriers",
     .apply = [](S& s, const V&) { s.repair.disableGrid = true; }},
    {.name = "strip-barriers",
     .commands = placing,
     .group = "Repair",
     .excludes = "disable-inspect",
     .help = "first drop all barriers of the kernel",
     .apply = [](S& s, const V&) { s.repair.stripBarriers = true; }},
    {.name = "max-edits",
     .kind = Count,
     .argument = "N",
     .low = 0,
     .high = unlimited,
     .commands = repairing,
     .group = "Repair",
     .help = "a repair with more edits is none",
     .apply = [](S& s, const V& v) { s.repair.maxEdits = unsigned(v.number); }},
    {.name = "loop-weight",
     .kind = Number,
     .argument = "W",
     .byDefault = "10",
     .low = 1,
     .high = 1e6,
     .commands = placing,
     .group = "Repair",
     .help = "factor on a barrier's weight for each loop around it",
     .apply = [](S& s, const V& v) { s.repair.loopWeight = v.number; }},
    {.name = "branch-weight",
     .kind = Number,
     .argument = "W",
     .byDefault = "1",
     .low = 0.001,
     .high = 1e6,
     .commands = placing,
     .group = "Repair",
     .help = "factor on a barrier's weight for each conditional around it",
     .apply = [](S& s, const V& v) { s.repair.branchWeight = v.number; }},
    {.name = "grid-weight",
     .kind = Number,
     .argument = "W",
     .byDefault = "12",
     .low = 0,
     .high = 1e9,
     .commands = placing,
     .group = "Repair",
     .help = "what a grid barrier weighs beyond a block barrier",
     .apply = [](S& s, const V& v) { s.repair.gridWeight = v.number; }},
    {.name = "weights",
     .kind = Text,
     .argument = "FILE",
     .commands = placing,
     .group = "Repair",
     .help = "measured trip counts: lines of `file:line count`",
     .apply = [](S& s, const V& v) { s.repair.weightsFile = v.text; }},
    {.name = "mhs",
     .commands = repairing,
     .group = "Repair",
     .excludes = "maxsat",
     .help = "place barriers by a minimal hitting set, without a proof that nothing is cheaper",
     .apply = [](S& s, const V&) { s.repair.engine = RepairEngine::Mhs; }},
    {.name = "maxsat",
     .commands = repairing,
     .group = "Repair",
     .excludes = "mhs",
     .help = "place barriers by MaxSAT in every round",
     .apply = [](S& s, const V&) { s.repair.engine = RepairEngine::MaxSat; }},
    {.name = "log-clauses",
     .commands = repairing,
     .group = "Repair",
     .help = "report each clause with the counterexample that it comes from",
     .apply = [](S& s, const V&) { s.repair.logClauses = true; }},
    {.name = "certificate",
     .kind = Text,
     .argument = "FILE",
     .commands = repairing,
     .group = "Repair",
     .help = "write the clauses as WCNF, so that any MaxSAT solver can confirm the optimum",
     .apply =
         [](S& s, const V& v) {
           s.report.certificate = v.text;
           s.repair.certificate = true;
         }},
    //--- Limits
    {.name = "timeout",
     .kind = Number,
     .argument = "SECONDS",
     .byDefault = "0",
     .low = 0,
     .high = 1e7,
     .commands = oneKernel,
     .group = "Limits",
     .help = "stop after this time and report what is established by then; 0 is no limit",
     .apply = [](S& s, const V& v) { s.verify.timeout = v.number; }},
    {.name = "query-timeout",
     .kind = Number,
     .argument = "SECONDS",
     .byDefault = "0",
     .low = 0,
     .high = 1e7,
     .commands = verifying,
     .group = "Limits",
     .help = "time for one solver query; 0 is no limit",
     .apply = [](S& s, const V& v) { s.verify.queryTimeout = v.number; }},
    {.name = "memory",
     .kind = Number,
     .argument = "MB",
     .byDefault = "0",
     .low = 0,
     .high = 1e9,
     .commands = oneKernel,
     .group = "Limits",
     .help = "memory that the program may use; 0 is no limit",
     .apply = [](S& s, const V& v) { s.memoryMb = v.number; }},
    //--- Output
    {.name = "output",
     .letter = 'o',
     .kind = Text,
     .argument = "FILE",
     .commands = writing,
     .group = "Output",
     .help = "write the printed, instrumented or repaired program to this file",
     .apply = [](S& s, const V& v) { s.report.output = v.text; }},
    {.name = "errors",
     .kind = Count,
     .argument = "N",
     .byDefault = "5",
     .low = 0,
     .high = unlimited,
     .commands = verifying,
     .group = "Output",
     .help = "report at most N distinct findings; 0 is no limit",
     .apply = [](S& s, const V& v) { s.verify.errorLimit = unsigned(v.number); }},
    {.name = "json",
     .kind = Text,
     .argument = "FILE",
     .commands = reading,
     .group = "Output",
     .help =
         "write the result as JSON; `-` is standard output, and then nothing else is printed there",
     .apply = [](S& s, const V& v) { s.report.json = v.text; }},
    {.name = "sarif",
     .kind = Text,
     .argument = "FILE",
     .commands = verifying,
     .group = "Output",
     .help = "write the findings as SARIF 2.1.0, for code scanning and editors",
     .apply = [](S& s, const V& v) { s.report.sarif = v.text; }},
    {.name = "html",
     .kind = Text,
     .argument = "FILE",
     .commands = verifying,
     .group = "Output",
     .help = "write a self-contained page with the two threads of each finding side by side",
     .apply = [](S& s, const V& v) { s.report.html = v.text; }},
    {.name = "stats",
     .kind = Choice,
     .argument = "text|json",
     .implied = "text",
     .commands = oneKernel,
     .group = "Output",
     .help = "print statistics to standard error",
     .apply =
         [](S& s, const V& v) {
           s.report.stats = v.text == "json" ? StatsMode::Json : StatsMode::Text;
         }},
    {.name = "verbose",
     .letter = 'v',
     .commands = oneKernel,
     .group = "Output",
     .help = "report progress on standard error",
     .apply = [](S& s, const V&) { s.verify.verbose = true; }},
    {.name = "color",
     .kind = Choice,
     .argument = "auto|always|never",
     .byDefault = "auto",
     .implied = "always",
     .commands = reading,
     .group = "Output",
     .help = "colour the text; `auto` does on a terminal unless NO_COLOR is set",
     .apply =
         [](S& s, const V& v) {
           s.report.color = v.text == "always"  ? ColorMode::Always
                            : v.text == "never" ? ColorMode::Never
                                                : ColorMode::Auto;
         }},
    {.name = "print-stage",
     .kind = List,
     .argument = "STAGE",
     .commands = verifying,
     .group = "Output",
     .help = "print the kernel as it is after this stage (all, inlined, regions, loops, "
             "candidates, watched, checks)",
     .apply = [](S& s, const V& v) { s.verify.printStages = v.texts; }},
    {.name = "dump-queries",
     .kind = Text,
     .argument = "DIR",
     .commands = verifying,
     .group = "Output",
     .help = "write each solver query as SMT-LIB into this directory",
     .apply = [](S& s, const V& v) { s.verify.dumpQueries = std::make_shared<QueryDump>(v.text); }},
    //--- General
    {.name = "help",
     .letter = 'h',
     .commands = everywhere,
     .group = "General",
     .help = "show this help",
     .apply = [](S& s, const V&) { s.help = true; }},
    {.name = "version",
     .commands = everywhere,
     .group = "General",
     .help = "show the version",
     .apply = [](S& s, const V&) { s.version = true; }},
};

constexpr CommandSpec commands[] = {
    {Command::Verify, "verify", "FILE", false, "prove a kernel free of races and divergence",
     "Proves that the kernel is free of data races and barrier divergence and that its assertions "
     "hold, or reports what is wrong, with the two threads, their accesses and the values."},
    {Command::Repair, "repair", "FILE", false, "add and remove barriers until the kernel is right",
     "Finds the cheapest set of barriers that makes the kernel free of data races and barrier "
     "divergence, and says by source line what to add and to remove, and why."},
    {Command::Check, "check", "FILE...", true, "read programs and report what they hold",
     "Parses and type checks the programs and summarises their kernels: arrays, barriers, loops "
     "and the launch configuration."},
    {Command::Print, "print", "FILE", false, "print a program as Barricade has read it",
     "Prints the program with all names resolved and source locations inline; reading the result "
     "gives an equal program."},
    {Command::Instrument, "instrument", "FILE", false, "show where barriers may stand",
     "Prints the kernel with a guarded barrier at each site that the repair considers, and lists "
     "the sites with their weights."},
    {Command::Run, "run", "FILE", false, "run a kernel on concrete values",
     "Runs all threads of the kernel from given parameters and array contents, and watches for "
     "races, divergence and failing assertions."},
};

constexpr CommandSpec documentCommand = {Command::Document,
                                         "document",
                                         "markdown|man",
                                         false,
                                         "print the documentation of the options",
                                         "Prints docs/options.md or the manual page."};

}  // namespace

std::span<const OptionSpec> optionTable() {
  return options;
}

std::span<const CommandSpec> commandTable() {
  return commands;
}

const CommandSpec& commandSpec(Command command) {
  for (const CommandSpec& spec : commands) {
    if (spec.command == command) return spec;
  }
  assert(command == Command::Document);
  return documentCommand;
}

}  // namespace barricade
