#include "barricade/reading.h"

#include "barricade/rendering.h"
#include "frontend/frontend.h"

namespace barricade {

namespace {

// `size` is NAME=N: arrays of that name whose first dimension is open have N elements in it.
void setArraySize(const Program& program, const std::string& size, Diagnostics& diagnostics) {
  const TextRange file{program.fileName};
  const std::size_t equals = size.find('=');
  const std::string name = size.substr(0, equals);
  const std::string number = equals == std::string::npos ? "" : size.substr(equals + 1);
  if (number.empty() || number.size() > 18 ||
      number.find_first_not_of("0123456789") != std::string::npos) {
    diagnostics.error(file, "--array-size takes NAME=N, as in v=256; '" + size + "' is not that");
    return;
  }
  NearestName nearest(name);
  bool found = false;
  for (Array* array : program.arrays()) {
    nearest.consider(array->sourceName);
    if (array->sourceName != name) continue;
    found = true;
    if (array->sourceDimensions.empty()) array->sourceDimensions.emplace_back();
    auto& first = array->sourceDimensions.front();
    if (first && *first > 0)
      diagnostics.error(file, "--array-size: the size of '" + name + "' is declared");
    else
      first = BigInt(number);
  }
  if (!found)
    diagnostics.error(file,
                      "--array-size: there is no array '" + name + "'" + nearest.suggestion());
}

}  // namespace

std::unique_ptr<Program> readInput(const Settings& settings, const std::string& input,
                                   Diagnostics& diagnostics) {
  ParseOptions options;
  options.companions = settings.companions;
  options.locFile = settings.locations;
  options.displayName = settings.displayName;
  auto program = readProgram(input, options, diagnostics);
  if (program && settings.excusesExited)
    for (Procedure* kernel : program->kernels()) kernel->excusesExited = *settings.excusesExited;
  if (program)
    for (const std::string& size : settings.arraySizes) setArraySize(*program, size, diagnostics);
  return program;
}

std::vector<Procedure*> chooseKernels(const Program& program, const Settings& settings,
                                      Diagnostics& diagnostics) {
  std::vector<Procedure*> kernels = program.kernels();
  if (settings.verify.allProcedures) {
    for (Procedure* procedure : program.procedures()) {
      if (procedure->role == Procedure::Role::Ordinary) kernels.push_back(procedure);
    }
  }
  std::erase_if(kernels, [](const Procedure* procedure) { return !procedure->hasBody(); });
  TextRange file{program.fileName};
  const std::string& wanted = settings.verify.kernel;
  if (wanted.empty()) {
    if (kernels.empty()) diagnostics.error(file, "the program has no kernel");
    return kernels;
  }
  NearestName nearest(wanted);
  for (Procedure* kernel : kernels) {
    if (kernel->name == wanted || kernel->sourceName == wanted) return {kernel};
    nearest.consider(kernel->sourceName);
  }
  diagnostics.error(file, "there is no kernel '" + wanted + "'" + nearest.suggestion());
  return {};
}

KernelInput readKernels(const Settings& settings, Diagnostics& diagnostics) {
  KernelInput input{readInput(settings, settings.inputs.front(), diagnostics), {}};
  if (input.program) input.kernels = chooseKernels(*input.program, settings, diagnostics);
  return input;
}

void addRejection(Diagnostics& diagnostics, const Rejection& rejection) {
  const SourcePosition& place = rejection.place;
  diagnostics.error({place.file, place.line, place.column}, rejection.message);
}

std::vector<ReportedError> errorsOf(const Diagnostics& diagnostics) {
  std::vector<ReportedError> errors;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    if (diagnostic.severity != Diagnostic::Severity::Error) continue;
    errors.push_back({"input", diagnostic.message, diagnostic.range.file, diagnostic.range.line,
                      diagnostic.range.column});
  }
  return errors;
}

Outcome rejectedOutcome(const Settings& settings, const Diagnostics& diagnostics) {
  Outcome outcome;
  outcome.code = ExitCode::Rejected;
  outcome.messages = diagnostics.toString();
  addDocument(outcome, settings.report,
              documentJson(inputName(settings), {}, errorsOf(diagnostics)));
  return outcome;
}

}  // namespace barricade
