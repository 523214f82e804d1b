"""Random kernels that state what an array holds when all threads have ended, against brute force.

    python3 scripts/testing/postcondition_fuzz.py --seed 1 --count 2000

A kernel of the IR writes elements of an array at forms of the thread's id, under guards, in strides or
in two steps with a barrier between, and ensures something of a range of its elements; in about half
of them a number has been changed. Every value of the parameter is tried here, with several contents,
independently of the verifier and of the interpreter. A kernel that is verified must keep its word,
and one that is refuted must break it. Where threads race nothing is compared but that no kernel that
races is verified.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from testing.random_kernels import PROGRAM, main, tell
MOST = 40  # of the parameter
BATCH = 20  # kernels a run of the program
WORD = 1 << 32

PRELUDE = """type _SIZE_T_TYPE = bv32;
var {{:source_name "out"}} {{:global}} $$out : [bv32]bv32;
axiom {{:array_info "$$out"}} {{:global}} {{:elem_width 32}} {{:source_name "out"}} true;
var {{:source_name "in"}} {{:global}} $$in : [bv32]bv32;
axiom {{:array_info "$$in"}} {{:global}} {{:elem_width 32}} {{:source_name "in"}} true;
const {{:local_id_x}} local_id_x : bv32;
const {{:group_id_x}} group_id_x : bv32;
const {{:group_size_x}} group_size_x : bv32;
const {{:num_groups_x}} num_groups_x : bv32;
axiom group_size_x == {threads}bv32;
axiom num_groups_x == {groups}bv32;
function {{:bvbuiltin "bvadd"}} BV32_ADD(bv32, bv32) : bv32;
function {{:bvbuiltin "bvmul"}} BV32_MUL(bv32, bv32) : bv32;
function {{:bvbuiltin "bvudiv"}} BV32_UDIV(bv32, bv32) : bv32;
function {{:bvbuiltin "bvurem"}} BV32_UREM(bv32, bv32) : bv32;
function {{:bvbuiltin "bvule"}} BV32_ULE(bv32, bv32) : bool;
function {{:bvbuiltin "bvsle"}} BV32_SLE(bv32, bv32) : bool;
function {{:bvbuiltin "bvslt"}} BV32_SLT(bv32, bv32) : bool;
procedure {{:barrier}} $bugle_barrier($0 : bv1, $1 : bv1);
"""


def add(text, number):
  return f"BV32_ADD({text}, {number % WORD}bv32)"


class Step:
  """One write of each thread: at `factor * x + offset`, `x` its number, or its quotient and remainder
  by `pitch` exchanged; below the parameter and `slack`, if it is guarded; again every `stride`."""

  def __init__(self, rng, all_threads):
    self.factor = rng.choice((1,) * 8 + (2,))
    self.offset = rng.choice((0, 0, 0, 1, 3))
    self.pitch = rng.choice((None,) * 8 + (2, 4))
    self.guarded = rng.random() < 0.7
    self.slack = 0
    self.stride = all_threads if self.guarded and rng.random() < 0.35 else None
    self.scale, self.more = rng.choice((1, 2, 3)), rng.choice((0, 0, 1, 7))
    self.old = rng.random() < 0.2
    if self.stride:
      self.pitch, self.factor = None, 1

  def mutate(self, rng):
    what = rng.randrange(6)
    if what == 0:
      self.offset += 1
    elif what == 1:
      self.slack = rng.choice((-1, 1, -2))
    elif what == 2:
      self.more += 1
    elif what == 3 and self.stride:
      self.stride *= 2
    elif what == 4:
      self.scale += 1
    else:
      self.factor += 1

  def first(self, thread):
    x = thread if self.pitch is None else thread % self.pitch * 8 + thread // self.pitch
    return x * self.factor + self.offset

  def indices(self, thread, n):
    index = self.first(thread)
    while not self.guarded or index < n + self.slack:
      yield index
      if not self.stride:
        return
      index += self.stride

  def value(self, index, contents, before):
    return (contents[index] * self.scale + self.more + (before[index] if self.old else 0)) % WORD

  def promise(self):
    value = f"BV32_ADD(BV32_MUL($$in[i], {self.scale}bv32), {self.more}bv32)"
    return f"BV32_ADD({value}, old($$out[i]))" if self.old else value

  def lines(self, number):
    x = "g" if self.pitch is None else \
        f"BV32_ADD(BV32_MUL(BV32_UREM(g, {self.pitch}bv32), 8bv32), BV32_UDIV(g, {self.pitch}bv32))"
    index = f"x{number}"
    yield f"  {index} := {add(f'BV32_MUL({x}, {self.factor}bv32)', self.offset)};"
    guard = f"BV32_SLT({index}, {add('$n', self.slack)})" if self.guarded else "true"
    write = [f"v := $$in[{index}];"]
    value = f"BV32_ADD(BV32_MUL(v, {self.scale}bv32), {self.more}bv32)"
    if self.old:
      write.append(f"u := $$out[{index}];")
      value = f"BV32_ADD({value}, u)"
    write.append(f"$$out[{index}] := {value};")
    if self.stride:
      yield f"  while ({guard}) {{ {' '.join(write)} {index} := {add(index, self.stride)}; }}"
    else:
      yield f"  if ({guard}) {{ {' '.join(write)} }}"


class Kernel:
  def __init__(self, rng, name, threads, groups):
    self.name, self.threads, self.groups = name, threads, groups
    count = threads * groups
    promised = Step(rng, count)
    self.promised = promised
    self.low = promised.offset if promised.factor == 1 else rng.choice((0, 1))
    self.high = None  # the parameter
    if not promised.guarded:
      self.high = rng.choice((count + promised.offset, count))
    self.steps = [promised]
    if rng.random() < 0.2:
      other = Step(rng, count)
      other.old = False
      self.steps.insert(rng.randrange(2), other)
    self.limit = MOST if promised.stride or rng.random() < 0.1 else count
    self.fixed = (promised.scale, promised.more, promised.old)
    self.promise = promised.promise()
    if rng.random() < 0.5:
      rng.choice(self.steps).mutate(rng)
    self.barrier = len(self.steps) > 1 and rng.random() < 0.8

  def text(self):
    high = "$n" if self.high is None else f"{self.high}bv32"
    lines = [f'procedure {{:source_name "{self.name}"}} {{:kernel}} ${self.name}($n : bv32)',
             f"requires BV32_ULE($n, {self.limit}bv32);",
             f"ensures (forall i : bv32 :: BV32_SLE({self.low}bv32, i) && BV32_SLT(i, {high}) ==> "
             f"$$out[i] == {self.promise});",
             "{", "  var g, u, v, x0, x1 : bv32;",
             "  g := BV32_ADD(BV32_MUL(group_id_x, group_size_x), local_id_x);"]
    for number, step in enumerate(self.steps):
      if number and self.barrier:
        lines.append("  call $bugle_barrier(1bv1, 1bv1);")
      lines += step.lines(number)
    return "\n".join([*lines, "}", ""])

  def outcome(self, n, seed):
    """"races", "keeps" or "breaks"."""
    rng = random.Random(seed)
    size = 2000
    contents = [rng.randrange(WORD) for _ in range(size)]
    before = [rng.randrange(WORD) for _ in range(size)]
    out = list(before)
    touched = {}  # by element: (thread, interval, value, whether it was read as well)
    for number, step in enumerate(self.steps):
      interval = number if self.barrier else 0
      stored = []
      for thread in range(self.threads * self.groups):
        block = thread // self.threads
        for index in step.indices(thread, n):
          value = step.value(index, contents, out)
          for other, when, what, read in touched.get(index, ()):
            unordered = other // self.threads != block or when == interval
            if other != thread and unordered and (what != value or read or step.old):
              return "races"
          touched.setdefault(index, []).append((thread, interval, value, step.old))
          stored.append((index, value))
      for index, value in stored:
        out[index] = value
    scale, more, old = self.fixed
    high = n if self.high is None else self.high
    for i in range(self.low, high):
      if out[i] != (contents[i] * scale + more + (before[i] if old else 0)) % WORD:
        return "breaks"
    return "keeps"


def disagreement(kernel, result):
  """(what is wrong with a result or None, the verdict)."""
  verdict = result["verdict"]
  outcomes = {kernel.outcome(n, seed) for n in range(kernel.limit + 1) for seed in range(2)}
  if verdict == "verified" and outcomes != {"keeps"}:
    return f"verified, but it {' and '.join(sorted(outcomes))}", verdict
  kinds = {finding["kind"] for finding in result.get("findings", ())}
  if verdict == "refuted" and kinds == {"postcondition"} and "breaks" not in outcomes:
    return "refuted, but it keeps what it ensures", verdict
  if "races" in outcomes:
    return None, "with races"
  return None, verdict + (" that keep" if outcomes == {"keeps"} else " that break")


def run(seed, count, out=sys.stdout):
  """The number of disagreements; prints each, with its kernel, and what was seen of verdicts."""
  rng, wrong, counts = random.Random(seed), 0, {}
  with tempfile.TemporaryDirectory() as folder:
    for first in range(0, count, BATCH):
      threads, groups = rng.choice((4, 8)), rng.choice((1, 2, 3))
      kernels = [Kernel(rng, f"k{first + i}", threads, groups)
                 for i in range(min(BATCH, count - first))]
      path = os.path.join(folder, "kernels.gbpl")
      pathlib.Path(path).write_text(PRELUDE.format(threads=threads, groups=groups)
                                    + "".join(k.text() for k in kernels))
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
          print(f"seed {seed}, {kernel.name}, {threads} threads, {groups} blocks: {problem}\n"
                f"{kernel.text()}", file=out, flush=True)
  tell(counts, wrong, out)
  return wrong


if __name__ == "__main__":
  main(__doc__, run, 1000)
