"""The templates for GitHub, GitLab and pre-commit, run as those services run them."""

import json
import re
import shutil
import subprocess
import unittest

from project import ROOT, Project

try:
  import yaml
except ImportError:
  yaml = None

# https://docs.gitlab.com/ee/ci/testing/code_quality.html
_SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def load(name):
  return yaml.safe_load((ROOT / name).read_text())


@unittest.skipIf(yaml is None, "python3-yaml is not installed")
class Services(Project):
  def run_here(self, *command):
    return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True,
                          text=True, check=False)

  def test_the_action(self):
    action, workflow = load("action.yml"), load("ci/github-workflow.yml")
    steps = workflow["jobs"]["verify"]["steps"]
    own = next(step for step in steps if "barricade" in step.get("uses", ""))
    upload = next(step for step in steps if "upload-sarif" in step.get("uses", ""))
    inputs = {name: one["default"] for name, one in action["inputs"].items()} | own["with"]
    self.assertLessEqual(set(own["with"]), set(action["inputs"]))
    arguments = [re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found.group(1)], word)
                 for word in action["runs"]["args"]]
    self.assertTrue((ROOT / action["runs"]["image"]).exists())
    entry = re.search(r'ENTRYPOINT \["(\w+)"\]', (ROOT / "Dockerfile").read_text()).group(1)
    done = self.run_here(entry, *arguments)
    self.assertEqual(done.returncode, 1, done.stderr)
    log = json.loads((self.folder / upload["with"]["sarif_file"]).read_text())
    result, = log["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    self.assertEqual((log["version"], result["ruleId"], place), ("2.1.0", "race", "k.cu"))
    self.assertEqual(upload["if"], "always()")  # the findings are why the step before has failed

  def test_gitlab(self):
    job = load("ci/gitlab.yml")["barricade"]
    done = self.run_here("sh", "-ec", "\n".join(job["script"]))
    self.assertEqual(done.returncode, 1, done.stderr)
    self.assertEqual(job["artifacts"]["when"], "always")
    for path in job["artifacts"]["paths"]:
      self.assertTrue((self.folder / path).exists(), path)
    finding, = json.loads((self.folder / job["artifacts"]["reports"]["codequality"]).read_text())
    self.assertRegex(finding["description"], "race on v")
    self.assertTrue(finding["check_name"] and finding["fingerprint"])
    self.assertIn(finding["severity"], _SEVERITIES)
    self.assertEqual((finding["location"]["path"], finding["location"]["lines"]["begin"]),
                     ("k.cu", 5))

  def test_pre_commit(self):
    if shutil.which("pre-commit") is None:
      self.skipTest("pre-commit is not installed (apt install pre-commit)")
    hook, = load(".pre-commit-hooks.yaml")
    (self.folder / ".pre-commit-config.yaml").write_text(
        yaml.safe_dump({"repos": [{"repo": "local", "hooks": [hook]}]}))
    self.run_here("git", "init", "-q")
    self.run_here("git", "add", "-A")
    done = self.run_here("pre-commit", "run", "--all-files")
    self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
    self.assertIn("race on v[", done.stdout)
    self.kernel.write_text(self.kernel.read_text().replace("  v[t]", "  __syncthreads();\n  v[t]"))
    done = self.run_here("pre-commit", "run", "--all-files")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
  unittest.main()
