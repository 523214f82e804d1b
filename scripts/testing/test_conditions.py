"""The conditions in the heads of testsuite/conditions, held against runs of the kernels.

Each kernel is run with sizes and parameters on both sides of its condition, near the numbers that
the condition names: where it holds nothing may go wrong, and where an exact one does not, something
must.
"""

import itertools
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from lowering import LaunchOptions, lower_file
from testing.conditions_of_c import PART, holds

PROGRAM = os.environ.get("BARRICADE_PROGRAM", str(ROOT / "build/release/bin/barricade"))
LAUNCHES = 16  # of a kernel
COMBINATIONS = 20000  # to choose them from
LARGEST = {"blockDim.x": 1024, "blockDim.y": 1024, "blockDim.z": 64}


def head_condition(path):
  """(condition, whether it is exact)."""
  key, condition = re.search(r"^// (condition|sufficient): (.*)$", path.read_text(),
                             re.MULTILINE).groups()
  return condition, key == "condition"


class Kernel:
  def __init__(self, path, folder):
    self.name = path.parent.name
    self.condition, self.is_exact = head_condition(path)
    options = LaunchOptions()
    for name, given in re.findall(r"--(block|grid)Dim=\[?([\d,]+)\]?\s", path.read_text()):
      setattr(options, f"{name}_dim", [int(size) for size in given.split(",")])
    result = lower_file(path, options)
    self.ir = os.path.join(folder, self.name + ".gbpl")
    pathlib.Path(self.ir).write_text(result.text)
    signature = re.search(r"\nprocedure [^\n]*\{:kernel\}[^\n(]*\(([^)]*)\)", result.text).group(1)
    self.unsigned = set(re.findall(r"unsigned (?:int )?(\w+)[,)]", path.read_text()))
    self.arrays = re.findall(r"^var \{:source_name \"([\w.]+)\"\}", result.text, re.MULTILINE)
    self.parameters = re.findall(r"\$([\w.]+)\s*:\s*bv32", signature)
    fixed = dict(re.findall(r"\b((?:group_size|num_groups)_[xyz]) == (\d+)bv", result.text))
    self.sizes, self.fixed = {}, {}
    for kind, name in (("group_size", "blockDim"), ("num_groups", "gridDim")):
      for axis in "xyz":
        if f"{kind}_{axis}" not in fixed:
          self.sizes[f"{name}.{axis}"] = None
        else:
          self.fixed[f"{name}.{axis}"] = int(fixed[f"{kind}_{axis}"])

  def launches(self):
    """Sizes and values near the condition's numbers, some on each side."""
    numbers = {int(n) for n in re.findall(r"(?<![\w.])\d+", self.condition)}
    near = sorted({n + d for n in numbers | {1} for d in (-1, 0, 1)} | {2, 3})
    choices = {}
    for size in self.sizes:
      most = LARGEST.get(size, 4)
      choices[size] = [n for n in near if 1 <= n <= most] or [1]
    for name in self.parameters:
      negative = set() if name in self.unsigned else {-2, -17}
      choices[name] = sorted(set(near) | negative | {0, 5, 17})
    rng = random.Random(self.name)
    if math.prod(map(len, choices.values())) <= COMBINATIONS:
      every = list(itertools.product(*choices.values()))
      rng.shuffle(every)
    else:
      every = [[rng.choice(values) for values in choices.values()] for _ in range(COMBINATIONS)]
    sides = {True: [], False: []}
    for values in (dict(zip(choices, one)) for one in every):
      threads = 1
      for name, value in values.items():
        threads *= value if name in self.sizes else 1
      block = threads // max(1, values.get("gridDim.x", 1) * values.get("gridDim.y", 1))
      if block <= 1024 and threads <= 4096:
        sides[holds(self.condition, values)].append(values)
    return sides[True][:LAUNCHES // 2] + sides[False][:LAUNCHES // 2]

  def goes_wrong(self, values):
    """Whether a run shows a finding; None where the launch is not one of the kernel's."""
    command = [PROGRAM, "run", self.ir, "--json=-"]
    for name in ("blockDim", "gridDim"):
      sizes = {**self.fixed, **values}
      command.append(f"--{name}=[" + ",".join(str(sizes[f"{name}.{axis}"]) for axis in "xyz") + "]")
    command += [f"--arg={name}={values[name]}" for name in self.parameters]
    for seed in (1, 2):
      # Where all contents are equal, a write may change nothing, and then it races with nothing.
      contents = [f"--array={name}=random:{seed + number}"
                  for number, name in enumerate(self.arrays)]
      done = subprocess.run([*command, *contents, f"--seed={seed}"], capture_output=True,
                            text=True, check=False)
      document = json.loads(done.stdout)
      if document.get("status") == "precondition violated":
        return None
      if document.get("findings"):
        return True
      if document.get("status") != "finished":
        raise AssertionError(f"{' '.join(command)}: {document.get('status')}: "
                             f"{document.get('message')}")
    return False


class Conditions(unittest.TestCase):
  def test_runs_on_both_sides_of_each_condition(self):
    paths = sorted((ROOT / "testsuite" / "conditions").glob("*/kernel.cu"))
    self.assertGreaterEqual(sum(head_condition(path)[1] for path in paths), 40)  # exact
    with tempfile.TemporaryDirectory() as folder:
      for path in paths:
        with self.subTest(path.parent.name):
          self.check(Kernel(path, folder))

  def check(self, kernel):
    seen = set()
    for values in kernel.launches():
      wrong = kernel.goes_wrong(values)
      if wrong is None:
        continue
      seen.add(wrong)
      right = holds(kernel.condition, values)
      self.assertFalse(wrong and right, f"{kernel.name}: {values}")
      if kernel.is_exact:
        self.assertTrue(wrong or right, f"{kernel.name}: {values}")
    # Where only overflow is excluded, no launch of this size is on the other side.
    sides = {False} if kernel.condition == "1" else {True, False}
    self.assertEqual(seen, sides, f"{kernel.name}: both sides")


if __name__ == "__main__":
  unittest.main()
