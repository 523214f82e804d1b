"""Random CUDA kernels that race: each is repaired, and its patch held against the interpreter.

    python3 scripts/testing/patch_fuzz.py --seed 1 --count 100 --jobs 2

Of each kernel that gets a patch the patched source is lowered again and run on random contents:

* beside the repaired program, as the verifier has it: no run may go wrong, and both leave the same
  memory behind, since neither has a race;
* by a single thread, beside the kernel as written: a thread does what it did before;
* where that has no race, beside the kernel as written.

Some kernels have a loop that fills an array and reads it, which `--double-buffer` may give two copies.

The patch has been verified before it is shown, so that a run which goes wrong is a bug twice over.

The commands are called in one process for many kernels, as starting each by itself takes longer
than what they do, and clang reads a text once. What they print goes to a file, of which a failure
shows the end.
"""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from commands.repair import main as repair
from lowering.__main__ import main as lower
from lowering.clang import Compilation

PROGRAM = os.environ.get("BARRICADE_PROGRAM", str(ROOT / "build/release/bin/barricade"))
SECONDS = 6  # a repair
RUNS = 2
KERNELS_OF_A_PROCESS = 500
TEXTS_OF_A_KERNEL = 4
PLACE = re.compile(r"\S*\.cu:\d+(:\d+)?|'\w+'|\b\w(\[\d*\])?$")


class Generator:
  """Statements over a global array `g`, another one `h` that is only read, a shared `s`, the thread
  `t` and the parameter `n`."""

  def __init__(self, rng):
    self.rng = rng
    self.names = 0
    self.values = ["t", "n"]
    self.buffers = False  # whether there is an array that may have two copies

  def kernel(self):
    rng = self.rng
    lines = ["__shared__ int s[64];", "int t = threadIdx.x;", "s[t] = t;", "__syncthreads();"]
    self.buffers = rng.random() < 0.25
    if self.buffers:
      lines += ["__shared__ int u[8];"] + self.buffered_loop()
    for _ in range(rng.choice((0, 1) if self.buffers else (1, 2, 2, 3))):
      lines += self.statement(2)
    body = "\n".join("  " + line for line in lines)
    return ("__global__ void k(int *g, const int *h, int n) {\n"
            "  __requires(n >= 0 && n < 12);\n" + body + "\n}\n")

  def buffered_loop(self):
    """What an iteration reads of `u`, it has written; or an earlier one has."""
    rng = self.rng
    self.names += 1
    name = f"i{self.names}"
    self.values.append(name)
    barrier = ["__syncthreads();"]
    fill = [f"u[{rng.choice(('t', '7 - t', 't ^ 1', '(t + n) & 7', f'(t + {name}) & 7'))}] = "
            f"{self.value(1)};"]
    if rng.random() < 0.25:
      fill[0] = f"if ({rng.choice((self.condition(), f'{name} == 0'))}) {fill[0]}"
    if rng.random() < 0.3:
      fill.append(f"if (t == 0) u[{rng.choice((7, 3))}] = {self.value(1)};")
    use = [f"g[t] += u[{self.index()} & 7];"]
    if rng.random() < 0.3:
      use = [f"for (int j = 0; j < {rng.choice((4, 8))}; ++j) g[t] += u[j] + j;"]
    if rng.random() < 0.2:
      use.insert(0, f"if ({self.condition()}) continue;")
    parts = fill, barrier * (rng.random() < 0.8), use, barrier * (rng.random() < 0.8)
    if rng.random() < 0.2:
      parts = parts[3], *parts[:3]
    self.values.remove(name)
    return [f"for (int {name} = 0; {name} < {rng.choice(('2', '3', 'n', 'n + 1'))}; ++{name}) {{",
            *("  " + line for part in parts for line in part), "}"]

  def index(self):
    return self.rng.choice(("t", "t + 1", "7 - t", "t ^ 1", "t + n", "t & 3", "n", "t * 2", "0",
                            "h[t] & 7"))

  def value(self, depth=1):
    rng = self.rng
    if depth == 0 or rng.random() < 0.4:
      return rng.choice(self.values + ["1", "5"])
    return rng.choice((
        lambda: f"g[{self.index()}]", lambda: f"s[{self.index()} & 63]",
        lambda: f"h[{rng.choice(('t', 't + 1', 'n'))}]",
        lambda: f"{self.value(depth - 1)} + {self.value(depth - 1)}",
        lambda: f"{self.value(depth - 1)} * 3"))()

  def place(self):
    index = "t" if self.rng.random() < 0.7 else self.index()
    return self.rng.choice((f"g[{index}]", f"s[({index}) & 63]"))

  def condition(self):
    rng = self.rng
    return rng.choice((f"t < {rng.choice((1, 2, 4))}", "t < n", "t & 1", "n > 3",
                       f"g[{self.index()}] > 2", "h[t] & 1", "t == 0"))

  def block(self, depth):
    known = list(self.values)
    lines = [line for _ in range(self.rng.choice((1, 1, 2, 2, 3)))
             for line in self.statement(depth - 1)]
    self.values = known
    return ["  " + line for line in lines]

  def switch(self, depth):
    """Cases, now and then falling through, with a `default` or without, in braces where variables
    may be declared in them."""
    rng = self.rng
    lines = [f"switch ({rng.choice(('t % 3', 't & 1', 'n', 'h[t] & 3', f's[{self.index()} & 63]'))}) {{"]
    labels = rng.sample(["case 0:", "case 1:", "case 2:", "case 3:"], rng.choice((1, 2, 3)))
    for label in labels + ["default:"] * rng.choice((0, 1)):
      leave = ["  break;"] if rng.random() < 0.8 else []
      lines += [label + " {"] + self.block(depth) + rng.choice((leave + ["}"], ["}"] + leave))
    return lines + ["}"]

  def statement(self, depth):
    rng = self.rng
    kind = rng.random()
    if depth > 0 and kind < 0.06:
      return self.switch(depth)
    if depth > 0 and kind < 0.22:
      lines = [f"if ({self.condition()}) {{"] + self.block(depth)
      if rng.random() < 0.4:
        lines += ["} else {"] + self.block(depth)
      return lines + ["}"]
    if depth > 0 and kind < 0.34:
      self.names += 1
      name = f"i{self.names}"
      head = rng.choice((f"int {name} = 0; {name} < {rng.choice(('2', '3', 'n'))}; ++{name}",
                         f"int {name} = t; {name} < n; {name} += 4"))
      self.values.append(name)
      lines = [f"for ({head}) {{"] + self.block(depth)
      if rng.random() < 0.4:
        lines += [f"  if ({self.condition()}) {rng.choice(('break', 'continue'))};"] + self.block(depth)
      lines.append("}")
      self.values.remove(name)
      return lines
    if kind < 0.40:
      return ["__syncthreads();"]
    if depth == 2 and kind < 0.45:
      return [f"if ({self.condition()}) return;"]
    if kind < 0.60:
      self.names += 1
      line = f"int x{self.names} = {self.value(2)};"
      self.values.append(f"x{self.names}")
      return [line]
    if kind < 0.72:
      return [rng.choice((f"{self.place()} += {self.value(1)};", f"{self.place()}++;",
                          f"{self.place()} |= {self.value(0)};"))]
    return [f"{self.place()} = {self.value(2)};"]


