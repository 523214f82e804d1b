"""The run as a Snakemake workflow, for corpora that outgrow one machine.

Each rule instance is one single-kernel run; the last rule collects the results into the reports.
"""

import json
import os
import sys

from .pool import SCRIPT

TEXT = '''# Written by scripts/suite --snakemake. Run it with
#   snakemake --snakefile {name} --cores N     on one machine
#   snakemake --snakefile {name} --jobs N \\
#     --cluster "sbatch --mem={{resources.mem_mb}} --time={{resources.runtime}}"     with Slurm
KERNELS = {kernels}
RESULTS = {results}
SUITE = {suite}

localrules: all, report


rule all:
    input: RESULTS + "/report.json"


rule kernel:
    input: lambda wildcards: KERNELS[int(wildcards.number)]
    output: RESULTS + "/{{number}}.json"
    threads: 1
    resources: mem_mb={memory}, runtime={minutes}
    shell: "{{SUITE}} --single {{input:q}} --result {{output:q}} {single}"


rule report:
    input: expand(RESULTS + "/{{number}}.json", number=range(len(KERNELS)))
    output: RESULTS + "/report.json"
    shell: "{{SUITE}} --collect {{RESULTS:q}} --json {{output:q}} {collect} || test -s {{output:q}}"
'''


def workflow(path, paths, options):
  """The text of the Snakefile that runs these kernels."""
  folder = os.path.splitext(os.path.abspath(path))[0] + ".results"
  single = f"--stages {','.join(options.stages)} --guarded --memory {options.memory}"
  if options.timeout:
    single += f" --timeout {options.timeout:g}"
  single += "".join(f" --pass={word}" for word in options.extra)
  if options.program:
    single += f" --program {os.path.abspath(options.program)}"
  seconds = (options.timeout or 600) * 2
  return TEXT.format(
      name=os.path.basename(path),
      kernels=json.dumps([os.path.abspath(p) for p in paths], indent=1),
      results=json.dumps(folder), suite=json.dumps(f"{sys.executable} {SCRIPT}"),
      memory=options.memory or 4096, minutes=max(1, int(seconds / 60)), single=single,
      collect=f"--expect={options.expect}")
