// The IR's operators become macros of the same names, so that expressions stay as they are but for
// their literals and parameters.
#include "testsuite/fuzz/render_cuda.h"

#include <regex>
#include <set>
#include <sstream>

namespace barricade::fuzz {
namespace {

using Kind = Statement::Kind;

constexpr const char* prelude = R"(#include <cooperative_groups.h>
#define BV32_ADD(a, b) ((a) + (b))
#define BV32_SUB(a, b) ((a) - (b))
#define BV32_MUL(a, b) ((a) * (b))
#define BV32_UDIV(a, b) ((a) / (b))
#define BV32_UREM(a, b) ((a) % (b))
#define BV32_SDIV(a, b) ((unsigned)((int)(a) / (int)(b)))
#define BV32_SREM(a, b) ((unsigned)((int)(a) % (int)(b)))
#define BV32_SHL(a, b) ((a) << (b))
#define BV32_LSHR(a, b) ((a) >> (b))
#define BV32_ASHR(a, b) ((unsigned)((int)(a) >> (b)))
#define BV32_AND(a, b) ((a) & (b))
#define BV32_OR(a, b) ((a) | (b))
#define BV32_XOR(a, b) ((a) ^ (b))
#define BV32_ULT(a, b) ((a) < (b))
#define BV32_ULE(a, b) ((a) <= (b))
#define BV32_UGT(a, b) ((a) > (b))
#define BV32_SLT(a, b) ((int)(a) < (int)(b))
#define BV32_TRUNC8(a) ((unsigned char)(a))
#define BV8_ADD(a, b) ((unsigned char)((a) + (b)))
#define BV8_SUB(a, b) ((unsigned char)((a) - (b)))
#define BV8_MUL(a, b) ((unsigned char)((a) * (b)))
#define BV8_ZEXT32(a) ((unsigned)(unsigned char)(a))
#define BV8_SEXT32(a) ((unsigned)(signed char)(a))
#define BV32_TRUNC16(a) ((unsigned short)(a))
#define BV16_ADD(a, b) ((unsigned short)((a) + (b)))
#define BV16_SUB(a, b) ((unsigned short)((a) - (b)))
#define BV16_MUL(a, b) ((unsigned short)((unsigned)(a) * (unsigned)(b)))
#define BV16_ZEXT32(a) ((unsigned)(unsigned short)(a))
#define BV16_SEXT32(a) ((unsigned)(short)(a))
#define BV32_ZEXT64(a) ((unsigned long long)(a))
#define BV32_SEXT64(a) ((unsigned long long)(int)(a))
#define BV64_TRUNC32(a) ((unsigned)(a))
#define BV64_ADD(a, b) ((a) + (b))
#define BV64_SUB(a, b) ((a) - (b))
#define BV64_ULT(a, b) ((a) < (b))
#define BV64_SLT(a, b) ((long long)(a) < (long long)(b))
#define local_id_x threadIdx.x
#define local_id_y threadIdx.y
#define group_id_x blockIdx.x
#define group_size_x blockDim.x
)";

const char* elementType(const std::string& array) {
  return elementWidth(array) == 8    ? "unsigned char"
         : elementWidth(array) == 16 ? "short"
                                     : "unsigned";
}

std::string expression(const std::string& text) {
  static const std::regex literal("\\b([0-9]+)bv[0-9]+"), parameter("\\$([a-z])\\b");
  return std::regex_replace(std::regex_replace(text, literal, "$1u"), parameter, "of_$1");
}

class CudaRenderer {
 public:
  explicit CudaRenderer(const Kernel& kernel) : kernel_(kernel) {}

  std::string text() {
    std::string functions;
    for (std::size_t i = 0; i < kernel_.procedures.size(); ++i) {
      const KernelProcedure& callee = kernel_.procedures[i];
      const std::string contract = callee.precondition.empty()
                                       ? ""
                                       : "  __requires(" + expression(callee.precondition) + ");\n";
      inKernel_ = false;
      functions += "__device__ unsigned f" + std::to_string(i) +
                   "(unsigned of_a, unsigned of_b) {\n" + contract + function(callee.body) +
                   "  return r;\n}\n";
    }
    inKernel_ = true;
    std::string contract;
    for (const std::string& condition : kernel_.preconditions)
      contract += "  __requires(" + expression(condition) + ");\n";
    functions += "__global__ void k(unsigned of_n, unsigned of_m) {\n" + contract +
                 function(kernel_.body) + "}\n";
    std::string arrays;
    for (const ArrayKind& array : arrayKinds) {
      const std::string space = array.space;
      if (space.empty()) continue;
      arrays += std::string(space.find("shared") != space.npos     ? "__shared__ "
                            : space.find("constant") != space.npos ? "__constant__ "
                                                                   : "__device__ ") +
                elementType(array.name) + " " + array.name + "[1 << 16];\n";
    }
    return prelude + arrays + functions;
  }

 private:
  std::string function(const Body& body) {
    out_.str("");
    statements(body);
    const std::string text = out_.str();
    std::string locals = inKernel_ ? "  unsigned p[64];\n" : "  unsigned r = of_a;\n";
    static const std::regex local("\\b[xiwul][0-9]\\b");
    std::set<std::string> names;
    for (std::sregex_iterator found(text.begin(), text.end(), local), end; found != end; ++found)
      names.insert(found->str());
    for (const std::string& name : names)
      locals += std::string("  ") +
                (name[0] == 'w'   ? "unsigned char "
                 : name[0] == 'u' ? "unsigned short "
                 : name[0] == 'l' ? "unsigned long long "
                                  : "unsigned ") +
                name + " = 0;\n";
    return locals + text;
  }

