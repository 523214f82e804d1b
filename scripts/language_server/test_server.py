"""The language server, by the protocol's own messages; testsuite/editor has editors."""

import os
import tempfile
import unittest

from language_server.client import Client
from language_server.translation import Text, edits, uri_of

_RACE = """//--blockDim=64 --gridDim=1
#include "step.h"
__global__ void shift(float* v) {
  unsigned t = threadIdx.x;
  float next = v[t + STEP];
  v[t] = next;
}
"""
_RIGHT = _RACE.replace("  v[t] =", "  __syncthreads();\n  v[t] =")


class Folder(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = os.path.realpath(folder.name)
    self.path = os.path.join(self.folder, "k.cu")
    self.uri = uri_of(self.path)
    with open(os.path.join(self.folder, "step.h"), "w", encoding="utf-8") as file:
      file.write("#define STEP 1\n")


class Protocol(Folder):
  def test_a_race_while_it_is_edited(self):
    with Client() as client:
      client.open(self.uri, _RACE)
      diagnostic, = client.diagnostics(1)
      self.assertEqual((diagnostic["code"], diagnostic["severity"]), ("race", 1))
      self.assertEqual(diagnostic["range"], {"start": {"line": 4, "character": 15},
                                             "end": {"line": 4, "character": 16}})
      self.assertRegex(diagnostic["message"], r"read-write race on v\[\d+\]: read by thread")
      self.assertEqual([(r["location"]["uri"], r["location"]["range"]["start"]["line"])
                        for r in diagnostic["relatedInformation"]], [(self.uri, 4), (self.uri, 5)])
      hover = client.request("textDocument/hover", {"textDocument": {"uri": self.uri},
                                                    "position": {"line": 5, "character": 3}})
      self.assertIn("write by thread", hover["contents"]["value"])
      action, = client.request("textDocument/codeAction", {
          "textDocument": {"uri": self.uri}, "range": diagnostic["range"],
          "context": {"diagnostics": [diagnostic]}})
      edit, = action["edit"]["changes"][self.uri]
      self.assertEqual(edit["newText"], "  __syncthreads();\n")
      self.assertEqual(edit["range"]["start"], {"line": 5, "character": 0})
      client.change(self.uri, _RIGHT, 2)
      self.assertEqual(client.diagnostics(2), [])
      self.assertEqual(client.request("textDocument/codeAction", {
          "textDocument": {"uri": self.uri}, "range": diagnostic["range"],
          "context": {"diagnostics": []}}), [])
      self.assertIsNone(client.request("shutdown", None))
      client.notify("exit", None)
      self.assertEqual(client.process.wait(60), 0)

  def test_a_condition_is_told_where_it_matters(self):
    with Client() as client:
      client.open(self.uri, """__global__ void fill(int* v) {
  v[threadIdx.x] = blockIdx.x;
}
""")
      diagnostic = client.diagnostics(1)[0]
      self.assertEqual((diagnostic["code"], diagnostic["severity"]), ("race", 3))
      self.assertRegex(diagnostic["message"], r"^needs gridDim.x == 1.*: else write-write race")
      hover = client.request("textDocument/hover", {"textDocument": {"uri": self.uri},
                                                    "position": {"line": 1, "character": 3}})
      self.assertRegex(hover["contents"]["value"], "right exactly when `gridDim.x == 1")

  def test_only_the_last_of_quick_edits_is_verified(self):
    with Client() as client:
      client.open(self.uri, _RACE)
      for version in range(2, 12):
        client.change(self.uri, _RACE, version)
      client.change(self.uri, _RIGHT, 12)
      self.assertEqual(client.diagnostics(12), [])
      self.assertEqual([m for m in client._kept if "method" in m], [])

  def test_a_request_can_be_cancelled(self):
    with Client() as client:
      client.open(self.uri, _RACE)
      number = client.begin("textDocument/codeAction", {
          "textDocument": {"uri": self.uri}, "range": Text("x").range({"line": 1, "column": 1}),
          "context": {"diagnostics": []}})
      client.notify("$/cancelRequest", {"id": number})
      self.assertEqual(client.answer(number)["error"]["code"], -32800)

  def test_what_does_not_compile_is_shown_where(self):
    with Client() as client:
      client.open(self.uri, _RACE.replace("next;", "nxt;"))
      diagnostic, = client.diagnostics(1)
      self.assertEqual((diagnostic["code"], diagnostic["range"]["start"]["line"]), ("rejected", 5))
      self.assertIn("nxt", diagnostic["message"])

  def test_unknown_requests_fail_and_others_go_on(self):
    with Client() as client:
      self.assertEqual(client.answer(client.begin("workspace/nothing", {}))["error"]["code"],
                       -32601)
      self.assertTrue(client.capabilities["hoverProvider"])


class Translation(unittest.TestCase):
  def test_columns_are_utf16(self):
    self.assertEqual(Text("é𝄞v[t]").range({"line": 1, "column": 7})["start"]["character"], 3)

  def test_edits_of_a_patch(self):
    patch = "--- a/k.cu\n+++ b/k.cu\n@@ -1,3 +1,4 @@\n a\n-b\n+c\n+d\n e\n"
    self.assertEqual(edits(patch, "/x/k.cu"), [
        {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}},
         "newText": "c\nd\n"}])
    self.assertIsNone(edits(patch, "/x/other.cu"))


if __name__ == "__main__":
  unittest.main()
