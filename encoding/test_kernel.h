// Kernels for the tests of encoding and above: analysis/test_kernel.h, and what is summarized.
#pragma once

#include "analysis/test_kernel.h"
#include "encoding/problem.h"

namespace barricade::test {

// A kernel up to what the stages before the solver make of it.
struct Staged {
  explicit Staged(const std::string& text, const VerifyOptions& given = {},
                  bool writtenValuesMatter = false)
      : options(given), program(parse(text)) {
    const Prepared prepared = prepare(*program, options);
    EXPECT_TRUE(prepared.procedure);
    subject =
        std::make_unique<Subject>(*program, *prepared.procedure, options, writtenValuesMatter);
  }
  const Kernel& kernel() const { return subject->kernel; }
  std::size_t variable(const std::string& name) const { return variableOf(kernel(), name); }

  VerifyOptions options;
  std::unique_ptr<Program> program;
  std::unique_ptr<Subject> subject;
};

}  // namespace barricade::test
