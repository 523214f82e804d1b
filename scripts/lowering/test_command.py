"""The command line: exit codes, messages, the output file, and that the output never varies."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from lowering.__main__ import main

_KERNEL = """//--blockDim=64 --gridDim=2
struct P { int *a; float *b; };
__global__ void k(P p, int *x, int *y, int n) {
  int *q = n ? x : y;
  for (int i = 0; i < n; ++i) { q[i] = p.a[i]; q = q == x ? y : x; }
  p.b[threadIdx.x] = sqrtf(__clz(n));
}
"""


class CommandTest(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name

  def path(self, name, text=None):
    path = os.path.join(self.folder, name)
    if text is not None:
      with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path

  def run_(self, *arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
      code = main(list(arguments))
    return code, out.getvalue(), err.getvalue()

  def test_writes_the_file_and_nothing_else(self):
    source, output = self.path("k.cu", _KERNEL), self.path("k.gbpl")
    self.assertEqual(self.run_(source, "-o", output), (0, "", ""))
    self.assertEqual(sorted(os.listdir(self.folder)), ["k.cu", "k.gbpl"])
    with open(output, encoding="utf-8") as stream:
      self.assertTrue(stream.read().startswith("type _SIZE_T_TYPE = bv64;"))

  def test_a_device_stays_one(self):
    pipe = os.path.join(self.folder, "pipe")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    self.addCleanup(os.close, reader)
    code, _, _ = self.run_(self.path("k.cu", _KERNEL), "-o", pipe)
    self.assertEqual(code, 0)
    self.assertFalse(os.path.isfile(pipe))
    self.assertIn(b"procedure", os.read(reader, 65536))

  def test_mistakes_have_messages_and_codes(self):
    source = self.path("k.cu", "__global__ void k() {}\n")
    for arguments, code, message in (
        ([], 2, "give one source file"),
        ([source, "--wrong"], 2, "unknown option '--wrong'"),
        ([source, "--blockDim=x"], 2, "--blockDim must be"),
        ([source, "--local_size=1"], 3, "--local_size is for OpenCL"),
        ([self.path("none.cu")], 3, "cannot be read"),
        ([self.path("k.txt", "")], 3, "neither CUDA"),
        ([source, "--blockDim=1", "--gridDim=1", "--clang=no-such-clang"], 3, "clang not found")):
      result = self.run_(*arguments)
      self.assertEqual((result[0], result[1]), (code, ""), arguments)
      self.assertIn(message, result[2])

  def test_a_size_that_nobody_gives_is_any(self):
    code, text, _ = self.run_(self.path("k.cu", "__global__ void k() {}\n"), "--gridDim=1")
    self.assertEqual(code, 0)
    self.assertIn("BV32_UGT(group_size_x, 0bv32)", text)

  def test_options_in_any_line_of_the_head(self):
    source = self.path("k.cu", "// adds\n// vectors\n//--blockDim=64 --gridDim=2\n"
                               "__global__ void k() {}\n")
    self.assertEqual(self.run_(source, "-o", self.path("k.gbpl")), (0, "", ""))
    source = self.path("k.cu", "// adds\n//--blockDim=none\n__global__ void k() {}\n")
    code, _, message = self.run_(source, "--gridDim=1")
    self.assertEqual(code, 3)
    self.assertIn("--blockDim must be", message)

  def test_a_stage_that_takes_too_long_is_named(self):
    source = self.path("k.cu", _KERNEL)
    with mock.patch("lowering.program.Program.lower", lambda self: [None for _ in iter(int, 1)]):
      code, out, message = self.run_(source, "--time-limit=lowering=0.2")
    self.assertEqual((code, out), (4, ""))
    self.assertIn(f"{source}: error: the stage 'lowering' did not end within 0.2 s", message)
    slow = self.path("clang", "#!/bin/sh\nexec sleep 30\n")
    os.chmod(slow, 0o755)
    code, out, message = self.run_(source, "--clang=" + slow, "--time-limit=clang=0.2")
    self.assertEqual((code, out), (4, ""))
    self.assertIn("the stage 'clang' did not end within 0.2 s", message)

  def test_output_does_not_depend_on_hashing(self):
    source = self.path("k.cu", _KERNEL)
    scripts = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    outputs = set()
    for seed in ("0", "1", "2", "3"):
      run = subprocess.run([sys.executable, "-m", "lowering", source], check=True, text=True,
                           capture_output=True, env=dict(os.environ, PYTHONHASHSEED=seed,
                                                         PYTHONPATH=scripts))
      outputs.add(run.stdout)
    self.assertEqual(len(outputs), 1)

  def test_a_place_in_a_bundled_header_is_the_users_call(self):
    path = self.path("k.cu", """//--blockDim=64 --gridDim=4
#include <cooperative_groups.h>
__device__ void meet() { cooperative_groups::this_grid().sync(); }
__global__ void k(float4 *v) {
  meet();
  v[threadIdx.x] = make_float4(1, 2, 3, 4);
}
""")
    code, out, _ = self.run_(path, "-o", "-")
    self.assertEqual(code, 0)
    self.assertNotIn("include", out)
    barrier = next(line for line in out.splitlines() if "call {" in line)
    self.assertRegex(barrier, r'\{:line 3\} \{:col 58\} .*\{:inlined_at ".*k.cu", 5, 3\}')


if __name__ == "__main__":
  unittest.main()
