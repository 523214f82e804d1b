// Measures the front end from text to program on generated IR: `frontend_bench [MB...]`
// (default 0.1 1 10). The IR has the mix of declarations and statements that Bugle writes, half
// of it in one large procedure and half in procedures of ordinary size.
#include <sys/resource.h>

#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "frontend/frontend.h"

namespace barricade {
namespace {

void writeHeader(std::ostream& out) {
  out << "type _SIZE_T_TYPE = bv32;\n"
         "procedure _ATOMIC_OP32(x : [bv32]bv32, y : bv32) returns (z : bv32, A : [bv32]bv32);\n"
         "var {:source_name \"A\"} {:global} $$A : [bv32]bv32;\n"
         "axiom {:array_info \"$$A\"} {:global} {:elem_width 32} {:source_name \"A\"} "
         "{:source_elem_width 32} {:source_dimensions \"*\"} true;\n"
         "const {:local_id_x} local_id_x : bv32;\n"
         "const {:group_id_x} group_id_x : bv32;\n"
         "function {:bvbuiltin \"bvadd\"} BV32_ADD(bv32, bv32) : bv32;\n"
         "function {:bvbuiltin \"bvmul\"} BV32_MUL(bv32, bv32) : bv32;\n"
         "function {:bvbuiltin \"bvslt\"} BV32_SLT(bv32, bv32) : bool;\n"
         "function FADD32(bv32, bv32) : bv32;\n"
         "procedure {:source_name \"bugle_barrier\"} {:barrier} $bugle_barrier($0:bv1, $1:bv1);\n";
}

void writeProcedure(std::ostream& out, unsigned number, std::size_t size) {
  const std::size_t loopBytes = 1000;
  const auto loops = static_cast<unsigned>(size / loopBytes + 1);
  out << "procedure {:source_name \"p" << number << "\"} {:kernel} $p" << number
      << "($n:bv32)\n{\n";
  for (unsigned i = 0; i < loops; ++i)
    out << "  var $i." << i << ":bv32;\n  var v" << 3 * i << ":bv32;\n  var v" << 3 * i + 1
        << ":bool;\n  var v" << 3 * i + 2 << ":bv32;\n";
  out << "$entry:\n  goto $head0;\n";
  for (unsigned i = 0; i < loops; ++i) {
    const unsigned v = 3 * i;
    out << "$head" << i << ":\n  assert {:block_sourceloc} {:sourceloc_num " << i << "} true;\n"
        << "  assert {:tag \"user\"} {:originated_from_invariant} {:sourceloc_num " << i
        << "} (if BV32_SLT($i." << i << ", $n) then 1bv1 else 0bv1) != 0bv1;\n"
        << "  v" << v + 1 << " := BV32_SLT($i." << i << ", " << i << "bv32);\n"
        << "  goto $truebb" << i << ", $falsebb" << i << ";\n"
        << "$truebb" << i << ":\n  assume {:partition} v" << v + 1 << ";\n"
        << "  assert {:sourceloc} {:sourceloc_num " << i << "} true;\n"
        << "  v" << v << " := $$A[BV32_ADD(BV32_MUL(group_id_x, " << i << "bv32), local_id_x)];\n"
        << "  v" << v + 2 << " := FADD32(v" << v << ", v" << v << "[8:0] ++ $i." << i
        << "[32:8]);\n"
        << "  call {:sourceloc_num " << i << "} $bugle_barrier(1bv1, 1bv1);\n"
        << "  $$A[BV32_ADD($i." << i << ", 1bv32)] := v" << v + 2 << ";\n"
        << "  $i." << i << " := BV32_ADD($i." << i << ", 1bv32);\n  goto $head" << i << ";\n"
        << "$falsebb" << i << ":\n  assume {:partition} !v" << v + 1 << ";\n";
    if (i + 1 < loops)
      out << "  goto $head" << i + 1 << ";\n";
    else
      out << "  return;\n";
  }
  out << "}\n";
}

std::string generate(std::size_t size) {
  std::ostringstream out;
  writeHeader(out);
  writeProcedure(out, 0, size / 2);
  for (unsigned number = 1; static_cast<std::size_t>(out.tellp()) < size; ++number)
    writeProcedure(out, number, 5000);
  return std::move(out).str();
}

int measure(double megabytes) {
  std::string text = generate(static_cast<std::size_t>(megabytes * 1e6));
  const double size = static_cast<double>(text.size()) / 1e6;
  Diagnostics diagnostics;
  const std::clock_t begin = std::clock();
  const auto program = parseProgram({"bench.gbpl", std::move(text)}, {}, {}, diagnostics);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (!program) {
    std::cerr << diagnostics.toString();
    return 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::cout << std::fixed << std::setprecision(2) << size << " MB in " << seconds
            << " s of CPU time: " << size / seconds << " MB/s, peak memory "
            << usage.ru_maxrss / 1024 << " MB\n";
  return 0;
}

}  // namespace
}  // namespace barricade

int main(int argc, char** argv) {
  if (argc < 2) {
    int status = 0;
    for (const double megabytes : {0.1, 1.0, 10.0}) status |= barricade::measure(megabytes);
    return status;
  }
  int status = 0;
  for (int i = 1; i < argc; ++i) status |= barricade::measure(std::atof(argv[i]));
  return status;
}
