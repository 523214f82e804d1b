#include "frontend/frontend.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include "frontend/declaration_reader.h"
#include "frontend/facts.h"
#include "frontend/input.h"
#include "frontend/unit.h"
#include "ir/reference.h"

namespace barricade {

namespace {

// What kernels are compared with, one procedure each.
void checkReferences(Unit& unit) {
  for (const Procedure* kernel : unit.program.procedures()) {
    const TextToken& place = *unit.procedures.token(kernel->name);
    const auto count = std::ranges::count_if(kernel->specifications, namesReference);
    if (count > 1) unit.error(place, "'" + kernel->name + "' is compared with two procedures");
    for (const Specification& specification : kernel->specifications) {
      if (!namesReference(specification)) continue;
      const auto read = readReference(unit.program, *kernel, specification);
      if (const auto* reason = std::get_if<std::string>(&read)) unit.error(place, *reason);
    }
  }
}

// Functions with bodies are expanded where they are applied, which must come to an end.
void refuseRecursion(Unit& unit) {
  enum class State { New, Open, Done };
  std::unordered_map<const Function*, State> states;
  std::unordered_set<Expr> seen;
  for (const Function* start : unit.program.functions()) {
    // Depth-first over expressions and, from an application, into the function's body.
    std::vector<std::pair<Expr, const Function*>> open;  // (nullptr, f): f's body is done
    const auto enter = [&](const Function* function) {
      State& state = states[function];
      if (state == State::Open)
        unit.error(*unit.functions.token(function->name),
                   "the function '" + function->name + "' is defined by itself");
      if (state != State::New) return;
      if (function->body == nullptr) {
        state = State::Done;
        return;
      }
      state = State::Open;
      open.emplace_back(nullptr, function);
      open.emplace_back(function->body, nullptr);
    };
    enter(start);
    while (!open.empty()) {
      const auto [e, function] = open.back();
      open.pop_back();
      if (function != nullptr) {
        states[function] = State::Done;
        continue;
      }
      if (!seen.insert(e).second) continue;
      for (const Expr arg : e->args()) open.emplace_back(arg, nullptr);
      if (e->op() == Op::Apply) enter(e->function());
    }
  }
}

void setProgramFacts(Program& program) {
  const auto isInteger = [](const Variable* v) {
    const Type type = v->type;
    return type->isInt() || (type->isMap() && (type->domain()->isInt() || type->range()->isInt()));
  };
  for (const Declaration& declaration : program.declarations) {
    if (TypeSynonym* const* synonym = std::get_if<TypeSynonym*>(&declaration)) {
      const Type type = (*synonym)->type;
      if ((*synonym)->name == "_SIZE_T_TYPE" && type->isBitVector())
        program.pointerWidth = type->width();
    } else if (Variable* const* variable = std::get_if<Variable*>(&declaration)) {
      program.mathInt |= isInteger(*variable);
    } else if (Function* const* function = std::get_if<Function*>(&declaration)) {
      program.mathInt |= (*function)->result->isInt();
    } else if (Procedure* const* procedure = std::get_if<Procedure*>(&declaration)) {
      for (const auto* list :
           {&(*procedure)->parameters, &(*procedure)->results, &(*procedure)->locals})
        program.mathInt |= std::any_of(list->begin(), list->end(), isInteger);
    }
  }
}

// The two belong together when every group of the file is used, as Bugle writes them.
void checkLocationsUsed(Unit& unit) {
  const LocFile& file = unit.locations;
  if (!file.given() || file.used() == 0 || file.used() >= file.size()) return;
  unit.diagnostics.error({file.file(), 0, 0, 0},
                         "has " + std::to_string(file.size()) + " locations, but '" +
                             unit.program.fileName + "' uses " + std::to_string(file.used()) +
                             "; they do not belong together (without the file, the program is "
                             "read without locations)");
}

std::optional<InputFile> siblingLocFile(const std::string& path, Diagnostics& diagnostics) {
  if (path == "-") return std::nullopt;
  const auto sibling = std::filesystem::path(path).replace_extension(".loc");
  std::error_code error;
  if (sibling == path || !std::filesystem::is_regular_file(sibling, error)) return std::nullopt;
  auto text = readFile(sibling.string(), diagnostics);
  if (!text) return std::nullopt;
  return InputFile{sibling.string(), std::move(*text)};
}

}  // namespace

std::unique_ptr<Program> parseProgram(InputFile main, std::vector<InputFile> companions,
                                      std::optional<InputFile> loc, Diagnostics& diagnostics) {
  auto program = std::make_unique<Program>();
  program->fileName = main.path;
  Unit unit(*program, diagnostics);

  std::vector<InputFile> files;
  files.push_back(std::move(main));
  std::move(companions.begin(), companions.end(), std::back_inserter(files));
  std::vector<std::unique_ptr<TokenBuffer>> buffers;
  for (InputFile& file : files) {
    auto text = std::make_shared<const std::string>(std::move(file.text));
    if (!checkText(file.path, *text, diagnostics)) continue;
    diagnostics.addText(file.path, text);
    buffers.push_back(std::make_unique<TokenBuffer>(file.path, text, diagnostics));
  }
  if (loc) unit.locations.read(loc->path, loc->text, program->sources, diagnostics);
  // Errors in tokens would be found again as errors of syntax.
  if (diagnostics.hasErrors()) return nullptr;

  std::vector<std::unique_ptr<DeclarationReader>> readers;
  readers.reserve(buffers.size());
  for (const auto& buffer : buffers)
    readers.push_back(std::make_unique<DeclarationReader>(unit, *buffer));
  for (const auto& reader : readers) reader->declareTypes();
  for (const auto& reader : readers) reader->declare();
  setVariableRoles(unit);
  for (const auto& reader : readers) reader->define();
  completeArrays(unit);
  if (diagnostics.hasErrors()) return nullptr;

  if (program->declarations.empty()) {
    diagnostics.error({program->fileName, 0, 0, 0}, "has no declarations");
    return nullptr;
  }
  program->declarations.clear();
  for (const auto& reader : readers) reader->collect(program->declarations);
  setProgramFacts(*program);
  checkReferences(unit);
  refuseRecursion(unit);
  checkLocationsUsed(unit);
  if (diagnostics.hasErrors()) return nullptr;
  return program;
}

std::unique_ptr<Program> readProgram(const std::string& path, const ParseOptions& options,
                                     Diagnostics& diagnostics) {
  auto text = readFile(path, diagnostics);
  std::vector<InputFile> companions;
  for (const std::string& companion : options.companions)
    if (auto read = readFile(companion, diagnostics))
      companions.push_back({companion, std::move(*read)});
  std::optional<InputFile> loc;
  if (options.locFile.empty()) {
    loc = siblingLocFile(path, diagnostics);
  } else if (auto read = readFile(options.locFile, diagnostics)) {
    loc = InputFile{options.locFile, std::move(*read)};
  }
  if (diagnostics.hasErrors()) return nullptr;
  const std::string& name = options.displayName.empty() ? path : options.displayName;
  return parseProgram({name, std::move(*text)}, std::move(companions), std::move(loc), diagnostics);
}

}  // namespace barricade