class Trial:
  """`log` is the file that the standard output and error of this process are."""

  def __init__(self, folder, number, log=None):
    self.folder, self.log, self.rng = folder, log, random.Random(number)
    self.threads = self.rng.choice((4, 8))
    self.blocks = self.rng.choice((1, 1, 1, 2))
    generator = Generator(self.rng)
    self.text = generator.kernel()
    self.options = ["--double-buffer"] if generator.buffers else []

  def path(self, name):
    return os.path.join(self.folder, name)

  def run(self):
    """(status of the repair and of the patch, what disagrees or None)."""
    for name in ("written.cu", "k.cu"):
      pathlib.Path(self.path(name)).write_text(self.text, encoding="utf-8")
    code = repair([self.path("k.cu"), f"--program={PROGRAM}", "--fix", f"--timeout={SECONDS}",
                   "--json=" + self.path("result.json"),
                   "--output=" + self.path("repaired.gbpl"), *self.options, *self.launch()])
    if code not in (0, 1, 4):
      return "failed", f"the repair ended with {code}: {self._told()}"
    result = json.loads(pathlib.Path(self.path("result.json")).read_text(encoding="utf-8"))
    status = result["repair"]["status"] if result.get("repair") else "none"
    given = result.get("patch") or {}
    patch = given.get("status", "none")
    outcome = f"{status}, patch {patch}"
    if any(edit["action"] == "double-buffer" for edit in (result["repair"] or {}).get("edits", [])):
      outcome += ", double-buffer"
    if patch == "withheld":
      outcome += ": " + PLACE.sub("..", given["reason"])
    if patch != "verified":
      return outcome, None
    is_first = not given.get("reason")  # else the patch is of another repair, which may order threads otherwise
    return outcome, self._disagreement(status, bool(result["repair"]["stores_left"]), is_first)

  def _disagreement(self, status, races, is_first):
    """`races`: what is repaired has some still, so that only a single thread leaves what it left."""
    if not races:
      self._lower("k.cu", "patched.gbpl", self.launch())
    if status == "improved":
      self._lower("written.cu", "written.gbpl", self.launch())
    single = ["--blockDim=1", "--gridDim=1"]
    self._lower("k.cu", "alone.gbpl", single)
    self._lower("written.cu", "alone-before.gbpl", single)
    for seed in range(RUNS):
      given = self._contents(seed)
      after, before = self._run("alone.gbpl", given), self._run("alone-before.gbpl", given)
      if _memory(after) != _memory(before):
        return f"one thread, patched: {_memory(after)}, as written: {_memory(before)}"
      if races:
        continue
      patched, repaired = self._run("patched.gbpl", given), self._run("repaired.gbpl", given)
      if patched["findings"]:
        return "a run of the patched source goes wrong: " + patched["findings"][0]["message"]
      if is_first and _memory(patched) != _memory(repaired):
        return f"patched: {_memory(patched)}, repaired: {_memory(repaired)}"
      if status == "improved":
        written = self._run("written.gbpl", given)
        if _memory(patched) != _memory(written):
          return f"patched: {_memory(patched)}, as written: {_memory(written)}"
    return None

  def launch(self):
    return [f"--blockDim={self.threads}", f"--gridDim={self.blocks}"]

  def _contents(self, seed):
    rng = random.Random(seed)
    return [f"--array=g=random:{rng.randrange(1000)}:16", f"--array=h=random:{rng.randrange(1000)}:16",
            f"--arg=n={rng.randrange(12)}"]

  def _lower(self, source, output, launch):
    if lower([self.path(source), "-o", self.path(output), *launch]) != 0:
      raise RuntimeError(f"{source} is not lowered: {self._told()}")

  def _told(self):
    sys.stdout.flush()
    sys.stderr.flush()
    return pathlib.Path(self.log).read_text(encoding="utf-8", errors="replace")[-600:]

  def _run(self, name, given):
    done = subprocess.run([PROGRAM, "run", self.path(name), "--json=-", *given],
                          capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def _remember_clang():
  """What clang makes of a text does not depend on sizes, and all texts compile as they are. Where
  the file is the lowering may want to know: it looks at the source again."""
  known, ask = {}, Compilation.to_llvm

  def to_llvm(compilation):
    text = pathlib.Path(compilation.source).read_bytes()
    path, output = known.get(text, (None, ""))
    if path is None or f'"{path}"' not in output:
      if len(known) == TEXTS_OF_A_KERNEL:
        known.clear()
      path, output = known[text] = compilation.source, ask(compilation)
    return output.replace(f'"{path}"', f'"{compilation.source}"')

  Compilation.to_llvm, Compilation.settle = to_llvm, lambda compilation: None


def _memory(run):
  """What global memory holds in the end; the shared one ends with the kernel."""
  return {a["array"]: a["elements"] for a in run["arrays"] if a["array"] == "g"}


def _redirect(path):
  """Takes the standard output and error of a process to a file."""
  log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
  for stream in (sys.stdout, sys.stderr):
    stream.flush()
    os.dup2(log, stream.fileno())


def _try(number):
  """(number, outcome, what disagreed or None, kernel with its launch in the head)."""
  with tempfile.TemporaryDirectory() as folder:
    log = os.path.join(folder, "log")
    _redirect(log)
    trial = Trial(folder, number, log)
    try:
      outcome, why = trial.run()
    except Exception:  # a mistake of ours is a finding as well
      outcome, why = "failed", traceback.format_exc()[-1200:]
  return number, outcome, why, f"//{' '.join(trial.launch() + trial.options)}\n{trial.text}"


def check(seed, count, jobs=1, keep=None):
  return check_all(range(seed * 1000000, seed * 1000000 + count), jobs, keep)


def check_all(numbers, jobs=1, keep=None):
  """(how often each outcome came, what disagreed)."""
  outcomes, wrong = collections.Counter(), []
  with multiprocessing.get_context("spawn").Pool(
      jobs, initializer=_remember_clang, maxtasksperchild=KERNELS_OF_A_PROCESS) as pool:
    for number, outcome, why, text in pool.imap(_try, numbers):
      outcomes[outcome] += 1
      if why is None:
        continue
      wrong.append((number, why, text))
      if keep:
        pathlib.Path(keep).mkdir(parents=True, exist_ok=True)
        head, body = text.split("\n", 1)
        remark = f"// {number}: " + why.replace("\n", " ")
        (pathlib.Path(keep) / f"{number}.cu").write_text(f"{head}\n{remark}\n{body}",
                                                         encoding="utf-8")
  return outcomes, wrong


def main(arguments):
  parser = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--seed", type=int, default=1)
  parser.add_argument("--count", type=int, default=100)
  parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
  parser.add_argument("--out", help="write kernels that disagree here")
  parser.add_argument("--print", action="store_true", help="print the first kernel, and run nothing")
  given = parser.parse_args(arguments)
  if given.print:
    print(Trial("", given.seed * 1000000).text, end="")
    return 0
  outcomes, wrong = check(given.seed, given.count, given.jobs, given.out)
  for outcome, times in outcomes.most_common():
    print(f"{times:6} {outcome}")
  for number, why, text in wrong:
    print(f"\n{number}: {why}\n{text}")
  return 1 if wrong else 0


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
