"""Launch options: spellings, precedence of the command line over the head, errors."""

import os
import tempfile
import unittest

from kernel_files import HeadError, read_head
from lowering import LaunchOptions, LoweringError, parse_size
from lowering.testing_support import lower_text
from lowering.options import parse_head, source_parser, with_defaults


def options_of(*words):
  options = LaunchOptions()
  options.take(source_parser().parse_args(words))
  return options


class OptionsTest(unittest.TestCase):
  def head(self, text):
    """(what a head says, the words that are not for the lowering)."""
    with tempfile.TemporaryDirectory() as folder:
      path = os.path.join(folder, "k.cu")
      with open(path, "w", encoding="utf-8") as file:
        file.write(text)
      return parse_head(source_parser(), read_head(path), "k.cu")

  def test_spellings_of_sizes(self):
    for text, expected in (("16", [16]), ("[16,8]", [16, 8]), ("16,8,2", [16, 8, 2]),
                           ("*", [None]), ("[ 4 , * ]", [4, None]), ("0x10", [16]), ("064", [64])):
      self.assertEqual(parse_size("blockDim", text), expected)

  def test_bad_sizes(self):
    for text in ("", "0", "-1", "a", "[1,2,3,4]", "1,,2", "[1", "4294967296", "1,0x100000000"):
      with self.assertRaises(LoweringError):
        parse_size("blockDim", text)

  def test_spellings_of_compiler_options(self):
    options = options_of("-DN=3", "-D", "M", "-Iinc", "-I", "more", "-UX", "-std=c++14",
                         "--clang-opt=-DK", "--clang-opt=-Wno-x", "--pointer-bitwidth=64")
    self.assertEqual((options.defines, options.includes), (["N=3", "M", "K"], ["inc", "more"]))
    self.assertEqual((options.undefines, options.standard, options.pointer_size),
                     (["X"], "c++14", 64))
    self.assertEqual(options_of("-cl-std=CL1.2").standard, "CL1.2")
    with self.assertRaisesRegex(LoweringError, "'-fno-such' is not an option"):
      options_of("--clang-opt=-fno-such")

  def test_command_line_wins_over_head(self):
    given = source_parser().parse_args(["--blockDim=[8,8]", "-DN=3", "-I", "inc",
                                        "--no-annotations"])
    head, others = self.head("//pass\n//--blockDim=64 --gridDim=2 --only-log -DM=1\n"
                             "// prose\n//--only-requires --errors=1\n__global__ void k();\n"
                             "//--gridDim=7\n")
    options = LaunchOptions()
    options.take(with_defaults(given, head))
    self.assertEqual((options.block_dim, options.grid_dim), ([8, 8], [2]))
    self.assertEqual((options.defines, options.includes), (["M=1", "N=3"], ["inc"]))
    self.assertEqual(options.annotations, "none")
    self.assertEqual(others, ["--errors=1"])

  def test_head_on_any_line_of_comments(self):
    head, _ = self.head("// a\n// b\n//--local_size=64\n// c\n//--num_groups=*\n__kernel void k();")
    options = LaunchOptions()
    options.take(head)
    self.assertEqual((options.local_size, options.num_groups), ([64], [None]))

  def test_mistake_in_a_head_names_its_line(self):
    with self.assertRaisesRegex(HeadError, r"k\.cu:2: .*--pointer-size.*invalid choice: '7'"):
      self.head("// a\n//--pointer-size=7\n")

  def test_arguments_that_a_kernel_does_not_take(self):
    source = "__global__ void k(int *p, int n, char c) { p[n] = c; }"
    self.assertIn("requires $n == 4294967295bv32;", lower_text(source, kernel_arguments={"k": [-1]}))
    self.assertIn("requires $c == 3bv8;", lower_text(source, kernel_arguments={"": [1, 3, 5]}))
    for values, problem in (([1, 2, 3], "gives 3 values, k has 2"), ([1 << 32], "gives n the value 4294967296"),
                            ([0, -129], "gives c the value -129")):
      with self.assertRaisesRegex(LoweringError, problem):
        lower_text(source, kernel_arguments={"k": values})

  def test_values_of_parameters(self):
    options = options_of("--kernel-args=k,0x00000003,*")
    self.assertEqual((options.arguments_of("k"), options.arguments_of("other")), ([3, None], []))
    self.assertEqual(options_of("--kernel-args=-7").arguments_of("other"), [-7])
    self.assertEqual(options_of("--kernel-args=[k, 007,-0xF]").arguments_of("k"), [7, -15])
    for text, wrong in (("k,three", "three"), ("k,0x", "0x"), ("k,1.5", r"1\.5"), ("k,,1", "")):
      with self.assertRaisesRegex(LoweringError, f"--kernel-args takes .*; '{wrong}' in "):
        options_of("--kernel-args=" + text)

  def test_limits(self):
    options = options_of("--time-limit=5", "--time-limit=lowering=7")
    self.assertEqual([options.limits.seconds(s) for s in ("clang", "lowering")], [5, 7])
    with self.assertRaisesRegex(LoweringError, "--time-limit: there is no stage 'tea'"):
      options_of("--time-limit=tea=1")


if __name__ == "__main__":
  unittest.main()
