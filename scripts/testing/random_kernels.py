"""What the scripts share that hold random kernels against brute force: how they are called, and what
they tell in the end."""

import argparse
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BARRICADE_PROGRAM", str(ROOT / "build/release/bin/barricade"))


def tell(counts, wrong, out):
  """A line of how many kernels there were of each outcome, and of disagreements."""
  told = ", ".join(f"{number} {outcome}" for outcome, number in sorted(counts.items()))
  print(f"{sum(counts.values())} kernels: {told}; {wrong} disagreements", file=out, flush=True)


def main(description, run, count):
  """Runs `run(seed, count)`, which gives the number of disagreements, as the arguments say."""
  parser = argparse.ArgumentParser(description=description.split("\n")[0])
  parser.add_argument("--seed", type=int, default=1)
  parser.add_argument("--count", type=int, default=count)
  given = parser.parse_args()
  sys.exit(1 if run(given.seed, given.count) else 0)
