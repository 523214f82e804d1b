#include "verifier/dump.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <sstream>

#include "ir/printer.h"

namespace barricade {
namespace {

constexpr std::array<std::string_view, 6> names = {"inlined",    "regions", "loops",
                                                   "candidates", "watched", "checks"};

std::string placeOf(const Program& program, LocationId location) {
  const SourcePosition& position = program.sources.position(location);
  return position.line == 0 ? "" : " at " + position.toString();
}

// Terms share subterms heavily: those that occur more than once and are not small get a name and
// are printed once, in front of the line that needs them.
class TermPrinter {
 public:
  TermPrinter(Program& program, std::ostream& out) : program_(program), out_(out) {}

  // To be called for every term before the first is printed.
  void count(Expr e) {
    if (e && ++uses_[e] == 1)
      for (Expr a : e->args()) count(a);
  }

  std::string operator()(Expr e) { return toString(display(e).shown); }

 private:
  struct Display {
    Expr shown;
    unsigned size;
  };

  Display display(Expr e) {
    if (auto it = displays_.find(e); it != displays_.end()) return it->second;
    Display result{e, 1};
    if (!e->args().empty()) {
      std::vector<Expr> args;
      for (Expr a : e->args()) {
        const Display part = display(a);
        args.push_back(part.shown);
        result.size += part.size;
      }
      result.shown = program_.pool().withArgs(e, args);
      if (uses_[e] > 1 && result.size > 4) {
        Variable* name = program_.newVariable();
        name->kind = Variable::Kind::Constant;
        name->name = "t" + std::to_string(++named_);
        name->type = e->type();
        out_ << "    " << name->name << " = " << toString(result.shown) << '\n';
        result = {program_.pool().variable(name), 1};
      }
    }
    displays_.emplace(e, result);
    return result;
  }

  Program& program_;
  std::ostream& out_;
  std::unordered_map<Expr, unsigned> uses_;
  std::unordered_map<Expr, Display> displays_;
  unsigned named_ = 0;
};

class ExecutionPrinter {
 public:
  ExecutionPrinter(Problem& problem, const Execution& execution)
      : problem_(problem),
        kernel_(problem.subject().kernel),
        program_(problem.subject().program),
        execution_(execution),
        terms_(program_, out_) {}

  std::string print() {
    for (const Event& event : execution_.events())
      for (Expr e : termsOf(event)) terms_.count(e);
    for (const ErrorCondition& error : execution_.errors()) terms_.count(error.condition);
    std::size_t number = 0;
    for (const Event& event : execution_.events()) print(event, number++);
    for (const ErrorCondition& error : execution_.errors()) print(error);
    return std::move(out_).str();
  }

 private:
  static std::vector<Expr> termsOf(const Event& event) {
    switch (event.kind) {
      case Event::Kind::Log: return {event.running[0], event.offset[0]};
      case Event::Kind::Check: return {event.running[1], event.offset[1]};
      case Event::Kind::Barrier: return {event.enabled, event.running[0], event.running[1]};
      case Event::Kind::Skip: return {event.taken, event.running[0], event.running[1]};
    }
    return {};
  }

  std::string iterations(const std::vector<LoopPosition>& loops) {
    std::string text;
    for (const LoopPosition& position : loops)
      text += (text.empty() ? "  [" : ", ") + labelOf(position.loop) + " iteration " +
              terms_(position.iteration);
    return text.empty() ? text : text + "]";
  }

  std::string labelOf(unsigned loop) const {
    return kernel_.procedure().blocks[kernel_.flow().loops()[loop].header]->label;
  }

  const std::string& arrayName(std::size_t array) const {
    return kernel_.arrays()[array].array->sourceName;
  }

  void print(const Event& event, std::size_t number) {
    std::string line = "  " + std::to_string(number) + ": ";
    switch (event.kind) {
      case Event::Kind::Log:
      case Event::Kind::Check: {
        const bool log = event.kind == Event::Kind::Log;
        const unsigned thread = log ? 0 : 1;
        line += std::string(log         ? "thread 1 logs "
                            : event.own ? "thread 1 checks, against its own copies, "
                                        : "thread 2 checks ") +
                std::string(toString(event.access)) + " of " + arrayName(event.array);
        if (event.offset[thread]) line += "[" + terms_(event.offset[thread]) + "]";
        line += " when " + terms_(event.running[thread]);
        break;
      }
      case Event::Kind::Barrier:
        line += std::string(event.grid ? "grid barrier" : "barrier") + " enabled " +
                terms_(event.enabled) + ", thread 1 " + terms_(event.running[0]) + ", thread 2 " +
                (event.running[1] ? terms_(event.running[1]) : "-");
        break;
      case Event::Kind::Skip:
        line += "skip in " + labelOf(event.loop) + " when " + terms_(event.taken) +
                ", still inside: thread 1 " + terms_(event.running[0]) + ", thread 2 " +
                terms_(event.running[1]);
        break;
    }
    line += iterations(event.loops);
    if (event.statement) line += placeOf(program_, event.statement->location);
    out_ << line << '\n';
  }

  void print(const ErrorCondition& error) {
    std::string line = "  error: " + std::string(toString(error.kind));
    if (error.kind == FindingKind::Race)
      line += " on " + arrayName(error.array) + " at event " + std::to_string(error.event);
    line += placeOf(program_, error.location) + " when " + terms_(error.condition);
    out_ << line << '\n';
  }

