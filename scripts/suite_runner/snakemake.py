"""The run as a Snakemake workflow, for corpora that outgrow one machine.

A job runs a portion of the kernels, as an engine and a batch system cost about a second a job. It
remembers each finished kernel (state.py) beside its result, so that a portion whose machine died
goes on elsewhere where it stopped; a kernel that has changed since is run again. The last rule
collects the portions into the reports.
"""

import json
import math
import os
import shlex
import sys

SUITE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suite")
STATUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "slurm_status.py")
LEAST_PORTION, LARGEST_PORTION = 10, 250

TEXT = '''# Written by scripts/suite --snakemake. Run it with
#   snakemake --snakefile {name} --cores N                              on one machine
#   snakemake --snakefile {name} --jobs N --cluster-status {status} \\
#     --cluster "sbatch --parsable --mem={{resources.mem_mb}} --time={{resources.runtime}}"    with Slurm
with open({kernels}) as file:
  KERNELS = file.read().splitlines()
PORTION = {portion}
RESULTS = {results}
SUITE = {suite}

localrules: all, report


rule all:
    input: RESULTS + "/report.json"


rule portion:
    input: lambda wildcards: KERNELS[int(wildcards.number) * PORTION:][:PORTION]
    output: RESULTS + "/{{number}}.json"
    log: RESULTS + "/{{number}}.log"
    threads: 1
    retries: 2
    resources: mem_mb={memory}, runtime={minutes}
    shell: "{{SUITE}} {{input:q}} --jobs={{threads}} --resume --state={{output:q}}l --json={{output:q}} {options} >{{log:q}} 2>&1 || test -s {{output:q}}"


rule report:
    input: expand(RESULTS + "/{{number}}.json", number=range({count}))
    output: RESULTS + "/report.json"
    shell: "{{SUITE}} --collect={{RESULTS:q}} --json={{output:q}} {collect} || test -s {{output:q}}"
'''


def portion_size(kernels):
  """About as many kernels as there are jobs, so that neither their number nor what a job costs
  grows as the corpus does; of a large one no more than what is well run in minutes."""
  return min(max(LEAST_PORTION, math.ceil(math.sqrt(kernels))), LARGEST_PORTION)


def kernel_list(path):
  """The file beside the Snakefile that names the kernels: each job reads the Snakefile again."""
  return os.path.abspath(path) + ".kernels"


def workflow(path, kernels, options):
  """The text of the Snakefile that runs so many kernels."""
  portion = options.portion or portion_size(kernels)
  passed = [f"--expect={options.expect}", f"--stages={','.join(options.stages)}",
            f"--timeout={options.timeout:g}", f"--memory={options.memory}"]
  passed += [f"--pass={word}" for word in options.extra]
  if options.program:
    passed.append(f"--program={os.path.abspath(options.program)}")
  seconds = (options.timeout or 600) * portion
  return TEXT.format(
      name=os.path.basename(path), status=STATUS, kernels=json.dumps(kernel_list(path)),
      portion=portion, results=json.dumps(os.path.splitext(os.path.abspath(path))[0] + ".results"),
      suite=json.dumps(f"{sys.executable} {SUITE}"), memory=options.memory or 4096,
      minutes=math.ceil(seconds / 60) + 1, options=_quoted(passed),
      count=math.ceil(kernels / portion), collect=f"--expect={options.expect}")


def _quoted(words):
  """For a shell, within a string of Python that Snakemake formats."""
  text = " ".join(shlex.quote(word) for word in words).replace("{", "{{").replace("}", "}}")
  return text.replace("\\", "\\\\").replace('"', '\\"')
