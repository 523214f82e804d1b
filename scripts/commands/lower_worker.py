"""Lowers one file for the command on a project, in a process of its own that can be ended.

Reads {"source", "given", "kernels", "folder"} from standard input, `given` being the parsed options
of the lowering and `kernels` those for patterns of kernels' names, and writes {"units", "remarks", "error", "no_kernel"} to standard output; the IR of each unit is a file
in the folder.
"""

import argparse
import json
import os
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from lowering import LaunchOptions, LoweringError
from lowering.errors import NoKernel
from lowering.files import lower_kernels
from stage_limits import OutOfTime


def main():
  job = json.load(sys.stdin)
  answer = {"units": [], "remarks": [], "error": None}
  try:
    options = LaunchOptions()
    options.take(argparse.Namespace(**job["given"]))
    options.of_kernels = [(pattern, argparse.Namespace(**given)) for pattern, given in job["kernels"]]
    result = lower_kernels(job["source"], options)
    answer["remarks"] = result.remarks
    for number, unit in enumerate(result.units):
      path = os.path.join(job["folder"], f"{number}.gbpl")
      if unit.text is not None:
        with open(path, "w", encoding="utf-8") as file:
          file.write(unit.text)
      answer["units"].append({
        "kernel": unit.kernel, "block": unit.block, "grid": unit.grid, "origin": unit.origin,
        "arguments": unit.arguments,
        "path": path if unit.text is not None else None,
        "remarks": unit.remarks, "error": str(unit.error) if unit.error else None,
        "out_of_time": unit.out_of_time})
  except LoweringError as problem:
    answer["no_kernel"] = isinstance(problem, NoKernel)
    answer["error"] = problem.told()
    answer["cause"] = problem.message
  except OutOfTime as problem:
    answer["error"] = f"{job['source']}: error: {problem}"
    answer["cause"], answer["out_of_time"] = str(problem), True
  except Exception as problem:  # a defect of the lowering: its place is of more use than its trace
    place = traceback.extract_tb(problem.__traceback__)[-1]
    answer["internal"] = True
    answer["cause"] = (f"internal error of the lowering: {type(problem).__name__}: {problem} "
                       f"({os.path.basename(place.filename)}:{place.lineno})")
    answer["error"] = f"{job['source']}: error: {answer['cause']}"
  json.dump(answer, sys.stdout)


if __name__ == "__main__":
  main()
