#include "barricade/kernel_arguments.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

// "kernel: 1 * -7", or what is wrong.
std::string argumentsOf(std::string_view text) {
  auto parsed = parseKernelArguments(text);
  if (auto* problem = std::get_if<std::string>(&parsed)) return *problem;
  const auto& arguments = std::get<KernelArguments>(parsed);
  std::string result = arguments.kernel + ":";
  for (const auto& value : arguments.values) result += " " + (value ? value->str() : "*");
  return result;
}

TEST(KernelArguments, NumbersOfBothBasesAndAny) {
  EXPECT_EQ(argumentsOf("foo,0x00000003"), "foo: 3");
  EXPECT_EQ(argumentsOf("[foo,1,*]"), "foo: 1 *");
  EXPECT_EQ(argumentsOf("7"), ": 7");
  EXPECT_EQ(argumentsOf("$f, -7 , 0XfF,-0x10,007"), "$f: -7 255 -16 7");
  EXPECT_EQ(argumentsOf("0x123456789abcdef0123456789abcdef0"),
            ": 24197857203266734864793317670504947440");
  EXPECT_EQ(argumentsOf("foo"), "foo:");
}

TEST(KernelArguments, NonsenseIsNamed) {
  const std::string takes = "takes a kernel's name, which may be left out, and numbers or *; ";
  EXPECT_EQ(argumentsOf("foo,three"), takes + "'three' is none");
  EXPECT_EQ(argumentsOf("foo,0x"), takes + "'0x' is none");
  EXPECT_EQ(argumentsOf("foo,0xg"), takes + "'0xg' is none");
  EXPECT_EQ(argumentsOf("foo,,1"), takes + "'' is none");
  EXPECT_EQ(argumentsOf("1.5"), takes + "'1.5' is none");
  EXPECT_EQ(argumentsOf("foo,1a"), takes + "'1a' is none");
}

}  // namespace
}  // namespace barricade
