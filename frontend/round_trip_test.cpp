// Every program of the test suite: read, printed, read again, it is the same program, and the
// second print is the first one, byte for byte.
#include <filesystem>
#include <fstream>

#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

// Whether the kernel's head says that it is refused.
bool isRefused(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line) && line.starts_with("//"))
    if (line.starts_with("// expect: rejected")) return true;
  return false;
}

std::vector<std::filesystem::path> programs() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BARRICADE_TESTSUITE))
    if (entry.path().extension() == ".gbpl" && !isRefused(entry.path()))
      result.push_back(entry.path());
  return result;
}

std::string describe(const Attributes& attributes) {
  std::string text;
  for (const Attribute& attribute : attributes) {
    text += "{" + attribute.name;
    for (const AttributeArg& arg : attribute.args)
      text += " " + (arg.index() == 0 ? std::get<0>(arg) : toString(std::get<1>(arg)));
    text += "}";
  }
  return text;
}

std::string describe(const Program& program, LocationId location) {
  std::string text = "@";
  for (const SourcePosition& position : program.sources.chain(location))
    text += position.directory + "/" + position.toString() + ";";
  return text;
}

// Everything a later stage can see, written down in another way than the printer's.
std::string describe(const Program& program) {
  std::string text = std::to_string(program.pointerWidth) + (program.mathInt ? "m" : "") + "\n";
  for (const Variable* v : program.globals()) {
    text += v->name + describe(v->attributes) + v->type->toString() +
            std::to_string(static_cast<int>(v->role)) + (v->unique ? "u" : "");
    if (v->subject) text += v->subject->name + std::to_string(static_cast<int>(v->access));
    if (v->array) {
      text += v->array->sourceName + std::to_string(v->array->elementWidth) + "," +
              std::to_string(v->array->sourceElementWidth) +
              std::to_string(static_cast<int>(v->array->space));
      for (const auto& d : v->array->sourceDimensions) text += d ? d->str() + "x" : "*";
    }
    text += "\n";
  }
  for (const Axiom* a : program.axioms())
    text += describe(a->attributes) + toString(a->condition) + "\n";
  for (const Function* f : program.functions())
    text += f->name + describe(f->attributes) + f->result->toString() +
            (f->body ? toString(f->body) : "") +
            (f->builtin ? std::string(smtName(*f->builtin)) : "") + "\n";
  for (const Procedure* p : program.procedures()) {
    text += p->name + p->sourceName + std::to_string(static_cast<int>(p->role)) + "\n";
    for (const auto* variables : {&p->parameters, &p->results, &p->locals})
      for (const Variable* v : *variables) text += v->name + v->type->toString() + "\n";
    for (const Specification& s : p->specifications) {
      text += describe(s.attributes) + describe(program, s.location) +
              (s.condition ? toString(s.condition) : "") + (s.free ? "f" : "") +
              (s.predicated ? "p" : "") + (s.procedureWide ? "w" : "") + "\n";
    }
    for (const auto& block : p->blocks) {
      text += block->label + describe(program, block->location) + "\n";
      for (const Statement& s : block->statements) {
        text +=
            std::to_string(s.node.index()) + describe(s.attributes) + describe(program, s.location);
        if (const Assert* a = s.as<Assert>())
          text += toString(a->condition) + std::to_string(static_cast<int>(a->kind));
        if (const Call* c = s.as<Call>()) {
          text += c->callee->name + c->site.name + (c->atomic ? c->atomic->function : "");
          for (const Expr e : c->args) text += toString(e) + ",";
        }
        if (const Assign* a = s.as<Assign>())
          for (const Expr e : a->values) text += toString(e) + ",";
        text += "\n";
      }
      for (const Block* to : block->successors) text += "->" + to->label;
      text += "\n";
    }
  }
  return text;
}

TEST(RoundTrip, EveryProgramOfTheTestSuite) {
  const auto paths = programs();
  EXPECT_GE(paths.size(), 104u);
  for (const auto& path : paths) {
    Diagnostics diagnostics;
    const auto program = readProgram(path.string(), {}, diagnostics);
    ASSERT_NE(program, nullptr) << diagnostics.toString();
    EXPECT_EQ(diagnostics.toString(), "") << path;
    const std::string text = toString(*program);
    const auto again = programOf(text);
    EXPECT_EQ(toString(*again), text) << path;
    EXPECT_EQ(describe(*again), describe(*program)) << path;
  }
}

}  // namespace
}  // namespace barricade::test
