#!/usr/bin/env python3
"""Tells Snakemake how a Slurm job stands (its --cluster-status): running, success or failed.

A job whose node died is put back into Slurm's queue; it is running until it has ended for good.
"""

import subprocess
import sys

GOING_ON = ("PENDING", "RUNNING", "CONFIGURING", "COMPLETING", "REQUEUED", "REQUEUE_HOLD",
            "RESIZING", "STAGE_OUT", "SUSPENDED", "SIGNALING")


def status(shown):
  """Of what `scontrol --oneliner show job` prints."""
  fields = dict(word.split("=", 1) for word in shown.split() if "=" in word)
  state = fields.get("JobState", "")
  if state in GOING_ON or state == "NODE_FAIL" and fields.get("Requeue") == "1":
    return "running"
  return "success" if state == "COMPLETED" else "failed"


def main(arguments):
  done = subprocess.run(["scontrol", "--oneliner", "show", "job", arguments[0]],
                        capture_output=True, text=True, check=False)
  if done.returncode != 0 and "Invalid job id" not in done.stderr:
    print("running")  # the controller does not answer; Snakemake asks again
  else:
    print(status(done.stdout))
  return 0


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
