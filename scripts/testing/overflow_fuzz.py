"""Random kernels of several blocks whose indices can wrap around: verdicts against brute force.

    python3 scripts/testing/overflow_fuzz.py --seed 1 --count 500

A kernel of the IR accesses a global array at sums and products of ids and of parameters of any value, and at
tiles of rows with a pitch, under guards, without barriers. For small launches, and for small and
extreme parameters, the accesses are enumerated here, with the words that the arithmetic leaves and
with what of it fits, with a sign or without (docs/semantics.md, "Overflow"). Two threads race when
they access one element and one of them writes. What is verified may race nowhere; a condition must
not hold where something races, and one that leaves overflow out of the question not where both
indices fit in one way and what the guards compare fits with a sign.
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

WORDS = 1 << 32
LAUNCHES = [(threads, blocks) for threads in (1, 2, 3, 4, 6) for blocks in (1, 2, 3, 4)]
VALUES = (*range(0, 10), 12, 16, 1 << 16, 1 << 29, 1 << 30, (1 << 30) + 1, WORDS // 3,
          (1 << 31) - 1, 1 << 31, WORDS * 3 // 4, WORDS - 4, WORDS - 1)
FEW_VALUES = (0, 1, 2, 3, 5, 8, 1 << 30, 1 << 31, WORDS - 1)

GLOBAL = """var {:source_name "g"} {:global} $$g : [bv32]bv32;
axiom {:array_info "$$g"} {:global} {:elem_width 32} {:source_name "g"} true;
axiom BV32_ULE(group_size_x, 6bv32);
axiom BV32_ULE(num_groups_x, 4bv32);
"""


def signed(word):
  return word - WORDS if word >= WORDS // 2 else word


class Value:
  """A word, and whether all operations behind it give what numbers with and without a sign would."""

  __slots__ = ("word", "fits_signed", "fits_unsigned")

  def __init__(self, word, fits_signed=True, fits_unsigned=True):
    self.word, self.fits_signed, self.fits_unsigned = word, fits_signed, fits_unsigned

  def combined(self, other, number, unsigned_number):
    """Of the two, with what the operation gives for numbers."""
    word = number % WORDS
    return Value(word, self.fits_signed and other.fits_signed and signed(word) == number,
                 self.fits_unsigned and other.fits_unsigned and word == unsigned_number)

  def __add__(self, other):
    return self.combined(other, signed(self.word) + signed(other.word), self.word + other.word)

  def __mul__(self, other):
    return self.combined(other, signed(self.word) * signed(other.word), self.word * other.word)

  def kept(self, other, word):
    """Of the two, by an operation that does not wrap around."""
    return Value(word, self.fits_signed and other.fits_signed,
                 self.fits_unsigned and other.fits_unsigned)

  def __floordiv__(self, other):
    return self.kept(other, self.word // other.word)

  def __mod__(self, other):
    return self.kept(other, self.word % other.word)


class Form:
  """An expression as text of the IR, and as a function from what ids and parameters are."""

  def __init__(self, text, value):
    self.text, self.value = text, value


def named(text):
  return Form(text, lambda names: names[text])


def literal(number):
  return Form(f"{number}bv32", lambda names: Value(number))


def binary(name, a, b, apply):
  return Form(f"BV32_{name}({a.text}, {b.text})",
              lambda names: apply(a.value(names), b.value(names)))


def plus(a, b):
  return binary("ADD", a, b, lambda x, y: x + y)


def times(a, b):
  return binary("MUL", a, b, lambda x, y: x * y)


def divided(a, by):
  return binary("UDIV", a, literal(by), lambda x, y: x // y)


def rest(a, by):
  return binary("UREM", a, literal(by), lambda x, y: x % y)


GLOBAL_ID = plus(times(named("group_id_x"), named("group_size_x")), named("local_id_x"))


def leaf(rng):
  return rng.choice((named("local_id_x"), named("group_id_x"), GLOBAL_ID, GLOBAL_ID, named("$n"),
                     named("$m"), literal(rng.randrange(0, 9)),
                     literal(rng.choice((1 << 30, 1 << 31, WORDS // 3, WORDS - 1)))))


def form(rng, depth):
  if depth == 0 or rng.random() < 0.15:
    return leaf(rng)
  kind = rng.random()
  if kind < 0.5:
    return plus(form(rng, depth - 1), form(rng, depth - 1))
  if kind < 0.75:
    return times(form(rng, depth - 1), form(rng, 0))
  if kind < 0.88:
    return rest(form(rng, depth - 1), rng.randrange(2, 9))
  return divided(form(rng, depth - 1), rng.randrange(2, 5))


def tile(rng):
  """Elements of a matrix whose rows are n apart, in tiles that may overlap, with the bound of n."""
  wide, across = rng.choice((1, 2, 3)), rng.choice((1, 2))
  rows, step = rng.choice((1, 2, 3)), rng.choice((wide, wide, max(1, wide - 1), wide + 1))
  row = plus(times(divided(named("group_id_x"), across), literal(rows)),
             divided(named("local_id_x"), wide))
  column = plus(times(rest(named("group_id_x"), across), literal(step)),
                rest(named("local_id_x"), wide))
  return plus(times(row, named("$n")), column), literal(step * (across - 1) + wide)


class Kernel:
  def __init__(self, rng, name):
    self.name, self.needs = name, []
    self.accesses = []  # (guards, write, index)
    tiled = rng.random() < 0.4
    for _ in range(rng.choice((1, 1, 2))):
      guards = [(form(rng, 1), form(rng, 1)) for _ in range(rng.choice((0, 0, 0, 1)))]
      index, bound = tile(rng) if tiled else (form(rng, rng.choice((2, 3))), None)
      self.accesses.append((guards, rng.random() < 0.7, index))
      if bound and rng.random() < 0.7:
        self.needs.append((bound, named("$n")))
    if not any(write for _, write, _ in self.accesses):
      guards, _, index = self.accesses[0]
      self.accesses[0] = (guards, True, index)

  def text(self):
    lines = [f'procedure {{:source_name "{self.name}"}} {{:kernel}} {{:signed "$n", "$m"}} '
             f"${self.name}($n : bv32, $m : bv32)",
             *(f"requires BV32_SLE({a.text}, {b.text});" for a, b in self.needs), "{",
             "  var v : bv32;"]
    for number, (guards, write, index) in enumerate(self.accesses):
      condition = " && ".join(f"BV32_SLT({a.text}, {b.text})" for a, b in guards) or "true"
      value = f"BV32_ADD({GLOBAL_ID.text}, {1000 * (number + 1)}bv32)"
      access = f"$$g[{index.text}] := {value};" if write else f"v := $$g[{index.text}];"
      lines.append(f"  if ({condition}) {{ {access} }}")
    return "\n".join([*lines, "}", ""])

  def allowed(self, names):
    return all(signed(a.value(names).word) <= signed(b.value(names).word) for a, b in self.needs)

  def parameters(self):
    """Pairs of n and m, of which one may stand in the head only."""
    text = self.text()
    if text.count("$m") == 2:
      return [(n, 0) for n in VALUES]
    if text.count("$n") == 2:
      return [(0, m) for m in VALUES]
    return [(n, m) for n in FEW_VALUES for m in FEW_VALUES]

  def races(self, threads, blocks, n, m):
    """Whether something races at all, and whether something does whose arithmetic fits."""
    seen, at_all = {}, False
    names = {"$n": Value(n), "$m": Value(m), "group_size_x": Value(threads),
             "num_groups_x": Value(blocks)}
    if not self.allowed(names):
      return False, False
    for thread in range(threads * blocks):
      names["local_id_x"], names["group_id_x"] = Value(thread % threads), Value(thread // threads)
      for guards, write, index in self.accesses:
        values = [(a.value(names), b.value(names)) for a, b in guards]
        if not all(signed(a.word) < signed(b.word) for a, b in values):
          continue
        at = index.value(names)
        compared = all(a.fits_signed and b.fits_signed for a, b in values)
        fits = (compared and at.fits_signed, compared and at.fits_unsigned)
        for other, wrote, fitted in seen.setdefault(at.word, []):
          if other != thread and (write or wrote):
            at_all = True
            if any(a and b for a, b in zip(fits, fitted)):
              return True, True
        seen[at.word].append((thread, write, fits))
    return at_all, False


def disagreement(kernel, result):
  """(what is wrong with a result or None, the verdict)."""
  verdict = result["verdict"]
  assumes = bool(result.get("condition_assumes_no_overflow"))
  if verdict == "undecided":
    return None, verdict
  any_race = False
  for threads, blocks in LAUNCHES:
    for n, m in kernel.parameters():
      at_all, fitting = kernel.races(threads, blocks, n, m)
      any_race = any_race or at_all
      point = f"for {threads} threads, {blocks} blocks, n = {n} and m = {m}"
      if verdict == "verified" and at_all:
        return f"verified, but races {point}", verdict
      if verdict == "conditional" and (fitting if assumes else at_all):
        values = {"blockDim.x": threads, "gridDim.x": blocks, "n": signed(n), "m": signed(m)}
        condition = result["condition"]
        if condition in (None, "", "true") or holds(condition, values):
          return f"'{condition}' holds, but it races {point}", verdict
  if verdict == "conditional":
    return None, "without overflow" if assumes else "conditional"
  return None, verdict if any_race or verdict != "refuted" else "refuted elsewhere"


def verified(kernel, folder):
  """What the program says of a kernel, in ten seconds."""
  path = os.path.join(folder, "kernel.gbpl")
  pathlib.Path(path).write_text(PRELUDE + GLOBAL + kernel.text())
  done = subprocess.run([PROGRAM, "verify", path, "--timeout=10", "--json=-"], capture_output=True,
                        text=True, check=False)
  return json.loads(done.stdout)


def run(seed, count, out=sys.stdout):
  """The number of disagreements; prints each, with its kernel, and what was seen of verdicts."""
  rng, wrong, counts = random.Random(seed), 0, {}
  with tempfile.TemporaryDirectory() as folder:
    for number in range(count):
      kernel = Kernel(rng, f"k{number}")
      problem, verdict = disagreement(kernel, verified(kernel, folder))
      counts[verdict] = counts.get(verdict, 0) + 1
      if problem:
        wrong += 1
        print(f"seed {seed}, {kernel.name}: {problem}\n{kernel.text()}", file=out, flush=True)
  tell(counts, wrong, out)
  return wrong


if __name__ == "__main__":
  main(__doc__, run, 500)
