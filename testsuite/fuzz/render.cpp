// Kernels as IR text, in the manner of a compiler: partition blocks behind each branch, one header
// and one latch a loop, a source line for each statement.
#include <regex>
#include <set>
#include <sstream>

#include "testsuite/fuzz/kernel.h"

namespace barricade::fuzz {
namespace {

using Kind = Statement::Kind;

class Renderer {
 public:
  explicit Renderer(const Kernel& kernel) : kernel_(kernel) {}

  std::string text() {
    std::string procedures;
    for (std::size_t i = 0; i < kernel_.procedures.size(); ++i)
      procedures += procedure("procedure {:source_name \"f" + std::to_string(i) + "\"} $f" +
                                  std::to_string(i) + "($a : bv32, $b : bv32) returns (r : bv32)\n",
                              kernel_.procedures[i].body);
    std::string specification;
    for (const std::string& condition : kernel_.preconditions)
      specification += "  requires " + condition + ";\n";
    const std::string body = procedure("", kernel_.body);
    const std::string all = specification + body;
    std::string parameters;
    for (const char* name : {"$n", "$m"})
      if (all.find(name) != std::string::npos)
        parameters += (parameters.empty() ? "" : ", ") + std::string(name) + " : bv32";
    procedures += "procedure {:source_name \"k\"} {:kernel} $k(" + parameters + ")\n" + all;
    return declarations(procedures) + procedures;
  }

 private:
  std::string label(const std::string& name) { return "$" + name + std::to_string(labels_++); }

  std::string at() {
    ++line_;
    if (!kernel_.locations) return "";
    return "{:line " + std::to_string(line_) + "} {:col 1} {:fname \"k.cl\"} {:dir \"\"} ";
  }
  void marker(const char* kind) {
    const std::string where = at();
    if (!where.empty()) out_ << "  assert {:" << kind << "} " << where << "true;\n";
  }

  std::string procedure(const std::string& header, const Body& body) {
    out_.str("");
    out_ << "$entry:\n";
    marker("block_sourceloc");
    const bool open = statements(body);
    if (open) out_ << "  return;\n";
    std::string text = out_.str();
    std::set<std::string> locals;
    static const std::regex local("\\b[xi][0-9]\\b");
    for (std::sregex_iterator found(text.begin(), text.end(), local), end; found != end; ++found)
      locals.insert(found->str());
    std::string declared, initial;
    for (const std::string& name : locals) {
      declared += "  var " + name + " : bv32;\n";
      initial += "  " + name + " := 0bv32;\n";
    }
    if (!header.empty()) initial += "  r := $a;\n";
    text.insert(text.find("$entry:\n") + 8, initial);
    return header + "{\n" + declared + text + "}\n";
  }

  // Whether control reaches the end.
  bool statements(const Body& body) {
    for (const Statement& statement : body)
      if (!one(statement)) return false;
    return true;
  }

  void jump(const std::string& target) { out_ << "  goto " << target << ";\n"; }
  void begin(const std::string& name) {
    out_ << name << ":\n";
    marker("block_sourceloc");
  }
  void arm(const std::string& name, const std::string& condition, const Body& body,
           const std::string& end) {
    out_ << name << ":\n  assume {:partition} " << condition << ";\n";
    marker("block_sourceloc");
    if (statements(body)) jump(end);
  }

  bool one(const Statement& s) {
    switch (s.kind) {
      case Kind::Assign: out_ << "  " << s.target << " := " << s.value << ";\n"; return true;
      case Kind::Havoc: out_ << "  havoc " << s.target << ";\n"; return true;
      case Kind::Read:
        marker("sourceloc");
        out_ << "  " << s.target << " := $$" << s.array << "[" << s.index << "];\n";
        return true;
      case Kind::Write:
        marker("sourceloc");
        out_ << "  $$" << s.array << "[" << s.index << "] := " << s.value << ";\n";
        return true;
      case Kind::Atomic:
        marker("sourceloc");
        out_ << "  call {:atomic} {:atomic_function \"" << s.function << "\"} {:arg1 " << s.value
             << "} {:parts 1} {:part 1} " << s.target << ", $$" << s.array << " := _ATOMIC_OP32($$"
             << s.array << ", " << s.index << ");\n";
        return true;
      case Kind::Barrier:
      case Kind::GridBarrier:
        out_ << "  call " << at() << (s.kind == Kind::Barrier ? "$barrier(" : "$grid(")
             << s.localFence << "bv1, " << s.globalFence << "bv1);\n";
        return true;
      case Kind::Call:
        out_ << "  call " << at() << s.target << " := $f" << s.procedure << "(" << s.index << ", "
             << s.value << ");\n";
        return true;
      case Kind::Assert: out_ << "  assert " << at() << s.condition << ";\n"; return true;
      case Kind::Assume: out_ << "  assume " << s.condition << ";\n"; return true;
      case Kind::Return: out_ << "  return;\n"; return false;
      case Kind::Break:
      case Kind::Continue:
        if (loops_.empty()) return true;
        jump(s.kind == Kind::Break ? loops_.back().end : loops_.back().next);
        return false;
      case Kind::Branch: {
        const std::string yes = label("then"), no = label("else"), end = label("end");
        out_ << "  goto " << yes << ", " << no << ";\n";
        arm(yes, s.condition, s.bodies[0], end);
        arm(no, "!(" + s.condition + ")", s.bodies[1], end);
        begin(end);
        return true;
      }
      case Kind::Switch: {
        std::vector<std::string> names;
        const std::string end = label("end");
        std::string others, targets;
        for (std::size_t i = 0; i < s.bodies.size(); ++i) {
          names.push_back(label("case"));
          targets += (i ? ", " : "") + names[i];
        }
        out_ << "  goto " << targets << ";\n";
        for (std::size_t i = 0; i < s.bodies.size(); ++i) {
          const std::string number = std::to_string(i) + "bv32";
          arm(names[i],
              i + 1 < s.bodies.size() ? "(" + s.value + ") == " + number
                                      : (others.empty() ? "true" : others),
              s.bodies[i], end);
          others += (i ? " && " : "") + ("(" + s.value + ") != " + number);
        }
        begin(end);
        return true;
      }
      case Kind::Loop: return loop(s);
    }
    return true;
  }

