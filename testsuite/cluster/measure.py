#!/usr/bin/env python3
"""What a large corpus costs besides its kernels: `testsuite/cluster/measure.py 1000 10000 100000`.

Runs so many kernels under Snakemake on this machine, with a program that answers at once, and prints
for each number: seconds of processor time per kernel, for the jobs and for the engine, the largest
memory of a process, and the size of what is written. Growth is linear when the columns stay.
"""

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


def main(numbers):
  print("kernels   jobs   ms/kernel   of these the engine's   largest process MB   written MB")
  for number in map(int, numbers):
    with tempfile.TemporaryDirectory() as folder:
      print(measure(folder, number), flush=True)
  return 0


def measure(folder, number):
  program = os.path.join(folder, "program")
  with open(program, "w") as file:
    file.write(PROGRAM)
  os.chmod(program, 0o755)
  for kernel in range(number):
    place = os.path.join(folder, "kernels", str(kernel // 1000))
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, f"{kernel}.gbpl"), "w") as file:
      file.write("// expect: verified\n")
  run([sys.executable, SUITE, "kernels", "--stages=verify", "--program=./program",
       "--snakemake=Snakefile"], folder)
  before = processor_time()
  run(["snakemake", "--snakefile=Snakefile", "--cores=2", "--quiet"], folder)
  whole = processor_time() - before
  before = processor_time()
  run([sys.executable, SUITE, "kernels", "--stages=verify", "--program=./program", "--jobs=2"],
      folder)
  plain = processor_time() - before
  largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
  with open(os.path.join(folder, "Snakefile")) as file:
    portion = int(re.search(r"PORTION = (\d+)", file.read()).group(1))
  written = sum(entry.stat().st_size for entry in
                os.scandir(os.path.join(folder, "Snakefile.results")) if entry.is_file())
  return (f"{number:7}  {-(-number // portion):5}   {whole / number * 1000:9.1f}   "
          f"{(whole - plain) / number * 1000:21.1f}   {largest:18.0f}   {written / 1e6:10.1f}")


def processor_time():
  used = resource.getrusage(resource.RUSAGE_CHILDREN)
  return used.ru_utime + used.ru_stime


def run(command, folder):
  subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL,
                 stderr=subprocess.DEVNULL)


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