  void statements(const Body& body) {
    for (const Statement& statement : body) one(statement);
  }
  void block(const Body& body) {
    out_ << " {\n";
    statements(body);
    out_ << "  }";
  }

  std::string element(const Statement& s) const {
    const std::string index = (kernel_.wideOffsets ? "(int)(" : "(") + expression(s.index) + ")";
    return s.asWord ? "((unsigned *)" + s.array + ")[" + index + "]" : s.array + "[" + index + "]";
  }

  void one(const Statement& s) {
    out_ << "  ";
    switch (s.kind) {
      case Kind::Assign: out_ << s.target << " = " << expression(s.value) << ";"; break;
      case Kind::Read: out_ << s.target << " = " << element(s) << ";"; break;
      case Kind::Write: out_ << element(s) << " = " << expression(s.value) << ";"; break;
      case Kind::Atomic: {
        const std::size_t first = s.function.find("atomic");
        out_ << s.target << " = " << s.function.substr(first, s.function.rfind('_') - first)
             << (s.scope.empty() ? "" : "_" + s.scope) << "((int *)&" << element(s) << ", (int)("
             << expression(s.value) << "));";
        break;
      }
      case Kind::Barrier: out_ << "__syncthreads();"; break;
      case Kind::GridBarrier: out_ << "cooperative_groups::this_grid().sync();"; break;
      case Kind::Call:
        out_ << s.target << " = f" << s.procedure << "(" << expression(s.index) << ", "
             << expression(s.value) << ");";
        break;
      case Kind::Assert: out_ << "__assert(" << expression(s.condition) << ");"; break;
      case Kind::Assume: out_ << "__assume(" << expression(s.condition) << ");"; break;
      case Kind::Return: out_ << (inKernel_ ? "return;" : "return r;"); break;
      case Kind::Break:
        if (!loops_.empty()) out_ << "break;";
        break;
      case Kind::Continue:
        if (!loops_.empty()) out_ << "goto next" << loops_.back() << ";";
        break;
      case Kind::Branch:
        out_ << "if (" << expression(s.condition) << ")";
        block(s.bodies[0]);
        out_ << " else";
        block(s.bodies[1]);
        break;
      case Kind::Switch:
        for (std::size_t i = 0; i < s.bodies.size(); ++i) {
          if (i + 1 < s.bodies.size())
            out_ << "if ((" << expression(s.value) << ") == " << i << "u)";
          block(s.bodies[i]);
          if (i + 1 < s.bodies.size()) out_ << " else ";
        }
        break;
      case Kind::Loop: loop(s); break;
      case Kind::Havoc:
      case Kind::Copy:
      case Kind::Wait:
      case Kind::Primitive: break;  // forCuda() lets none pass
    }
    out_ << '\n';
  }

  void loop(const Statement& s) {
    const unsigned label = labels_++;
    loops_.push_back(label);
    const std::string leave = "  if (!(" + expression(s.condition) + ")) break;\n";
    out_ << "for (;;) {\n";
    if (!s.testAtEnd) {
      statements(s.bodies[0]);
      out_ << leave;
    }
    statements(s.bodies[1]);
    out_ << "  next" << label << ":;\n";
    statements(s.bodies[2]);
    if (s.testAtEnd) {
      statements(s.bodies[0]);
      out_ << leave;
    }
    out_ << "  }";
    loops_.pop_back();
  }

  const Kernel& kernel_;
  std::ostringstream out_;
  std::vector<unsigned> loops_;  // labels of those around
  unsigned labels_ = 0;
  bool inKernel_ = true;
};

}  // namespace

std::optional<Kernel> forCuda(Kernel kernel) {
  bool faithful = true;
  for (const KernelProcedure& procedure : kernel.procedures)
    faithful = faithful && procedure.hasBody && procedure.setsLocals;
  forEachBody(kernel, [&](Body& body) {
    for (Statement& s : body) {
      if (s.kind == Kind::Barrier || s.kind == Kind::GridBarrier) {
        s.localFence = s.globalFence = true;
        s.condition.clear();
      }
      const bool lacksForm = s.kind == Kind::Havoc || s.kind == Kind::Copy ||
                             s.kind == Kind::Wait || s.kind == Kind::Primitive ||
                             s.scope == "thread" || s.scope == "cluster";
      // The bytes of a word are at 4 * index, which wraps around at the width of a pointer.
      faithful = faithful && !lacksForm && !(s.asWord && kernel.wideOffsets) &&
                 s.target.find(',') == s.target.npos;
      for (const std::string* text : {&s.index, &s.value, &s.condition})
        faithful = faithful && text->find("SMOD") == text->npos;
    }
  });
  for (KernelProcedure& procedure : kernel.procedures)
    forEachBody(procedure.body, [&](Body& body) {
      for (const Statement& s : body) faithful = faithful && s.array != "p";
    });
  return faithful ? std::optional(std::move(kernel)) : std::nullopt;
}

std::string renderCuda(const Kernel& kernel) {
  return CudaRenderer(kernel).text();
}

std::string launchOptions(const Kernel& kernel) {
  auto list = [](const std::vector<std::string>& sizes) {
    std::string text;
    for (const std::string& size : sizes)
      text += (text.empty() ? "" : ",") + (size.empty() ? "*" : size);
    return sizes.size() == 1 ? text : "[" + text + "]";
  };
  return "--blockDim=" + list(kernel.groupSize) + " --gridDim=" + list(kernel.numGroups) +
         " --pointer-size=" + (kernel.wideOffsets ? "64" : "32");
}

}  // namespace barricade::fuzz
