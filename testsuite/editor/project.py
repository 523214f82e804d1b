"""A project with a race, and the program as the tests know it: what the tests here start from."""

import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from commands.program import BUILT  # noqa: E402

RACE = """//--blockDim=64 --gridDim=1
#include "step.h"
__global__ void shift(float* v) {
  unsigned t = threadIdx.x;
  float next = v[t + STEP];
  v[t] = next;
}
"""


class Project(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = pathlib.Path(os.path.realpath(folder.name))
    self.kernel = self.folder / "k.cu"
    self.kernel.write_text(RACE)
    (self.folder / "step.h").write_text("#define STEP 1\n")
    # `barricade` is found as where it is installed.
    self.environment = {**os.environ, "HOME": str(self.folder),
                        "PATH": os.path.dirname(BUILT) + os.pathsep + os.environ["PATH"]}
