"""The server for assistants, by the protocol's own messages; `barricade explain`."""

import json
import os
import subprocess
import tempfile
import unittest

from commands.allowances import KINDS
from commands.program import BUILT, ROOT
from tools.explain import kinds, page

_SAMPLE = os.path.join(ROOT, "testsuite", "samples", "shift_in_place", "kernel.cu")


def talk(*messages, cwd=None):
  """The answers to messages."""
  lines = [json.dumps({"jsonrpc": "2.0", **m}) if isinstance(m, dict) else m for m in messages]
  done = subprocess.run([BUILT, "mcp"], input="\n".join(lines) + "\n", capture_output=True,
                        text=True, check=True, cwd=cwd)
  return [json.loads(line) for line in done.stdout.splitlines()]


def call(name, **arguments):
  answer, = talk({"id": 1, "method": "tools/call",
                  "params": {"name": name, "arguments": arguments}})
  return answer


class Protocol(unittest.TestCase):
  def test_handshake_and_tools(self):
    first, tools, pong = talk(
        {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-03-26"}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"}, {"id": "p", "method": "ping"})
    self.assertEqual(first["result"]["protocolVersion"], "2025-03-26")
    self.assertEqual([tool["name"] for tool in tools["result"]["tools"]],
                     ["verify", "repair", "explain"])
    self.assertEqual(pong, {"jsonrpc": "2.0", "id": "p", "result": {}})

  def test_verify_a_text(self):
    text = "__global__ void k(int* a) { a[threadIdx.x] = a[threadIdx.x + 1]; }\n"
    result = call("verify", source=text, block="64", grid="1")["result"]
    self.assertFalse(result["isError"])
    self.assertEqual(result["structuredContent"]["verdict"], "refuted")
    self.assertIn("kernel.cu:1:", result["content"][0]["text"])
    result = call("verify", source=text.replace("a[threadIdx.x + 1]", "1"), block="64",
                  grid="1")["result"]
    self.assertEqual(result["structuredContent"]["exit_code"], 0)

  def test_repair_a_file(self):
    result = call("repair", path=_SAMPLE)["result"]
    self.assertIn("+    __syncthreads();", result["structuredContent"]["patch"]["diff"])

  def test_paths_are_relative_to_where_the_server_runs(self):
    with tempfile.TemporaryDirectory() as folder:
      os.mkdir(os.path.join(folder, "src"))
      with open(os.path.join(folder, "src", "k.cu"), "w", encoding="utf-8") as file:
        file.write("__global__ void k(int* a) { a[threadIdx.x] = blockIdx.x; }\n")
      answer, = talk({"id": 1, "method": "tools/call",
                      "params": {"name": "verify", "arguments": {"path": "src/k.cu"}}}, cwd=folder)
    text = answer["result"]["content"][0]["text"]
    self.assertRegex(text, "(?m)^src/k.cu:1:")
    self.assertIn("conditional", text)  # which is an answer, and no error
    self.assertFalse(answer["result"]["isError"])

  def test_mistakes(self):
    self.assertEqual(call("verify")["error"]["code"], -32602)
    self.assertEqual(call("nothing")["error"]["code"], -32602)
    self.assertTrue(call("verify", source="no kernel")["result"]["isError"])
    unknown, broken = talk({"id": 1, "method": "nothing"}, "{")
    self.assertEqual((unknown["error"]["code"], broken["error"]["code"]), (-32601, -32700))


class Explain(unittest.TestCase):
  def test_each_kind_has_a_page(self):
    self.assertEqual(set(kinds()), set(KINDS))
    for kind in KINDS:
      self.assertIn(f"Kind: `{kind}`.", page(kind))
    self.assertEqual(call("explain", kind="race")["result"]["content"][0]["text"], page("race"))

  def test_the_command(self):
    done = subprocess.run([BUILT, "explain", "rase"], capture_output=True, text=True, check=False)
    self.assertEqual(done.returncode, 2)
    self.assertIn("did you mean 'race'", done.stderr)
    done = subprocess.run([BUILT, "explain"], capture_output=True, text=True, check=True)
    self.assertIn("divergence          Barrier divergence", done.stdout)


if __name__ == "__main__":
  unittest.main()
