#!/usr/bin/env python3
"""What a large corpus costs besides its kernels: `testsuite/cluster/measure.py 1000 10000 100000`.

Runs so many kernels under Snakemake on this machine and prints for each number: seconds of processor
time per kernel, the largest memory of a process, and the size of what is written. Growth is linear
when the columns stay. The program is a stub that answers at once. Two ways:

  --jobs=stub   a job writes its portion's report at once: the cost of the engine and of collecting
                (default; 100000 kernels take minutes)
  --jobs=suite  a job is the suite with the stub program: all that is not the program's own
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "suite")
PROGRAM = """#!/bin/sh
if [ "$1" = document ]; then
  printf '{"options": [{"name": "json", "alias": null, "letter": null, "kind": "text",
    "implied": null, "argument": "X", "group": "G", "help": "h", "commands": ["verify"]}]}'
  exit
fi
for word; do case $word in --json=*) out=${word#--json=};; esac; done
echo '{"verdict": "verified", "findings": []}' > "$out"
"""
# In place of the suite: the report of a portion; collecting is left to the suite.
JOB = """#!{python}
import json, os, sys
words = sys.argv[1:]
if any(word.startswith("--collect") for word in words):
  os.execv({suite!r}, [{suite!r}, *words])
out = next(word[len("--json="):] for word in words if word.startswith("--json="))
result = {{"stages": ["verify"], "stage": "done", "verdict": "verified", "findings": [],
          "seconds": {{"verify": 0.1, "total": 0.2}}, "ignored_options": [],
          "condition": None, "condition_exact": None}}
kernels = [{{"kernel": path, "status": "pass", "problems": [], "result": {{"kernel": path, **result}}}}
           for path in words if not path.startswith("--")]
with open(out, "w") as file:
  json.dump({{"kernels": kernels}}, file)
"""


def main(arguments):
  parser = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("numbers", nargs="+", type=int, metavar="N")
  parser.add_argument("--jobs", choices=("stub", "suite"), default="stub")
  given = parser.parse_args(arguments)
  print("kernels   jobs   ms/kernel   largest process MB   written MB")
  for number in given.numbers:
    with tempfile.TemporaryDirectory() as folder:
      print(measure(folder, number, given.jobs == "stub"), flush=True)
  return 0


def measure(folder, number, stub):
  write(os.path.join(folder, "program"), PROGRAM)
  for kernel in range(number):
    place = os.path.join(folder, "kernels", str(kernel // 1000))
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, f"{kernel}.gbpl"), "w") as file:
      file.write("// expect: verified\n")
  before = processor_time()
  run([sys.executable, SUITE, "kernels", "--stages=verify", "--program=./program",
       "--snakemake=Snakefile"], folder)
  path = os.path.join(folder, "Snakefile")
  with open(path) as file:
    text = file.read()
  if stub:
    job = os.path.join(folder, "job")
    write(job, JOB.format(python=sys.executable, suite=os.path.realpath(SUITE)))
    write(path, re.sub(r'^SUITE = .*$', f'SUITE = "{job}"', text, flags=re.MULTILINE))
  run(["snakemake", "--snakefile=Snakefile", "--cores=2", "--quiet"], folder)
  used = processor_time() - before
  largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
  portion = int(re.search(r"PORTION = (\d+)", text).group(1))
  written = sum(entry.stat().st_size for entry in
                os.scandir(os.path.join(folder, "Snakefile.results")) if entry.is_file())
  return (f"{number:7}  {-(-number // portion):5}   {used / number * 1000:9.2f}   {largest:18.0f}   "
          f"{written / 1e6:10.1f}")


def write(path, text):
  with open(path, "w") as file:
    file.write(text)
  os.chmod(path, 0o755)


def processor_time():
  used = resource.getrusage(resource.RUSAGE_CHILDREN)
  return used.ru_utime + used.ru_stime


def run(command, folder):
  subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL,
                 stderr=subprocess.DEVNULL)


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