  bool loop(const Statement& s) {
    const std::string head = label("head"), body = label("body"), leave = label("leave"),
                      next = label("next"), end = label("done");
    jump(head);
    begin(head);
    loops_.push_back({next, end});
    if (s.testAtEnd) {
      if (statements(s.bodies[1])) jump(next);
      begin(next);
      if (statements(s.bodies[2]) && statements(s.bodies[0]))
        out_ << "  goto " << body << ", " << leave << ";\n";
      arm(body, s.condition, {}, head);
    } else {
      if (statements(s.bodies[0])) out_ << "  goto " << body << ", " << leave << ";\n";
      arm(body, s.condition, s.bodies[1], next);
      begin(next);
      if (statements(s.bodies[2])) jump(head);
    }
    loops_.pop_back();
    arm(leave, "!(" + s.condition + ")", {}, end);
    begin(end);
    return true;
  }

  std::string declarations(const std::string& text) const {
    auto used = [&](const std::string& name) { return text.find(name) != std::string::npos; };
    std::string out = "type _SIZE_T_TYPE = bv32;\n";
    for (const auto& [name, space] :
         std::initializer_list<std::pair<const char*, const char*>>{{"s", "{:group_shared} "},
                                                                    {"q", "{:group_shared} "},
                                                                    {"a", "{:global} "},
                                                                    {"b", "{:global} "},
                                                                    {"c", "{:constant} "},
                                                                    {"p", ""}})
      if (used(std::string("$$") + name + "[") || used(std::string("$$") + name + " "))
        out += "var {:source_name \"" + std::string(name) + "\"} " + space + "$$" + name +
               " : [bv32]bv32;\n";
    for (const char* dimension : {"x", "y", "z"}) {
      const std::size_t d = static_cast<std::size_t>(dimension[0] - 'x');
      for (const char* name : {"local_id", "group_id"})
        if (used(std::string(name) + "_" + dimension)) constant(out, name, dimension);
      for (const auto& [name, sizes] :
           {std::pair{"group_size", &kernel_.groupSize}, {"num_groups", &kernel_.numGroups}}) {
        constant(out, name, dimension);
        const std::string size = d < sizes->size() ? (*sizes)[d] : "1";
        if (!size.empty())
          out += "axiom " + std::string(name) + "_" + dimension + " == " + size + "bv32;\n";
      }
    }
    static const std::regex operation("BV32_([A-Z]+)");
    std::set<std::string> operations;
    for (std::sregex_iterator found(text.begin(), text.end(), operation), end; found != end;
         ++found)
      operations.insert((*found)[1]);
    static const std::set<std::string> predicates = {"ULT", "ULE", "UGT", "UGE",
                                                     "SLT", "SLE", "SGT", "SGE"};
    for (const std::string& name : operations) {
      std::string builtin = "bv";
      for (char c : name) builtin += static_cast<char>(c - 'A' + 'a');
      out += "function {:bvbuiltin \"" + builtin + "\"} BV32_" + name +
             "(bv32, bv32) : " + (predicates.contains(name) ? "bool" : "bv32") + ";\n";
    }
    if (used("_ATOMIC_OP32"))
      out +=
          "procedure _ATOMIC_OP32(x : [bv32]bv32, y : bv32) returns (z : bv32, A : [bv32]bv32);\n";
    out += "procedure {:source_name \"barrier\"} {:barrier} $barrier($0 : bv1, $1 : bv1);\n";
    if (used("$grid(") || kernel_.gridBarriers)
      out += "procedure {:source_name \"grid\"} {:grid_barrier} $grid($0 : bv1, $1 : bv1);\n";
    else
      out += "const {:work_dim} work_dim : bv32;\naxiom work_dim == 1bv32;\n";
    return out;
  }
  static void constant(std::string& out, const std::string& name, const std::string& dimension) {
    const std::string full = name + "_" + dimension;
    out += "const {:" + full + "} " + full + " : bv32;\n";
  }

  struct LoopLabels {
    std::string next, end;
  };

  const Kernel& kernel_;
  std::ostringstream out_;
  std::vector<LoopLabels> loops_;
  unsigned labels_ = 0;
  unsigned line_ = 0;
};

}  // namespace

std::string render(const Kernel& kernel) {
  return Renderer(kernel).text();
}

}  // namespace barricade::fuzz
