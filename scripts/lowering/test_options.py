"""Launch options: spellings, precedence of the command line, errors."""

import unittest

from lowering import LaunchOptions, LoweringError, parseSize


class OptionsTest(unittest.TestCase):
  def testSpellingsOfSizes(self):
    for text, expected in (("16", [16]), ("[16,8]", [16, 8]), ("16,8,2", [16, 8, 2]),
                           ("*", [None]), ("[ 4 , * ]", [4, None]), ("0x10", [16])):
      self.assertEqual(parseSize("blockDim", text), expected)

  def testBadSizes(self):
    for text in ("", "0", "-1", "a", "[1,2,3,4]", "1,,2", "[1"):
      with self.assertRaises(LoweringError):
        parseSize("blockDim", text)

  def testCommandLineWinsOverComment(self):
    options = LaunchOptions()
    self.assertEqual(options.parse(["--blockDim=[8,8]", "-DN=3", "-I", "inc"], False), [])
    options.parseComment("//pass\n//--blockDim=64 --gridDim=2 --no-inline -DM=1\n")
    self.assertEqual((options.blockDim, options.gridDim), ([8, 8], [2]))
    self.assertEqual((options.defines, options.includes), (["N=3", "M=1"], ["inc"]))
    self.assertEqual(options.verifierOptions, ["--no-inline"])

  def testCommentOnFirstLine(self):
    options = LaunchOptions()
    options.parseComment("//--local_size=64 --num_groups=*\n__kernel void k() {}\n")
    self.assertEqual((options.local_size, options.num_groups), ([64], [None]))

  def testValuesOfParameters(self):
    options = LaunchOptions()
    options.parse(["--kernel-args=k,0x3,*"], False)
    self.assertEqual((options.argumentsOf("k"), options.argumentsOf("other")), ([3, None], []))
    options.parse(["--kernel-args=-7"], False)
    self.assertEqual((options.argumentsOf("k"), options.argumentsOf("other")), ([3, None], [-7]))
    with self.assertRaises(LoweringError):
      options.parse(["--kernel-args=k,three"], False)

  def testUnknownOptionIsAnError(self):
    with self.assertRaisesRegex(LoweringError, "unknown option '--nonsense'"):
      LaunchOptions().parse(["--nonsense"], False)


if __name__ == "__main__":
  unittest.main()
