"""The suite on a Slurm cluster of which a node dies: nothing is lost, and little is run twice."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

from cluster import Cluster, Unavailable

SUITE = os.path.join(os.path.dirname(__file__), "..", "..", "scripts", "suite")
# Stands in for the program: half a second for each kernel, which is verified.
PROGRAM = """#!/bin/sh
if [ "$1" = document ]; then
  printf '{"options": [{"name": "json", "alias": null, "letter": null, "kind": "text",
    "implied": null, "argument": "X", "group": "G", "help": "h", "commands": ["verify"]}]}'
  exit
fi
head -n 1 "$2" >> {folder}/log
sleep 0.5
for word; do case $word in --json=*) out=${word#--json=};; esac; done
echo '{"verdict": "verified", "findings": []}' > "$out"
"""
KERNELS, PORTION = 40, 10


class DyingNode(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name
    os.mkdir(os.path.join(self.folder, "slurm"))
    cluster = Cluster(os.path.join(self.folder, "slurm"))
    self.addCleanup(cluster.stop)
    try:
      cluster.start()
    except Unavailable as reason:
      self.skipTest(str(reason))
    self.cluster = cluster
    self.write("program", PROGRAM.replace("{folder}", self.folder))
    os.chmod(os.path.join(self.folder, "program"), 0o755)
    for number in range(KERNELS):
      self.write(f"kernels/{number}.gbpl", f"// kernel {number}\n// expect: verified\n")

  def write(self, name, text):
    path = os.path.join(self.folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
      file.write(text)

  def lines(self):
    try:
      with open(os.path.join(self.folder, "log")) as file:
        return file.read().splitlines()
    except FileNotFoundError:
      return []

  def until(self, reached, engine):
    end = time.monotonic() + 120
    while not reached():
      self.assertIsNone(engine.poll(), "the engine ended too early")
      self.assertLess(time.monotonic(), end, "the jobs do not run")
      time.sleep(0.1)

  def test_no_result_is_lost(self):
    subprocess.run([sys.executable, SUITE, "kernels", "--stages=verify", "--program", "./program",
                    "--snakemake=Snakefile", f"--portion={PORTION}"], cwd=self.folder, check=True)
    with open(os.path.join(self.folder, "Snakefile")) as file:
      status = next(line for line in file if "--cluster-status" in line).split()[-2]
    with open(os.path.join(self.folder, "engine"), "w") as log:
      engine = subprocess.Popen(
          ["snakemake", "--snakefile", "Snakefile", "--jobs", "4", "--cluster-status", status,
           "--cluster", "sbatch --parsable"], cwd=self.folder, env=self.cluster.environment,
          stdout=log, stderr=log)
    self.addCleanup(engine.wait)
    self.addCleanup(engine.kill)
    self.until(lambda: len(self.lines()) >= 8, engine)
    self.cluster.kill(self.cluster.node_at_work())
    self.assertEqual(engine.wait(300), 0)
    self.assertIn("down", self.cluster.command("sinfo", "-h", "-o", "%T"))
    with open(os.path.join(self.folder, "Snakefile.results", "report.json")) as file:
      self.assertEqual(json.load(file)["totals"]["pass"], KERNELS)
    # What runs when the node dies is run again, and nothing else.
    self.assertEqual(set(self.lines()), {f"// kernel {number}" for number in range(KERNELS)})
    self.assertLessEqual(len(self.lines()), KERNELS + 1)


if __name__ == "__main__":
  unittest.main()
