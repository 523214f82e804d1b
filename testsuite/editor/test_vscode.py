"""The extension for Visual Studio Code, run by Node.js with stubs of the editor's interface, and
packed where its packer is at hand."""

import json
import os
import shutil
import subprocess
import unittest

from project import ROOT, Project

_EXTENSION = ROOT / "editors" / "vscode"
_RUN = ROOT / "testsuite" / "editor" / "stubs" / "run.js"


class Extension(Project):
  def setUp(self):
    super().setUp()
    if shutil.which("node") is None:
      self.skipTest("Node.js is not installed (apt install nodejs)")

  def test_findings_restart_and_end(self):
    done = subprocess.run(["node", _RUN, self.kernel], capture_output=True, text=True, timeout=180,
                          env={**self.environment, "EXTENSION": str(_EXTENSION)}, check=False)
    self.assertEqual(done.returncode, 0, done.stderr)
    result = json.loads(done.stdout)
    for published in (result["first"], result["second"]):
      self.assertEqual(published["uri"], f"file://{self.kernel}")
      self.assertIn("read-write race on v[", published["diagnostics"][0]["message"])
    self.assertEqual((result["codes"], result["registered"]), ([0, 0], 1))

  def test_it_can_be_packed(self):
    """With BARRICADE_VSCE, a command like `npx @vscode/vsce`, as npm may have to fetch it."""
    command = os.environ.get("BARRICADE_VSCE", "vsce" if shutil.which("vsce") else "")
    if not command:
      self.skipTest("vsce is not installed (BARRICADE_VSCE='npx @vscode/vsce' fetches it)")
    copy = self.folder / "extension"
    shutil.copytree(_EXTENSION, copy)
    subprocess.run(["npm", "install", "--silent"], cwd=copy, check=True, timeout=300)
    done = subprocess.run([*command.split(), "package", "-o", "barricade.vsix"], cwd=copy,
                          capture_output=True, text=True, timeout=300, check=False)
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    listing = subprocess.run(["python3", "-m", "zipfile", "-l", copy / "barricade.vsix"],
                             capture_output=True, text=True, check=True).stdout
    for name in ("extension/extension.js", "vscode-languageclient/node.js"):
      self.assertIn(name, listing)


if __name__ == "__main__":
  unittest.main()
