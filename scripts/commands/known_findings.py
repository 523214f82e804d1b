"""A baseline: the findings that are known, by their fingerprints, so that only new ones fail.

A fingerprint is the same when lines have moved. What is known is a count of each, so that a second
race of the same lines is new.
"""

import collections
import json

from .exit_codes import USAGE, Stop


class Baseline:
  def __init__(self, path):
    self.path = path
    try:
      with open(path, encoding="utf-8") as file:
        document = json.load(file)
      self._left = collections.Counter(one["fingerprint"] for one in document["findings"])
    except OSError as error:
      raise Stop(USAGE, f"--baseline: {path}: {error.strerror}; --write-baseline={path} makes it") \
          from error
    except (ValueError, KeyError, TypeError) as error:
      raise Stop(USAGE, f"--baseline: {path} is no baseline: {error}") from error

  def take(self, finding):
    """Whether a finding is known; each entry counts once."""
    name = finding["fingerprint"]
    if self._left[name] == 0:
      return False
    self._left[name] -= 1
    return True

  def gone(self):
    """How many entries no finding has taken."""
    return sum(self._left.values())


def baseline_text(findings):
  """The text of a baseline; `findings` are (file, kernel, finding)."""
  entries = sorted(({"fingerprint": finding["fingerprint"], "file": file, "kernel": kernel,
                     "kind": finding["kind"], "array": finding["array"]}
                    for file, kernel, finding in findings), key=lambda one: list(map(str, one.values())))
  return (json.dumps({"schema": 1, "findings": entries}, indent=1) + "\n").encode()
