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

  def test_kernels_have_settings_of_their_own(self):
    self.write(".barricade.toml", """
[[kernels]]
match = "sc*"
blockDim = 128
gridDim = [2, 1]
precondition = ["n > 0 && n % blockDim.x == 0", "pitch == 1"]
[[kernels]]
match = "*"
file = "src/*"
blockDim = 32
gridDim = 1
[options]
no-benign-tolerance = true
""")
    path = self.write("src/k.cu", """
__global__ void scale(int* v, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n % blockDim.x != 0) v[0] = i;
  v[i * pitch] = 1;
}
__global__ void same(int* v) { v[0] = 1; }
""")
    done = self.verify(path)
    self.assertRegex(done.stdout, r"scale +<<<\(2, 1\), 128>>> +verified")
    self.assertRegex(done.stdout, r"same +<<<1, 32>>> +refuted")
    self.assertIn("'scale' is taken to be launched only where pitch == 1", done.stderr)
    self.write(".barricade.toml", '[[kernels]]\nmatch = "same"\nblockDim = 1\ngridDim = 1\n'
               '[[kernels]]\nmatch = "s*"\nno-benign-tolerance = true\n')
    done = self.verify(path, "--kernel=same")
    self.assertRegex(done.stdout, r"same +<<<1, 1>>> +verified")
    done = self.verify(path, "--kernel=same", "--blockDim=2", "--gridDim=1")
    self.assertRegex(done.stdout, r"same +<<<1, 2>>> +refuted")

  def test_a_patched_copy_has_the_settings_of_its_file(self):
    self.write(".barricade.toml", '[[files]]\nmatch = "src/*.cu"\nblockDim = 64\ngridDim = 1\n')
    self.write("src/k.cu", _KERNEL.replace("STEP", "1"))
    done = self.command("repair", "src")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    self.assertIn("+", done.stdout)
    self.assertIn("__syncthreads();", done.stdout)

  def test_heads_count_in_folders_as_they_do_alone(self):
    self.write("k.cu", "//--blockDim=64 --gridDim=1 --no-benign-tolerance\n"
                       "__global__ void k(int* a) { a[0] = 1; }\n")
    for path in ("k.cu", "."):
      self.assertEqual(self.verify(path).returncode, 1, path)

  def test_mistakes_have_a_line_and_a_suggestion(self):
    path = self.write("k.cu", "//--blockDim=64 --gridDim=1\n" + _KERNEL.replace("STEP", "0"))
    for text, message in (
        ("[options]\ntimout = 3\n", r"\.barricade\.toml:2: error: 'timout' is unknown; did you mean "
                                    "'timeout'"),
        ("[optins]\n", "'optins' is unknown; did you mean 'options'"),
        ("[options]\nblockDim = 3\n", r":2: error: 'blockDim' belongs into \[\[files\]\]"),
        ("[options]\ncheck-array-bounds = 3\n", "is to be true or false"),
        ("[options]\ntimeout = true\n", "takes a value"),
        ("[[kernels]]\nblockDim = 3\n", r"\[\[kernels\]\] needs match"),
        ('[[kernels]]\nmatch = "k"\nstd = "c++14"\n', ":3: error: 'std' is the same for all kernels"),
        ('[[kernels]]\nmatch = "k"\nprecondtion = "n > 1"\n', "did you mean 'precondition'"),
        ("[options\n", "line 1")):
      self.write(".barricade.toml", text)
      done = self.verify(path)
      self.assertEqual(done.returncode, 2, text)
      self.assertRegex(done.stderr, message)

  def test_what_fits_nothing_is_told(self):
    self.write("src/k.cu", "//--blockDim=64 --gridDim=1\n" + _KERNEL.replace("STEP", "0"))
    self.write("src/l.cu", "//--blockDim=64 --gridDim=1\n"
               "__global__ void l(int *v) { v[threadIdx.x] = 1; }\n")
    self.write(".barricade.toml", '[[kernels]]\nmatch = "reduse*"\ntimeout = 9\n'
               '[[kernels]]\nmatch = "l"\nfile = "src/k.cu"\ntimeout = 9\n'
               '[[kernels]]\nmatch = "l"\nfile = "src/l*"\ntimeout = 9\n'
               '[[files]]\nmatch = "source/*"\ntimeout = 9\n')
    told = self.verify(".").stderr
    for line in ('[[kernels]] match = "reduse*" fits no kernel', '[[kernels]] match = "l" fits no',
                 '[[files]] match = "source/*" fits no file'):
      self.assertEqual(told.count(line), 1, told)
    told = self.verify("src/k.cu").stderr
    self.assertEqual(told.count(" fits no "), 1, told)

  def test_the_build_is_found(self):
    path = self.write("src/k.cu", "//--blockDim=64 --gridDim=1\n" + _KERNEL)
    self.write("build/compile_commands.json", json.dumps(
        [{"directory": self.folder, "file": path, "arguments": ["nvcc", "-DSTEP=1", "-c", path]}]))
    done = self.verify("src")
    self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
    self.assertIn("race on a[", done.stdout)


if __name__ == "__main__":
  unittest.main()
