"""`.barricade.toml` and the build that is found, through the command as a user calls it."""

import json
import os
import unittest

from commands.test_accepted import Commands

_KERNEL = "__global__ void k(float* a) { a[threadIdx.x] = a[threadIdx.x + STEP]; }\n"


class Configurations(Commands):
  def test_sizes_and_options_are_found_above(self):
    self.write(".barricade.toml", '[options]\njson = "out.json"\n[[files]]\nmatch = "src/*.cu"\n'
               'blockDim = [32, 2]\ngridDim = 1\n')
    path = self.write("src/deep/k.cu",
                      "__global__ void k(float* a) { a[threadIdx.x] = threadIdx.y; }\n")
    done = self.verify(path)
    self.assertEqual(done.returncode, 1, done.stdout + done.stderr)  # two rows write the same
    with open(os.path.join(self.folder, "out.json"), encoding="utf-8") as file:
      self.assertEqual(json.load(file)["verdict"], "refuted")
    done = self.verify(path, "--blockDim=64", "--gridDim=1")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

  def test_the_head_of_a_file_wins(self):
    self.write(".barricade.toml", '[[files]]\nmatch = "*.cu"\nblockDim = [32, 2]\ngridDim = 1\n')
    path = self.write("k.cu", "//--blockDim=64 --gridDim=1\n" + _KERNEL.replace("STEP", "0"))
    self.assertEqual(self.verify(path).returncode, 0)
    self.assertEqual(self.verify(self.folder).returncode, 0)

  def test_mistakes_have_a_line_and_a_suggestion(self):
    path = self.write("k.cu", "//--blockDim=64 --gridDim=1\n" + _KERNEL.replace("STEP", "0"))
    for text, message in (
        ("[options]\ntimout = 3\n", r"\.barricade\.toml:2: error: 'timout' is unknown; did you mean "
                                    "'timeout'"),
        ("[optins]\n", "'optins' is unknown; did you mean 'options'"),
        ("[options]\nblockDim = 3\n", r":2: error: 'blockDim' belongs into \[\[files\]\]"),
        ("[options]\ncheck-array-bounds = 3\n", "is to be true or false"),
        ("[options]\ntimeout = true\n", "takes a value"),
        ("[options\n", "line 1")):
      self.write(".barricade.toml", text)
      done = self.verify(path)
      self.assertEqual(done.returncode, 2, text)
      self.assertRegex(done.stderr, message)

  def test_the_build_is_found(self):
    path = self.write("src/k.cu", "//--blockDim=64 --gridDim=1\n" + _KERNEL)
    self.write("build/compile_commands.json", json.dumps(
        [{"directory": self.folder, "file": path, "arguments": ["nvcc", "-DSTEP=1", "-c", path]}]))
    done = self.verify("src")
    self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
    self.assertIn("race on a[", done.stdout)


if __name__ == "__main__":
  unittest.main()
