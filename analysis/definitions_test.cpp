// What variables are defined by, and whether that still holds where they are used.
#include "analysis/definitions.h"

#include "analysis/test_kernel.h"
#include "ir/printer.h"

namespace barricade::test {
namespace {

// The last value that the body stores, as it is with definitions in place of variables.
std::string storedIn(const std::string& body) {
  const Analysed analysed(kernelText(body));
  const Procedure& procedure = analysed.kernel().procedure();
  const SingleDefinitions definitions(procedure, analysed.kernel().flow());
  std::string text;
  for (const auto& block : procedure.blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i)
      if (const Assign* assign = block->statements[i].as<Assign>())
        if (assign->targets.front().variable->array)
          text = toString(definitions.expanded(analysed.program->pool(), assign->values.front(),
                                               {block->index, i}));
  return text;
}

TEST(Definitions, AreExpanded) {
  EXPECT_EQ(storedIn("i := add(tid, 1bv32); j := mul(i, 2bv32); $$s[tid] := j;"),
            storedIn("$$s[tid] := mul(add(tid, 1bv32), 2bv32);"));
}

TEST(Definitions, NotWhereWhatTheyReadIsSetAgain) {
  EXPECT_EQ(storedIn("i := tid; j := i; i := add(i, 1bv32); $$s[tid] := j;"), "j");
  EXPECT_EQ(storedIn("i := tid; i := add(i, 1bv32); j := i; $$s[tid] := j;"), "i");
  EXPECT_EQ(storedIn("i := tid; j := i; if ($c) { i := 0bv32; } $$s[tid] := j;"), "j");
  EXPECT_EQ(storedIn("i := $$t[tid]; j := add(i, 1bv32); $$s[tid] := j;"),
            storedIn("i := $$t[tid]; $$s[tid] := add(i, 1bv32);"));
}

}  // namespace
}  // namespace barricade::test
