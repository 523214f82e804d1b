// Kernels as IR text, in the manner of a compiler: partition blocks after each branch, one header
// and one latch a loop, a source line for each statement.
#include <regex>
#include <set>
#include <sstream>

#include "testsuite/fuzz/kernel.h"
#include "testsuite/fuzz/primitives.h"

namespace barricade::fuzz {
namespace {

using Kind = Statement::Kind;

class Renderer {
 public:
  explicit Renderer(const Kernel& kernel) : kernel_(kernel) {}

  std::string text() {
    std::string procedures;
    for (std::size_t i = 0; i < kernel_.procedures.size(); ++i) {
      const KernelProcedure& callee = kernel_.procedures[i];
      std::string header = "procedure {:source_name \"f" + std::to_string(i) + "\"} $f" +
                           std::to_string(i) + "($a : bv32, $b : bv32) returns (r : bv32)" +
                           (callee.hasBody ? "\n" : ";\n");
      if (!callee.precondition.empty()) header += "  requires " + callee.precondition + ";\n";
      if (!callee.guarantees.empty()) header += "  ensures " + callee.guarantees + ";\n";
      procedures += callee.hasBody ? procedure(header, callee.body, callee.setsLocals) : header;
    }
    std::string specification;
    for (const std::string& condition : kernel_.preconditions)
      specification += "  requires " + condition + ";\n";
    const std::string body = procedure("", kernel_.body, true);
    const std::string all = specification + body;
    std::string parameters;
    for (const char* name : {"$n", "$m"})
      if (all.find(name) != std::string::npos)
        parameters += (parameters.empty() ? "" : ", ") + std::string(name) + " : bv32";
    const std::string exited = kernel_.excused ? "{:exited_threads \"excused\"} " : "";
    procedures +=
        "procedure {:source_name \"k\"} {:kernel} " + exited + "$k(" + parameters + ")\n" + all;
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

  std::string procedure(const std::string& header, const Body& body, bool setsLocals) {
    out_.str("");
    out_ << "$entry:\n";
    marker("block_sourceloc");
    const bool open = statements(body);
    if (open) out_ << "  return;\n";
    std::string text = out_.str();
    std::set<std::string> locals;
    static const std::regex local("\\b[xiwuld][0-9]\\b");
    for (std::sregex_iterator found(text.begin(), text.end(), local), end; found != end; ++found)
      locals.insert(found->str());
    std::string declared, initial;
    for (const std::string& name : locals) {
      const std::string type = name[0] == 'w'                          ? "bv8"
                               : name[0] == 'u'                        ? "bv16"
                               : name[0] == 'l'                        ? "bv64"
                               : name[0] == 'd' && kernel_.wideOffsets ? "bv64"
                                                                       : "bv32";
      declared += "  var " + name + " : " + type + ";\n";
      initial += "  " + name + " := 0" + type + ";\n";
    }
    if (!header.empty()) initial += "  r := $a;\n";
    if (setsLocals) text.insert(text.find("$entry:\n") + 8, initial);
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
    out_ << name << ":\n  assume " << (kernel_.partitions ? "{:partition} " : "") << condition
         << ";\n";
    marker("block_sourceloc");
    if (statements(body)) jump(end);
  }

  bool one(const Statement& s) {
    switch (s.kind) {
      case Kind::Assign: out_ << "  " << s.target << " := " << s.value << ";\n"; return true;
      case Kind::Havoc: out_ << "  havoc " << s.target << ";\n"; return true;
      case Kind::Read: read(s); return true;
      case Kind::Write: write(s); return true;
      case Kind::Atomic:
        marker("sourceloc");
        out_ << "  call {:atomic} {:atomic_function \"" << s.function << "\"} ";
        if (!s.value.empty()) out_ << "{:arg1 " << s.value << "} ";
        if (!s.scope.empty()) out_ << "{:scope \"" << s.scope << "\"} ";
        out_ << s.attributes << "{:parts 1} {:part 1} " << s.target << ", $$" << s.array
             << " := _ATOMIC_OP32($$" << s.array << ", " << offset(s.index) << ");\n";
        return true;
      case Kind::Copy:
        marker("sourceloc");
        out_ << "  call {:async_work_group_copy} " << at() << s.target << ", $$" << s.array
             << " := _ASYNC_WORK_GROUP_COPY_32(" << offset(s.index) << ", $$" << s.source << ", "
             << offset(s.condition) << ", " << offset(s.value) << ", "
             << (s.function[0] == 'd' ? s.function : offset(s.function)) << ");\n";
        return true;
      case Kind::Wait:
        out_ << "  call {:wait_group_events} " << at() << "_WAIT_GROUP_EVENTS(" << s.value
             << ");\n";
        return true;
      case Kind::Primitive:
        out_ << "  call " << at() << s.target << (s.target.empty() ? "$" : " := $") << s.function
             << "(" << s.value << ");\n";
        return true;
      case Kind::Barrier:
      case Kind::GridBarrier:
        out_ << "  call " << at() << (s.kind == Kind::Barrier ? "$barrier(" : "$grid(")
             << fence(s, s.localFence) << ", " << fence(s, s.globalFence) << ");\n";
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

  static std::string fence(const Statement& s, bool fences) {
    if (!fences) return "0bv1";
    return s.condition.empty() ? "1bv1" : "(if " + s.condition + " then 1bv1 else 0bv1)";
  }

  //--- Accesses -------------------------------------------------------------------------------

  std::string offset(const std::string& index) const {
    return kernel_.wideOffsets ? "BV32_SEXT64(" + index + ")" : index;
  }
  std::string element(const Statement& s, const std::string& index) const {
    return "$$" + s.array + "[" + offset(index) + "]";
  }
  static std::string byteIndex(const Statement& s, unsigned byte) {
    const std::string first = "BV32_MUL(" + s.index + ", 4bv32)";
    return byte == 0 ? first : "BV32_ADD(" + first + ", " + std::to_string(byte) + "bv32)";
  }

  // Bytes are unsigned, half words signed.
  void read(const Statement& s) {
    marker("sourceloc");
    std::string value = element(s, s.index);
    if (s.asWord) {
      value = element(s, byteIndex(s, 3));
      for (unsigned byte = 3; byte-- > 0;) value += " ++ " + element(s, byteIndex(s, byte));
    } else if (elementWidth(s.array) == 8) {
      value = "BV8_ZEXT32(" + value + ")";
    } else if (elementWidth(s.array) == 16) {
      value = "BV16_SEXT32(" + value + ")";
    }
    out_ << "  " << s.target << " := " << value << ";\n";
  }

  void write(const Statement& s) {
    const unsigned width = elementWidth(s.array);
    for (unsigned byte = 0; byte < (s.asWord ? 4u : 1u); ++byte) {
      marker("sourceloc");
      const std::string bits =
          "[" + std::to_string(8 * byte + width) + ":" + std::to_string(8 * byte) + "]";
      out_ << "  " << element(s, s.asWord ? byteIndex(s, byte) : s.index)
           << " := " << (width == 32 ? s.value : "(" + s.value + ")" + bits) << ";\n";
    }
  }

  //--- Loops ----------------------------------------------------------------------------------

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
    const std::string pointer = kernel_.wideOffsets ? "bv64" : "bv32";
    std::string out = "type _SIZE_T_TYPE = " + pointer + ";\n";
    for (const ArrayKind& array : arrayKinds) {
      const std::string name = array.name;
      if (!used("$$" + name + "[") && !used("$$" + name + " ") && !used("$$" + name + ","))
        continue;
      out += "var {:source_name \"" + name + "\"} " + array.space + "$$" + name + " : [" + pointer +
             "]bv" + std::to_string(array.width) + ";\n";
      if (array.parts > 1 || array.elements > 0)
        out += "axiom {:array_info \"$$" + name + "\"} " + array.space + "{:elem_width " +
               std::to_string(array.width) + "} {:source_elem_width " +
               std::to_string(array.width * array.parts) + "} {:source_dimensions \"" +
               (array.elements > 0 ? std::to_string(array.elements) : "*") + "\"} true;\n";
    }
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
    if (kernel_.warpSize != 0)
      out += "const {:sub_group_size} sub_group_size : bv32;\naxiom sub_group_size == " +
             std::to_string(kernel_.warpSize) + "bv32;\n";
    if (used("$$z,"))
      out += "var {:source_name \"z\"} {:group_shared} $$z : [" + pointer + "]bv64;\n";
    for (const char* stages : {"1", "2", "4"})  // two objects for each
      if (const std::string ring = std::string("ring") + stages; used("$$" + ring + ","))
        out += "var {:source_name \"" + ring + "\"} {:group_shared} $$" + ring + " : [" + pointer +
               "]bv64;\naxiom {:array_info \"$$" + ring +
               "\"} {:group_shared} {:elem_width 64} {:source_elem_width 64} " +
               "{:source_dimensions \"" + std::to_string(2 * std::stoi(stages)) + "\"} true;\n";
    for (const PrimitiveDeclaration& primitive : primitiveDeclarations)
      if (used("$" + std::string(primitive.name) + "("))
        out += "procedure " + std::string(primitive.attributes) + " $" + primitive.name +
               primitive.signature + ";\n";
    out += functions(text);
    if (used("__elected_32")) out += "function __elected_32(bv32) : bv32;\n";
    if (used("_ATOMIC_OP32"))
      out += "procedure _ATOMIC_OP32(x : [" + pointer + "]bv32, y : " + pointer +
             ") returns (z : bv32, A : [" + pointer + "]bv32);\n";
    if (used("_ASYNC_WORK"))
      out += "procedure {:async_work_group_copy} _ASYNC_WORK_GROUP_COPY_32(dstOffset : " + pointer +
             ", src : [" + pointer + "]bv32, srcOffset : " + pointer + ", size : " + pointer +
             ", handle : " + pointer + ") returns (handle' : " + pointer + ", dst : [" + pointer +
             "]bv32);\n";
    if (used("_WAIT_GROUP"))
      out += "procedure {:wait_group_events} _WAIT_GROUP_EVENTS(handle : " + pointer + ");\n";
    out += "procedure {:source_name \"barrier\"} {:barrier} $barrier($0 : bv1, $1 : bv1);\n";
    if (used("$grid(") || kernel_.gridBarriers)
      out += "procedure {:source_name \"grid\"} {:grid_barrier} $grid($0 : bv1, $1 : bv1);\n";
    else
      out += "const {:work_dim} work_dim : bv32;\naxiom work_dim == 1bv32;\n";
    return out;
  }
  // Declarations of the operators that `text` uses: BV32_ADD, BV8_ZEXT32, BV32_TRUNC8.
  static std::string functions(const std::string& text) {
    static const std::regex operation("BV(8|16|32|64)_([A-Z]+)(8|16|32|64)?\\(");
    static const std::set<std::string> predicates = {"ULT", "ULE", "UGT", "UGE",
                                                     "SLT", "SLE", "SGT", "SGE"};
    std::set<std::string> declared;
    for (std::sregex_iterator found(text.begin(), text.end(), operation), end; found != end;
         ++found) {
      const std::smatch& match = *found;
      const std::string name = match[2], type = "bv" + match[1].str(), to = match[3];
      std::string function = match[0].str();
      std::string builtin = "bv";
      for (char c : name) builtin += static_cast<char>(c - 'A' + 'a');
      if (name == "TRUNC") {
        declared.insert("function {:inline true} " + function + "x : " + type + ") : bv" + to +
                        " { x[" + to + ":0] }\n");
      } else if (name == "ZEXT" || name == "SEXT") {
        declared.insert("function {:bvbuiltin \"" + std::string(name == "ZEXT" ? "zero" : "sign") +
                        "_extend " + std::to_string(std::stoi(to) - std::stoi(match[1])) + "\"} " +
                        function + type + ") : bv" + to + ";\n");
      } else if (name == "CTPOP") {
        declared.insert("function " + function + type + ") : " + type + ";\n");
      } else {
        declared.insert("function {:bvbuiltin \"" + builtin + "\"} " + function + type + ", " +
                        type + ") : " + (predicates.contains(name) ? "bool" : type) + ";\n");
      }
    }
    std::string out;
    for (const std::string& line : declared) out += line;
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