  Problem& problem_;
  const Kernel& kernel_;
  Program& program_;
  const Execution& execution_;
  std::ostringstream out_;
  TermPrinter terms_;
};

void printRegion(std::ostream& out, const Kernel& kernel, const Uniformity& uniformity, int loop,
                 const std::string& indent) {
  auto labelOf = [&](const Region::Item& item) -> const std::string& {
    const unsigned block = item.isLoop ? kernel.flow().loops()[item.index].header : item.index;
    return kernel.procedure().blocks[block]->label;
  };
  const Region& region = kernel.region(loop);
  for (const Region::Item& item : region.items) {
    const bool uniform = item.isLoop ? uniformity.loop(item.index) : uniformity.block(item.index);
    out << indent << (item.isLoop ? "loop " : "block ") << labelOf(item)
        << (uniform ? "" : "  (some threads only)");
    if (item.controlEquivalent >= 0)
      out << "  (runs when " << labelOf(region.items[static_cast<unsigned>(item.controlEquivalent)])
          << " does)";
    out << '\n';
    if (item.isLoop)
      printRegion(out, kernel, uniformity, static_cast<int>(item.index), indent + "  ");
  }
}

std::string formText(const ClosedForm& form) {
  const std::string amount = std::to_string(form.amount);
  switch (form.kind) {
    case ClosedForm::Kind::Affine: return "initial + n * " + toString(form.step);
    case ClosedForm::Kind::ShiftLeft: return "initial << n * " + amount;
    case ClosedForm::Kind::ShiftRight: return "initial >> n * " + amount + " (unsigned)";
    case ClosedForm::Kind::ArithmeticShiftRight: return "initial >> n * " + amount + " (signed)";
    case ClosedForm::Kind::SignedHalving:
      return "initial / 2^(n * " + amount + "), rounded towards zero";
    case ClosedForm::Kind::Periodic: {
      std::string values = "in turn";
      for (Expr value : form.cycle) values += " " + toString(value);
      return values;
    }
  }
  return {};
}

bool isAsked(const VerifyOptions& options, std::string_view stage) {
  return std::any_of(options.printStages.begin(), options.printStages.end(),
                     [&](const std::string& asked) { return asked == stage || asked == "all"; });
}

void printSection(const std::string& title, const std::string& text) {
  std::cerr << "== " << title << '\n' << text << std::flush;
}

}  // namespace

std::optional<std::string> unknownStage(const VerifyOptions& options) {
  for (const std::string& asked : options.printStages) {
    if (asked == "all" || std::find(names.begin(), names.end(), asked) != names.end()) continue;
    std::string problem = "no stage is named '" + asked + "'; there are all";
    for (std::string_view name : names) problem += ", " + std::string(name);
    return problem;
  }
  return std::nullopt;
}

std::string regionsText(Problem& problem) {
  const Kernel& kernel = problem.subject().kernel;
  std::ostringstream out;
  printRegion(out, kernel, problem.uniformity(), -1, "  ");
  std::string thread;
  for (std::size_t v = 0; v < kernel.variableCount(); ++v)
    if (kernel.inSlice(kernel.variable(v)) && !problem.uniformity().variable(v))
      thread += " " + kernel.variable(v)->name;
  out << "  variables that differ between the threads:" << (thread.empty() ? " none" : thread)
      << '\n';
  return std::move(out).str();
}

std::string loopsText(Problem& problem) {
  const Subject& subject = problem.subject();
  const Kernel& kernel = subject.kernel;
  std::ostringstream out;
  for (const Loop& loop : kernel.flow().loops()) {
    out << "  loop " << kernel.procedure().blocks[loop.header]->label << ", after n iterations\n";
    const LoopSummary& summary = subject.summaries[loop.index];
    for (std::size_t v : kernel.modifiedIn(loop.index)) {
      auto it = summary.closed.find(v);
      out << "    " << kernel.variable(v)->name << " = "
          << (it == summary.closed.end() ? "anything" : formText(it->second)) << '\n';
    }
    for (Expr fact : summary.facts)
      out << "    held at the head of each complete one: " << toString(fact) << '\n';
  }
  return std::move(out).str();
}

std::string candidatesText(Problem& problem, std::span<const Candidate> candidates) {
  const Kernel& kernel = problem.subject().kernel;
  std::ostringstream out;
  for (const Candidate& candidate : candidates)
    out << "  loop "
        << kernel.procedure().blocks[kernel.flow().loops()[candidate.loop].header]->label << ": "
        << candidate.text << '\n';
  return std::move(out).str();
}

std::string executionText(Problem& problem, const Execution& execution) {
  return ExecutionPrinter(problem, execution).print();
}

void dumpInlined(const Program& program, const Procedure& kernel, const VerifyOptions& options) {
  if (!isAsked(options, "inlined")) return;
  std::ostringstream out;
  print(out, program, kernel);
  printSection("inlined", out.str());
}

void dumpStages(Problem& problem, const Execution& execution, ExecutionOptions::Form form,
                const Precision& precision, std::span<const Candidate> candidates) {
  const VerifyOptions& options = problem.subject().options;
  if (options.printStages.empty()) return;
  auto section = [&](const std::string& stage, auto text) {
    if (isAsked(options, stage))
      printSection(stage + ", " + std::string(toString(problem.mode())), text());
  };
  const bool races = form == ExecutionOptions::Form::Races;
  if (precision.candidates) {
    section("candidates", [&] { return candidatesText(problem, candidates); });
  } else if (!races) {
    section("regions", [&] { return regionsText(problem); });
    section("loops", [&] { return loopsText(problem); });
  }
  section(races ? "watched" : "checks", [&] { return executionText(problem, execution); });
}

}  // namespace barricade
