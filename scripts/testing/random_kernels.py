"""What the scripts share that hold random kernels against brute force: how they are called, what their
kernels declare, and what they tell in the end."""

import argparse
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BARRICADE_PROGRAM", str(ROOT / "build/release/bin/barricade"))

# Blocks and grids in one dimension.
PRELUDE = """type _SIZE_T_TYPE = bv32;
const {:local_id_x} local_id_x : bv32;
const {:group_id_x} group_id_x : bv32;
const {:group_size_x} group_size_x : bv32;
const {:group_size_y} group_size_y : bv32;
const {:group_size_z} group_size_z : bv32;
const {:num_groups_x} num_groups_x : bv32;
const {:num_groups_y} num_groups_y : bv32;
const {:num_groups_z} num_groups_z : bv32;
axiom group_size_y == 1bv32;
axiom group_size_z == 1bv32;
axiom num_groups_y == 1bv32;
axiom num_groups_z == 1bv32;
function {:bvbuiltin "bvadd"} BV32_ADD(bv32, bv32) : bv32;
function {:bvbuiltin "bvand"} BV32_AND(bv32, bv32) : bv32;
function {:bvbuiltin "bvmul"} BV32_MUL(bv32, bv32) : bv32;
function {:bvbuiltin "bvudiv"} BV32_UDIV(bv32, bv32) : bv32;
function {:bvbuiltin "bvurem"} BV32_UREM(bv32, bv32) : bv32;
function {:bvbuiltin "bvule"} BV32_ULE(bv32, bv32) : bool;
function {:bvbuiltin "bvsle"} BV32_SLE(bv32, bv32) : bool;
function {:bvbuiltin "bvslt"} BV32_SLT(bv32, bv32) : bool;
"""


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
