"""Random kernels with quasi-affine indices: the condition of each against brute force.

    python3 scripts/testing/condition_fuzz.py --seed 1 --count 2000

A kernel of the IR accesses a shared array at sums, quotients, remainders and masks of the thread's id and
a parameter, under guards, without barriers. For every block of up to 24 threads and every small
parameter the accesses are enumerated here, independently of the verifier and of the interpreter: two
threads race when they access one element and one of them writes (all values differ). The kernel has
to be verified, refuted or conditional as that says, and a condition has to hold exactly where there
is no race. An exact condition that holds too seldom is a disagreement too; one that is not called
exact has to suffice.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from testing.conditions_of_c import holds
from testing.random_kernels import PRELUDE, PROGRAM, main, tell

SIZES = range(1, 25)
VALUES = range(0, 13)  # of the parameter
BATCH = 20  # kernels a run of the program

SHARED = """var {:source_name "s"} {:group_shared} $$s : [bv32]bv32;
axiom {:array_info "$$s"} {:group_shared} {:elem_width 32} {:source_name "s"} true;
axiom num_groups_x == 1bv32;
axiom BV32_ULE(group_size_x, 24bv32);
"""


class Form:
  """An expression as text of the IR, and as a function of the id and the parameter."""

  def __init__(self, text, value):
    self.text, self.value = text, value


def literal(number):
  return Form(f"{number}bv32", lambda t, n: number)


def binary(name, a, b, apply):
  return Form(f"BV32_{name}({a.text}, {b.text})",
              lambda t, n: apply(a.value(t, n), b.value(t, n)))


def form(rng, depth):
  if depth == 0 or rng.random() < 0.15:
    return rng.choice((Form("local_id_x", lambda t, n: t), Form("local_id_x", lambda t, n: t),
                       Form("$n", lambda t, n: n), literal(rng.randrange(0, 12))))
  kind = rng.random()
  if kind < 0.05:  # what is right for powers of two only
    below = Form("BV32_ADD($n, 4294967295bv32)", lambda t, n: (n - 1) % (1 << 32))
    return binary("AND", form(rng, depth - 1), below, lambda a, b: a & b)
  if kind < 0.45:
    return binary("ADD", form(rng, depth - 1), form(rng, depth - 1), lambda a, b: a + b)
  if kind < 0.65:
    return binary("MUL", form(rng, depth - 1), literal(rng.randrange(2, 9)), lambda a, b: a * b)
  if kind < 0.82:
    return binary("UREM", form(rng, depth - 1), literal(rng.randrange(2, 17)),
                  lambda a, b: a % b)
  return binary("UDIV", form(rng, depth - 1), literal(rng.randrange(2, 9)), lambda a, b: a // b)


class Kernel:
  def __init__(self, rng, name):
    self.name = name
    self.accesses = []  # (guards, write, index)
    for _ in range(rng.choice((1, 2, 2, 3))):
      guards = [(form(rng, 1), form(rng, 1)) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
      self.accesses.append((guards, rng.random() < 0.6, form(rng, rng.choice((1, 2, 3)))))
    if not any(write for _, write, _ in self.accesses):
      guards, _, index = self.accesses[0]
      self.accesses[0] = (guards, True, index)

  def text(self):
    lines = [f'procedure {{:source_name "{self.name}"}} {{:kernel}} ${self.name}($n : bv32)',
             "requires BV32_ULE($n, 12bv32);", "{", "  var v : bv32;"]
    for number, (guards, write, index) in enumerate(self.accesses):
      condition = " && ".join(f"BV32_SLT({a.text}, {b.text})" for a, b in guards) or "true"
      value = f"BV32_ADD(local_id_x, {1000 * (number + 1)}bv32)"
      access = f"$$s[{index.text}] := {value};" if write else f"v := $$s[{index.text}];"
      lines.append(f"  if ({condition}) {{ {access} }}")
    return "\n".join([*lines, "}", ""])

  def races(self, size, n):
    seen = {}
    for t in range(size):
      for guards, write, index in self.accesses:
        if not all(a.value(t, n) < b.value(t, n) for a, b in guards):
          continue
        for other, wrote in seen.setdefault(index.value(t, n), []):
          if other != t and (write or wrote):
            return True
        seen[index.value(t, n)].append((t, write))
    return False


def disagreement(kernel, result):
  """(what is wrong with a result or None, the verdict)."""
  verdict = result["verdict"]
  table = {(size, n): kernel.races(size, n) for size in SIZES for n in VALUES}
  if verdict == "verified":
    return ("verified, but it races" if any(table.values()) else None), verdict
  if verdict == "refuted":
    return (None if any(table.values()) else "refuted, but nothing races"), verdict
  if verdict != "conditional":
    return None, verdict
  exact = result["condition_exact"]
  for (size, n), race in table.items():
    ok = holds(result["condition"], {"blockDim.x": size, "n": n})
    if ok and race or exact and ok == race:
      return f"'{result['condition']}' is {ok} for {size} threads and n = {n}, where it " \
             f"{'races' if race else 'is right'}", verdict
  return None, "exact" if exact else "sufficient"


def run(seed, count, out=sys.stdout):
  """The number of disagreements; prints each, with its kernel, and what was seen of verdicts."""
  rng, wrong, counts = random.Random(seed), 0, {}
  with tempfile.TemporaryDirectory() as folder:
    for first in range(0, count, BATCH):
      kernels = [Kernel(rng, f"k{first + i}") for i in range(min(BATCH, count - first))]
      path = os.path.join(folder, "kernels.gbpl")
      pathlib.Path(path).write_text(PRELUDE + SHARED + "".join(k.text() for k in kernels))
      done = subprocess.run([PROGRAM, "verify", path, "--json=-"], capture_output=True, text=True,
                            check=False)
      document = json.loads(done.stdout)
      results = {r["kernel"]: r for r in document.get("kernels", [document])}
      for kernel in kernels:
        if kernel.name not in results:
          raise SystemExit(f"no result for a kernel: {done.stderr}")
        problem, verdict = disagreement(kernel, results[kernel.name])
        counts[verdict] = counts.get(verdict, 0) + 1
        if problem:
          wrong += 1
          print(f"seed {seed}, {kernel.name}: {problem}\n{kernel.text()}", file=out, flush=True)
  tell(counts, wrong, out)
  return wrong


if __name__ == "__main__":
  main(__doc__, run, 1000)
